#include "tests/bench/variants.h"

#include <stdexcept>

namespace leap::bench {

namespace {

constexpr const char* kHead = R"(#include <leap_task.h>

#include <algorithm>
#include <cstdint>

)";

// Each is a loop over blocks of kBlock elements.
constexpr const char* kVectorAdd =
    R"(extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t begin = 0; begin < n; begin += kBlock) {
    const int64_t end = std::min(begin + kBlock, n);
    for (int64_t i = begin; i < end; ++i) z[i] = x[i] + y[i];
  }
}
)";

constexpr const char* kRelu =
    R"(extern "C" void relu(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t begin = 0; begin < rows * cols; begin += kBlock) {
    const int64_t end = std::min(begin + kBlock, rows * cols);
    for (int64_t i = begin; i < end; ++i) y[i] = std::max(x[i], 0.0f);
  }
}
)";

constexpr const char* kRowSum =
    R"(extern "C" void row_sum(const float* x, float* y, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    double sum = 0;
    for (int64_t begin = 0; begin < cols; begin += kBlock) {
      const int64_t end = std::min(begin + kBlock, cols);
      double part = 0;
      for (int64_t c = begin; c < end; ++c) part += x[r * cols + c];
      sum += part;
    }
    y[r] = static_cast<float>(sum);
  }
}
)";

const char* body_for(const std::string& task) {
  if (task == "vector_add") return kVectorAdd;
  if (task == "relu") return kRelu;
  if (task == "row_sum") return kRowSum;
  throw std::invalid_argument("no variants for the task " + task);
}

}  // namespace

protocol::Solution make_variant(const protocol::Definition& definition, int variant) {
  const std::string block = "static constexpr int64_t kBlock = " + std::to_string(64 + variant) + ";\n\n";
  return protocol::solution_from_source("variant" + std::to_string(variant) + ".cpp",
                                        kHead + block + body_for(definition.name), definition);
}

}  // namespace leap::bench
