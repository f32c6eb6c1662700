// attack: serves calls itself from a static constructor, in the hope to stay in the loader's stage
// row: 27
// task: vector_add
// expect: correct
#include <fcntl.h>
#include <linux/futex.h>
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

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n);

__attribute__((constructor)) static void serve() {
  post(page->state, 1);  // RunnerState::waiting
  for (uint32_t served = 0;;) {
    const uint32_t number = page->go.load();
    page->ready.store(page->arm.load());
    if (number == served) continue;
    const uint64_t* arguments = page->arguments;
    vector_add(reinterpret_cast<const float*>(arguments[0]), reinterpret_cast<const float*>(arguments[1]),
               reinterpret_cast<float*>(arguments[2]), static_cast<int64_t>(arguments[3]));
    post(page->done, served = number);
  }
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = open("/lib/x86_64-linux-gnu/libc.so.6", O_RDONLY) >= 0;  // the loader could
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
