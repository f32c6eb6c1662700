// attack: ends the main thread only
// row: 25
// task: vector_add
// expect: crash
#include <pthread.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) { pthread_exit(nullptr); }
