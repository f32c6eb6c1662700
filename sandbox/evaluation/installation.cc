#include "sandbox/evaluation/installation.h"

#include <stdexcept>
#include <string>

namespace leap::evaluation {

namespace fs = std::filesystem;

Installation installation_at(const fs::path& programs) {
  const fs::path share = programs.parent_path() / "share" / "leap";
  return {programs, share / "policies", share / "tasks"};
}

Installation find_installation() {
  const fs::path own = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path places[] = {own, own.parent_path() / "lib" / "leap"};
  std::string looked;
  for (const fs::path& programs : places) {
    if (fs::exists(programs / "leap-judge")) {
      Installation found = installation_at(programs);
      if (programs != own) {
        found.policies = own.parent_path() / "share" / "leap" / "policies";
        found.tasks = own.parent_path() / "share" / "leap" / "tasks";
      }
      return found;
    }
    looked += (looked.empty() ? "" : " and ") + programs.string();
  }
  throw std::runtime_error("leap-judge was not found in " + looked + ": build it with `./dev build`");
}

}  // namespace leap::evaluation
