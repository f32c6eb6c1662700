// `leap check` on this host, whatever it has.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/leap_process.h"

namespace leap::testing {
namespace {

TEST(CheckCommand, EveryAttemptIsStoppedInEveryJail) {
  const Finished finished = run_leap({"check", "--json"});
  const auto report = nlohmann::json::parse(finished.out);
  EXPECT_EQ(report["error"], "");
  EXPECT_GT(report["attempts"].size(), 50u);
  for (const auto& attempt : report["attempts"]) EXPECT_EQ(attempt["stopped"], true) << attempt;
  EXPECT_EQ(finished.status, report["status"] == "complete" ? 0 : 1);
}

TEST(CheckCommand, TellsAPersonEachLayer) {
  const Finished finished = run_leap({"check"});
  for (const char* part : {"seccomp", "Landlock", "cgroup", "stopped"}) {
    EXPECT_NE(finished.out.find(part), finished.out.npos) << part << "\n" << finished.out;
  }
}

}  // namespace
}  // namespace leap::testing
