// attack: fills memory with page tables: one page read in each 2 MiB of a huge reservation
// row: 2
// task: vector_add
// expect: memory_limit, timeout
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

// Stops itself at 2 GiB of page tables, so that a jail that does not count them fails the test, not the machine.
static bool attempt() {
  constexpr size_t kStep = size_t{2} << 20, kSteps = size_t{512} << 10;
  void* reservation = mmap(nullptr, kStep * kSteps, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reservation == MAP_FAILED) return false;
  for (size_t i = 0; i < kSteps; ++i) (void)static_cast<volatile char*>(reservation)[i * kStep];
  return true;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
