// The messages between Client, Session and leap-reference: one JSON object each, descriptors beside it.
//
//   control socket   leap-reference → client   {"ready": true} once warm, or {"error": TEXT}
//                    client → leap-reference   DefineRequest + {session socket, definition memfd}
//                    leap-reference → client   DefineReply + {pidfd of the child} when error is empty
//   session socket   child → client            SessionReply when the definition has been compiled
//                    client → child            RunRequest + {tensor memory}
//                    child → client            SessionReply
//                    parent → client           SessionReply with `end`, after the child has died
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expression.h"
#include "sandbox/reference/reference_client.h"

namespace leap::reference::wire {

inline constexpr std::size_t kMaxErrorBytes = 4096;

struct Ready {
  std::string error;  // empty: warm and serving
};

struct DefineRequest {
  std::uint64_t id = 0;
  std::uint64_t memory_bytes = 0;  // private memory the child may have
};

struct DefineReply {
  std::uint64_t id = 0;
  std::string error;
};

struct RunRequest {
  protocol::AxisValues axes;
  std::uint64_t memory_bytes = 0;
  std::vector<std::uint64_t> inputs;   // byte offsets
  std::vector<std::uint64_t> outputs;  // byte offsets
  Compute compute = Compute::float64;
  std::int64_t limit_ms = 0;
};

// How a child's process ended: one of the two is set.
struct ProcessEnd {
  int signal = 0;
  int status = 0;
};

struct SessionReply {
  std::string error;  // empty: done
  std::optional<ProcessEnd> end;
};

std::string encode(const Ready& message);
std::string encode(const DefineRequest& message);
std::string encode(const DefineReply& message);
std::string encode(const RunRequest& message);
std::string encode(const SessionReply& message);

// The bytes may be anything: nothing comes back when they are not exactly such a message. Texts that come back are
// valid UTF-8 of at most kMaxErrorBytes, without control characters but '\n' and '\t'.
std::optional<Ready> decode_ready(std::string_view bytes);
std::optional<DefineRequest> decode_define_request(std::string_view bytes);
std::optional<DefineReply> decode_define_reply(std::string_view bytes);
std::optional<RunRequest> decode_run_request(std::string_view bytes);
std::optional<SessionReply> decode_session_reply(std::string_view bytes);

}  // namespace leap::reference::wire
