// attack: threads that keep setting the process going again, so that it can never be stopped
// row: 23
// task: vector_add
// expect: crash
// says: tgkill
// threads: 4
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <thread>

static void storm() {
  for (;;) syscall(SYS_tgkill, getpid(), getpid(), SIGCONT);
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static std::thread first(storm), second(storm), third(storm);
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
  for (;;) sleep(1);
}
