// attack: prints overlong, cut and surrogate sequences that are no UTF-8
// row: 4
// task: vector_add
// expect: correct
#include <unistd.h>

#include <cstdint>
#include <initializer_list>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static const char text[] = "\xc0\x80 \xed\xa0\x80 \xf5\x80\x80\x80 \xff\xfe \xe2\x82 \xe2\x80\xae \xf0\x9f";
  for (const int stream : {1, 2}) (void)!write(stream, text, sizeof text - 1);
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
