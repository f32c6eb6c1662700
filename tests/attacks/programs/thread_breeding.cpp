// attack: threads that start threads, for ever
// row: 1
// task: vector_add
// expect: timeout, crash
// threads: 4
#include <pthread.h>

#include <cstdint>

static void* breed(void*) {
  for (;;) {
    pthread_t thread;
    if (pthread_create(&thread, nullptr, breed, nullptr) == 0) pthread_detach(thread);
  }
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  breed(nullptr);
  for (;;) breed(nullptr);
}
