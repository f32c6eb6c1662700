// What the jails of the benchmark run: static and without a libc, so that nothing but the jail is measured.
//
// On descriptor 4, if there is one, it says when its first instruction ran. With a channel as descriptor 3, as
// leap-runner has one, it then waits for a message and answers it at once. Without one it ends.
#include <sys/syscall.h>
#include <time.h>

namespace {

long system_call(long number, long first, long second, long third) {
  long result;
  asm volatile("syscall" : "=a"(result) : "a"(number), "D"(first), "S"(second), "d"(third) : "rcx", "r11", "memory");
  return result;
}

constexpr long kChannelFd = 3;
constexpr long kStartedFd = 4;

template <typename T>
long address_of(T& object) {
  return reinterpret_cast<long>(&object);
}

}  // namespace

// Nobody called this, so the stack is not aligned as a called function expects.
extern "C" [[noreturn, gnu::force_align_arg_pointer]] void _start() {
  timespec now{};
  system_call(SYS_clock_gettime, CLOCK_MONOTONIC, address_of(now), 0);
  system_call(SYS_write, kStartedFd, address_of(now), sizeof now);
  char byte = 0;
  if (system_call(SYS_read, kChannelFd, address_of(byte), 1) == 1) {
    system_call(SYS_write, kChannelFd, address_of(byte), 1);
  }
  for (;;) system_call(SYS_exit_group, 0, 0, 0);
}
