// attack: asks in the call whether files of the host exist: none does
// row: 5
// task: vector_add
// expect: correct
#include <sys/stat.h>

#include <cstdint>
#include <initializer_list>

static bool attempt() {
  struct stat facts;
  for (const char* path : {"/etc/shadow", "/etc/passwd", "/root", "/home", "/proc/1", "/dev/sda", "/sys/kernel"})
    if (stat(path, &facts) == 0) return true;
  return false;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
