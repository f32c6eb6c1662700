// attack: claims to be done from a thread whose parent waits for it in a way that no signal ends
// row: 29
// task: vector_add
// expect: crash
// says: clone
// threads: 2
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

// The page that the judge and leap-runner share, as sandbox/runner/control_block.h lays it out.
struct ControlPage {
  alignas(64) std::atomic<uint32_t> arm;
  alignas(64) std::atomic<uint32_t> go;
  uint32_t argument_count;
  uint64_t arguments[32];
  alignas(64) std::atomic<uint32_t> done;
  alignas(64) std::atomic<uint32_t> state;
  alignas(64) std::atomic<uint32_t> ready;
  alignas(64) uint32_t hint[6];
  char hint_text[1024];
};
static ControlPage* const page = reinterpret_cast<ControlPage*>(0x10'0000'0000);

alignas(64) static char stack[65536];

static int claim(void*) {
  page->done.store(page->go.load());
  syscall(SYS_futex, &page->done, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  for (;;) {
  }
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
  constexpr int kThread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
  clone(claim, stack + sizeof stack, kThread | CLONE_VFORK, nullptr);
}
