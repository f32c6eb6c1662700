// Which operators a reference may use, as data.
#pragma once

#include <string_view>

namespace leap::reference {

// `name` is qualified and without overload: "aten::softmax", "prim::If". Operators that write to a tensor in place or
// to an `out=` argument are refused besides, whatever their name.
bool is_allowed_operator(std::string_view name);

// Why an operator is refused, for the message: "it reads or writes files", ... A general reason if none is known.
std::string_view refusal_reason(std::string_view name);

// Calls `visit` with each allowed name.
void for_each_allowed_operator(void (*visit)(std::string_view name, void* context), void* context);

}  // namespace leap::reference
