#include "sandbox/channel/memory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <system_error>

namespace leap::channel {
namespace {

TEST(Memory, CannotChangeItsSize) {
  const Fd memory = make_memory("m", 4096);
  EXPECT_NE(::ftruncate(memory.get(), 8192), 0);
  EXPECT_NE(::ftruncate(memory.get(), 0), 0);
}

TEST(Memory, SealedContentCannotBeWritten) {
  const Fd memory = make_sealed("m", "abc");
  EXPECT_EQ(read_all(memory.get(), 3), "abc");
  EXPECT_LT(::pwrite(memory.get(), "x", 1, 0), 0);
  EXPECT_THROW(Mapping(memory.get(), 3, Mapping::Access::read_write), std::system_error);
}

TEST(Memory, AfterFutureWriteSealOnlyOldMappingsWrite) {
  const Fd memory = make_memory("m", 4096);
  const Mapping ours(memory.get(), 4096, Mapping::Access::read_write);
  seal_future_writes(memory.get());
  EXPECT_THROW(Mapping(memory.get(), 4096, Mapping::Access::read_write), std::system_error);
  const Mapping theirs(memory.get(), 4096, Mapping::Access::read);
  EXPECT_NE(::mprotect(theirs.data(), 4096, PROT_READ | PROT_WRITE), 0);
  ours.data()[7] = std::byte{42};
  EXPECT_EQ(theirs.data()[7], std::byte{42});
  EXPECT_NE(::fcntl(memory.get(), F_ADD_SEALS, F_SEAL_WRITE), 0) << "seals are final";
}

TEST(Memory, ReadAllRefusesWhatIsTooLarge) {
  const Fd memory = make_sealed("m", "abcdef");
  EXPECT_THROW(read_all(memory.get(), 5), std::length_error);
}

}  // namespace
}  // namespace leap::channel
