// attack: claims to be done and stops itself, perhaps in its next call
// row: 23
// task: vector_add
// expect: crash
#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
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

static void post(std::atomic<uint32_t>& word, uint32_t value) {
  word.store(value, std::memory_order_release);
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
  post(page->done, page->go.load());
  raise(SIGSTOP);
}
