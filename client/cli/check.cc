// `leap check`: what this host gives to the sandbox, and whether a jail holds.
#include <unistd.h>

#include <algorithm>

#include "client/cli/check_report.h"
#include "client/cli/command.h"
#include "client/cli/output.h"
#include "client/cli/terminal.h"
#include "sandbox/evaluation/installation.h"
#include "sandbox/jail/probe.h"

namespace leap::cli {

namespace {

struct AttackedJail {
  const char* policy;
  const char* title;
};

constexpr AttackedJail kJails[] = {{"toolchain_cpp", "the compiler's jail"},
                                   {"runner_cpp", "the kernel's jail"},
                                   {"reference", "the reference's jail"}};

// The filters that a stranger's code runs under. Where a program installs more of them, it is under one of those.
std::vector<std::string> attacked_stages(const jail::Policy& policy) {
  std::vector<std::string> stages;
  for (const auto& [stage, filter] : policy.filters) {
    if (stage != "payload") stages.push_back(stage);
  }
  return stages.empty() ? std::vector<std::string>{""} : stages;
}

// All attempts, jail by jail. What cannot even be set up is an attempt that was not stopped.
std::vector<JailAttack> attack(const evaluation::Installation& installation) {
  jail::WardenOptions options;
  options.label = "check";
  options.allow_degraded = true;  // a missing cgroup is a finding, not an end
  jail::Warden warden = jail::Warden::start(options);
  std::vector<JailAttack> attacks;
  for (const AttackedJail& attacked : kJails) {
    const auto policy = jail::load_policy(installation.policies / "sandbox" / (std::string(attacked.policy) + ".json"),
                                          {{"libexec", installation.programs.string()}});
    for (const std::string& stage : attacked_stages(policy)) {
      const std::string title = attacked.title + (stage.empty() ? "" : ", filter `" + stage + "`");
      attacks.push_back({title, jail::attack_jail(warden, policy, installation.programs / "leap-probe", stage)});
    }
  }
  return attacks;
}

}  // namespace

int check(const CheckCommand& command) {
  CheckReport report;
  report.layers = jail::probe_host();
  try {
    report.attacks = attack(evaluation::find_installation());
  } catch (const OutputClosed&) {
    throw;
  } catch (const std::exception& error) {
    report.error = error.what();
  }
  const Terminal terminal = inspect_terminal(STDOUT_FILENO);
  print(command.json ? check_json(report) : check_text(report, terminal.columns, Palette(terminal.colour)));
  return check_status(report);
}

}  // namespace leap::cli
