#include "sandbox/jail/user_namespace.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <string>

#include "sandbox/channel/fd.h"
#include "sandbox/jail/setup_error.h"

namespace leap::jail::user_namespace {

namespace {

void write_file(pid_t process, const char* name, const std::string& text) {
  const std::string path = "/proc/" + std::to_string(process) + "/" + name;
  const Fd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file || ::write(file.get(), text.data(), text.size()) < 0) throw SetupError(name);
}

}  // namespace

Ids outer_ids(unsigned slot) {
  if (::geteuid() == 0) return {kFirstRootSlotId + slot, kFirstRootSlotId + slot};
  return {::geteuid(), ::getegid()};
}

void write_maps(pid_t process, Ids inner, Ids outer) {
  const auto line = [](unsigned in, unsigned out) { return std::to_string(in) + " " + std::to_string(out) + " 1"; };
  // Without "deny" a user that is not root may not write gid_map, and the jail could drop groups that deny it files.
  write_file(process, "setgroups", "deny");
  write_file(process, "uid_map", line(inner.user, outer.user));
  write_file(process, "gid_map", line(inner.group, outer.group));
}

void become_inner_user() {
  // The raw calls: glibc's wrappers go through its list of threads, which a raw clone3 child has no use for.
  if (::syscall(SYS_setresgid, kInnerId, kInnerId, kInnerId) != 0) throw SetupError("setresgid");
  if (::syscall(SYS_setresuid, kInnerId, kInnerId, kInnerId) != 0) throw SetupError("setresuid");
}

}  // namespace leap::jail::user_namespace
