#include "sandbox/reference/child.h"

#include <optional>
#include <string>

#include "protocol/definition.h"
#include "protocol/limits.h"
#include "sandbox/channel/memory.h"
#include "sandbox/reference/evaluator.h"
#include "sandbox/reference/process_limits.h"
#include "sandbox/reference/wire.h"

namespace leap::reference {
namespace {

void answer(channel::Channel& session, const std::string& error) {
  session.send(wire::encode(wire::SessionReply{error, std::nullopt}));
}

void run(const Evaluator& evaluator, const channel::Message& message) {
  const auto request = wire::decode_run_request(message.bytes);
  if (!request || message.fds.size() != 1) throw std::runtime_error("not a run request");
  allow_cpu_time(std::chrono::milliseconds(request->limit_ms));
  const channel::Mapping memory(message.fds[0].get(), request->memory_bytes, channel::Mapping::Access::read_write);
  evaluator.run(*request, memory.span());
}

}  // namespace

void serve_session(channel::Channel session, Fd definition) try {
  const Evaluator evaluator(
      protocol::parse_definition(channel::read_all(definition.get(), protocol::limits::kMaxJsonBytes)));
  definition.reset();
  answer(session, "");
  while (const auto message = session.receive(channel::Deadline::max()).message) {
    run(evaluator, *message);
    answer(session, "");
  }
} catch (const channel::ChannelError&) {
  // The client has left: nobody to answer.
} catch (const std::bad_alloc&) {
  answer(session, "the reference needs more memory than it may have");
} catch (const std::exception& error) {
  answer(session, error.what());
}

}  // namespace leap::reference
