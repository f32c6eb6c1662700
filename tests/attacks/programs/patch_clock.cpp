// attack: rewrites clock_gettime in the import table of every library in its process
// row: 27
// task: vector_add
// expect: correct
// at_least_us: 4000
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <time.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

// At least 4 ms on any clock up to 5 GHz; counted by the processor, since the other clocks are what is attacked.
static void burn() {
  for (const uint64_t end = __builtin_ia32_rdtsc() + 20'000'000; __builtin_ia32_rdtsc() < end;) {
  }
}

static int frozen_clock(clockid_t, timespec* now) {
  *now = {};
  return 0;
}

static void patch_table(const dl_phdr_info& object, const ElfW(Rela) * entry, size_t bytes, const ElfW(Sym) * symbols,
                        const char* names) {
  for (const auto* end = entry + bytes / sizeof *entry; entry < end; ++entry) {
    const auto kind = ELF64_R_TYPE(entry->r_info);
    if (kind != R_X86_64_JUMP_SLOT && kind != R_X86_64_GLOB_DAT) continue;
    if (strcmp(names + symbols[ELF64_R_SYM(entry->r_info)].st_name, "clock_gettime") != 0) continue;
    auto* slot = reinterpret_cast<int (**)(clockid_t, timespec*)>(object.dlpi_addr + entry->r_offset);
    const auto page = reinterpret_cast<uintptr_t>(slot) & ~uintptr_t{4095};
    if (mprotect(reinterpret_cast<void*>(page), 4096, PROT_READ | PROT_WRITE) == 0) *slot = frozen_clock;
  }
}

static int patch_object(dl_phdr_info* object, size_t, void*) {
  if (strstr(object->dlpi_name, "vdso")) return 0;  // its dynamic section is not relocated
  const ElfW(Dyn)* dynamic = nullptr;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& header = object->dlpi_phdr[i];
    if (header.p_type == PT_DYNAMIC) dynamic = reinterpret_cast<const ElfW(Dyn)*>(object->dlpi_addr + header.p_vaddr);
  }
  uintptr_t found[40] = {};
  for (; dynamic && dynamic->d_tag != DT_NULL; ++dynamic)
    if (dynamic->d_tag < 40) found[dynamic->d_tag] = dynamic->d_un.d_ptr;
  if (!found[DT_SYMTAB] || !found[DT_STRTAB]) return 0;
  const auto* symbols = reinterpret_cast<const ElfW(Sym)*>(found[DT_SYMTAB]);
  const auto* names = reinterpret_cast<const char*>(found[DT_STRTAB]);
  patch_table(*object, reinterpret_cast<const ElfW(Rela)*>(found[DT_JMPREL]), found[DT_PLTRELSZ], symbols, names);
  patch_table(*object, reinterpret_cast<const ElfW(Rela)*>(found[DT_RELA]), found[DT_RELASZ], symbols, names);
  return 0;
}

__attribute__((constructor)) static void attempt() { dl_iterate_phdr(patch_object, nullptr); }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  burn();
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
