// Grading on several threads, where one of them cannot start.
#include "client/cli/grading.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace leap::cli {
namespace {

constexpr std::size_t kStackBytes = std::size_t{4} << 30;

class Deaf : public GradingObserver {
 public:
  void at_stage(const Item&, const std::string&) override {}
  void done(std::size_t, const Item&, const protocol::Evaluation&) override {}
};

// Room for the stack of one more thread, and not for those of two.
void leave_room_for_one_thread() {
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, kStackBytes);
  ::pthread_setattr_default_np(&attributes);
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t used = pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const struct rlimit limit { used + kStackBytes * 3 / 2, used + kStackBytes * 3 / 2 };
  ::setrlimit(RLIMIT_AS, &limit);
}

// Exits with 3 when the failure came out as it should.
void grade_without_threads() {
  evaluation::EvaluatorOptions options;
  options.installation = evaluation::installation_at(LEAP_BINARY_DIR);
  options.allow_degraded = true;
  evaluation::Evaluator evaluator(options);
  leave_room_for_one_thread();
  GradingOptions grading;
  grading.slots = 4;
  Deaf deaf;
  int status = 0;
  try {
    grade_items(evaluator, {}, grading, deaf);
  } catch (const std::runtime_error& error) {
    std::fputs(error.what(), stderr);
    status = 3;
  }
  ::_exit(status);
}

TEST(Grading, AThreadThatCannotStartIsAnErrorAndNoAbort) {
  EXPECT_EXIT(grade_without_threads(), ::testing::ExitedWithCode(3), "a grading thread cannot start");
}

}  // namespace
}  // namespace leap::cli
