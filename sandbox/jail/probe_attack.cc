#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>

#include "sandbox/channel/memory.h"
#include "sandbox/jail/attacker/attempts.h"
#include "sandbox/jail/probe.h"

namespace leap::jail {

namespace {

constexpr const char* kProbeInJail = "/leap-probe";
constexpr int kFilterDescriptor = 3;
constexpr std::size_t kMaxOutput = 4096;
constexpr std::chrono::seconds kLimit{20};
constexpr int kStoppedStatus = 0;  // exit statuses of leap-probe
constexpr int kEscapedStatus = 1;

// A socket of the host for the attacker to reach for.
struct Listener {
  std::string name = "leap-check-" + std::to_string(::getpid());
  Fd socket{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};

  Listener() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    name.copy(address.sun_path + 1, sizeof address.sun_path - 1);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0) ::listen(socket.get(), 1);
  }
};

Policy with_probe(Policy policy, const std::filesystem::path& leap_probe) {
  MountRule rule{};
  rule.kind = MountRule::Kind::read_only_bind;
  rule.source = leap_probe;
  rule.target = kProbeInJail;
  rule.executable = true;
  policy.mounts.push_back(std::move(rule));
  return policy;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Only a clear "stopped" counts: an attempt that could not be made proves nothing.
void judge(const JailEnd& end, const std::string& output, EscapeAttempt& attempt) {
  switch (end.kind) {
    case JailEnd::Kind::exited:
      attempt.stopped = end.code == kStoppedStatus;
      if (end.code == kEscapedStatus)
        attempt.detail = "got through: " + first_line(output);
      else
        attempt.detail =
            attempt.stopped ? "refused" : "could not be tried: leap-probe said " + std::to_string(end.code);
      return;
    case JailEnd::Kind::signalled:
      attempt.stopped = end.code == SIGSYS;
      attempt.detail =
          attempt.stopped ? "killed by the filter" : "could not be tried: signal " + std::to_string(end.code);
      return;
    case JailEnd::Kind::killed:
      attempt.detail = "did not end";
      return;
    case JailEnd::Kind::lost:
      attempt.detail = "brought the jail's init down";
      return;
  }
}

}  // namespace

std::vector<EscapeAttempt> attack_jail(Warden& warden, const Policy& policy, const std::filesystem::path& leap_probe,
                                       const std::string& stage) {
  const Listener listener;
  const Policy probing = with_probe(policy, leap_probe);
  Fd filter;
  if (!stage.empty()) filter = channel::make_sealed("leap-filter", policy.filters.at(stage));

  std::vector<EscapeAttempt> results;
  for (const attacker::Attempt& known : attacker::kAttempts) {
    EscapeAttempt attempt{std::string(known.name), std::string(known.what), false, ""};
    const Fd output(::memfd_create("leap-output", MFD_CLOEXEC));
    Launch launch;
    launch.policy = &probing;
    launch.argv = {kProbeInJail, stage.empty() ? "attempt" : "filtered-attempt", attempt.name, listener.name};
    launch.descriptors = {{output.get(), STDOUT_FILENO}};
    if (filter) launch.descriptors.emplace_back(filter.get(), kFilterDescriptor);
    auto launched = warden.launch(launch);
    if (auto* failure = std::get_if<SetupFailure>(&launched)) {
      attempt.detail = "could not be tried: " + failure->text();
    } else {
      Jail& jail = std::get<Jail>(launched);
      const auto end = jail.wait(channel::Clock::now() + kLimit);
      judge(end ? *end : jail.kill(), channel::read_all(output.get(), kMaxOutput), attempt);
    }
    results.push_back(std::move(attempt));
  }
  return results;
}

}  // namespace leap::jail
