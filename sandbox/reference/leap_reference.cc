// leap-reference: the jailed process that evaluates references. Descriptor 3 is its control socket (see wire.h).
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sandbox/channel/channel.h"
#include "sandbox/reference/evaluator.h"
#include "sandbox/reference/parent.h"
#include "sandbox/reference/wire.h"

namespace {

constexpr int kControlFd = 3;

// Both libraries start their threads while they are loaded, before main(), so it is too late to set these here.
void check_environment() {
  for (const char* name : {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || std::string_view(value) != "1")
      throw std::runtime_error(std::string("leap-reference must be started with ") + name + "=1");
  }
}

int serve(leap::channel::Channel control) {
  try {
    check_environment();
    leap::reference::warm_up();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "leap-reference: %s\n", error.what());
    control.send(leap::reference::wire::encode(leap::reference::wire::Ready{error.what()}));
    return 2;
  }
  control.send(leap::reference::wire::encode(leap::reference::wire::Ready{}));
  leap::reference::serve_control(std::move(control));
  return 0;
}

}  // namespace

int main() {
  int status = 2;
  try {
    status = serve(leap::channel::Channel(leap::Fd(kControlFd)));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "leap-reference: %s\n", error.what());
  }
  ::_exit(status);  // libtorch takes its operators apart at exit, for nothing
}
