#include "protocol/text.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace leap::protocol {
namespace {

constexpr std::size_t kQuotedBytes = 80;
constexpr std::size_t kMarkerBytes = 56;  // "\n[... N bytes left out]\n" with N of 20 digits

// Length of the valid UTF-8 sequence at the start of `bytes` (not empty); 0 when there is none.
std::size_t sequence_length(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned lead = at(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || bytes.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (lead == 0xE0 && at(1) < 0xA0) || (lead == 0xF0 && at(1) < 0x90);
  const bool surrogate = lead == 0xED && at(1) > 0x9F;
  const bool too_large = lead == 0xF4 && at(1) > 0x8F;
  return overlong || surrogate || too_large ? 0 : length;
}

std::uint32_t code_point(std::string_view sequence) {
  if (sequence.size() == 1) return static_cast<unsigned char>(sequence[0]);
  std::uint32_t value = static_cast<unsigned char>(sequence[0]) & (0xFFu >> (sequence.size() + 1));
  for (const char byte : sequence.substr(1)) value = (value << 6) | (static_cast<unsigned char>(byte) & 0x3Fu);
  return value;
}

// C0, DEL and C1 (U+009B starts an escape sequence in one character); marks, embeddings, overrides and isolates of
// direction; the two Unicode line breaks.
bool is_shown_as_escape(std::uint32_t c, bool keep_lines) {
  if (c == '\n' || c == '\t') return !keep_lines;
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x200E || c == 0x200F || c == 0x061C ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

struct Unit {  // the least that is kept or left out whole
  std::size_t raw_bytes;
  std::string shown;
};

std::string escaped(std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string shown;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    shown += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
  }
  return shown;
}

Unit first_unit(std::string_view bytes, bool keep_lines) {
  const std::size_t length = sequence_length(bytes);
  if (length == 0) return {1, escaped(bytes.substr(0, 1))};
  const std::string_view sequence = bytes.substr(0, length);
  return {length, is_shown_as_escape(code_point(sequence), keep_lines) ? escaped(sequence) : std::string(sequence)};
}

struct Head {
  std::string shown;
  std::size_t raw_bytes = 0;
};

// As much of the start as fits.
Head take_head(std::string_view bytes, std::size_t max_bytes, bool keep_lines) {
  Head head;
  while (head.raw_bytes < bytes.size()) {
    const Unit unit = first_unit(bytes.substr(head.raw_bytes), keep_lines);
    if (head.shown.size() + unit.shown.size() > max_bytes) break;
    head.shown += unit.shown;
    head.raw_bytes += unit.raw_bytes;
  }
  return head;
}

// As much of the end as fits. No unit is shown shorter than it is, so the last `max_bytes` are all that can fit.
Head take_tail(std::string_view bytes, std::size_t max_bytes) {
  std::string_view window = bytes.substr(bytes.size() - std::min(max_bytes, bytes.size()));
  for (int i = 0; i < 3 && !window.empty() && window.size() < bytes.size(); ++i) {  // not into the middle of a sequence
    if ((static_cast<unsigned char>(window[0]) & 0xC0) != 0x80) break;
    window.remove_prefix(1);
  }
  std::vector<Unit> units;
  std::size_t shown_bytes = 0;
  while (!window.empty()) {
    units.push_back(first_unit(window, true));
    shown_bytes += units.back().shown.size();
    window.remove_prefix(units.back().raw_bytes);
  }
  auto first = units.begin();
  for (; shown_bytes > max_bytes; ++first) shown_bytes -= first->shown.size();
  Head tail;
  for (; first != units.end(); ++first) {
    tail.shown += first->shown;
    tail.raw_bytes += first->raw_bytes;
  }
  return tail;
}

}  // namespace

bool is_valid_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t length = sequence_length(bytes);
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

std::string sanitize_text(std::string_view bytes, std::size_t max_bytes) {
  Head whole = take_head(bytes, max_bytes, true);
  if (whole.raw_bytes == bytes.size()) return std::move(whole.shown);

  const std::size_t budget = max_bytes > kMarkerBytes ? (max_bytes - kMarkerBytes) / 2 : 0;
  const Head head = take_head(bytes, budget, true);
  const Head tail = take_tail(bytes.substr(head.raw_bytes), budget);
  const std::size_t left_out = bytes.size() - head.raw_bytes - tail.raw_bytes;
  std::string shown = head.shown;
  if (!shown.empty() && shown.back() != '\n') shown += '\n';
  shown += "[... " + std::to_string(left_out) + " bytes left out]\n" + tail.shown;
  if (shown.size() > max_bytes) shown.resize(max_bytes);  // only the marker can be too long, and it is ASCII
  return shown;
}

std::string one_line(std::string_view bytes, std::size_t max_bytes) {
  Head whole = take_head(bytes, max_bytes, false);
  if (whole.raw_bytes == bytes.size()) return std::move(whole.shown);
  constexpr std::string_view kCut = "...";
  if (max_bytes <= kCut.size()) return std::string(kCut.substr(0, max_bytes));
  return take_head(bytes, max_bytes - kCut.size(), false).shown.append(kCut);
}

std::string in_quotes(std::string_view bytes) { return '"' + one_line(bytes, kQuotedBytes) + '"'; }

}  // namespace leap::protocol
