#include "sandbox/evaluation/crash_reason.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>

#include <csignal>

namespace leap::evaluation {
namespace {

using Kind = jail::JailEnd::Kind;
using protocol::Verdict;

jail::JailEnd end(Kind kind, int code) {
  jail::JailEnd result;
  result.kind = kind;
  result.code = code;
  return result;
}

jail::Limits limits() {
  jail::Limits result;
  result.memory_bytes = 512u << 20;
  result.cpu_seconds = 60;
  result.processes = 8;
  return result;
}

TEST(CrashReason, TheCgroupDecidesAboutMemoryWhateverTheSignal) {
  for (const auto& [kind, code] :
       {std::pair{Kind::signalled, SIGKILL}, {Kind::signalled, SIGSEGV}, {Kind::exited, 0}, {Kind::exited, 1}}) {
    auto ended = end(kind, code);
    ended.memory_limit = true;
    const auto explained = explain_end(ended, limits(), {});
    EXPECT_EQ(explained.verdict, Verdict::memory_limit);
    EXPECT_EQ(explained.limit, "memory 512 MiB");
  }
  EXPECT_EQ(explain_end(end(Kind::signalled, SIGKILL), limits(), {}).verdict, Verdict::crash)
      << "a kill by itself says nothing about memory";
}

TEST(CrashReason, ProcessorTimeIsATimeout) {
  auto ended = end(Kind::signalled, SIGXCPU);
  ended.cpu_limit = true;
  EXPECT_EQ(explain_end(ended, limits(), {}).verdict, Verdict::timeout);
}

TEST(CrashReason, LeavingEarlyIsACrashAlsoWithStatusZero) {
  const auto explained = explain_end(end(Kind::exited, 0), limits(), {});
  EXPECT_EQ(explained.verdict, Verdict::crash);
  EXPECT_NE(explained.reason.find("exit(0)"), std::string::npos);
}

TEST(CrashReason, AForbiddenCallIsNamed) {
  judge::TrialReport report;
  report.hint.signal = SIGSYS;
  report.hint.system_call = SYS_ptrace;
  EXPECT_NE(explain_end(end(Kind::signalled, SIGSYS), limits(), report).reason.find("forbidden system call: ptrace"),
            std::string::npos);
}

TEST(CrashReason, AHintAboutAnotherSignalIsNotBelieved) {
  judge::TrialReport report;
  report.hint.signal = SIGSEGV;
  report.hint.system_call = SYS_ptrace;
  EXPECT_EQ(explain_end(end(Kind::signalled, SIGSYS), limits(), report).reason.find("ptrace"), std::string::npos);
}

TEST(CrashReason, AJailThatWasLostIsOurFault) {
  EXPECT_EQ(explain_end(end(Kind::lost, 0), limits(), {}).verdict, Verdict::infra);
}

}  // namespace
}  // namespace leap::evaluation
