#include "sandbox/runner/signals.h"

#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <csignal>

namespace leap::runner {

namespace {

// A handler has no argument of ours; the block is at a fixed address, so it needs none.
ControlBlock* control_block() { return reinterpret_cast<ControlBlock*>(kControlAddress); }

// A second refused call while SIGSYS is blocked in its own handler makes the kernel end the process by SIGSYS.
void on_refused_call(int signal, siginfo_t* info, void*) {
  control_block()->hint.system_call = static_cast<std::uint32_t>(info->si_syscall);
  control_block()->hint.signal = static_cast<std::uint32_t>(signal);
  ::syscall(SYS_execve, nullptr, nullptr, nullptr);
  ::_exit(128 + SIGSYS);
}

// Returning with the default action in place repeats the access, and the process dies of it.
void on_bad_access(int signal, siginfo_t* info, void* context) {
  constexpr greg_t kWriteAccess = 2;  // bit 1 of the x86 page fault's error code
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  Hint& hint = control_block()->hint;
  hint.address = reinterpret_cast<std::uint64_t>(info->si_addr);
  hint.is_write = (registers[REG_ERR] & kWriteAccess) != 0;
  hint.signal = static_cast<std::uint32_t>(signal);
  struct sigaction fallback {};
  fallback.sa_handler = SIG_DFL;
  ::sigaction(signal, &fallback, nullptr);
}

bool handle(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  return ::sigaction(signal, &action, nullptr) == 0;
}

}  // namespace

bool install_signal_hints() {
  alignas(16) static char alternate_stack[16384];  // the kernel keeps using it: static storage is its only safe home
  stack_t stack{};
  stack.ss_sp = alternate_stack;
  stack.ss_size = sizeof alternate_stack;
  return ::sigaltstack(&stack, nullptr) == 0 && handle(SIGSYS, on_refused_call) && handle(SIGSEGV, on_bad_access) &&
         handle(SIGBUS, on_bad_access);
}

}  // namespace leap::runner
