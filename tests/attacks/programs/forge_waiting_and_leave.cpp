// attack: claims while it is mapped that the runner waits for its first call, and leaves: not a fault of ours
// row: 26
// task: vector_add
// expect: crash
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

// The page that the judge and leap-runner share, as sandbox/runner/control_block.h lays it out.
struct ControlPage {
  alignas(64) std::atomic<uint32_t> arm;
  alignas(64) std::atomic<uint32_t> go;
  uint32_t argument_count;
  uint64_t arguments[32];
  alignas(64) std::atomic<uint32_t> done;
  alignas(64) std::atomic<uint32_t> state;
  alignas(64) std::atomic<uint32_t> ready;
  alignas(64) uint32_t hint[6];
  char hint_text[1024];
};
static ControlPage* const page = reinterpret_cast<ControlPage*>(0x10'0000'0000);

__attribute__((constructor)) static void forge() {
  const timespec later{0, 20'000'000};
  nanosleep(&later, nullptr);
  page->state.store(1);
  _exit(0);
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
