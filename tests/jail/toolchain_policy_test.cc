// The shipped toolchain policy with the real compiler: what g++ needs is there, and what it must not have is not.
#include <sys/mman.h>
#include <unistd.h>

#include "tests/jail/support.h"

namespace leap::jail::testing {

namespace {

class ToolchainPolicyTest : public BothUsers {};
LEAP_BOTH_USERS(ToolchainPolicyTest);

struct Compiled {
  JailEnd end;
  std::string messages;
  std::string artifact;
};

Compiled compile(const std::string& source, std::vector<std::string> flags = {}) {
  Warden warden = Warden::start(options());
  const Policy policy = shipped_policy("toolchain_cpp");
  const Fd content = channel::make_sealed("source", source);
  const Fd artifact(::memfd_create("artifact", MFD_CLOEXEC));
  const Fd messages(::memfd_create("messages", MFD_CLOEXEC));
  Launch launch;
  launch.policy = &policy;
  launch.argv = {"/usr/bin/g++", "-std=c++20", "-O2", "-shared", "-fPIC", "-Wall", "-I/in"};
  launch.argv.insert(launch.argv.end(), flags.begin(), flags.end());
  launch.argv.insert(launch.argv.end(), {"-o", "/w/solution.so", "/in/kernel.cpp"});
  launch.placed = {{"/in/kernel.cpp", content.get()}};
  launch.collected = {{"/w/solution.so", artifact.get(), 64u << 20}};
  launch.descriptors = {{messages.get(), 1}, {messages.get(), 2}};
  auto result = warden.launch(launch);
  if (auto* failure = std::get_if<SetupFailure>(&result)) throw std::runtime_error(failure->text());
  auto end = std::get<Jail>(result).wait(Clock::now() + std::chrono::seconds(60));
  if (!end) end = std::get<Jail>(result).kill();
  return {*end, channel::read_all(messages.get(), 1u << 20), channel::read_all(artifact.get(), 64u << 20)};
}

TEST_P(ToolchainPolicyTest, CompilesAndLinks) {
  as_user(GetParam(), [] {
    const Compiled done = compile(
        "#include <vector>\n#include <algorithm>\n#include <iostream>\n#include <thread>\n"
        "extern \"C\" void f(float* x) { std::vector<float> v(x, x + 9); std::sort(v.begin(), v.end());"
        " std::cout << v[0]; std::thread([]{}).join(); }\n");
    EXPECT_EQ(done.end.kind, JailEnd::Kind::exited) << done.messages;
    EXPECT_EQ(done.end.code, 0) << done.messages;
    EXPECT_EQ(done.messages, "");
    EXPECT_EQ(done.artifact.substr(0, 4),
              "\x7f"
              "ELF");
    EXPECT_FALSE(done.end.memory_limit || done.end.process_limit || done.end.cpu_limit);
  });
}

TEST_P(ToolchainPolicyTest, CompilesOpenMpLtoAndNativeCode) {
  as_user(GetParam(), [] {
    for (const auto& flags : std::vector<std::vector<std::string>>{
             {"-fopenmp", "-pthread"}, {"-march=native", "-O3"}, {"-g"}, {"-fdiagnostics-format=json"}, {"-flto"}}) {
      const Compiled done = compile(
          "#include <immintrin.h>\nextern \"C\" void f(float* x, int n) {\n#pragma omp parallel for\n"
          "for (int i = 0; i < n; ++i) x[i] += 1; }\n",
          flags);
      EXPECT_EQ(done.end.code, 0) << flags[0] << ": " << done.messages;
      EXPECT_EQ(done.end.kind, JailEnd::Kind::exited) << flags[0];
    }
  });
}

TEST_P(ToolchainPolicyTest, ErrorsAreMessagesAndAnExitStatus) {
  as_user(GetParam(), [] {
    const Compiled done = compile("int f() { return undeclared; }\n");
    EXPECT_EQ(done.end.kind, JailEnd::Kind::exited);
    EXPECT_EQ(done.end.code, 1);
    EXPECT_NE(done.messages.find("undeclared"), std::string::npos);
    EXPECT_FALSE(done.end.collected.at(0).ok);
  });
}

TEST_P(ToolchainPolicyTest, HostFilesCannotBeIncluded) {
  as_user(GetParam(), [] {
    for (const char* path : {"/etc/passwd", "/etc/shadow", "/proc/self/environ", "/proc/1/environ", "/etc/hostname",
                             "/dev/stdin", "/root/.bashrc", "../../../../etc/passwd"}) {
      const Compiled done = compile("#include \"" + std::string(path) + "\"\n");
      EXPECT_EQ(done.end.code, 1) << path;
      const bool absent = done.messages.find("No such file or directory") != std::string::npos ||
                          done.messages.find("Permission denied") != std::string::npos;
      EXPECT_TRUE(absent) << path << ": " << done.messages;
      EXPECT_EQ(done.messages.find("root:"), std::string::npos);
    }
    const Compiled embedded = compile("__asm__(\".incbin \\\"/etc/passwd\\\"\");\n");
    EXPECT_EQ(embedded.end.code, 1);
    EXPECT_EQ(embedded.artifact, "");
  });
}

TEST_P(ToolchainPolicyTest, AMemoryBombIsTheCgroupsWordNotTheCompilersExitStatus) {
  as_user(GetParam(), [] {
    Warden warden = Warden::start(options());
    Policy policy = shipped_policy("toolchain_cpp");
    policy.limits.memory_bytes = 40u << 20;  // less than these headers take
    const Fd content = channel::make_sealed("source", "#include <iostream>\n#include <regex>\nstd::regex r(\"a\");\n");
    Launch launch;
    launch.policy = &policy;
    launch.argv = {"/usr/bin/g++", "-shared", "-fPIC", "-o", "/w/solution.so", "/in/kernel.cpp"};
    launch.placed = {{"/in/kernel.cpp", content.get()}};
    auto result = warden.launch(launch);
    ASSERT_TRUE(std::holds_alternative<Jail>(result));
    const auto end = std::get<Jail>(result).wait(Clock::now() + std::chrono::seconds(60));
    ASSERT_TRUE(end.has_value());
    EXPECT_TRUE(end->memory_limit);
  });
}

}  // namespace

}  // namespace leap::jail::testing
