#include "sandbox/jail/cgroup.h"

#include <signal.h>
#include <unistd.h>

#include "sandbox/jail/cgroup_paths.h"
#include "sandbox/jail/setup_error.h"

namespace leap::jail {

namespace {

constexpr std::string_view kPrefix = "leap-";

// The PID of leap-PID-LABEL, 0 for other names.
pid_t owner_of(const std::string& name) {
  if (name.rfind(kPrefix, 0) != 0) return 0;
  return static_cast<pid_t>(cgroup_paths::number(std::string_view(name).substr(kPrefix.size())));
}

bool gone(pid_t process) { return ::kill(process, 0) != 0 && errno == ESRCH; }

}  // namespace

std::string_view name(CgroupBackend backend) {
  switch (backend) {
    case CgroupBackend::v2:
      return "v2";
    case CgroupBackend::v1:
      return "v1";
    case CgroupBackend::none:
      return "none";
  }
  return "?";
}

CgroupBackend detect_cgroup_backend() {
  std::string why;
  if (try_cgroup_v2(why)) return CgroupBackend::v2;
  if (try_cgroup_v1(why)) return CgroupBackend::v1;
  return CgroupBackend::none;
}

std::unique_ptr<Cgroup> make_cgroup(CgroupBackend backend, const std::string& name) {
  switch (backend) {
    case CgroupBackend::v2:
      return make_cgroup_v2(name);
    case CgroupBackend::v1:
      return make_cgroup_v1(name);
    case CgroupBackend::none:
      return make_cgroup_none();
  }
  throw SetupError("cgroup", EINVAL);
}

std::string cgroup_name(pid_t warden, const std::string& label) {
  std::string result = std::string(kPrefix) + std::to_string(warden) + "-";
  for (const char c : label) result += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return result;
}

void sweep_stale_cgroups(const std::filesystem::path& parent) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(parent, ignored)) {
    const pid_t owner = owner_of(entry.path().filename());
    // Only rmdir: it refuses a cgroup that is in use, whoever's view of pids is wrong.
    if (owner > 0 && gone(owner)) ::rmdir(entry.path().c_str());
  }
}

}  // namespace leap::jail
