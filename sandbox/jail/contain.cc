#include "sandbox/jail/contain.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "sandbox/jail/capabilities.h"
#include "sandbox/jail/hardening.h"
#include "sandbox/jail/init.h"
#include "sandbox/jail/landlock.h"
#include "sandbox/jail/mounts.h"
#include "sandbox/jail/user_namespace.h"

namespace leap::jail {

namespace {

void await_maps(int lifeline) {
  char go = 0;
  ssize_t got;
  do {
    got = ::read(lifeline, &go, 1);
  } while (got < 0 && errno == EINTR);
  if (got != 1) throw SetupError("uid_map", ECANCELED);
}

// A process dies with its parent from this call on. The parent may have died before it, and getppid() cannot tell in a
// new pid namespace (it is 0 in any case): the lifeline can.
void die_with_the_warden(int lifeline) {
  check(::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0), "pdeathsig");
  pollfd wait{lifeline, POLLIN, 0};
  if (::poll(&wait, 1, 0) != 0) throw SetupError("pdeathsig", ECANCELED);
}

init::Payload enter_jail(const Order& order, Inheritance& inherited) {
  // Before the change of user: paths of the host are still walked as the user who may read them, and the host's /proc
  // is still there. Runs while the warden writes the maps.
  std::vector<mounts::Source> sources =
      inherited.sources ? std::move(*inherited.sources) : mounts::open_sources(order.mounts);
  hardening::restrict_namespaces();
  // From here on, rather this process than the warden; the init takes it back when the payload is there to go first.
  Fd oom_score = hardening::open_oom_score();
  hardening::set_oom_score(oom_score, hardening::kFirstChoice);

  await_maps(inherited.lifeline);
  // Before the first file is made: an owner that the map does not know is refused (EOVERFLOW).
  user_namespace::become_inner_user();
  check(::setsid(), "setsid");  // no controlling terminal to type into
  // After the change of user, which clears it.
  die_with_the_warden(inherited.lifeline);
  // The payload must not read this process, which still knows the host's descriptors. Not earlier: the warden could not
  // write the maps of a process that cannot be dumped.
  check(::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0), "dumpable");
  ::prctl(PR_SET_NAME, "leap-init", 0, 0, 0);

  const mounts::Tree tree = mounts::build(order, std::move(sources));
  mounts::forget_host();
  check(::sethostname("jail", 4), "hostname");

  // Here because the descriptors of the mounts are at hand; the payload puts it on.
  Fd ruleset = landlock::make_ruleset(inherited.landlock_abi, order, tree);
  // After the last step that needs privilege.
  capabilities::drop_all();
  return {std::move(ruleset), std::move(oom_score)};
}

}  // namespace

void contain(const Order& order, Inheritance inherited) {
  try {
    const init::Payload payload = enter_jail(order, inherited);
    // Limits, Landlock and the filter belong to the payload alone: see init.h.
    init::run(order, inherited, payload);
  } catch (const SetupError& failure) {
    inherited.report->fail(failure);
  } catch (const std::exception& failure) {
    inherited.report->fail(SetupError(failure.what(), ENOMEM));
  }
  ::_exit(0);
}

}  // namespace leap::jail
