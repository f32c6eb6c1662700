// threads: 4
void f();
