// Anonymous memory shared by descriptor: memfds, their seals and their mappings.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "sandbox/channel/fd.h"

namespace leap::channel {

// A memfd of `bytes` zero bytes, size sealed (SHRINK, GROW). Never executable. Throws std::system_error.
Fd make_memory(const char* name, std::size_t bytes);

// A memfd that holds `content`, fully sealed: nobody can write it any more.
Fd make_sealed(const char* name, std::string_view content);

// An empty memfd that can grow; seal() ends that.
Fd make_growing(const char* name);

// Seals a memfd for good: no write, no change of size, no further seal. Throws when a writable mapping of it exists.
void seal(int fd);

// Forbids every new writable mapping and write(2) (F_SEAL_FUTURE_WRITE) and further seals; mappings that exist stay
// writable.
void seal_future_writes(int fd);

// Reads a whole memfd or file; throws std::system_error, or std::length_error when it holds more than `max_bytes`.
std::string read_all(int fd, std::size_t max_bytes);

// A shared mapping, unmapped on destruction.
class Mapping {
 public:
  enum class Access { read, read_write };
  Mapping() = default;
  Mapping(int fd, std::size_t bytes, Access access);  // throws std::system_error
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping();

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::span<std::byte> span() const { return {data_, size_}; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace leap::channel
