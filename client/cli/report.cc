#include "client/cli/report.h"

#include <algorithm>

#include "client/cli/format.h"
#include "client/cli/table.h"
#include "client/cli/width.h"
#include "protocol/text.h"

namespace leap::cli {

namespace {

using protocol::Evaluation;
using protocol::Verdict;

constexpr std::size_t kIndent = 2;
constexpr std::size_t kMaxLineBytes = 1000;
constexpr std::size_t kMaxPrintedBytes = 16u << 10;

std::string indented(const std::string& text, const std::string& margin) {
  std::string result;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    result += margin + text.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return result;
}

class Report {
 public:
  Report(const Evaluation& evaluation, std::size_t columns, const Palette& palette)
      : evaluation_(evaluation), width_(std::max<std::size_t>(columns, 2 * kIndent) - kIndent), palette_(palette) {}

  std::string text() {
    headline();
    stages();
    if (evaluation_.timing) times(*evaluation_.timing);
    lines("limits hit", evaluation_.limits);
    lines("evidence", evaluation_.evidence);
    diagnostics();
    mismatches();
    printed("the compiler said", evaluation_.diagnostics.empty() ? evaluation_.compiler_output : "");
    printed("the program printed", evaluation_.program_output);
    return std::move(text_);
  }

 private:
  void title(const std::string& words) { text_ += "\n" + palette_.paint(Style::strong, words) + "\n"; }
  void line(const std::string& words) {
    text_ += std::string(kIndent, ' ') + cut_to_width(protocol::one_line(words, kMaxLineBytes), width_) + "\n";
  }
  void table(const Table& table) { text_ += indented(table.text(width_, palette_), std::string(kIndent, ' ')); }

  void lines(const std::string& words, const std::vector<std::string>& list) {
    if (list.empty()) return;
    title(words);
    for (const std::string& item : list) line(item);
  }

  void printed(const std::string& words, const std::string& output) {
    if (output.empty()) return;
    title(words);
    text_ += indented(protocol::sanitize_text(output, kMaxPrintedBytes), "  | ");
  }

  void headline() {
    const auto shown = [](const std::string& words) { return protocol::one_line(words, kMaxLineBytes); };
    text_ += palette_.paint(Style::strong, shown(evaluation_.task + " / " + evaluation_.solution)) + ": " +
             palette_.paint(style_of(evaluation_.verdict), std::string(protocol::name(evaluation_.verdict)));
    if (evaluation_.cases.total > 0) {
      text_ += ", " + std::to_string(evaluation_.cases.passed) + " of " + plural(evaluation_.cases.total, "workload") +
               " passed";
    }
    if (evaluation_.timing && evaluation_.timing->speedup) {
      text_ += ", " + palette_.paint(Style::strong, format_speedup(*evaluation_.timing->speedup)) +
               " the speed of the baseline";
    }
    text_ += "\n";
    if (!evaluation_.reason.empty() && evaluation_.verdict != Verdict::correct)
      text_ += shown(evaluation_.reason) + "\n";
  }

  void stages() {
    if (evaluation_.stages.empty()) return;
    title("stages");
    Table rows({{"stage"}, {"status"}, {"took", Column::Align::right}, {"detail"}});
    for (const auto& stage : evaluation_.stages) {
      const bool skipped = stage.status == "skipped";
      const Style style = stage.status == "ok" ? Style::good : skipped ? Style::faint : Style::bad;
      const std::string detail = stage.detail == evaluation_.reason ? "" : stage.detail;
      rows.add({{stage.name},
                {stage.status, style},
                {skipped ? "-" : format_ms(stage.elapsed_ms)},
                {protocol::one_line(detail, kMaxLineBytes)}});
    }
    table(rows);
  }

  void times(const protocol::Timing& timing) {
    title("time of a call (" + protocol::one_line(timing.source, kMaxLineBytes) + ")");
    using Align = Column::Align;
    Table rows({{"workload"},
                {"median", Align::right},
                {"p10", Align::right},
                {"p90", Align::right},
                {"calls", Align::right},
                {"baseline", Align::right},
                {"speed-up", Align::right}});
    for (const auto& time : timing.workloads) {
      const bool compared = time.baseline_median_us > 0 && time.median_us > 0;
      rows.add({{protocol::one_line(time.workload, kMaxLineBytes)},
                {format_us(time.median_us)},
                {format_us(time.p10_us)},
                {format_us(time.p90_us)},
                {std::to_string(time.samples)},
                {compared ? format_us(time.baseline_median_us) : ""},
                {compared ? format_speedup(time.baseline_median_us / time.median_us) : ""}});
    }
    table(rows);
  }

  void diagnostics() {
    if (evaluation_.diagnostics.empty()) return;
    title("compiler messages");
    for (const auto& diagnostic : evaluation_.diagnostics) {
      std::string place = diagnostic.file;
      if (diagnostic.line > 0) place += ":" + std::to_string(diagnostic.line) + ":" + std::to_string(diagnostic.column);
      text_ += std::string(kIndent, ' ') + protocol::one_line(place, kMaxLineBytes) + ": " +
               palette_.paint(diagnostic.severity == "error" ? Style::bad : Style::caution,
                              protocol::one_line(diagnostic.severity, kMaxLineBytes)) +
               ": " + protocol::one_line(diagnostic.message, kMaxLineBytes) + "\n";
    }
  }

  void mismatches() {
    if (evaluation_.mismatches.empty()) return;
    title("first mismatches");
    Table rows(
        {{"workload"}, {"element"}, {"expected", Column::Align::right}, {"got", Column::Align::right}, {"note"}});
    for (const auto& mismatch : evaluation_.mismatches) {
      const auto shown = [](const std::string& words) { return Cell(protocol::one_line(words, kMaxLineBytes)); };
      rows.add({shown(mismatch.workload), shown(element_text(mismatch)), shown(mismatch.expected), shown(mismatch.got),
                shown(mismatch.note)});
    }
    table(rows);
  }

  const Evaluation& evaluation_;
  const std::size_t width_;
  const Palette& palette_;
  std::string text_;
};

}  // namespace

std::string report_text(const Evaluation& evaluation, std::size_t columns, const Palette& palette) {
  return Report(evaluation, columns, palette).text();
}

std::string element_text(const protocol::Mismatch& mismatch) {
  if (mismatch.index.empty()) return mismatch.output;
  std::string text = mismatch.output + "[";
  for (std::size_t i = 0; i < mismatch.index.size(); ++i) {
    text += (i > 0 ? ", " : "") + std::to_string(mismatch.index[i]);
  }
  return text + "]";
}

}  // namespace leap::cli
