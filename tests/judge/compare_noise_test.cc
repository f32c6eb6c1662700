// Where the constants of compare.h come from: honest float32 kernels must stay below a quarter of each bound, and the
// same kernels on inputs rounded to TF32 or bfloat16 must be well beyond the RMS bound, for every reduction length.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "sandbox/judge/compare.h"
#include "sandbox/judge/convert.h"
#include "tests/judge/noise.h"

namespace leap::judge::testing {
namespace {

constexpr double kMargin = 4;    // honest errors stay this far below their bounds
constexpr double kDetected = 2;  // and those of rounded inputs this far above

constexpr std::uint64_t kSets = 4;

struct Worst {
  double element = 0;
  double rms = 0;
  double least_rms = 1e300;
};

void note(Worst& worst, const Comparison& found) {
  worst.element = std::max(worst.element, found.worst_ratio);
  worst.rms = std::max(worst.rms, found.rms_ratio);
  worst.least_rms = std::min(worst.least_rms, found.rms_ratio);
}

Comparison check(const Task& task, const Inputs& inputs, const Floats& got, const std::vector<double>& expected) {
  return compare({protocol::Dtype::float32, task.accumulations(inputs.n)}, std::as_bytes(std::span(expected)),
                 std::as_bytes(std::span(got)), {});
}

Inputs rounded(Inputs inputs, void (*round)(std::span<float>)) {
  round(inputs.x);
  round(inputs.y);
  return inputs;
}

class Noise : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Noise, HonestKernelsKeepTheMarginAndRoundedInputsFail) {
  const Task task = noise_tasks()[GetParam()];
  std::printf("%-12s %8s %-13s  honest: element, RMS   least RMS with TF32, bfloat16 inputs\n", task.name.c_str(), "n",
              "kernel");
  for (const Size& size : task.sizes) {
    for (const HonestKernel& kernel : task.kernels) {
      Worst honest, tf32, bfloat16;
      for (std::uint64_t set = 0; set < kSets; ++set) {
        const Inputs inputs = draw_inputs(size.rows, size.n, set);
        const std::vector<double> expected = task.reference(inputs);
        note(honest, check(task, inputs, kernel.run(inputs), expected));
        note(tf32, check(task, inputs, kernel.run(rounded(inputs, round_to_tf32)), expected));
        note(bfloat16, check(task, inputs, kernel.run(rounded(inputs, round_to_bfloat16)), expected));
      }
      std::printf("%-12s %8zu %-13s  %.3f %.3f   %.3g %.3g\n", "", size.n, kernel.name.c_str(), honest.element,
                  honest.rms, tf32.least_rms, bfloat16.least_rms);
      EXPECT_LE(honest.element, 1 / kMargin) << task.name << ", " << kernel.name << ", n = " << size.n;
      EXPECT_LE(honest.rms, 1 / kMargin) << task.name << ", " << kernel.name << ", n = " << size.n;
      EXPECT_GE(tf32.least_rms, kDetected) << task.name << ", " << kernel.name << ", n = " << size.n;
      EXPECT_GE(bfloat16.least_rms, kDetected) << task.name << ", " << kernel.name << ", n = " << size.n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, Noise, ::testing::Range<std::size_t>(0, 9), [](const auto& info) {
  std::string name = noise_tasks()[info.param].name;
  std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
  return name;
});

}  // namespace
}  // namespace leap::judge::testing
