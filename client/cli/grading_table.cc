#include "client/cli/grading_table.h"

#include <algorithm>
#include <map>
#include <set>

#include "client/cli/command.h"
#include "client/cli/format.h"
#include "client/cli/report.h"
#include "client/cli/table.h"
#include "client/cli/width.h"
#include "protocol/text.h"

namespace leap::cli {

namespace {

using protocol::Evaluation;
using protocol::Verdict;

constexpr std::size_t kMaxNoteBytes = 400;
constexpr std::size_t kMaxReasonBytes = 8192;
constexpr std::size_t kLogColumns = 160;  // of a reason, where nothing limits the table

std::optional<double> median(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

bool is_ours(Verdict verdict) { return verdict == Verdict::infra || verdict == Verdict::bad_definition; }

// Our own faults first, then from worst to best.
bool worse(Verdict a, Verdict b) {
  return is_ours(a) != is_ours(b) ? is_ours(a) : static_cast<int>(a) < static_cast<int>(b);
}

// "2 correct, 1 wrong".
std::string tally(const std::map<Verdict, std::size_t>& counts) {
  std::vector<std::pair<Verdict, std::size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (const auto& [verdict, count] : sorted) {
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(protocol::name(verdict));
  }
  return text;
}

// "y[0, 3]: expected 1.5, got 0", the first of those that have values.
std::string first_mismatch(const Evaluation& evaluation) {
  const auto& all = evaluation.mismatches;
  const auto found = std::find_if(all.begin(), all.end(), [](const auto& mismatch) { return !mismatch.got.empty(); });
  if (found == all.end()) return all.empty() ? "" : ": " + all.front().output + " " + all.front().note;
  return ": " + element_text(*found) + " expected " + found->expected + ", got " + found->got;
}

const Evaluation& worst_of(const Outcome& outcome, const Summary& summary) {
  return *std::find_if(outcome.evaluations.begin(), outcome.evaluations.end(),
                       [&](const Evaluation& evaluation) { return evaluation.verdict == summary.verdict; });
}

std::string note_of(const Outcome& outcome, const Summary& summary, const std::map<Verdict, std::size_t>& counts,
                    const std::vector<double>& speedups) {
  const Evaluation& worst = worst_of(outcome, summary);
  std::string note;
  if (outcome.item->expected && !summary.as_expected) {
    note = "EXPECTED " + std::string(protocol::name(*outcome.item->expected)) + "; ";
  }
  if (!summary.agreed) note += "verdicts differ: " + tally(counts) + "; ";
  if (summary.verdict != Verdict::correct) note += worst.reason;
  if (summary.verdict == Verdict::wrong) note += first_mismatch(worst);
  if (summary.verdict == Verdict::correct && speedups.size() > 1) {
    const auto [least, most] = std::minmax_element(speedups.begin(), speedups.end());
    note += "speed-ups " + format_speedup(*least) + " to " + format_speedup(*most);
  }
  return protocol::one_line(note, kMaxNoteBytes);
}

std::map<Verdict, std::size_t> count_verdicts(const std::vector<Evaluation>& evaluations) {
  std::map<Verdict, std::size_t> counts;
  for (const Evaluation& evaluation : evaluations) ++counts[evaluation.verdict];
  return counts;
}

std::string verdict_cell(const Outcome& outcome, const Summary& summary) {
  const std::string verdict(protocol::name(summary.verdict));
  const std::size_t runs = outcome.evaluations.size();
  if (runs == 1) return verdict;
  const auto same = std::count_if(outcome.evaluations.begin(), outcome.evaluations.end(),
                                  [&](const Evaluation& evaluation) { return evaluation.verdict == summary.verdict; });
  return verdict + " " + std::to_string(same) + "/" + std::to_string(runs);
}

std::vector<Cell> row_of(const Outcome& outcome, bool name_task) {
  const Item& item = *outcome.item;
  std::vector<Cell> row{{name_task ? item.task_name : "", Style::strong}, {item.label}};
  const Summary summary = summarize(outcome);
  const bool surprise = item.expected.has_value() && !summary.as_expected;
  row.emplace_back(verdict_cell(outcome, summary), style_of(summary.verdict));
  row.emplace_back(summary.median_us ? format_us(*summary.median_us) : "-",
                   summary.median_us ? Style::plain : Style::faint);
  row.emplace_back(summary.speedup ? format_speedup(*summary.speedup) : "-",
                   summary.speedup ? Style::plain : Style::faint);
  row.emplace_back(summary.note, surprise ? Style::alarm : item.expected ? Style::faint : Style::plain);
  return row;
}

// What is our fault has to be mended by whoever reads this: the whole reason, where `table` had no room for it.
std::string cut_reason(const Outcome& outcome, const std::string& table, std::size_t columns) {
  const Summary summary = summarize(outcome);
  if (!is_ours(summary.verdict)) return "";
  const std::string reason = protocol::one_line(worst_of(outcome, summary).reason, kMaxReasonBytes);
  if (table.find(reason) != table.npos) return "";
  return "\n" + outcome.item->task_name + " / " + outcome.item->label + ": " +
         std::string(protocol::name(summary.verdict)) + "\n" + wrapped(reason, columns ? columns : kLogColumns, "  ");
}

}  // namespace

Summary summarize(const Outcome& outcome) {
  Summary summary;
  summary.verdict = outcome.evaluations.front().verdict;
  std::vector<double> medians, speedups;
  for (const Evaluation& evaluation : outcome.evaluations) {
    if (worse(evaluation.verdict, summary.verdict)) summary.verdict = evaluation.verdict;
    if (!evaluation.timing) continue;
    medians.push_back(evaluation.timing->median_us);
    if (evaluation.timing->speedup) speedups.push_back(*evaluation.timing->speedup);
  }
  const auto counts = count_verdicts(outcome.evaluations);
  summary.agreed = counts.size() == 1;
  summary.median_us = median(std::move(medians));
  summary.speedup = median(speedups);
  summary.as_expected = summary.agreed && summary.verdict == outcome.item->expected.value_or(Verdict::correct);
  summary.note = note_of(outcome, summary, counts, speedups);
  return summary;
}

std::string grading_table(const std::vector<Outcome>& outcomes, const TableView& view, const Palette& palette) {
  using Align = Column::Align;
  Table table({{"task"}, {"solution"}, {"verdict"}, {"time", Align::right}, {"speed-up", Align::right}, {"note"}});
  const std::string* last_task = nullptr;
  for (const Outcome& outcome : outcomes) {
    if (outcome.evaluations.empty()) continue;
    const bool same_task = last_task != nullptr && *last_task == outcome.item->task_name;
    table.add(row_of(outcome, !view.group_tasks || !same_task));
    last_task = &outcome.item->task_name;
  }
  const std::string rows = table.text(view.columns, palette);
  std::string text = rows;
  for (const Outcome& outcome : outcomes) {
    if (!outcome.evaluations.empty()) text += cut_reason(outcome, rows, view.columns);
  }
  return text;
}

std::string summary_line(const std::vector<Outcome>& outcomes, std::chrono::duration<double> elapsed,
                         const Palette& palette) {
  std::map<Verdict, std::size_t> counts;
  std::set<std::string> tasks;
  std::size_t good = 0;
  std::size_t not_graded = 0;
  bool expectations = false;
  for (const Outcome& outcome : outcomes) {
    tasks.insert(outcome.item->task_name);
    expectations = expectations || outcome.item->expected.has_value();
    if (outcome.evaluations.empty()) {
      ++not_graded;
      continue;
    }
    const Summary summary = summarize(outcome);
    good += summary.as_expected ? 1 : 0;
    ++counts[summary.verdict];
  }
  const std::string head = std::to_string(good) + " of " + std::to_string(outcomes.size()) +
                           (expectations ? " as expected" : " correct") + " in " + plural(tasks.size(), "task");
  const std::string tallied = counts.empty() || (!expectations && counts.size() == 1) ? "" : ": " + tally(counts);
  return palette.paint(good == outcomes.size() ? Style::good : Style::bad, head) + tallied +
         (not_graded > 0 ? ", " + std::to_string(not_graded) + " not graded; " : "; ") + format_elapsed(elapsed) + "\n";
}

int exit_status(const std::vector<Outcome>& outcomes) {
  int status = kExitGood;
  for (const Outcome& outcome : outcomes) {
    if (outcome.evaluations.empty()) {
      status = std::max(status, kExitNotGood);
      continue;
    }
    const Summary summary = summarize(outcome);
    if (is_ours(summary.verdict) && !summary.as_expected) return kExitOurError;
    if (!summary.as_expected) status = kExitNotGood;
  }
  return status;
}

}  // namespace leap::cli
