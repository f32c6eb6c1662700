#include "tests/judge/noise.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sandbox/judge/draw.h"

namespace leap::judge::testing {
namespace {

Floats draw(std::uint64_t set, std::uint32_t tensor, std::size_t count) {
  Floats values(count);
  protocol::TensorSpec spec;
  spec.name = "x";
  draw_input(Key{1, 2, 3}, set, tensor, spec, {}, {}, std::as_writable_bytes(std::span(values)));
  return values;
}

// The two rules of compare.h for `accumulations`.
double signed_terms(std::size_t n) { return static_cast<double>(n); }
double one_signed_terms(std::size_t n) { return std::max(signed_terms(n), signed_terms(n) * signed_terms(n) / 64); }

// --- one row of n terms to one output: dot product ----------------------------------------------------------------

template <typename T>
T dot_naive(const float* x, const float* y, std::size_t n) {
  T sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += static_cast<T>(x[i]) * static_cast<T>(y[i]);
  return sum;
}

float dot_fused(const float* x, const float* y, std::size_t n) {
  float sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum = std::fma(x[i], y[i], sum);
  return sum;
}

float dot_blocked(const float* x, const float* y, std::size_t n) {
  float lanes[8] = {};
  for (std::size_t i = 0; i < n; ++i) lanes[i % 8] += x[i] * y[i];
  float sum = 0;
  for (const float lane : lanes) sum += lane;
  return sum;
}

float dot_pairwise(const float* x, const float* y, std::size_t n) {
  if (n == 1) return x[0] * y[0];
  return dot_pairwise(x, y, n / 2) + dot_pairwise(x + n / 2, y + n / 2, n - n / 2);
}

template <typename T, typename Dot>
std::vector<T> each_row(const Inputs& in, Dot dot) {
  std::vector<T> out(in.rows);
  for (std::size_t row = 0; row < in.rows; ++row) out[row] = dot(&in.x[row * in.n], in.y.data(), in.n);
  return out;
}

Task dot_task() {
  return {"dot",
          {{65536, 1}, {8192, 16}, {2048, 256}, {256, 4096}, {64, 65536}},
          signed_terms,
          [](const Inputs& in) { return each_row<double>(in, dot_naive<double>); },
          {{"naive", [](const Inputs& in) { return each_row<float>(in, dot_naive<float>); }},
           {"fused", [](const Inputs& in) { return each_row<float>(in, dot_fused); }},
           {"blocked", [](const Inputs& in) { return each_row<float>(in, dot_blocked); }},
           {"pairwise", [](const Inputs& in) { return each_row<float>(in, dot_pairwise); }}}};
}

// --- elementwise --------------------------------------------------------------------------------------------------

template <typename T, typename F>
std::vector<T> map(const Inputs& in, F f) {
  std::vector<T> out(in.x.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = f(static_cast<T>(in.x[i]), static_cast<T>(in.y[i % in.n]));
  return out;
}

template <typename T>
T gelu_erf(T x, T) {
  return T(0.5) * x * (1 + std::erf(x * T(0.70710678118654752440)));
}

template <typename T>
T gelu_tanh(T x, T) {
  return T(0.5) * x * (1 + std::tanh(T(0.79788456080286535588) * (x + T(0.044715) * x * x * x)));
}

template <typename T>
T saxpy(T x, T y) {
  return T(2.5) * x + y;
}

template <typename T>
T product(T x, T y) {
  return x * y;
}

template <typename T>
T silu(T x, T) {
  return x / (1 + std::exp(-x));
}

Task elementwise_task(std::string name, double (*reference)(double, double), float (*kernel)(float, float)) {
  return {std::move(name),
          {{1 << 20, 1}, {256, 4096}},
          [](std::size_t) { return 1.0; },
          [reference](const Inputs& in) { return map<double>(in, reference); },
          {{"plain", [kernel](const Inputs& in) { return map<float>(in, kernel); }}}};
}

// --- rows to rows -------------------------------------------------------------------------------------------------

template <typename T, typename Row>
std::vector<T> map_rows(const Inputs& in, Row row_kernel) {
  std::vector<T> out(in.x.size());
  for (std::size_t row = 0; row < in.rows; ++row) row_kernel(&in.x[row * in.n], in.y.data(), &out[row * in.n], in.n);
  return out;
}

template <typename T>
void softmax(const float* x, const float*, T* out, std::size_t n) {
  const T top = *std::max_element(x, x + n);
  T sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += out[i] = std::exp(static_cast<T>(x[i]) - top);
  for (std::size_t i = 0; i < n; ++i) out[i] /= sum;
}

void softmax_online(const float* x, const float*, float* out, std::size_t n) {
  float top = x[0];
  float sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const float higher = std::max(top, x[i]);
    sum = sum * std::exp(top - higher) + std::exp(x[i] - higher);
    top = higher;
  }
  const float inverse = 1 / sum;
  for (std::size_t i = 0; i < n; ++i) out[i] = std::exp(x[i] - top) * inverse;
}

template <typename T>
void layer_norm(const float* x, const float* y, T* out, std::size_t n) {
  T mean = 0;
  for (std::size_t i = 0; i < n; ++i) mean += x[i];
  mean /= static_cast<T>(n);
  T variance = 0;
  for (std::size_t i = 0; i < n; ++i) variance += (x[i] - mean) * (x[i] - mean);
  const T inverse = 1 / std::sqrt(variance / static_cast<T>(n) + T(1e-5));
  for (std::size_t i = 0; i < n; ++i) out[i] = (x[i] - mean) * inverse * y[i];
}

void layer_norm_one_pass(const float* x, const float* y, float* out, std::size_t n) {
  float sum = 0;
  float squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum += x[i];
    squares += x[i] * x[i];
  }
  const float mean = sum / static_cast<float>(n);
  const float inverse = 1 / std::sqrt(squares / static_cast<float>(n) - mean * mean + 1e-5f);
  for (std::size_t i = 0; i < n; ++i) out[i] = (x[i] - mean) * inverse * y[i];
}

template <typename T>
void cumsum(const float* x, const float*, T* out, std::size_t n) {
  T sum = 0;
  for (std::size_t i = 0; i < n; ++i) out[i] = sum += x[i];
}

void cumsum_blocked(const float* x, const float*, float* out, std::size_t n) {
  float before = 0;
  for (std::size_t start = 0; start < n; start += 32) {
    float sum = 0;
    const std::size_t end = std::min(n, start + 32);
    for (std::size_t i = start; i < end; ++i) out[i] = before + (sum += x[i]);
    before += sum;
  }
}

using RowKernel = void (*)(const float*, const float*, float*, std::size_t);

template <typename Reference>
Task row_task(std::string name, std::vector<Size> sizes, double (*accumulations)(std::size_t), Reference reference,
              std::vector<std::pair<std::string, RowKernel>> kernels) {
  Task task{std::move(name),
            std::move(sizes),
            accumulations,
            [reference](const Inputs& in) { return map_rows<double>(in, reference); },
            {}};
  for (const auto& [kernel_name, kernel] : kernels) {
    task.kernels.push_back({kernel_name, [kernel](const Inputs& in) { return map_rows<float>(in, kernel); }});
  }
  return task;
}

}  // namespace

