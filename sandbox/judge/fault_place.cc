#include "sandbox/judge/fault_place.h"

#include <csignal>
#include <cstdio>

namespace leap::judge {

std::string describe_fault(const Bank& bank, std::size_t workload, const Arena& arena, const runner::Hint& hint) {
  if (hint.signal != SIGSEGV && hint.signal != SIGBUS) return "";
  const std::string verb = hint.is_write ? "wrote" : "read";
  const auto& definition = bank.definition();
  for (std::size_t i = 0; i < arena.layout().regions.size(); ++i) {
    const bool is_input = i < definition.inputs.size();
    const auto& tensor = is_input ? definition.inputs[i] : definition.outputs[i - definition.inputs.size()];
    const auto& region = arena.layout().regions[i];
    const std::uint64_t bytes = static_cast<std::uint64_t>(protocol::element_count(tensor, bank.axes(workload))) *
                                protocol::size_bytes(tensor.dtype);
    const std::uint64_t begin = arena.runner_address(i, bytes);
    const std::string what = std::string(is_input ? "input" : "output") + " `" + tensor.name + "`";
    if (hint.address >= begin && hint.address < begin + bytes) return verb + " to " + what + ", which is read-only";
    if (hint.address >= region.address + region.bytes &&
        hint.address < region.address + region.bytes + runner::kPageBytes) {
      return verb + " " + std::to_string(hint.address - begin - bytes) + " bytes past the end of " + what;
    }
    if (hint.address >= region.address - runner::kPageBytes && hint.address < begin) {
      return verb + " " + std::to_string(begin - hint.address) + " bytes before the start of " + what;
    }
  }
  char address[64];
  std::snprintf(address, sizeof address, " at address 0x%llx", static_cast<unsigned long long>(hint.address));
  return verb + address + ", outside every tensor";
}

}  // namespace leap::judge
