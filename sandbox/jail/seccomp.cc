#include "sandbox/jail/seccomp.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <stdexcept>

#include "sandbox/channel/fd.h"
#include "sandbox/channel/memory.h"
#include "sandbox/jail/setup_error.h"

namespace leap::jail::seccomp {

namespace {

struct Release {
  void operator()(void* context) const { ::seccomp_release(context); }
};
using Context = std::unique_ptr<void, Release>;

constexpr std::size_t kMaxProgramBytes = BPF_MAXINSNS * sizeof(sock_filter);

void require(int result, const std::string& what) {
  if (result < 0) throw std::runtime_error("seccomp: " + what + ": " + std::strerror(-result));
}

// "Differs under the mask" means that at least one bit differs. libseccomp has no such comparison under a mask, but
// rules for one call are alternatives: one rule a bit says it.
std::vector<Condition> alternatives(const Condition& condition) {
  if (condition.equal) return {condition};
  std::vector<Condition> bits;
  for (unsigned bit = 0; bit < 64; ++bit) {
    const std::uint64_t mask = std::uint64_t{1} << bit;
    if ((condition.mask & mask) != 0) bits.push_back({condition.argument, mask, ~condition.value & mask, true});
  }
  return bits;
}

using Conjunction = std::vector<scmp_arg_cmp>;

std::vector<Conjunction> expand(const std::vector<Condition>& conditions) {
  std::vector<Conjunction> all(1);
  for (const Condition& condition : conditions) {
    std::vector<Conjunction> next;
    for (const Conjunction& so_far : all) {
      for (const Condition& choice : alternatives(condition)) {
        next.push_back(so_far);
        next.back().push_back({choice.argument, SCMP_CMP_MASKED_EQ, choice.mask, choice.value & choice.mask});
      }
    }
    all = std::move(next);
  }
  return all;
}

void add(scmp_filter_ctx context, const Rule& rule) {
  const int number = ::seccomp_syscall_resolve_name(rule.call.c_str());
  if (number < 0) throw std::runtime_error("seccomp: no system call is named \"" + rule.call + "\" here");
  const std::uint32_t action = rule.error        ? SCMP_ACT_ERRNO(static_cast<std::uint32_t>(*rule.error))
                               : rule.supervised ? SCMP_ACT_NOTIFY
                                                 : SCMP_ACT_ALLOW;
  for (const Conjunction& comparisons : expand(rule.when)) {
    require(::seccomp_rule_add_array(context, action, number, static_cast<unsigned>(comparisons.size()),
                                     comparisons.data()),
            "rule for " + rule.call);
  }
}

}  // namespace

bool known_call(const std::string& name) { return ::seccomp_syscall_resolve_name(name.c_str()) >= 0; }

FilterProgram compile(const Filter& filter) {
  const Context context(::seccomp_init(filter.otherwise == Default::kill ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_TRAP));
  if (!context) throw std::runtime_error("seccomp: cannot make a filter");
  require(::seccomp_attr_set(context.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS), "bad architecture");
  // A binary tree over the numbers: a chain of 150 comparisons costs more than the call.
  require(::seccomp_attr_set(context.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2), "optimize");
  for (const Rule& rule : filter.rules) add(context.get(), rule);
  const Fd memory(::memfd_create("filter", MFD_CLOEXEC));
  if (!memory) throw std::runtime_error("seccomp: no memory for the program");
  require(::seccomp_export_bpf(context.get(), memory.get()), "export");
  return channel::read_all(memory.get(), kMaxProgramBytes);
}

void install(const FilterProgram& program) {
  // The kernel copies the program; the alignment of a std::string's heap block (16) is more than sock_filter needs.
  sock_fprog header{};
  header.len = static_cast<unsigned short>(program.size() / sizeof(sock_filter));
  header.filter = reinterpret_cast<sock_filter*>(const_cast<char*>(program.data()));
  check(static_cast<int>(::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &header)), "seccomp");
}

}  // namespace leap::jail::seccomp
