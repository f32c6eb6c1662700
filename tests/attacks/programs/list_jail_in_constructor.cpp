// attack: lists the jail's root and looks for directories of the host
// row: 5
// task: vector_add
// expect: crash
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  const int root = open("/", O_RDONLY | O_DIRECTORY);
  char entries[8192];
  const long bytes = syscall(SYS_getdents64, root, entries, sizeof entries);
  for (const char* name : {"root", "home", "var", "boot", "mnt", "run", "srv", "opt"})
    if (bytes > 0 && memmem(entries, bytes, name, strlen(name) + 1)) escaped = true;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
