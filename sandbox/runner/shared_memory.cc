#include "sandbox/runner/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace leap::runner {

ControlBlock* map_control(int fd) {
  void* address = ::mmap(reinterpret_cast<void*>(kControlAddress), kPageBytes, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_FIXED_NOREPLACE, fd, 0);
  return address == MAP_FAILED ? nullptr : static_cast<ControlBlock*>(address);
}

// The guards are part of the same reservation, so that nothing else of the process can ever be mapped beside a tensor.
bool map_regions(const StartMessage& start, int inputs_fd, int outputs_fd) {
  for (std::uint32_t i = 0; i < start.region_count; ++i) {
    const Region& region = start.regions[i];
    void* guarded = ::mmap(reinterpret_cast<void*>(region.address - kPageBytes), region.bytes + 2 * kPageBytes,
                           PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (guarded == MAP_FAILED) return false;
    void* tensor = ::mmap(reinterpret_cast<void*>(region.address), region.bytes,
                          region.is_output ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED | MAP_FIXED | MAP_POPULATE,
                          region.is_output ? outputs_fd : inputs_fd, static_cast<off_t>(region.file_offset));
    if (tensor == MAP_FAILED) return false;
  }
  return true;
}

bool write_library(int fd) {
  struct stat facts {};
  if (::fstat(fd, &facts) != 0) return false;
  const int out = ::open(kLibraryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0500);
  if (out < 0) return false;
  char buffer[65536];
  off_t done = 0;
  while (done < facts.st_size) {
    const ssize_t got = ::pread(fd, buffer, sizeof buffer, done);
    if (got <= 0 || ::write(out, buffer, static_cast<std::size_t>(got)) != got) break;
    done += got;
  }
  ::close(out);
  return done == facts.st_size;
}

}  // namespace leap::runner
