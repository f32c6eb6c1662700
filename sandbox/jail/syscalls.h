// System calls that the C library of Debian 12 does not wrap.
#pragma once

#include <linux/openat2.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace leap::jail::sys {

// Fork semantics: the child returns here with 0 on a copy of our stack. Only for single-threaded callers.
inline pid_t clone3(const ::clone_args& arguments) {
  return static_cast<pid_t>(::syscall(SYS_clone3, &arguments, sizeof arguments));
}

inline int openat2(int directory, const char* path, const ::open_how& how) {
  return static_cast<int>(::syscall(SYS_openat2, directory, path, &how, sizeof how));
}

inline int close_range(unsigned first, unsigned last, unsigned flags) {
  return static_cast<int>(::syscall(SYS_close_range, first, last, flags));
}

inline int pidfd_open(pid_t pid) { return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)); }

inline int pidfd_send_signal(int pidfd, int signal) {
  return static_cast<int>(::syscall(SYS_pidfd_send_signal, pidfd, signal, nullptr, 0));
}

inline int pivot_root(const char* new_root, const char* put_old) {
  return static_cast<int>(::syscall(SYS_pivot_root, new_root, put_old));
}

inline constexpr unsigned kCloseRangeCloexec = 1U << 2;  // CLOSE_RANGE_CLOEXEC

}  // namespace leap::jail::sys
