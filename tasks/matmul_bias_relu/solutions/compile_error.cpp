// expect: compile_error
// Calls a matrix library that is not there.
#include <leap_task.h>
#include <Eigen/Dense>

#include <cstdint>

extern "C" void matmul_bias_relu(const float* x, const float* weight, const float* bias, float* y, int64_t m, int64_t n,
                                 int64_t k) {
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Matrix> samples(x, m, k), weights(weight, n, k);
  Eigen::Map<Matrix> result(y, m, n);
  result = (samples * weights.transpose()).rowwise() + Eigen::Map<const Eigen::RowVectorXf>(bias, n);
  result = result.cwiseMax(0.0f);
}
