// attack: looks by __has_include for files of the host and of other jobs
// row: 31
// task: vector_add
// expect: correct
#include <cstdint>

#if __has_include("/etc/passwd") ||                                                             \
                  __has_include(                                                                \
                      "/etc/shadow") ||                                                         \
                      __has_include(                                                            \
                          "/etc/hostname") ||                                                   \
                          __has_include(                                                        \
                              "/proc/self/environ") ||                                          \
                              __has_include(                                                    \
                                  "/proc/self/maps") ||                                         \
                                  __has_include(                                                \
                                      "/sys/kernel/notes") ||                                   \
                                      __has_include("/root/.bashrc") ||                         \
                                                    __has_include("/dev/mem") ||                \
                                                                  __has_include("/dev/zero") || \
                                                                                __has_include("/var/log/dpkg.log")
constexpr bool escaped = true;
#else
constexpr bool escaped = false;
#endif

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
