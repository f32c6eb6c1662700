#include "sandbox/jail/network_namespace.h"

#include <sched.h>
#include <unistd.h>

#include "sandbox/jail/setup_error.h"
#include "sandbox/jail/user_namespace.h"

namespace leap::jail::network_namespace {

bool leave_host() {
  if (::unshare(CLONE_NEWNET) == 0) return true;
  const user_namespace::Ids ids{::geteuid(), ::getegid()};
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return false;
  user_namespace::write_maps(::getpid(), ids, ids);
  return true;
}

}  // namespace leap::jail::network_namespace
