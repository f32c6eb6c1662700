#include "sandbox/jail/descriptors.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "sandbox/jail/setup_error.h"
#include "sandbox/jail/syscalls.h"

namespace leap::jail::descriptors {

void arrange(const std::vector<Order::Descriptor>& wanted, int null_device) {
  struct Move {
    int from;
    int number;
  };
  std::vector<Move> moves;
  for (int number = 0; number < 3; ++number) moves.push_back({null_device, number});
  for (const Order::Descriptor& descriptor : wanted) {
    if (descriptor.number < 3) {
      moves[static_cast<std::size_t>(descriptor.number)].from = descriptor.fd.get();
    } else {
      moves.push_back({descriptor.fd.get(), descriptor.number});
    }
  }
  int above = 0;
  for (const Move& move : moves) above = std::max(above, move.number + 1);

  // First out of each other's way, so that no dup2 closes a descriptor that a later one needs.
  for (Move& move : moves) {
    if (move.from < above) move.from = check(::fcntl(move.from, F_DUPFD_CLOEXEC, above), "descriptors");
  }
  check(sys::close_range(0, ~0U, sys::kCloseRangeCloexec), "close descriptors");
  for (const Move& move : moves) check(::dup2(move.from, move.number), "descriptors");
}

}  // namespace leap::jail::descriptors
