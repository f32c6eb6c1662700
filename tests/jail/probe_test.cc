// What `leap check` asks: every layer has an answer, and the attacker is stopped in real jails.
#include "sandbox/jail/probe.h"

#include <set>

#include "sandbox/jail/attacker/attempts.h"
#include "tests/jail/support.h"

namespace leap::jail::testing {

namespace {

class ProbeTest : public BothUsers {};
LEAP_BOTH_USERS(ProbeTest);

TEST_P(ProbeTest, EveryLayerIsExplained) {
  as_user(GetParam(), [] {
    std::set<std::string> names;
    for (const LayerReport& report : probe_host()) {
      EXPECT_TRUE(names.insert(report.name).second) << report.name << " twice";
      EXPECT_FALSE(report.finding.empty()) << report.name;
      EXPECT_EQ(report.advice.empty(), report.status == LayerStatus::ok) << report.name;
    }
    for (const char* needed : {"user namespaces", "namespaces", "mount interface", "cgroup", "Landlock", "seccomp"}) {
      EXPECT_EQ(names.count(needed), 1u) << needed;
    }
    EXPECT_TRUE(children().empty());
  });
}

TEST_P(ProbeTest, ReportsAgreeWithWhatAWardenGets) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    ASSERT_EQ(run(warden, probe_policy(), {.arguments = {"exit", "3"}}).end.code, 3);  // so every needed layer is there
    for (const LayerReport& report : probe_host()) {
      if (report.name != "cgroup") {
        EXPECT_NE(report.status, LayerStatus::missing) << report.name << ": " << report.finding;
      }
      if (report.name == "cgroup") {
        EXPECT_EQ(report.status == LayerStatus::missing, warden.cgroup() == CgroupBackend::none);
      } else if (report.name == "Landlock") {
        EXPECT_EQ(report.status == LayerStatus::ok, warden.landlock_abi() >= 6);
      }
    }
  });
}

TEST_P(ProbeTest, TheAttackerIsStoppedEverywhere) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    const std::pair<const char*, const char*> jails[] = {
        {"toolchain_cpp", ""}, {"runner_cpp", "load"}, {"runner_cpp", "load_threads"}, {"reference", ""}};
    for (const auto& [name, stage] : jails) {
      const auto attempts = attack_jail(warden, shipped_policy(name), programs() / "leap-probe", stage);
      EXPECT_EQ(attempts.size(), std::size(attacker::kAttempts));
      for (const EscapeAttempt& attempt : attempts)
        EXPECT_TRUE(attempt.stopped) << name << " " << attempt.name << ": " << attempt.detail;
    }
  });
}

// A jail with a hole is found out.
TEST_P(ProbeTest, AHoleIsReported) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    Policy policy = probe_policy();  // no filter to speak of
    MountRule hole{};
    hole.kind = MountRule::Kind::read_only_bind;
    hole.source = hole.target = "/etc/passwd";
    policy.mounts.push_back(hole);
    std::set<std::string> through;
    for (const EscapeAttempt& attempt : attack_jail(warden, policy, programs() / "leap-probe")) {
      if (!attempt.stopped) through.insert(attempt.name);
    }
    EXPECT_EQ(through.count("read-host-files"), 1u);
    EXPECT_EQ(through.count("io-uring"), 1u);
    EXPECT_EQ(through.count("mount"), 0u);
  });
}

TEST_P(ProbeTest, AnAttackThatCannotBeMadeIsNotStopped) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    for (const EscapeAttempt& attempt : attack_jail(warden, shipped_policy("toolchain_cpp"), "/no/such/leap-probe")) {
      EXPECT_FALSE(attempt.stopped);
      EXPECT_NE(attempt.detail.find("/no/such/leap-probe"), std::string::npos);
    }
  });
}

}  // namespace

}  // namespace leap::jail::testing
