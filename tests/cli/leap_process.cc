#include "tests/cli/leap_process.h"

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace leap::testing {

namespace fs = std::filesystem;

namespace {

int status_of(int wait_status) {
  return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
}

int wait_for(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) throw std::runtime_error("waitpid");
  }
  return status_of(status);
}

// In the child. A test that runs in the background inherits SIGINT ignored, which a person's `leap` would not.
[[noreturn]] void execute(const Start& start) {
  for (const int number : {SIGINT, SIGTERM, SIGPIPE}) ::signal(number, SIG_DFL);
  ::unsetenv("NO_COLOR");
  ::unsetenv("COLUMNS");
  for (const std::string& variable : start.environment) {
    const std::size_t equals = variable.find('=');
    if (equals == variable.npos) {
      ::unsetenv(variable.c_str());
    } else {
      ::setenv(variable.substr(0, equals).c_str(), variable.substr(equals + 1).c_str(), 1);
    }
  }
  std::string program = LEAP_BINARY_DIR "/leap";
  std::vector<char*> argv{program.data()};
  std::vector<std::string> arguments = start.arguments;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  ::execv(program.c_str(), argv.data());
  ::_exit(127);
}

void redirect(const std::string& path, int flags, int to) {
  const int fd = ::open(path.c_str(), flags, 0600);
  if (fd < 0) ::_exit(126);
  ::dup2(fd, to);
  ::close(fd);
}

void close_output() {
  int ends[2];
  if (::pipe(ends) != 0) ::_exit(126);
  ::close(ends[0]);
  ::dup2(ends[1], STDOUT_FILENO);
  ::close(ends[1]);
}

// Both ends stay open, or the writer would be told that its reader left.
void fill_error() {
  int ends[2];
  if (::pipe2(ends, O_NONBLOCK) != 0) ::_exit(126);
  const std::string page(4096, 'x');
  while (::write(ends[1], page.data(), page.size()) > 0) {
  }
  ::fcntl(ends[1], F_SETFL, 0);
  ::dup2(ends[1], STDERR_FILENO);
  ::close(ends[1]);
}

}  // namespace

RunningLeap::RunningLeap(const Start& start) {
  char folder[] = "/tmp/leap-cli-test-XXXXXX";
  if (::mkdtemp(folder) == nullptr) throw std::runtime_error("mkdtemp");
  folder_ = folder;
  std::ofstream(folder_ + "/in") << start.input;
  pid_ = ::fork();
  if (pid_ != 0) return;
  redirect(folder_ + "/in", O_RDONLY, STDIN_FILENO);
  redirect(start.output_file.empty() ? folder_ + "/out" : start.output_file, O_WRONLY | O_CREAT, STDOUT_FILENO);
  redirect(folder_ + "/err", O_WRONLY | O_CREAT, STDERR_FILENO);
  if (start.closed_output) close_output();
  if (start.full_error) fill_error();
  for (const int fd : start.closed) ::close(fd);
  execute(start);
}

RunningLeap::~RunningLeap() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string RunningLeap::err() const { return read_file(folder_ + "/err"); }

void RunningLeap::signal(int number) const { ::kill(pid_, number); }

Finished RunningLeap::wait() {
  Finished finished;
  finished.status = wait_for(pid_);
  pid_ = -1;
  finished.out = read_file(folder_ + "/out");
  finished.err = read_file(folder_ + "/err");
  return finished;
}

Finished run_leap(const Start& start) { return RunningLeap(start).wait(); }

Finished run_leap(const std::vector<std::string>& arguments) {
  Start start;
  start.arguments = arguments;
  return run_leap(start);
}

Finished run_on_terminal(const Start& start) {
  struct winsize size {};
  size.ws_row = 40;
  size.ws_col = 100;
  int terminal = -1;
  const pid_t pid = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (pid < 0) throw std::runtime_error("forkpty");
  if (pid == 0) execute(start);
  Finished finished;
  char buffer[4096];
  for (ssize_t got = 0; (got = ::read(terminal, buffer, sizeof buffer)) > 0;) {
    finished.out.append(buffer, static_cast<std::size_t>(got));
  }
  ::close(terminal);
  finished.status = wait_for(pid);
  return finished;
}

std::vector<pid_t> descendants(pid_t root) {
  std::multimap<pid_t, pid_t> children;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != name.npos) continue;
    const std::string stat = read_file(entry.path().string() + "/stat");
    const std::size_t end = stat.rfind(')');
    if (end == stat.npos) continue;
    std::istringstream fields(stat.substr(end + 1));
    char state = 0;
    pid_t parent = 0;
    fields >> state >> parent;
    children.emplace(parent, std::stoi(name));
  }
  std::vector<pid_t> found{root};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [begin, end] = children.equal_range(found[i]);
    for (auto child = begin; child != end; ++child) found.push_back(child->second);
  }
  found.erase(found.begin());
  return found;
}

bool exists(pid_t pid) { return fs::exists("/proc/" + std::to_string(pid)); }

TemporaryFolder::TemporaryFolder() {
  char folder[] = "/tmp/leap-cli-files-XXXXXX";
  if (::mkdtemp(folder) == nullptr) throw std::runtime_error("mkdtemp");
  path_ = folder;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& content) const {
  const fs::path file = fs::path(path_) / name;
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
  return file.string();
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace leap::testing
