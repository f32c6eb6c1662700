// leap-runner: maps one candidate library and calls its entry point whenever the judge says so.
//
// By the time the candidate's first instruction runs (a static constructor), this process has no descriptor but 0, 1
// and 2, can start no program, open nothing for writing and install no filter of its own. What only a loader needs
// (opening files, mapping code) is let through by the judge, call by call, until it closes its end: from then on the
// kernel refuses it. So the last stage of the sandbox needs no step that the candidate could skip.

#include <dlfcn.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "sandbox/runner/control_block.h"
#include "sandbox/runner/shared_memory.h"
#include "sandbox/runner/signals.h"

namespace leap::runner {
namespace {

void wake(std::atomic<std::uint32_t>& word) { ::syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0); }

void sleep_while(std::atomic<std::uint32_t>& word, std::uint32_t seen) {
  ::syscall(SYS_futex, &word, FUTEX_WAIT, seen, nullptr, nullptr, 0);
}

void report(ControlBlock* control, RunnerState state) {
  control->state.store(static_cast<std::uint32_t>(state), std::memory_order_release);
  wake(control->state);
}

[[noreturn]] void fail(ControlBlock* control, RunnerState state, const char* what, const char* detail) {
  std::snprintf(control->hint_text, sizeof control->hint_text, "%s%s%s", what, *detail ? ": " : "", detail);
  report(control, state);
  ::_exit(1);
}

// Waits for the start message; false when the judge went away first (a spare that was never used) or sent nonsense.
bool receive_start(StartMessage& start, int (&fds)[kStartDescriptors]) {
  iovec part{&start, sizeof start};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof fds)];
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  ssize_t got;
  do {
    got = ::recvmsg(kChannelFd, &header, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  const cmsghdr* rights = CMSG_FIRSTHDR(&header);
  if (got != static_cast<ssize_t>(sizeof start) || rights == nullptr || rights->cmsg_len != CMSG_LEN(sizeof fds))
    return false;
  std::memcpy(fds, CMSG_DATA(rights), sizeof fds);
  return start.magic == StartMessage::kMagic && start.region_count <= kMaxRegions;
}

struct Filter {
  alignas(8) char program[sizeof(sock_filter) * BPF_MAXINSNS];
  std::size_t bytes = 0;
  bool read_from(int fd) {
    const ssize_t got = ::pread(fd, program, sizeof program, 0);
    bytes = got > 0 ? static_cast<std::size_t>(got) : 0;
    return bytes != 0 && bytes % sizeof(sock_filter) == 0;
  }
};

// The filter's listener, or -1.
int install_filter(const Filter& filter) {
  sock_fprog program{};
  program.len = static_cast<unsigned short>(filter.bytes / sizeof(sock_filter));
  program.filter = reinterpret_cast<sock_filter*>(const_cast<char*>(filter.program));
  return static_cast<int>(::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program));
}

// Gives the judge the listener of the load filter. Nothing that the filter supervises is called before the judge has
// it.
bool send_listener(int listener) {
  char byte = 0;
  iovec part{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof listener)] = {};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  cmsghdr* rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof listener);
  std::memcpy(CMSG_DATA(rights), &listener, sizeof listener);
  return ::sendmsg(kChannelFd, &header, MSG_NOSIGNAL) == 1;
}

using EntryPoint = void (*)(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                            std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                            std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                            std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                            std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                            std::uint64_t, std::uint64_t);

// Pointers and int64_t are all of the INTEGER class of the x86-64 ABI and the caller cleans the stack, so a callee with
// fewer parameters ignores the rest.
void call(EntryPoint entry, const std::uint64_t* a) {
  entry(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15], a[16],
        a[17], a[18], a[19], a[20], a[21], a[22], a[23], a[24], a[25], a[26], a[27], a[28], a[29], a[30], a[31]);
}

