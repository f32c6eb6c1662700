// Honest float32 kernels, as people write them, beside the float64 reference: what a tolerance must let through.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace leap::judge::testing {

using Floats = std::vector<float>;

struct Inputs {
  Floats x;  // [rows, n]
  Floats y;  // [n]
  std::size_t rows = 0;
  std::size_t n = 0;
};

// Fresh mixed draws; another `set` gives other values.
Inputs draw_inputs(std::size_t rows, std::size_t n, std::uint64_t set);

struct HonestKernel {
  std::string name;
  std::function<Floats(const Inputs&)> run;
};

struct Size {
  std::size_t rows;
  std::size_t n;
};

// A float64 reference, honest float32 kernels of the same inputs, and what the task's definition would say.
struct Task {
  std::string name;
  std::vector<Size> sizes;
  std::function<double(std::size_t n)> accumulations;
  std::function<std::vector<double>(const Inputs&)> reference;
  std::vector<HonestKernel> kernels;
};

std::vector<Task> noise_tasks();

}  // namespace leap::judge::testing
