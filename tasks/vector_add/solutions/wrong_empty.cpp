// expect: wrong
// An empty body: the outputs still hold what the judge put there.
#include <leap_task.h>

#include <cstdint>

extern "C" void vector_add(const float*, const float*, float*, int64_t) {}
