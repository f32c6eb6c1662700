// attack: starts threads until the system refuses; hundreds must never exist
// row: 1
// task: vector_add
// expect: correct, cheat
// threads: 4
#include <pthread.h>
#include <unistd.h>

#include <cstdint>

static void* sleep_forever(void*) {
  for (;;) sleep(1000);
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static bool tried = false;
  int started = 0;
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  pthread_t thread;
  while (!tried && started < 5000 && pthread_create(&thread, &small, sleep_forever, nullptr) == 0) ++started;
  tried = true;
  for (int64_t i = 0; i < n; ++i) z[i] = started > 100 ? -1.0f : x[i] + y[i];
}
