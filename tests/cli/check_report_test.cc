#include "client/cli/check_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "client/cli/command.h"

namespace leap::cli {
namespace {

using jail::LayerStatus;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

CheckReport complete() {
  CheckReport report;
  report.layers = {{"seccomp", LayerStatus::ok, "filters that kill the process", ""},
                   {"Landlock", LayerStatus::ok, "ABI 7", ""}};
  report.attacks = {{"the compiler's jail", {{"mount", "mount, unmount or remount", true, "refused"}}}};
  return report;
}

CheckReport degraded() {
  CheckReport report = complete();
  report.layers[1] = {"Landlock", LayerStatus::degraded, "none", "Files are kept away by mounts alone."};
  return report;
}

CheckReport escaped() {
  CheckReport report = complete();
  report.attacks[0].attempts.push_back({"raise-limits", "raise its limits", false, "got through: NOFILE"});
  return report;
}

CheckReport without_jails() {
  CheckReport report = degraded();
  report.attacks.clear();
  report.error = "the cgroup backend is refused";
  return report;
}

std::string text_of(const CheckReport& report) { return check_text(report, 100, Palette(false)); }

TEST(Check, StatusIsThatOfTheWorstFinding) {
  EXPECT_EQ(check_status(complete()), kExitGood);
  EXPECT_EQ(check_status(degraded()), kExitNotGood);
  EXPECT_EQ(check_status(escaped()), kExitOurError);
  EXPECT_EQ(check_status(without_jails()), kExitOurError);
}

TEST(Check, WithoutASingleAttemptNothingIsProven) {
  CheckReport report = complete();
  report.attacks.clear();
  EXPECT_EQ(check_status(report), kExitOurError);
}

TEST(Check, TextShowsTheAdviceOfWhatIsMissingOnly) {
  EXPECT_TRUE(contains(text_of(complete()), "1 of 1 attempt stopped")) << text_of(complete());
  EXPECT_TRUE(contains(text_of(complete()), "\ncomplete: ")) << text_of(complete());
  EXPECT_TRUE(contains(text_of(degraded()), "\nLandlock\n  Files are kept away by mounts alone.\n"))
      << text_of(degraded());
  EXPECT_TRUE(contains(text_of(degraded()), "\ndegraded: ")) << text_of(degraded());
}

TEST(Check, TextNamesEachEscape) {
  const std::string text = text_of(escaped());
  EXPECT_TRUE(contains(text, "NOT STOPPED raise-limits: it must not be able to raise its limits; got through: NOFILE"))
      << text;
  EXPECT_TRUE(contains(text, "\nbroken: ")) << text;
  EXPECT_TRUE(contains(text_of(without_jails()), "the cgroup backend is refused"));
}

TEST(Check, JsonSaysTheSame) {
  const auto json = nlohmann::json::parse(check_json(escaped()));
  EXPECT_EQ(json["status"], "broken");
  EXPECT_EQ(json["layers"].size(), 2u);
  EXPECT_EQ(json["attempts"][1]["stopped"], false);
  EXPECT_EQ(nlohmann::json::parse(check_json(complete()))["status"], "complete");
  EXPECT_EQ(nlohmann::json::parse(check_json(degraded()))["status"], "degraded");
  EXPECT_EQ(nlohmann::json::parse(check_json(without_jails()))["error"], "the cgroup backend is refused");
}

}  // namespace
}  // namespace leap::cli
