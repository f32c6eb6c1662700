#include "client/cli/run.h"

#include <csignal>
#include <exception>
#include <string>

#include "client/cli/arguments.h"
#include "client/cli/command.h"
#include "client/cli/output.h"
#include "client/cli/startup.h"
#include "protocol/text.h"

namespace leap::cli {

namespace {

constexpr std::size_t kMaxMessageBytes = 8192;

int dispatch(const GradeCommand& command) { return grade(command); }
int dispatch(const TasksCommand& command) { return tasks(command); }
int dispatch(const LintCommand& command) { return lint(command); }
int dispatch(const CheckCommand& command) { return check(command); }

}  // namespace

int run(int argc, const char* const* argv) {
  ::signal(SIGPIPE, SIG_IGN);  // a write to a closed pipe fails instead, see output.h
  try {
    open_standard_descriptors();
    raise_descriptor_limit();
    const auto parsed = parse_arguments(argc, argv);
    if (const int* status = std::get_if<int>(&parsed)) return *status;
    return std::visit([](const auto& command) { return dispatch(command); }, std::get<Command>(parsed));
  } catch (const OutputClosed&) {
    return kExitOutputClosed;
  } catch (const std::exception& error) {
    complain("leap: " + protocol::sanitize_text(error.what(), kMaxMessageBytes) + "\n");
    return kExitOurError;
  }
}

}  // namespace leap::cli
