#include "client/cli/format.h"

#include <array>
#include <cstdio>

namespace leap::cli {

namespace {

std::string with_digits(double value, const char* unit) {
  char text[64];
  const int digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  std::snprintf(text, sizeof text, "%.*f%s", digits, value, unit);
  return text;
}

}  // namespace

std::string format_us(double microseconds) {
  if (microseconds < 0.9995) return with_digits(microseconds * 1e3, " ns");
  if (microseconds < 999.5) return with_digits(microseconds, " us");
  if (microseconds < 999.5e3) return with_digits(microseconds / 1e3, " ms");
  return with_digits(microseconds / 1e6, " s");
}

std::string format_ms(double milliseconds) { return format_us(milliseconds * 1e3); }

std::string format_elapsed(std::chrono::duration<double> elapsed) {
  char text[64];
  const double seconds = elapsed.count();
  if (seconds < 9.95) {
    std::snprintf(text, sizeof text, "%.1f s", seconds);
  } else if (seconds < 119.5) {
    std::snprintf(text, sizeof text, "%.0f s", seconds);
  } else {
    const long whole = static_cast<long>(seconds + 0.5);
    std::snprintf(text, sizeof text, "%ld min %02ld s", whole / 60, whole % 60);
  }
  return text;
}

std::string format_speedup(double ratio) { return with_digits(ratio, "x"); }

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> kUnits{" B", " KiB", " MiB", " GiB", " TiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1023.5 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  return unit == 0 ? std::to_string(bytes) + kUnits[0] : with_digits(value, kUnits[unit]);
}

std::string plural(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace leap::cli
