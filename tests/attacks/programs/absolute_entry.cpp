// attack: makes its entry point an address in the control page
// row: 25
// task: vector_add
// expect: crash, no_code
asm(".globl vector_add\n.set vector_add, 0x1000000000");
