#include <stdexcept>
#include "client/cli/command.h"
namespace leap::cli {
int check(const CheckCommand&) { throw std::runtime_error("pending"); }
}  // namespace leap::cli
