// attack: with a second thread declared, works before it says that it is ready; each call takes 2 ms
// row: 29
// task: vector_add
// expect: cheat, correct
// at_least_us: 2000
// threads: 2
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

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

static void post(std::atomic<uint32_t>& word, uint32_t value) {
  word.store(value, std::memory_order_release);
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

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

static void work(const float* x, const float* y, float* z, int64_t n) {
  burn(std::chrono::microseconds(2000));
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  uint32_t number = page->go.load();
  work(x, y, z, n);
  for (;;) {
    const float first = *x;
    post(page->done, number);
    // The judge stops this process, writes new inputs and arguments, and lets it run again.
    const volatile uint64_t* next = page->arguments;
    while (next[3] == static_cast<uint64_t>(n) && *static_cast<const volatile float*>(x) == first) {
    }
    x = reinterpret_cast<const float*>(next[0]);
    y = reinterpret_cast<const float*>(next[1]);
    z = reinterpret_cast<float*>(next[2]);
    n = static_cast<int64_t>(next[3]);
    work(x, y, z, n);
    post(page->ready, ++number);
    while (page->go.load() != number) {
    }
  }
}
