// attack: reports thousands of errors, each with the path by which it was included
// row: 34
// task: vector_add
// expect: compile_error
// clang-format off

#if __INCLUDE_LEVEL__ < 13
#include __FILE__
#include __FILE__
#endif
#error "every message has a long tail, so that the flood is also a wide one ........................................."