Inputs draw_inputs(std::size_t rows, std::size_t n, std::uint64_t set) {
  return {draw(set, 0, rows * n), draw(set, 1, n), rows, n};
}

std::vector<Task> noise_tasks() {
  return {dot_task(),
          elementwise_task("gelu (erf)", gelu_erf<double>, gelu_erf<float>),
          elementwise_task("gelu (tanh)", gelu_tanh<double>, gelu_tanh<float>),
          elementwise_task("silu", silu<double>, silu<float>),
          elementwise_task("saxpy", saxpy<double>, saxpy<float>),
          elementwise_task("product", product<double>, product<float>),
          row_task("softmax", {{4096, 16}, {512, 256}, {64, 1024}, {32, 4096}, {8, 16384}}, one_signed_terms,
                   softmax<double>, {{"three passes", softmax<float>}, {"online", softmax_online}}),
          row_task("layer norm", {{4096, 16}, {512, 256}, {64, 4096}, {16, 16384}}, signed_terms, layer_norm<double>,
                   {{"two passes", layer_norm<float>}, {"one pass", layer_norm_one_pass}}),
          row_task("cumsum", {{65536, 1}, {4096, 16}, {512, 256}, {64, 4096}, {16, 65536}}, signed_terms,
                   cumsum<double>, {{"sequential", cumsum<float>}, {"blocked", cumsum_blocked}})};
}

}  // namespace leap::judge::testing
