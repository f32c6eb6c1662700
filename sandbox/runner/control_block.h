// The page that leap-judge and leap-runner share, and the one message that starts a runner. Both sides include this
// file; nothing else knows the format.
//
// The candidate's code shares the runner's address space, so everything that the runner writes here is a claim. The
// judge reads `done` and nothing else to decide anything; `hint` only words the feedback.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace leap::runner {

// Where the runner maps the control block: fixed, so that attacks on it can be written down and tested.
inline constexpr std::uintptr_t kControlAddress = 0x10'0000'0000;
// Where the tensors' regions start.
inline constexpr std::uintptr_t kArenaAddress = 0x20'0000'0000;

inline constexpr std::size_t kMaxArguments = 32;  // tensors and axes together: protocol/limits.h allows 16 + 16
inline constexpr std::size_t kMaxRegions = 16;
inline constexpr std::size_t kPageBytes = 4096;

// Values of ControlBlock::state, written by the runner.
enum class RunnerState : std::uint32_t {
  starting = 0,
  waiting = 1,       // in its loop, before a call
  no_library = 2,    // dlopen failed; `hint_text` says why
  no_entry = 3,      // the library lacks the entry point
  failed_setup = 4,  // our own fault, if the listener was not yet sent; `hint_text` says where
};

struct Hint {  // filled by the runner's signal handler; may be forged
  std::uint32_t signal = 0;
  std::uint32_t system_call = 0;  // for SIGSYS
  std::uint64_t address = 0;      // for SIGSEGV and SIGBUS
  std::uint32_t is_write = 0;
};

struct alignas(64) ControlBlock {
  // Judge to runner. `arm` brings the runner from its sleep into a short spin, so that no wake-up is timed; `go` starts
  // the call.
  alignas(64) std::atomic<std::uint32_t> arm;  // number of the call to get ready for, futex word
  alignas(64) std::atomic<std::uint32_t> go;  // number of the call to make, futex word; kLeave asks the runner to leave
  std::uint32_t argument_count;
  std::uint64_t arguments[kMaxArguments];  // addresses and axis values, as the ABI wants them
  // Runner to judge.
  alignas(64) std::atomic<std::uint32_t> done;   // number of the call that is claimed to be finished, futex word
  alignas(64) std::atomic<std::uint32_t> state;  // RunnerState, futex word
  alignas(64) std::atomic<std::uint32_t> ready;  // number of the call that the runner is spinning for
  alignas(64) Hint hint;
  char hint_text[1024];
};
static_assert(sizeof(ControlBlock) <= kPageBytes);

inline constexpr std::uint32_t kLeave = ~std::uint32_t{0};

// One tensor's place: `bytes` (whole pages) of the input or the output memfd from `file_offset`, mapped at `address`,
// with an inaccessible page before and behind.
struct Region {
  std::uint64_t address = 0;
  std::uint64_t file_offset = 0;
  std::uint64_t bytes = 0;
  std::uint32_t is_output = 0;
  std::uint32_t reserved = 0;
};

// The start message. With it come, in this order: the library, the control block, the inputs, the outputs, the filter
// that is in place from then on. The runner answers with one byte and that filter's listener.
struct StartMessage {
  static constexpr std::uint32_t kMagic = 0x4c454150;
  std::uint32_t magic = kMagic;
  std::uint32_t threads = 1;
  std::uint32_t region_count = 0;
  std::uint32_t reserved = 0;
  Region regions[kMaxRegions];
  char entry_point[128] = {};
};
enum StartDescriptor { kLibrary, kControl, kInputs, kOutputs, kFilter, kStartDescriptors };

inline constexpr const char* kLibraryPath = "/w/solution.so";
inline constexpr int kChannelFd = 3;

}  // namespace leap::runner
