// Limits on everything that comes from outside. A number that decides something lives here, once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace leap::protocol::limits {

inline constexpr std::size_t kMaxJsonBytes = 4u << 20;  // one JSON document
inline constexpr int kMaxJsonDepth = 32;                // nesting of arrays and objects
inline constexpr std::size_t kMaxJsonMembers = 1024;    // of one object
inline constexpr std::size_t kMaxExpressionBytes = 512;
inline constexpr int kMaxExpressionDepth = 32;  // parentheses, calls and signs within each other
inline constexpr std::size_t kMaxExpressionNodes = 128;
inline constexpr std::size_t kMaxSourceBytes = 1u << 20;        // one source file
inline constexpr std::size_t kMaxReferenceBytes = 64u << 10;    // a definition's reference
inline constexpr std::size_t kMaxDescriptionBytes = 16u << 10;  // any free text
inline constexpr std::size_t kMaxNameBytes = 64;
inline constexpr std::size_t kMaxTags = 16;
inline constexpr std::size_t kMaxConstraints = 32;
inline constexpr std::size_t kMaxAxes = 16;
inline constexpr std::size_t kMaxTensors = 16;  // inputs and outputs together
inline constexpr std::size_t kMaxRank = 8;
inline constexpr std::size_t kMaxWorkloads = 64;
inline constexpr std::int64_t kMaxAxis = std::int64_t{1} << 31;
inline constexpr std::int64_t kMaxElements = std::int64_t{1} << 31;  // of one tensor
inline constexpr int kMaxThreads = 64;

}  // namespace leap::protocol::limits
