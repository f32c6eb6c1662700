// leap-probe: runs inside a jail and tries to get out, or behaves as a test wants it to.
//
//   leap-probe attempt NAME [ARGUMENT]             exit 0: stopped, 1: escaped (says how), 2: unknown
//   leap-probe filtered-attempt NAME [ARGUMENT]    the same under the seccomp program that descriptor 3 holds
//   leap-probe BEHAVIOUR ARGUMENTS...              see behaviours.cc
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "sandbox/jail/attacker/attempt.h"

namespace {

using namespace leap::jail::attacker;

constexpr int kStopped = 0;
constexpr int kEscaped = 1;
constexpr int kUnknown = 2;
constexpr int kFilterDescriptor = 3;

int attempt(const char* name, const char* argument) {
  Function function = find_file_attempt(name);
  if (function == nullptr) function = find_process_attempt(name);
  if (function == nullptr) function = find_kernel_attempt(name);
  if (function == nullptr) return kUnknown;
  Outcome outcome;
  function(outcome, argument);
  if (!outcome.escaped()) return kStopped;
  std::printf("%s\n", outcome.escape().c_str());
  std::fflush(stdout);
  return kEscaped;
}

// As leap-runner does before it maps a candidate's library.
bool install_filter() {
  alignas(sock_filter) static char program[sizeof(sock_filter) * BPF_MAXINSNS];
  const ssize_t bytes = ::pread(kFilterDescriptor, program, sizeof program, 0);
  ::close(kFilterDescriptor);
  if (bytes <= 0) return false;
  sock_fprog filter{};
  filter.len = static_cast<unsigned short>(static_cast<std::size_t>(bytes) / sizeof(sock_filter));
  filter.filter = reinterpret_cast<sock_filter*>(program);
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "escaped") == 0) {  // exec'ed by an attempt that got through
    std::puts("exec");
    std::fflush(stdout);
    return kEscaped;
  }
  if (argc >= 3 && std::strcmp(argv[1], "attempt") == 0) return attempt(argv[2], argc > 3 ? argv[3] : "");
  if (argc >= 3 && std::strcmp(argv[1], "filtered-attempt") == 0) {
    if (!install_filter()) return kUnknown;
    return attempt(argv[2], argc > 3 ? argv[3] : "");
  }
  if (argc >= 2) {
    const int status = behave(argc - 1, argv + 1);
    if (status >= 0) return status;
  }
  std::fprintf(stderr, "leap-probe: unknown command\n");
  return kUnknown;
}
