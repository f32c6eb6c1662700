// The outcome of many gradings: a table, a summary and an exit status. Pure.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "client/cli/grading.h"
#include "client/cli/style.h"

namespace leap::cli {

// What the evaluations of one item say together.
struct Summary {
  protocol::Verdict verdict = protocol::Verdict::infra;  // the worst one
  bool agreed = true;                                    // all are the same
  std::optional<double> median_us;                       // median over the repetitions
  std::optional<double> speedup;                         // the same
  bool as_expected = false;  // every one is the expected verdict; without an expectation: correct
  std::string note;          // one line: why, or what does not fit
};
Summary summarize(const Outcome& outcome);  // of an outcome that has evaluations

struct TableView {
  std::size_t columns = 0;   // 0: as wide as it gets
  bool group_tasks = false;  // name a task on its first row only
};
// A row for each outcome that has evaluations; below, the whole reasons of infra and bad_definition that were cut.
std::string grading_table(const std::vector<Outcome>& outcomes, const TableView& view, const Palette& palette);

// "112 of 112 as expected in 17 tasks: 34 correct, 20 wrong, ...; 83 s".
std::string summary_line(const std::vector<Outcome>& outcomes, std::chrono::duration<double> elapsed,
                         const Palette& palette);

// kExitGood, kExitNotGood or kExitOurError.
int exit_status(const std::vector<Outcome>& outcomes);

}  // namespace leap::cli
