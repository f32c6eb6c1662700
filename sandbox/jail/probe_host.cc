#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "sandbox/jail/cgroup.h"
#include "sandbox/jail/cgroup_paths.h"
#include "sandbox/jail/landlock.h"
#include "sandbox/jail/probe.h"
#include "sandbox/jail/syscalls.h"

namespace leap::jail {

namespace {

using Status = LayerStatus;

// First line of a file of the kernel, empty when there is none.
std::string setting(const char* file) {
  const std::string text = cgroup_paths::read(file);
  return text.substr(0, text.find('\n'));
}

LayerReport ok(std::string name, std::string finding) { return {std::move(name), Status::ok, std::move(finding), ""}; }

// errno of `attempt` run in a forked child, 0 when it worked.
template <typename Attempt>
int errno_in_child(const Attempt& attempt) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(attempt() ? 0 : errno);
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) < 0 || !WIFEXITED(status)) return ECHILD;
  return WEXITSTATUS(status);
}

LayerReport user_namespaces() {
  const int error = errno_in_child([] { return ::unshare(CLONE_NEWUSER) == 0; });
  if (error == 0) return ok("user namespaces", "this user can make them");
  std::string advice = "No jail can be made. ";
  if (setting("/proc/sys/kernel/unprivileged_userns_clone") == "0")
    advice += "Set kernel.unprivileged_userns_clone=1. ";
  if (setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1") {
    advice +=
        "AppArmor restricts them: install a profile with \"userns,\" for leap, or set "
        "kernel.apparmor_restrict_unprivileged_userns=0. ";
  }
  if (setting("/proc/sys/user/max_user_namespaces") == "0") advice += "Set user.max_user_namespaces above 0. ";
  return {"user namespaces", Status::missing, std::strerror(error),
          advice + "In a container, allow unshare and clone."};
}

LayerReport other_namespaces() {
  constexpr int kAll =
      CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
  const int error = errno_in_child([] { return ::unshare(kAll) == 0; });
  if (error == 0) return ok("namespaces", "mount, pid, net, ipc, uts and cgroup");
  return {
      "namespaces", Status::missing, std::strerror(error),
      "No jail can be made: the kernel, a container or a service's RestrictNamespaces= forbids one of mount, pid, net, "
      "ipc, uts, cgroup."};
}

