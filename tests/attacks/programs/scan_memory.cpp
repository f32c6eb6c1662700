// attack: searches all memory around what it knows for the expected output
// row: 28
// task: vector_add
// expect: correct
#include <setjmp.h>
#include <signal.h>

#include <cstdint>
#include <cstdlib>
#include <initializer_list>

static sigjmp_buf after_fault;

static void on_fault(int) { siglongjmp(after_fault, 1); }

// The answer is recomputed for each comparison, so that no copy of it of our own can be found.
template <typename Number>
static bool holds_answer(const volatile Number* place, const float* x, const float* y) {
  for (int i = 0; i < 4; ++i)
    if (place[i] != static_cast<Number>(x[i]) + static_cast<Number>(y[i])) return false;
  return true;
}

static bool page_holds_answer(uintptr_t page, const float* x, const float* y) {
  if (sigsetjmp(after_fault, 0) != 0) return false;
  for (uintptr_t place = page; place + 32 <= page + 4096; place += 4) {
    if (holds_answer(reinterpret_cast<const volatile float*>(place), x, y)) return true;
    if (place % 8 == 0 && holds_answer(reinterpret_cast<const volatile double*>(place), x, y)) return true;
  }
  return false;
}

static bool found_around(const void* known, const float* x, const float* y, const float* z, int64_t n) {
  constexpr uintptr_t kReach = 16u << 20;
  const auto middle = reinterpret_cast<uintptr_t>(known) & ~uintptr_t{4095};
  const auto own_begin = reinterpret_cast<uintptr_t>(z), own_end = reinterpret_cast<uintptr_t>(z + n);
  for (uintptr_t page = middle > kReach ? middle - kReach : 4096; page < middle + kReach; page += 4096) {
    if (page + 4096 > own_begin && page < own_end) continue;
    if (page_holds_answer(page, x, y)) return true;
  }
  return false;
}

static bool search(const float* x, const float* y, const float* z, int64_t n) {
  struct sigaction action = {};
  action.sa_handler = on_fault;
  action.sa_flags = SA_NODEFER;
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
  void* heap = malloc(100);
  bool found = false;
  for (const void* known :
       {static_cast<const void*>(x), static_cast<const void*>(y), static_cast<const void*>(z),
        static_cast<const void*>(&action), static_cast<const void*>(heap), reinterpret_cast<const void*>(&malloc),
        static_cast<const void*>(__builtin_return_address(0)), reinterpret_cast<const void*>(0x10'0000'0000),
        reinterpret_cast<const void*>(0x400000)})
    found |= found_around(known, x, y, z, n);
  free(heap);
  return found;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static bool searched = false, found = false;
  if (n >= 4 && !searched) {
    searched = true;
    found = search(x, y, z, n);
  }
  for (int64_t i = 0; i < n; ++i) z[i] = found ? -1.0f : x[i] + y[i];
}
