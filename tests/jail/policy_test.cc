// Malformed policies are refused with the file, the place and the reason.
#include "sandbox/jail/policy.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace leap::jail::testing {

namespace {

constexpr const char* kMounts = R"([{"bind": "/usr/lib"}])";
constexpr const char* kLimits =
    R"({"memory_bytes": 1, "processes": 1, "file_bytes": 1, "open_files": 1, "stack_bytes": 1,
                                    "cpu_seconds": 1, "wall_ms": 0, "output_bytes": 0})";
constexpr const char* kSeccomp = R"({"payload": {"default": "kill", "allow": ["execve"]}})";

std::string policy(const std::string& mounts = kMounts, const std::string& limits = kLimits,
                   const std::string& seccomp = kSeccomp, const std::string& environment = "{}",
                   const std::string& more = "") {
  return R"({"name": "n", "description": "d", "mounts": )" + mounts + R"(, "limits": )" + limits +
         R"(, "environment": )" + environment + R"(, "seccomp": )" + seccomp + more + "}";
}

class PolicyTest : public ::testing::Test {
 protected:
  PolicyTest() {
    char pattern[] = "/tmp/leap-policy-test-XXXXXX";
    const int fd = ::mkstemp(pattern);
    ::close(fd);
    file_ = pattern;
  }
  ~PolicyTest() override { std::filesystem::remove(file_); }

  Policy load(const std::string& text) {
    std::ofstream(file_) << text;
    return load_policy(file_, {{"libexec", "/opt/leap"}});
  }
  std::string refusal(const std::string& text) {
    try {
      load(text);
    } catch (const std::runtime_error& problem) {
      return problem.what();
    }
    return "accepted";
  }
  const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
};

TEST_F(PolicyTest, AGoodOneIsReadWhole) {
  const Policy read = load(policy(
      R"([{"bind": "${libexec}/leap-runner", "to": "/leap-runner", "executable": true, "optional": true},
          {"tmpfs": "/w", "size_bytes": 4096, "inodes": 7, "writable": true, "executable": true},
          {"symlink": "/lib64", "to": "usr/lib64"}, {"file": "/sys/x", "content": "0-1\n"}, {"device": "/dev/null"}])",
      kLimits,
      R"({"payload": {"default": "trap", "allow": ["execve", {"name": "ioctl", "when": [{"arg": 1, "equals": "0x5401"}]}],
                                "errno": {"EPERM": ["socket"], "ENOSYS": ["clone3"]}},
                   "load": {"default": "trap", "allow": ["read"]}})",
      R"({"LANG": "C"})"));
  ASSERT_EQ(read.mounts.size(), 5u);
  EXPECT_EQ(read.mounts[0].source, "/opt/leap/leap-runner");
  EXPECT_EQ(read.mounts[0].target, "/leap-runner");
  EXPECT_TRUE(read.mounts[0].executable && read.mounts[0].optional);
  EXPECT_EQ(read.mounts[1].size_bytes, 4096u);
  EXPECT_EQ(read.mounts[1].inodes, 7u);
  EXPECT_TRUE(read.mounts[1].writable && read.mounts[1].executable);
  EXPECT_EQ(read.mounts[2].source, "usr/lib64");
  EXPECT_EQ(read.mounts[2].target, "/lib64");
  EXPECT_EQ(read.mounts[3].source, "0-1\n");
  EXPECT_EQ(read.mounts[4].kind, MountRule::Kind::device);
  EXPECT_EQ(read.environment.at("LANG"), "C");
  EXPECT_EQ(read.filters.size(), 2u);
}

