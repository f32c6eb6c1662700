// Random valid records for property tests.
#pragma once

#include <random>
#include <string>

#include "protocol/definition.h"

namespace leap::protocol::test {

using Random = std::mt19937_64;

std::size_t pick(Random& random, std::size_t count);  // 0 .. count - 1

// Valid UTF-8 of up to `max_characters`, with quotes, escapes, line breaks and characters of every length.
std::string random_text(Random& random, std::size_t max_characters);

// A definition that parse_definition() accepts.
Definition random_definition(Random& random);

}  // namespace leap::protocol::test
