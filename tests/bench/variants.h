// Small honest kernels, each different from all others, as a batch of a training step is.
#pragma once

#include <array>
#include <string>

#include "protocol/solution.h"

namespace leap::bench {

inline constexpr std::array<const char*, 3> kVariantTasks{"vector_add", "relu", "row_sum"};

// Number `variant` for the definition, whose name is one of kVariantTasks.
protocol::Solution make_variant(const protocol::Definition& definition, int variant);

}  // namespace leap::bench
