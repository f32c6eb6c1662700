#include "sandbox/channel/memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U  // Linux 6.3
#endif

namespace leap::channel {

namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

// NOEXEC_SEAL is unknown to kernels before 6.3, which answer EINVAL: there the jail's vm.memfd_noexec does not exist
// either.
Fd create(const char* name) {
  Fd fd(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL));
  if (!fd && errno == EINVAL) fd.reset(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd) fail("memfd_create");
  return fd;
}

void add_seals(int fd, int seals) {
  if (::fcntl(fd, F_ADD_SEALS, seals) != 0) fail("F_ADD_SEALS");
}

}  // namespace

Fd make_memory(const char* name, std::size_t bytes) {
  Fd fd = create(name);
  if (::ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0) fail("ftruncate");
  add_seals(fd.get(), F_SEAL_SHRINK | F_SEAL_GROW);
  return fd;
}

Fd make_sealed(const char* name, std::string_view content) {
  Fd fd = create(name);
  for (std::size_t done = 0; done < content.size();) {
    const ssize_t wrote = ::pwrite(fd.get(), content.data() + done, content.size() - done, static_cast<off_t>(done));
    if (wrote < 0 && errno != EINTR) fail("write to a memfd");
    if (wrote > 0) done += static_cast<std::size_t>(wrote);
  }
  seal(fd.get());
  return fd;
}

Fd make_growing(const char* name) { return create(name); }

void seal(int fd) { add_seals(fd, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL); }

void seal_future_writes(int fd) { add_seals(fd, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL); }

std::string read_all(int fd, std::size_t max_bytes) {
  struct stat facts {};
  if (::fstat(fd, &facts) != 0) fail("fstat");
  if (facts.st_size < 0 || static_cast<std::size_t>(facts.st_size) > max_bytes) {
    throw std::length_error("a file of " + std::to_string(facts.st_size) + " bytes is over the limit of " +
                            std::to_string(max_bytes));
  }
  std::string content(static_cast<std::size_t>(facts.st_size), '\0');
  std::size_t done = 0;
  while (done < content.size()) {
    const ssize_t got = ::pread(fd, content.data() + done, content.size() - done, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  content.resize(done);
  return content;
}

Mapping::Mapping(int fd, std::size_t bytes, Access access) : size_(bytes) {
  const int protection = access == Access::read ? PROT_READ : PROT_READ | PROT_WRITE;
  void* address = ::mmap(nullptr, bytes, protection, MAP_SHARED, fd, 0);
  if (address == MAP_FAILED) fail("mmap");
  data_ = static_cast<std::byte*>(address);
}

Mapping::Mapping(Mapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

Mapping::~Mapping() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

}  // namespace leap::channel
