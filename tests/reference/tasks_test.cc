// The tasks that ship, and more: the reference against the same mathematics in plain C++.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <ostream>

#include "tests/reference/reference_process.h"

namespace leap::reference {
namespace {

using protocol::Dtype;
using Values = std::vector<double>;
using Inputs = std::vector<Values>;
using Axes = protocol::AxisValues;

struct TaskCase {
  std::string name;
  std::vector<Tensor> inputs;
  std::vector<Tensor> outputs;
  Axes axes;
  std::string reference;
  std::function<Inputs(const Inputs&)> expected;
  std::function<void(Inputs&)> adjust = [](Inputs&) {};  // for inputs that are indices
};

void PrintTo(const TaskCase& task, std::ostream* out) { *out << task.name; }

Values map(const Values& x, const std::function<double(double)>& f) {
  Values y(x.size());
  std::transform(x.begin(), x.end(), y.begin(), f);
  return y;
}

// Applies `f(row, out)` to each row of `columns` elements, `out_columns` wide.
Values rows(const Values& x, std::size_t columns, std::size_t out_columns,
            const std::function<void(const double*, double*)>& f) {
  Values y(x.size() / columns * out_columns);
  for (std::size_t r = 0; r < x.size() / columns; ++r) f(&x[r * columns], &y[r * out_columns]);
  return y;
}

void softmax_row(const double* x, double* y, std::size_t n) {
  const double top = *std::max_element(x, x + n);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += y[i] = std::exp(x[i] - top);
  for (std::size_t i = 0; i < n; ++i) y[i] /= sum;
}

// [m, k] times [k, n], for each of `batch` pairs.
Values matmul(const double* a, const double* b, std::size_t m, std::size_t k, std::size_t n) {
  Values c(m * n, 0.0);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t p = 0; p < k; ++p)
      for (std::size_t j = 0; j < n; ++j) c[i * n + j] += a[i * k + p] * b[p * n + j];
  return c;
}

// [n, c, h, w] with [o, c, 3, 3], no padding, stride 1.
Values conv2d(const Values& x, const Values& w, const Values& bias, std::size_t n, std::size_t c, std::size_t h,
              std::size_t width, std::size_t o) {
  const std::size_t oh = h - 2, ow = width - 2;
  Values y(n * o * oh * ow);
  for (std::size_t i = 0; i < y.size(); ++i) {
    const std::size_t col = i % ow, row = i / ow % oh, out = i / (ow * oh) % o, image = i / (ow * oh * o);
    double sum = bias[out];
    for (std::size_t ch = 0; ch < c; ++ch)
      for (std::size_t dy = 0; dy < 3; ++dy)
        for (std::size_t dx = 0; dx < 3; ++dx)
          sum += x[((image * c + ch) * h + row + dy) * width + col + dx] * w[((out * c + ch) * 3 + dy) * 3 + dx];
    y[i] = sum;
  }
  return y;
}

// q, k, v [b, h, s, d] with a causal mask.
Values causal_attention(const Inputs& in, std::size_t heads, std::size_t s, std::size_t d) {
  Values out;
  for (std::size_t head = 0; head < heads; ++head) {
    const double* q = &in[0][head * s * d];
    const double* k = &in[1][head * s * d];
    const double* v = &in[2][head * s * d];
    for (std::size_t i = 0; i < s; ++i) {
      Values scores(i + 1), weights(i + 1);
      for (std::size_t j = 0; j <= i; ++j)
        scores[j] = std::inner_product(q + i * d, q + (i + 1) * d, k + j * d, 0.0) / std::sqrt(double(d));
      softmax_row(scores.data(), weights.data(), i + 1);
      for (std::size_t e = 0; e < d; ++e) {
        double sum = 0;
        for (std::size_t j = 0; j <= i; ++j) sum += weights[j] * v[j * d + e];
        out.push_back(sum);
      }
    }
  }
  return out;
}

Values layer_norm(const Inputs& in, std::size_t n) {
  return rows(in[0], n, n, [&](const double* x, double* y) {
    const double mean = std::accumulate(x, x + n, 0.0) / double(n);
    double var = 0;
    for (std::size_t i = 0; i < n; ++i) var += (x[i] - mean) * (x[i] - mean) / double(n);
    for (std::size_t i = 0; i < n; ++i) y[i] = (x[i] - mean) / std::sqrt(var + 1e-5) * in[1][i] + in[2][i];
  });
}

Values rms_norm(const Inputs& in, std::size_t n) {
  return rows(in[0], n, n, [&](const double* x, double* y) {
    const double mean_square = std::inner_product(x, x + n, x, 0.0) / double(n);
    for (std::size_t i = 0; i < n; ++i) y[i] = x[i] / std::sqrt(mean_square + 1e-6) * in[1][i];
  });
}

double cross_entropy(const Values& logits, const Values& labels, std::size_t classes) {
  double sum = 0;
  for (std::size_t r = 0; r < labels.size(); ++r) {
    Values p(classes);
    softmax_row(&logits[r * classes], p.data(), classes);
    sum -= std::log(p[static_cast<std::size_t>(labels[r])]);
  }
  return sum / double(labels.size());
}

void to_labels(Values& values, int classes) {
  for (double& value : values) value = std::abs(static_cast<int>(value * 16)) % classes;
}

double gelu(double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }
double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

const Tensor kX{"x", {"n"}}, kY{"y", {"n"}}, kMatrix{"x", {"m", "n"}}, kMatrixOut{"y", {"m", "n"}};

const std::vector<TaskCase>& tasks() {
  static const std::vector<TaskCase> all{
      {"vector_add",
       {kX, {"z", {"n"}}},
       {kY},
       {{"n", 1001}},
       "def run(x, z):\n    return x + z\n",
       [](const Inputs& in) {
         Values y = in[0];
         for (std::size_t i = 0; i < y.size(); ++i) y[i] += in[1][i];
         return Inputs{y};
       }},
      {"saxpy",
       {{"a", {}}, kX, {"z", {"n"}}},
       {kY},
       {{"n", 77}},
       "import torch\nfrom torch import Tensor\ndef run(a: Tensor, x: Tensor, z: Tensor) -> Tensor:\n    return a * x "
       "+ z\n",
       [](const Inputs& in) {
         Values y = in[2];
         for (std::size_t i = 0; i < y.size(); ++i) y[i] += in[0][0] * in[1][i];
         return Inputs{y};
       }},
      {"relu",
       {kX},
       {kY},
       {{"n", 300}},
       "def run(x):\n    return torch.relu(x)\n",
       [](const Inputs& in) { return Inputs{map(in[0], [](double v) { return std::max(v, 0.0); })}; }},
      {"gelu",
       {kX},
       {kY},
       {{"n", 300}},
       "import torch.nn.functional as F\ndef run(x):\n    return F.gelu(x)\n",
       [](const Inputs& in) { return Inputs{map(in[0], gelu)}; }},
      {"softmax",
       {kMatrix},
       {kMatrixOut},
       {{"m", 5}, {"n", 33}},
       "def run(x):\n    return torch.softmax(x, dim=-1)\n",
       [](const Inputs& in) {
         return Inputs{rows(in[0], 33, 33, [](const double* x, double* y) { softmax_row(x, y, 33); })};
       }},
      {"layer_norm",
       {kMatrix, {"w", {"n"}}, {"b", {"n"}}},
       {kMatrixOut},
       {{"m", 7}, {"n", 40}},
       "def run(x, w, b):\n    return F.layer_norm(x, [x.size(-1)], w, b, 1e-5)\n",
       [](const Inputs& in) { return Inputs{layer_norm(in, 40)}; }},
      {"rms_norm",
       {kMatrix, {"w", {"n"}}},
       {kMatrixOut},
       {{"m", 7}, {"n", 40}},
       "def run(x, w):\n    return x * torch.rsqrt((x ** 2).mean(-1, keepdim=True) + 1e-6) * w\n",
       [](const Inputs& in) { return Inputs{rms_norm(in, 40)}; }},
      {"rms_norm_functional",
       {kMatrix, {"w", {"n"}}},
       {kMatrixOut},
       {{"m", 7}, {"n", 40}},
       "def run(x, w):\n    return F.rms_norm(x, [x.size(1)], w, eps=1e-6)\n",
       [](const Inputs& in) { return Inputs{rms_norm(in, 40)}; }},
      {"row_sum",
       {kMatrix},
       {{"y", {"m"}}},
       {{"m", 9}, {"n", 4095}},
       "def run(x):\n    return x.sum(dim=1)\n",
       [](const Inputs& in) {
         return Inputs{
             rows(in[0], 4095, 1, [](const double* x, double* y) { *y = std::accumulate(x, x + 4095, 0.0); })};
       }},
      {"argmax",
       {kMatrix},
       {{"y", {"m"}, Dtype::int64}},
       {{"m", 9}, {"n", 50}},
       "def run(x):\n    return torch.argmax(x, dim=1)\n",
       [](const Inputs& in) {
         return Inputs{rows(in[0], 50, 1, [](const double* x, double* y) { *y = std::max_element(x, x + 50) - x; })};
       }},
      {"cumsum",
       {kMatrix},
       {kMatrixOut},
       {{"m", 3}, {"n", 100}},
       "def run(x):\n    return torch.cumsum(x, dim=1)\n",
       [](const Inputs& in) {
         return Inputs{rows(in[0], 100, 100, [](const double* x, double* y) { std::partial_sum(x, x + 100, y); })};
       }},
      {"transpose",
       {kMatrix},
       {{"y", {"n", "m"}}},
       {{"m", 6}, {"n", 11}},
       "def run(x):\n    return x.t()\n",
       [](const Inputs& in) {
         Values y;
         for (std::size_t j = 0; j < 11; ++j)
           for (std::size_t i = 0; i < 6; ++i) y.push_back(in[0][i * 11 + j]);
         return Inputs{y};
       }},
      {"matmul",
       {{"a", {"m", "k"}}, {"b", {"k", "n"}}},
       {{"c", {"m", "n"}}},
       {{"m", 17}, {"k", 64}, {"n", 19}},
       "def run(a, b):\n    return a @ b\n",
       [](const Inputs& in) { return Inputs{matmul(in[0].data(), in[1].data(), 17, 64, 19)}; }},
      {"einsum",
       {{"a", {"m", "k"}}, {"b", {"k", "n"}}},
       {{"c", {"m", "n"}}},
       {{"m", 17}, {"k", 64}, {"n", 19}},
       "def run(a, b):\n    return torch.einsum('ik,kj->ij', [a, b])\n",
       [](const Inputs& in) { return Inputs{matmul(in[0].data(), in[1].data(), 17, 64, 19)}; }},
      {"bmm",
       {{"a", {"g", "m", "k"}}, {"b", {"g", "k", "n"}}},
       {{"c", {"g", "m", "n"}}},
       {{"g", 3}, {"m", 5}, {"k", 8}, {"n", 6}},
       "def run(a, b):\n    return torch.bmm(a, b)\n",
       [](const Inputs& in) {
         Values c;
         for (std::size_t g = 0; g < 3; ++g) {
           const Values part = matmul(&in[0][g * 40], &in[1][g * 48], 5, 8, 6);
           c.insert(c.end(), part.begin(), part.end());
         }
         return Inputs{c};
       }},
      {"matmul_bias_relu",
       {{"a", {"m", "k"}}, {"w", {"n", "k"}}, {"b", {"n"}}},
       {{"c", {"m", "n"}}},
       {{"m", 7}, {"k", 16}, {"n", 9}},
       "def run(a, w, b):\n    return F.relu(F.linear(a, w, b))\n",
       [](const Inputs& in) {
         Values c(63);
         for (std::size_t i = 0; i < 63; ++i) {
           const double* row = &in[0][i / 9 * 16];
           c[i] = std::max(0.0, std::inner_product(row, row + 16, &in[1][i % 9 * 16], in[2][i % 9]));
         }
         return Inputs{c};
       }},
      {"conv2d",
       {{"x", {"n", "c", "h", "w"}}, {"weight", {"o", "c", "r", "r"}}, {"bias", {"o"}}},
       {{"y", {"n", "o", "oh", "ow"}}},
       {{"n", 2}, {"c", 3}, {"h", 8}, {"w", 7}, {"o", 4}, {"r", 3}, {"oh", 6}, {"ow", 5}},
       "def run(x, weight, bias):\n    return torch.nn.functional.conv2d(x, weight, bias)\n",
       [](const Inputs& in) { return Inputs{conv2d(in[0], in[1], in[2], 2, 3, 8, 7, 4)}; }},
      {"cross_entropy",
       {kMatrix, {"labels", {"m"}, Dtype::int64}},
       {{"loss", {}}},
       {{"m", 12}, {"n", 10}},
       "def run(x, labels):\n    return F.cross_entropy(x, labels)\n",
       [](const Inputs& in) { return Inputs{{cross_entropy(in[0], in[1], 10)}}; },
       [](Inputs& in) { to_labels(in[1], 10); }},
      {"cross_entropy_by_hand",
       {kMatrix, {"labels", {"m"}, Dtype::int64}},
       {{"loss", {}}},
       {{"m", 12}, {"n", 10}},
       "def run(x, labels):\n"
       "    picked = torch.log_softmax(x, dim=-1).gather(1, labels.unsqueeze(1))\n"
       "    return -picked.mean()\n",
       [](const Inputs& in) { return Inputs{{cross_entropy(in[0], in[1], 10)}}; },
       [](Inputs& in) { to_labels(in[1], 10); }},
      {"causal_attention",
       {{"q", {"b", "h", "s", "d"}}, {"k", {"b", "h", "s", "d"}}, {"v", {"b", "h", "s", "d"}}},
       {{"y", {"b", "h", "s", "d"}}},
       {{"b", 2}, {"h", 2}, {"s", 9}, {"d", 8}},
       "import math\n"
       "import torch\n"
       "def run(q, k, v):\n"
       "    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(q.size(-1))\n"
       "    allowed = torch.tril(torch.ones([q.size(2), k.size(2)], dtype=torch.bool))\n"
       "    scores = scores.masked_fill(torch.logical_not(allowed), float('-inf'))\n"
       "    return torch.matmul(torch.softmax(scores, dim=-1), v)\n",
       [](const Inputs& in) { return Inputs{causal_attention(in, 4, 9, 8)}; }},
      {"causal_attention_functional",
       {{"q", {"b", "h", "s", "d"}}, {"k", {"b", "h", "s", "d"}}, {"v", {"b", "h", "s", "d"}}},
       {{"y", {"b", "h", "s", "d"}}},
       {{"b", 2}, {"h", 2}, {"s", 9}, {"d", 8}},
       "def run(q, k, v):\n    return F.scaled_dot_product_attention(q, k, v, is_causal=True)\n",
       [](const Inputs& in) { return Inputs{causal_attention(in, 4, 9, 8)}; }},
      {"swiglu",
       {kX, {"g", {"n"}}},
       {kY},
       {{"n", 65}},
       "def run(x, g):\n    return F.silu(g) * x\n",
       [](const Inputs& in) {
         Values y = map(in[1], [](double v) { return v * sigmoid(v); });
         for (std::size_t i = 0; i < y.size(); ++i) y[i] *= in[0][i];
         return Inputs{y};
       }},
      {"embedding",
       {{"table", {"v", "d"}}, {"ids", {"n"}, Dtype::int32}},
       {{"y", {"n", "d"}}},
       {{"v", 11}, {"d", 4}, {"n", 6}},
       "def run(table, ids):\n    return F.embedding(ids, table)\n",
       [](const Inputs& in) {
         Values y;
         for (const double id : in[1])
           for (std::size_t j = 0; j < 4; ++j) y.push_back(in[0][static_cast<std::size_t>(id) * 4 + j]);
         return Inputs{y};
       },
       [](Inputs& in) { to_labels(in[1], 11); }},
      {"loop_with_helper",
       {kMatrix},
       {{"y", {"n"}}},
       {{"m", 13}, {"n", 5}},
       "from typing import List\n"
       "def decay(state, row):\n"
       "    return state * 0.5 + row\n"
       "def run(x):\n"
       "    rows: List[Tensor] = []\n"
       "    state = torch.zeros([x.size(1)])\n"
       "    for i in range(x.size(0)):\n"
       "        state = decay(state, x[i])\n"
       "        rows.append(state)\n"
       "    return torch.stack(rows).sum(0)\n",
       [](const Inputs& in) {
         Values state(5, 0.0), sum(5, 0.0);
         for (std::size_t i = 0; i < 65; ++i) {
           state[i % 5] = state[i % 5] * 0.5 + in[0][i];
           sum[i % 5] += state[i % 5];
         }
         return Inputs{sum};
       }},
      {"two_outputs",
       {kMatrix},
       {{"top", {"m"}}, {"at", {"m"}, Dtype::int64}},
       {{"m", 9}, {"n", 50}},
       "def run(x):\n    top, at = torch.max(x, dim=1)\n    return top, at\n",
       [](const Inputs& in) {
         return Inputs{rows(in[0], 50, 1, [](const double* x, double* y) { *y = *std::max_element(x, x + 50); }),
                       rows(in[0], 50, 1, [](const double* x, double* y) { *y = std::max_element(x, x + 50) - x; })};
       }},
      {"bool_mask",
       {kX, {"keep", {"n"}, Dtype::boolean}},
       {{"y", {"n"}, Dtype::boolean}},
       {{"n", 64}},
       "def run(x, keep):\n    return keep & (x > 0)\n",
       [](const Inputs& in) {
         Values y(64);
         for (std::size_t i = 0; i < 64; ++i) y[i] = in[1][i] != 0 && in[0][i] > 0;
         return Inputs{y};
       },
       [](Inputs& in) { to_labels(in[1], 2); }},
      {"int32_sum",
       {{"x", {"n"}, Dtype::int32}},
       {{"y", {}, Dtype::int32}},
       {{"n", 64}},
       "def run(x):\n    return x.sum()\n",
       [](const Inputs& in) { return Inputs{{std::accumulate(in[0].begin(), in[0].end(), 0.0)}}; },
       [](Inputs& in) {
         for (double& value : in[0]) value = std::trunc(value);
       }},
  };
  return all;
}

class TaskTest : public testing::TestWithParam<TaskCase> {};

TEST_P(TaskTest, AgreesWithPlainCpp) {
  const TaskCase& task = GetParam();
  const protocol::Definition definition = make_definition(task.inputs, task.outputs, task.reference);
  Inputs inputs;
  for (const auto& input : definition.inputs)
    inputs.push_back(sample(static_cast<std::size_t>(protocol::element_count(input, task.axes)), inputs.size() + 1));
  task.adjust(inputs);

  ReferenceProcess process;
  Client client(process.take_control());
  const auto result = evaluate(client, definition, task.axes, inputs);
  ASSERT_EQ(result.index(), 0u) << std::get<ReferenceError>(result).message;
  const auto& outputs = std::get<0>(result);
  const Inputs expected = task.expected(inputs);
  ASSERT_EQ(outputs.size(), expected.size());
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    ASSERT_EQ(outputs[o].size(), expected[o].size());
    for (std::size_t i = 0; i < outputs[o].size(); ++i)
      ASSERT_NEAR(outputs[o][i], expected[o][i], 1e-11 * std::max(1.0, std::fabs(expected[o][i])))
          << task.outputs[o].name << "[" << i << "]";
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, TaskTest, testing::ValuesIn(tasks()), [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace leap::reference
