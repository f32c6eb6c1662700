// What a jail may see, use and call: one JSON file per kind of jail under policies/sandbox/.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace leap::jail {

// A compiled seccomp program: an array of `struct sock_filter`, as raw bytes.
using FilterProgram = std::string;

struct MountRule {
  enum class Kind { read_only_bind, temporary, symbolic_link, constant_file, device };
  Kind kind;
  std::string source;            // bind: path on the host; device: path on the host; link: target; file: content
  std::string target;            // absolute path in the jail
  bool executable = false;       // otherwise noexec
  bool optional = false;         // a bind whose source does not exist is left out
  std::uint64_t size_bytes = 0;  // temporary
  std::uint64_t inodes = 0;      // temporary
  bool writable = false;         // temporary: stays writable by the payload
};

struct Limits {
  std::uint64_t memory_bytes = 0;
  std::uint64_t processes = 0;   // tasks in the jail, threads included
  std::uint64_t file_bytes = 0;  // RLIMIT_FSIZE
  std::uint64_t open_files = 0;
  std::uint64_t stack_bytes = 0;
  std::uint64_t cpu_seconds = 0;   // RLIMIT_CPU, a backstop behind the wall clock
  std::uint64_t wall_ms = 0;       // enforced by the caller through Jail::wait(); 0 = none
  std::uint64_t output_bytes = 0;  // stdout and stderr together, kept for the reader; the rest is drained and dropped
};

struct Policy {
  std::string name;
  std::vector<MountRule> mounts;
  Limits limits;
  std::map<std::string, std::string> environment;  // the whole environment of the payload
  // Seccomp programs by stage. "payload" is installed by the jail before exec. "load" (or "load_threads", for a
  // candidate that may have threads) is handed to leap-runner, which installs it before it maps the candidate's library
  // and gives its listener away: whoever holds it lets the supervised calls through, and closing it ends them for good.
  std::map<std::string, FilterProgram> filters;
};

// Reads and validates a policy, compiles its filters. `variables` replaces ${NAME} in paths. Throws std::runtime_error
// that names the file, the JSON path and what is wrong: unknown field, unknown system call, missing stage.
Policy load_policy(const std::filesystem::path& file, const std::map<std::string, std::string>& variables);

}  // namespace leap::jail
