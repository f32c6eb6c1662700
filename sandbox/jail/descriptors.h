// The payload's descriptors: those that were named, at the numbers that were named, and nothing else.
#pragma once

#include <vector>

#include "sandbox/jail/order.h"

namespace leap::jail::descriptors {

// In the payload process. 0, 1 and 2 are `null_device` unless named; everything else is closed by exec.
void arrange(const std::vector<Order::Descriptor>& wanted, int null_device);

}  // namespace leap::jail::descriptors