TEST_F(PolicyTest, MistakesAreNamedWithTheirPlace) {
  const auto allow = [](const std::string& rules) {
    return R"({"payload": {"default": "kill", "allow": ["execve", )" + rules + "]}}";
  };
  const struct {
    std::string text;
    const char* reason;
  } cases[] = {
      {"{", "parse error"},
      {"[]", "/: expected an object"},
      {"{}", "the field \"name\" is missing"},
      {policy(kMounts, kLimits, kSeccomp, "{}", R"(, "surplus": 1)"), "/: unknown field \"surplus\""},
      {policy("{}"), "/mounts: expected a list"},
      {policy("[{}]"), "/mounts/0: expected one of bind"},
      {policy(R"([{"bind": "/a", "tmpfs": "/b"}])"), "/mounts/0: both \"bind\" and \"tmpfs\""},
      {policy(R"([{"bind": 3}])"), "/mounts/0/bind: expected a string"},
      {policy(R"([{"bind": "usr"}])"), "/mounts/0/bind: expected an absolute path"},
      {policy(R"([{"bind": "/"}])"), "/mounts/0/bind: expected an absolute path"},
      {policy(R"([{"bind": "/usr/"}])"), "/mounts/0/bind: a path does not end in /"},
      {policy(R"([{"bind": "/usr/../etc"}])"), "/mounts/0/bind: a path has no empty parts"},
      {policy(R"([{"bind": "/usr//lib"}])"), "/mounts/0/bind: a path has no empty parts"},
      {policy(R"([{"bind": "${nothing}/x"}])"), "/mounts/0/bind: unknown variable ${nothing}"},
      {policy(R"([{"bind": "/${libexec"}])"), "/mounts/0/bind: \"${\" without \"}\""},
      {policy(R"([{"bind": "/usr", "writable": true}])"), "/mounts/0: unknown field \"writable\""},
      {policy(R"([{"bind": "/usr", "executable": 1}])"), "/mounts/0/executable: expected true or false"},
      {policy(R"([{"tmpfs": "/w"}])"), "/mounts/0: the field \"size_bytes\" is missing"},
      {policy(R"([{"tmpfs": "/w", "size_bytes": 0, "inodes": 1}])"), "/mounts/0: a tmpfs without a limit"},
      {policy(R"([{"tmpfs": "/w", "size_bytes": -1, "inodes": 1}])"), "/mounts/0/size_bytes: expected a whole number"},
      {policy(R"([{"device": "/etc/passwd"}])"), "/mounts/0/device: a device is below /dev"},
      {policy(kMounts, "{}"), "/limits: the field \"memory_bytes\" is missing"},
      {policy(kMounts, R"({"memory_bytes": 0})"), "/limits/memory_bytes: a limit of 0 allows nothing"},
      {policy(kMounts, kLimits, kSeccomp, R"({"A": 1})"), "/environment/A: expected a string"},
      {policy(kMounts, kLimits, kSeccomp, R"({"A=B": "x"})"), "/environment: a name is empty or has a \"=\""},
      {policy(kMounts, kLimits, "{}"), "/seccomp: the stage \"payload\" is missing"},
      {policy(kMounts, kLimits, R"({"later": {"default": "kill", "allow": []}})"), "/seccomp/later: unknown stage"},
      {policy(kMounts, kLimits, R"({"payload": {"default": "allow", "allow": []}})"),
       "/seccomp/payload/default: expected \"kill\""},
      {policy(kMounts, kLimits, R"({"payload": {"default": "kill", "allow": ["read"]}})"), "must allow execve"},
      {policy(kMounts, kLimits, allow("\"no_such_call\"")),
       "/seccomp/payload/allow/1: unknown system call \"no_such_call\""},
      {policy(kMounts, kLimits, allow("\"read\", \"read\"")), "/seccomp/payload/allow/2: \"read\" is already decided"},
      {policy(kMounts, kLimits, allow(R"("read", {"name": "read", "when": [{"arg": 0, "equals": 1}]})")),
       "already decided"},
      {policy(kMounts, kLimits, allow(R"({"name": "read", "when": []})")),
       "/seccomp/payload/allow/1/when: expected at least one"},
      {policy(kMounts, kLimits, allow(R"({"name": "read", "when": [{"arg": 6, "equals": 1}]})")),
       "has the arguments 0 to 5"},
      {policy(kMounts, kLimits, allow(R"({"name": "read", "when": [{"arg": 0}]})")),
       "expected one of equals and not_equals"},
      {policy(kMounts, kLimits, allow(R"({"name": "read", "when": [{"arg": 0, "equals": "ten"}]})")),
       "expected a number"},
      {policy(kMounts, kLimits, allow(R"({"name": "read", "when": [{"arg": 0, "equals": "-1"}]})")),
       "expected a number"},
      {policy(kMounts, kLimits, allow(R"({"name": "read", "when": [{"arg": 0, "not_equals": 1}]})")),
       "not_equals needs a mask"},
      {policy(kMounts, kLimits, allow(R"({"name": "read", "when": [{"arg": 0, "equals": 3, "mask": 1}]})")),
       "it never matches"},
      {policy(kMounts, kLimits,
              R"({"payload": {"default": "kill", "allow": ["execve"], "errno": {"EPERM": ["execve"]}}})"),
       "\"execve\" is already decided"},
      {policy(kMounts, kLimits,
              R"({"payload": {"default": "kill", "allow": ["execve"], "errno": {"EBADMSG": ["read"]}}})"),
       "/seccomp/payload/errno: unknown field \"EBADMSG\""},
  };
  for (const auto& item : cases) {
    const std::string refused = refusal(item.text);
    EXPECT_NE(refused.find(item.reason), std::string::npos) << refused << "\nfor " << item.text;
    EXPECT_NE(refused.find(file().string()), std::string::npos) << refused;
  }
}

TEST_F(PolicyTest, AMissingFileIsNamed) {
  EXPECT_THROW((void)load_policy("/no/such/policy.json", {}), std::runtime_error);
}

TEST(ShippedPoliciesTest, AreValid) {
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(LEAP_SOURCE_DIR) / "policies/sandbox")) {
    if (entry.path().extension() != ".json") continue;
    const Policy read = load_policy(entry.path(), {{"libexec", "/opt/leap"}});
    EXPECT_EQ(read.name, entry.path().stem());
    EXPECT_GT(read.limits.memory_bytes, 8u << 20);
  }
}

}  // namespace

}  // namespace leap::jail::testing
