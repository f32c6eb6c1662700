// attack: leaves a thread that goes on writing its output
// row: 29
// task: vector_add
// expect: cheat, wrong
// threads: 2
#include <atomic>
#include <cstdint>
#include <thread>

struct Target {
  float* z;
  int64_t n;
};
static std::atomic<const Target*> target{nullptr};
static std::atomic<uint64_t> rounds{0};

static void write_for_ever() {
  for (;; ++rounds) {
    const Target* now = target.load();
    for (int64_t i = 0; now && i < now->n; ++i) now->z[i] = static_cast<float>(rounds.load() % 1000 + 1);
  }
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static std::thread writer(write_for_ever);
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
  target.store(new Target{z, n});
  for (const uint64_t before = rounds.load(); rounds.load() < before + 2;) {
  }
}
