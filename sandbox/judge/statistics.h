// Order statistics of small samples.
#pragma once

#include <vector>

namespace leap::judge {

// The q-quantile by linear interpolation between order statistics; `samples` must not be empty, 0 <= q <= 1.
double quantile(std::vector<double> samples, double q);

inline double median(std::vector<double> samples) { return quantile(std::move(samples), 0.5); }

// exp(mean(log x)); every value must be positive, and there must be one.
double geometric_mean(const std::vector<double>& values);

}  // namespace leap::judge
