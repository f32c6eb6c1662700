#include "sandbox/judge/arena.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <random>
#include <system_error>

namespace leap::judge {
namespace {

protocol::Definition definition_with(int inputs, int outputs) {
  protocol::Definition definition;
  definition.name = "d";
  definition.axes.push_back({"n", protocol::Axis::Kind::variable, 0, std::nullopt, ""});
  const auto tensor = [](const std::string& name) {
    protocol::TensorSpec spec;
    spec.name = name;
    spec.shape = {"n"};
    return spec;
  };
  for (int i = 0; i < inputs; ++i) definition.inputs.push_back(tensor("x" + std::to_string(i)));
  for (int i = 0; i < outputs; ++i) definition.outputs.push_back(tensor("y" + std::to_string(i)));
  return definition;
}

// For random sizes: regions hold whole pages, never touch, and a tensor ends within its alignment of its region's end.
TEST(Arena, EveryTensorEndsAtAnInaccessiblePage) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    const auto definition = definition_with(1 + random() % 4, 1 + random() % 3);
    std::vector<protocol::AxisValues> workloads;
    for (int w = 0; w < 3; ++w) workloads.push_back({{"n", 1 + static_cast<std::int64_t>(random() % 5000)}});
    const ArenaLayout layout = make_layout(definition, workloads);
    const Arena arena(layout);
    std::uint64_t free_from = 0;
    for (std::size_t i = 0; i < layout.regions.size(); ++i) {
      const auto& region = layout.regions[i];
      EXPECT_EQ(region.bytes % runner::kPageBytes, 0u);
      EXPECT_GE(region.address, free_from + runner::kPageBytes) << "a guard page lies before it";
      free_from = region.address + region.bytes + runner::kPageBytes;
      for (const auto& axes : workloads) {
        const std::size_t bytes = static_cast<std::size_t>(axes.at("n")) * 4;
        const std::uint64_t address = arena.runner_address(i, bytes);
        EXPECT_EQ(address % kTensorAlignment, 0u);
        EXPECT_GE(address, region.address);
        EXPECT_LT(region.address + region.bytes - (address + bytes), kTensorAlignment);
        EXPECT_EQ(arena.tensor(i, bytes).size(), bytes);
        EXPECT_EQ(arena.behind(i, bytes).size(), region.address + region.bytes - (address + bytes));
      }
    }
  }
}

TEST(Arena, TensorsDoNotOverlap) {
  const auto definition = definition_with(2, 2);
  const std::vector<protocol::AxisValues> workloads{{{"n", 1000}}};
  const Arena arena(make_layout(definition, workloads));
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::byte& b : arena.tensor(i, 4000)) b = std::byte(i + 1);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    for (const std::byte b : arena.tensor(i, 4000)) ASSERT_EQ(b, std::byte(i + 1));
    for (const std::byte b : arena.behind(i, 4000)) ASSERT_EQ(b, std::byte(0));
  }
}

TEST(Arena, ARunnerCannotWriteItsInputs) {
  const Arena arena(make_layout(definition_with(1, 1), {{{"n", 10}}}));
  EXPECT_THROW(channel::Mapping(arena.inputs_fd(), runner::kPageBytes, channel::Mapping::Access::read_write),
               std::system_error);
  const channel::Mapping theirs(arena.inputs_fd(), runner::kPageBytes, channel::Mapping::Access::read);
  EXPECT_NE(::mprotect(theirs.data(), runner::kPageBytes, PROT_READ | PROT_WRITE), 0);
  const channel::Mapping output(arena.outputs_fd(), runner::kPageBytes, channel::Mapping::Access::read_write);
}

}  // namespace
}  // namespace leap::judge
