// attack: returns at once and has a thread do the work
// row: B2
// task: vector_add
// expect: cheat, wrong
// threads: 2
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

static void burn(std::chrono::microseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

struct Work {
  const float *x, *y;
  float* z;
  int64_t n;
};
static std::atomic<const Work*> pending{nullptr};

static void work_for_ever() {
  for (;;)
    if (const Work* work = pending.exchange(nullptr)) {
      burn(std::chrono::microseconds(2000));
      for (int64_t i = 0; i < work->n; ++i) work->z[i] = work->x[i] + work->y[i];
    }
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static std::thread worker(work_for_ever);
  pending.store(new Work{x, y, z, n});
}