std::uint32_t wait_for_change(std::atomic<std::uint32_t>& word, std::uint32_t seen, int spins) {
  for (;;) {
    for (int i = 0; i < spins; ++i) {
      const std::uint32_t now = word.load(std::memory_order_acquire);
      if (now != seen) return now;
      __builtin_ia32_pause();
    }
    sleep_while(word, seen);
  }
}

[[noreturn]] void serve(ControlBlock* control, EntryPoint entry) {
  constexpr int kSpinsBetweenCalls = 1;     // processor time outside of a call is charged to the candidate
  constexpr int kSpinsWhenArmed = 200'000;  // the judge starts an armed call within microseconds
  std::uint32_t served = 0;
  report(control, RunnerState::waiting);
  for (;;) {
    if (wait_for_change(control->arm, served, kSpinsBetweenCalls) == kLeave) ::_exit(0);
    control->ready.store(served + 1, std::memory_order_release);
    const std::uint32_t number = wait_for_change(control->go, served, kSpinsWhenArmed);
    if (number == kLeave) ::_exit(0);
    std::uint64_t arguments[kMaxArguments];
    std::memcpy(arguments, control->arguments, sizeof arguments);
    call(entry, arguments);
    served = number;
    control->done.store(number, std::memory_order_release);
    wake(control->done);
  }
}

void close_all(const int (&fds)[kStartDescriptors]) {
  for (const int fd : fds) ::close(fd);
}

int run() {
  StartMessage start;
  int fds[kStartDescriptors];
  if (!receive_start(start, fds)) return 0;
  ControlBlock* control = map_control(fds[kControl]);
  if (control == nullptr) return 1;
  static Filter filter;  // too large for a stack that the candidate inherits
  if (!map_regions(start, fds[kInputs], fds[kOutputs]))
    fail(control, RunnerState::failed_setup, "map tensors", std::strerror(errno));
  if (!write_library(fds[kLibrary]))
    fail(control, RunnerState::failed_setup, "write the library", std::strerror(errno));
  if (!filter.read_from(fds[kFilter])) fail(control, RunnerState::failed_setup, "read the filter", "");
  close_all(fds);
  if (!install_signal_hints()) fail(control, RunnerState::failed_setup, "signal handlers", std::strerror(errno));
  // The jail's init and this process's threads are all that this user runs in its own user namespace.
  const rlimit tasks{start.threads + 1, start.threads + 1};
  if (::setrlimit(RLIMIT_NPROC, &tasks) != 0) {
    fail(control, RunnerState::failed_setup, "limit threads", std::strerror(errno));
  }
  char thread_text[16];
  std::snprintf(thread_text, sizeof thread_text, "%u", start.threads);
  ::setenv("OMP_NUM_THREADS", thread_text, 1);
  ::setenv("OMP_THREAD_LIMIT", thread_text, 1);
  ::setenv("OMP_WAIT_POLICY", "passive", 1);  // threads that spin between calls would be charged for it
  ::mallopt(M_ARENA_MAX, static_cast<int>(start.threads) + 1);  // or malloc would look for the number of cores in /sys
  std::setvbuf(stdout, nullptr, _IOLBF, 0);                     // what was printed before a crash is worth most

  const int listener = install_filter(filter);
  if (listener < 0) fail(control, RunnerState::failed_setup, "install the filter", std::strerror(errno));
  if (!send_listener(listener)) fail(control, RunnerState::failed_setup, "send the listener", std::strerror(errno));
  ::close(listener);
  ::close(kChannelFd);
  void* library = ::dlopen(kLibraryPath, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) fail(control, RunnerState::no_library, ::dlerror(), "");
  void* symbol = ::dlsym(library, start.entry_point);
  if (symbol == nullptr) fail(control, RunnerState::no_entry, start.entry_point, "");
  serve(control, reinterpret_cast<EntryPoint>(symbol));
}

}  // namespace
}  // namespace leap::runner

int main() { return leap::runner::run(); }
