// attack: makes its entry point a variable
// row: 25
// task: vector_add
// expect: crash, no_code
extern "C" {
int vector_add = 0xc3;
}
