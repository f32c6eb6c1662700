// attack: defines the clock functions of the C library, with time standing still
// row: 27
// task: vector_add
// expect: correct
// at_least_us: 4000
#include <sys/time.h>
#include <time.h>

#include <cstdint>

// At least 4 ms on any clock up to 5 GHz; counted by the processor, since the other clocks are what is attacked.
static void burn() {
  for (const uint64_t end = __builtin_ia32_rdtsc() + 20'000'000; __builtin_ia32_rdtsc() < end;) {
  }
}

extern "C" int clock_gettime(clockid_t, timespec* now) noexcept {
  *now = {};
  return 0;
}
extern "C" int gettimeofday(timeval* now, void*) noexcept {
  *now = {};
  return 0;
}
extern "C" time_t time(time_t*) noexcept { return 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  burn();
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
