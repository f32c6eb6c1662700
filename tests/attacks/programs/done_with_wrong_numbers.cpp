// attack: claims calls to be done that were never asked for, and computes nothing
// row: 26
// task: vector_add
// expect: wrong
#include <atomic>
#include <cstdint>
#include <initializer_list>

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

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (const uint32_t ahead : {0u, 1u, 2u, 1000u, 0xffffffffu}) page->done.store(page->go.load() + ahead);
}
