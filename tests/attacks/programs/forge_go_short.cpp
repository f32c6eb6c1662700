// attack: tells the runner to make its next call before the clock is started; each call takes 100 us
// row: 29
// task: vector_add
// expect: cheat, correct
// at_least_us: 100
#include <time.h>

#include <atomic>
#include <chrono>
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

// Work is what the processor did: the wall clock also runs while something else has the processor.
static long long processor_ns() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

static void burn(std::chrono::microseconds time) {
  const long long end = processor_ns() + std::chrono::nanoseconds(time).count();
  while (processor_ns() < end) {
  }
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  burn(std::chrono::microseconds(100));
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
  page->go.store(page->go.load() + 1);
}
