// attack: declares its entry point and leaves it undefined
// row: 25
// task: vector_add
// expect: no_code
#include <cstdint>

extern "C" __attribute__((weak)) void vector_add(const float*, const float*, float*, int64_t);

void* keep() { return reinterpret_cast<void*>(&vector_add); }
