#include "tests/jail/bpf.h"

#include <linux/bpf_common.h>
#include <linux/filter.h>

#include <cstring>
#include <stdexcept>
#include <string>

namespace leap::jail::testing {

namespace {

seccomp_data data_of(const Call& call) {
  seccomp_data data{};
  data.nr = static_cast<int>(call.number);
  data.arch = call.architecture;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) data.args[i] = call.arguments[i];
  return data;
}

bool jumps(const sock_filter& instruction, std::uint32_t accumulator) {
  switch (BPF_OP(instruction.code)) {
    case BPF_JEQ:
      return accumulator == instruction.k;
    case BPF_JGT:
      return accumulator > instruction.k;
    case BPF_JGE:
      return accumulator >= instruction.k;
    case BPF_JSET:
      return (accumulator & instruction.k) != 0;
  }
  throw std::runtime_error("an unknown jump");
}

}  // namespace

std::uint32_t evaluate(std::string_view program, const Call& call) {
  const std::size_t count = program.size() / sizeof(sock_filter);
  if (count == 0 || program.size() % sizeof(sock_filter) != 0) throw std::runtime_error("not a program");
  const seccomp_data data = data_of(call);
  std::uint32_t accumulator = 0;
  for (std::size_t at = 0; at < count; ++at) {
    sock_filter instruction;
    std::memcpy(&instruction, program.data() + at * sizeof instruction, sizeof instruction);
    switch (BPF_CLASS(instruction.code)) {
      case BPF_LD:
        if (instruction.code != (BPF_LD | BPF_W | BPF_ABS) || instruction.k % 4 != 0 ||
            instruction.k + 4 > sizeof data) {
          throw std::runtime_error("an unknown load");
        }
        std::memcpy(&accumulator, reinterpret_cast<const char*>(&data) + instruction.k, sizeof accumulator);
        break;
      case BPF_ALU:
        if (instruction.code != (BPF_ALU | BPF_AND | BPF_K)) throw std::runtime_error("unknown arithmetic");
        accumulator &= instruction.k;
        break;
      case BPF_JMP:
        if (BPF_OP(instruction.code) == BPF_JA) {
          at += instruction.k;
        } else {
          at += jumps(instruction, accumulator) ? instruction.jt : instruction.jf;
        }
        break;
      case BPF_RET:
        return instruction.k;
      default:
        throw std::runtime_error("an unknown instruction " + std::to_string(instruction.code));
    }
  }
  throw std::runtime_error("the program ran off its end");
}

}  // namespace leap::jail::testing