LayerReport mount_interface() {
  const int error = errno_in_child([] {
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
    const Fd tree(::open_tree(AT_FDCWD, "/", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE));
    ::mount_attr attributes{};
    attributes.attr_set = MOUNT_ATTR_RDONLY;
    return tree && ::mount_setattr(tree.get(), "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof attributes) == 0;
  });
  if (error == 0) return ok("mount interface", "open_tree, mount_setattr, move_mount");
  return {
      "mount interface", Status::missing, std::strerror(error),
      "No jail can be made. Linux 5.12 or newer is needed, and filters around leap (SystemCallFilter=, a container's "
      "profile) must allow these calls."};
}

LayerReport cgroups() {
  std::string why_not_v2, why_not_v1;
  if (try_cgroup_v2(why_not_v2)) return ok("cgroup", "v2 with memory and pids, delegated to this user");
  if (try_cgroup_v1(why_not_v1)) return ok("cgroup", "v1 with memory and pids");
  return {"cgroup", Status::missing, "v2: " + why_not_v2 + "; v1: " + why_not_v1,
          "Memory and tasks of a jail can only be watched, not limited; leap refuses to grade without "
          "--allow-degraded. Run "
          "under systemd with Delegate=memory pids (systemd-run --user --scope -p Delegate=yes leap ...), or as root."};
}

LayerReport landlock_layer() {
  constexpr int kScopes = 6;
  constexpr int kTcp = 4;
  const int abi = landlock::abi();
  const std::string finding = "ABI " + std::to_string(abi);
  if (abi >= kScopes) return ok("Landlock", finding);
  if (abi == 0) {
    return {"Landlock", Status::degraded, "not there",
            "The second wall around files is missing; mounts and namespaces still stand. Boot with lsm=landlock,..."};
  }
  return {"Landlock", Status::degraded, finding,
          abi >= kTcp ? "Without ABI 6 it does not scope signals and abstract sockets; namespaces still do."
                      : "Without ABI 4 and 6 it covers files only; namespaces still cover the network and signals."};
}

LayerReport seccomp_layer() {
  const std::uint32_t action = SECCOMP_RET_KILL_PROCESS;
  if (::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0)
    return ok("seccomp", "filters that kill the process");
  return {"seccomp", Status::missing, std::strerror(errno),
          "No jail can be made: the kernel needs CONFIG_SECCOMP_FILTER."};
}

LayerReport no_new_privileges() {
  const int error = errno_in_child([] { return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0; });
  if (error == 0) return ok("no_new_privs", "can be set");
  return {"no_new_privs", Status::missing, std::strerror(error), "No jail can be made: Linux 3.5 or newer is needed."};
}

LayerReport nested_namespaces() {
  const int error = errno_in_child(
      [] { return ::unshare(CLONE_NEWUSER) == 0 && cgroup_paths::write("/proc/sys/user/max_user_namespaces", "0"); });
  if (error == 0) return ok("max_user_namespaces", "is set to 0 in every jail");
  return {"max_user_namespaces", Status::degraded, std::strerror(error),
          "The filter alone forbids user namespaces inside jails: /proc/sys is read-only or not mounted here."};
}

LayerReport executable_memfds() {
  const char* file = "/proc/sys/vm/memfd_noexec";
  if (::access(file, F_OK) != 0) {
    return {"memfd_noexec", Status::degraded, "not there",
            "The filter alone forbids memfds in jails; Linux 6.3 has the switch."};
  }
  if (::geteuid() == 0 && ::access(file, W_OK) == 0) return ok("memfd_noexec", "is set to 2 in every jail");
  if (setting(file) == "2") return ok("memfd_noexec", "2 for the whole host");
  return {
      "memfd_noexec", Status::degraded, "only root may set it",
      "The filter alone forbids memfds in jails made by this user; vm.memfd_noexec=2 for the host adds a second wall."};
}

// A setting that weakens a wall or disturbs times when it has (or lacks) a value.
struct Advised {
  const char* name;
  const char* file;
  const char* bad;  // a value that starts with this is worth a word
  const char* advice;
};

constexpr Advised kAdvised[] = {
    {"legacy_tiocsti", "/proc/sys/dev/tty/legacy_tiocsti", "1",
     "Jails have no terminal and no TIOCSTI; for the rest of the host dev.tty.legacy_tiocsti=0 is safer."},
    {"io_uring", "/proc/sys/kernel/io_uring_disabled", "0",
     "The filters forbid it in jails; kernel.io_uring_disabled=2 takes the interface away from everyone."},
    {"unprivileged BPF", "/proc/sys/kernel/unprivileged_bpf_disabled", "0",
     "The filters forbid it in jails; set kernel.unprivileged_bpf_disabled=2."},
    {"core_pattern", "/proc/sys/kernel/core_pattern", "|",
     "Cores go to a program. Jails set a core limit of 1, for which the kernel does not start it."},
    {"transparent huge pages", "/sys/kernel/mm/transparent_hugepage/enabled", "[always]",
     "Times of memory-bound kernels depend on luck; \"madvise\" is steadier."},
    {"SMT", "/sys/devices/system/cpu/smt/active", "1",
     "Two jails may share a core, its caches and its time; nosmt gives steadier times and fewer side channels."},
    {"CPU governor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave",
     "The clock rate follows the load; \"performance\" gives steadier times."},
};

LayerReport advised(const Advised& about) {
  const std::string value = setting(about.file);
  if (value.empty()) return ok(about.name, "no such setting here");
  if (value.rfind(about.bad, 0) == 0) return {about.name, Status::degraded, value, about.advice};
  return ok(about.name, value);
}

LayerReport swap() {
  const std::string table = cgroup_paths::read("/proc/swaps");
  if (table.find('\n') + 1 >= table.size()) return ok("swap", "none");
  return {"swap", Status::degraded, "in use",
          "A jail's memory limit counts memory and swap together where the kernel accounts for swap (swapaccount=1); "
          "times suffer."};
}

LayerReport address_randomisation() {
  const std::string value = setting("/proc/sys/kernel/randomize_va_space");
  if (value == "2") return ok("ASLR", "full");
  return {"ASLR", Status::degraded, value, "Set kernel.randomize_va_space=2: exploits get easier without it."};
}

}  // namespace

std::vector<LayerReport> probe_host() {
  std::vector<LayerReport> reports = {user_namespaces(),
                                      other_namespaces(),
                                      mount_interface(),
                                      cgroups(),
                                      landlock_layer(),
                                      seccomp_layer(),
                                      no_new_privileges(),
                                      nested_namespaces(),
                                      executable_memfds(),
                                      address_randomisation(),
                                      swap()};
  for (const Advised& about : kAdvised) reports.push_back(advised(about));
  return reports;
}

}  // namespace leap::jail
