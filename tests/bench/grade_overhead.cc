// What a warm `leap grade` adds to compiling the solution and running the kernel.
//
// The kernel's own time is counted from below: samples times median, of the solution and of the baseline. The calls
// that carry no sample (released at once, or disturbed) and what is left of the mean above the median stay in the
// overhead, so the real one is a little smaller.
#include <algorithm>
#include <cstdio>

#include "tests/bench/grading.h"
#include "tests/bench/report.h"

namespace leap::bench {
namespace {

constexpr int kDefaultRuns = 60;
constexpr int kWarmUp = 12;  // until the judge has drawn as many sets of inputs as any trial asks for
constexpr double kTargetMs = 15;

double kernel_ms(const protocol::Timing& timing) {
  double sum_us = 0;
  for (const auto& time : timing.workloads) sum_us += time.samples * (time.median_us + time.baseline_median_us);
  return sum_us * 1e-3;
}

struct Parts {
  Samples wall, compile, kernel, overhead, load, calls, rest;

  void add(double wall_ms, const protocol::Evaluation& evaluation) {
    const double compile_ms = stage_ms(evaluation, "compile");
    const double load_ms = stage_ms(evaluation, "load");
    const double check_ms = stage_ms(evaluation, "check");
    const double own_ms = kernel_ms(*evaluation.timing);
    wall.add(wall_ms);
    compile.add(compile_ms);
    kernel.add(own_ms);
    overhead.add(wall_ms - compile_ms - own_ms);
    load.add(load_ms);
    calls.add(check_ms - own_ms);
    rest.add(wall_ms - compile_ms - load_ms - check_ms);
  }

  void print(Table& table) const {
    table.row("grade()", wall);
    table.row("  compile stage", compile);
    table.row("  the kernel's and the baseline's own time", kernel);
    table.row("  overhead: all else", overhead);
    table.row("    hand-over, repeated calls, verdict, end of the jail", rest);
    table.row("    load stage", load);
    table.row("    check stage without the kernels", calls);
    table.ratio("overhead / compile stage", overhead, compile);
  }
};

int measure(const Options& options) {
  Report report("grade_overhead", options);
  const protocol::Task task = load_task("vector_add");
  const auto honest = std::find_if(task.examples.begin(), task.examples.end(),
                                   [](const auto& example) { return example.file.stem() == "honest"; });
  if (honest == task.examples.end()) throw std::runtime_error("vector_add has no solution honest.cpp");

  evaluation::Evaluator evaluator(evaluator_options(1));
  Parts parts;
  const auto grade = [&](Counts counts) {
    const Stopwatch watch;
    const auto evaluation = evaluator.grade(task, honest->solution, {});
    const double took = watch.ms();
    expect_correct(evaluation);
    if (counts == Counts::yes) parts.add(took, evaluation);
  };
  take_turns({grade}, options.runs, std::min(kWarmUp, options.runs));

  Table& table = report.table("vector_add / honest, warm judge", "ms");
  parts.print(table);
  table.note(at_most(kTargetMs, parts.overhead.median(), "overhead, median ms"));
  table.note(at_most(kTargetMs, parts.overhead.p90(), "overhead, p90 ms"));
  report.finish();
  return 0;
}

}  // namespace
}  // namespace leap::bench

int main(int argc, char** argv) {
  using namespace leap::bench;
  const Options options = Options::parse(argc, argv, "What grading adds to compiling and running", kDefaultRuns);
  try {
    return measure(options);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "grade_overhead: %s\n", problem.what());
    return 2;
  }
}
