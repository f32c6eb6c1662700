// What a jail's init tells its warden, in a page they share.
//
// Written by our own code only: the payload's exec drops the mapping. Read by the warden after the init is gone, so
// nothing here needs synchronisation beyond that.
#pragma once

#include <cstdint>
#include <cstring>

#include "sandbox/channel/memory.h"
#include "sandbox/jail/setup_error.h"

namespace leap::jail {

inline constexpr std::size_t kMaxCollected = 16;

struct Report {
  struct Copied {
    char problem[96];  // empty: copied
    std::uint64_t bytes;
  };

  char failed_stage[160];  // empty: set-up worked
  int failed_error;
  bool started;     // the payload was exec'ed and the parent told so
  bool ended;       // how the payload ended is known
  bool stopped;     // it was killed because the warden asked for it
  int wait_code;    // CLD_EXITED, CLD_KILLED, CLD_DUMPED
  int wait_status;  // exit status or signal number
  std::uint64_t cpu_us;
  std::uint64_t largest_resident_bytes;  // of the one process that had most
  Copied copied[kMaxCollected];

  void fail(const SetupError& failure) {
    failed_error = failure.error;
    std::strncpy(failed_stage, failure.stage.empty() ? "?" : failure.stage.c_str(), sizeof failed_stage - 1);
  }
};

}  // namespace leap::jail
