#include "sandbox/reference/reference_client.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <stdexcept>

#include "sandbox/channel/memory.h"
#include "sandbox/reference/wire.h"

namespace leap::reference {
namespace {

// Libtorch takes half a second to start, on a busy machine several; nothing of the definition runs in that time.
constexpr std::chrono::seconds kStartLimit{60};
// The parent only forks; it runs nothing of the definition either.
constexpr std::chrono::seconds kForkLimit{30};
constexpr int kDyingMs = 1000;

ReferenceError infra(std::string message) { return {false, std::move(message)}; }
ReferenceError fault(std::string message) { return {true, std::move(message)}; }

std::string text_of(const wire::ProcessEnd& end) {
  switch (end.signal) {
    case 0:
      return "the reference's process left with status " + std::to_string(end.status);
    case SIGKILL:
      return "the reference was killed: most likely it needed more memory than there is";
    case SIGXCPU:
      return "the reference used more processor time than its limit";
    case SIGSYS:
      return "the reference made a forbidden system call";
    default:
      return "the reference crashed (signal " + std::to_string(end.signal) + ")";
  }
}

// Takes the next message that answers `id`, dropping answers to requests that timed out.
std::variant<Fd, ReferenceError> receive_process(channel::Channel& control, std::uint64_t id) {
  const channel::Deadline deadline = channel::Clock::now() + kForkLimit;
  for (;;) {
    auto received = control.receive(deadline);
    if (!received.message && received.ended == channel::Ended::timed_out)
      return infra("leap-reference did not answer within " + std::to_string(kForkLimit.count()) + " s");
    if (!received.message) return infra("leap-reference is gone");
    const auto reply = wire::decode_define_reply(received.message->bytes);
    if (!reply) return infra("leap-reference sent a malformed reply");
    if (reply->id != id) continue;
    if (!reply->error.empty()) return infra("leap-reference: " + reply->error);
    if (received.message->fds.size() != 1) return infra("leap-reference sent no process descriptor");
    return std::move(received.message->fds[0]);
  }
}

// The judge's own mistakes, found before the child could be blamed for them.
std::optional<std::string> misplaced(const protocol::TensorSpec& tensor, const protocol::AxisValues& axes,
                                     std::uint64_t place, std::size_t element_bytes, std::uint64_t memory_bytes) {
  const auto bytes = static_cast<std::uint64_t>(protocol::element_count(tensor, axes)) * element_bytes;
  if (place % 64 == 0 && place <= memory_bytes && bytes <= memory_bytes - place) return std::nullopt;
  return "the place of tensor " + tensor.name + " is not in the shared memory";
}

std::optional<std::string> misplaced(const protocol::Definition& definition, const protocol::AxisValues& axes,
                                     const TensorPlaces& places) try {
  struct stat file {};
  if (::fstat(places.memory_fd, &file) != 0 || static_cast<std::uint64_t>(file.st_size) < places.memory_bytes)
    return "the tensor memory is smaller than announced";
  const int seals = ::fcntl(places.memory_fd, F_GET_SEALS);
  if (seals >= 0 && (seals & (F_SEAL_WRITE | F_SEAL_FUTURE_WRITE)) != 0)
    return "the tensor memory is sealed against the expected outputs";
  if (places.inputs.size() != definition.inputs.size() || places.outputs.size() != definition.outputs.size())
    return "there are places for other tensors than the definition's";
  std::optional<std::string> wrong;
  for (std::size_t i = 0; i < definition.inputs.size() && !wrong; ++i)
    wrong = misplaced(definition.inputs[i], axes, places.inputs[i], protocol::size_bytes(definition.inputs[i].dtype),
                      places.memory_bytes);
  for (std::size_t i = 0; i < definition.outputs.size() && !wrong; ++i)
    wrong = misplaced(definition.outputs[i], axes, places.outputs[i],
                      expected_element_bytes(definition.outputs[i].dtype), places.memory_bytes);
  return wrong;
} catch (const std::exception& error) {
  return std::string("the axes do not fit the definition: ") + error.what();
}

}  // namespace

std::size_t expected_element_bytes(protocol::Dtype dtype) { return dtype == protocol::Dtype::boolean ? 1 : 8; }

struct Session::State {
  protocol::Definition definition;
  channel::Channel session;
  Fd process;  // pidfd; -1 once the session is dead

  State(const protocol::Definition& of, channel::Channel channel, Fd pidfd)
      : definition(of), session(std::move(channel)), process(std::move(pidfd)) {}
  State(State&&) = delete;
  ~State() { kill(); }

  // Closing the socket is enough: the parent then kills the child. The signal is quicker, and both may happen.
  void kill() {
    if (process) ::syscall(SYS_pidfd_send_signal, process.get(), SIGKILL, nullptr, 0);
    process.reset();
    session = channel::Channel();
  }

  // A process that dies closes its descriptors a moment before its pidfd tells.
  bool child_lives_on() const {
    pollfd wait{process.get(), POLLIN, 0};
    return ::poll(&wait, 1, kDyingMs) == 0;
  }

  // One reply of the child, which may send any bytes. Anything but success kills it.
  std::optional<ReferenceError> await(std::chrono::milliseconds limit, const std::string& too_long) {
    std::optional<ReferenceError> error = receive(channel::Clock::now() + limit, too_long);
    if (error) kill();
    return error;
  }

  std::optional<ReferenceError> receive(channel::Deadline deadline, const std::string& too_long) try {
    const auto received = session.receive(deadline);
    if (!received.message && received.ended == channel::Ended::timed_out) return fault(too_long);
    if (!received.message && child_lives_on()) return fault("the reference closed its socket");
    if (!received.message) return infra("leap-reference is gone");
    const auto reply = wire::decode_session_reply(received.message->bytes);
    if (!reply || !received.message->fds.empty()) return fault("the reference sent a malformed reply");
    if (reply->end) return fault(text_of(*reply->end));
    if (!reply->error.empty()) return fault(reply->error);
    return std::nullopt;
  } catch (const channel::ChannelError& error) {
    return fault(std::string("the reference sent a malformed reply: ") + error.what());
  }
};

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

std::optional<ReferenceError> Session::run(const protocol::AxisValues& axes, const TensorPlaces& places,
                                           Compute compute, std::chrono::milliseconds limit) {
  if (!state_->session) return infra("the session is dead after an earlier error");
  if (auto wrong = misplaced(state_->definition, axes, places)) {
    state_->kill();
    return infra(std::move(*wrong));
  }
  const wire::RunRequest request{axes, places.memory_bytes, places.inputs, places.outputs, compute, limit.count()};
  try {
    state_->session.send(wire::encode(request), {places.memory_fd});
  } catch (const channel::ChannelError&) {
    // The child has died since its last reply; the notice of how is waiting to be received.
  }
  return state_->await(limit, "the reference ran longer than " + std::to_string(limit.count()) + " ms");
}

Client::Client(channel::Channel control, std::uint64_t memory_bytes)
    : control_(std::move(control)), memory_bytes_(memory_bytes) {}

std::optional<ReferenceError> Client::await_ready() {
  const auto received = control_.receive(channel::Clock::now() + kStartLimit);
  if (!received.message && received.ended == channel::Ended::timed_out)
    return infra("leap-reference did not start within " + std::to_string(kStartLimit.count()) + " s");
  if (!received.message) return infra("leap-reference ended while it started");
  const auto ready = wire::decode_ready(received.message->bytes);
  if (!ready) return infra("leap-reference sent a malformed greeting");
  if (!ready->error.empty()) return infra(ready->error);
  ready_ = true;
  return std::nullopt;
}

std::variant<Session, ReferenceError> Client::define(const protocol::Definition& definition,
                                                     std::chrono::milliseconds limit) try {
  if (!ready_)
    if (auto error = await_ready()) return std::move(*error);
  auto [ours, theirs] = channel::Channel::pair();
  const Fd text = channel::make_sealed("definition", protocol::to_json_text(definition));
  const std::uint64_t id = ++last_id_;
  control_.send(wire::encode(wire::DefineRequest{id, memory_bytes_}), {theirs.fd(), text.get()});
  theirs = channel::Channel();
  auto process = receive_process(control_, id);
  if (auto* error = std::get_if<ReferenceError>(&process)) return std::move(*error);
  auto state = std::make_unique<Session::State>(definition, std::move(ours), std::move(std::get<Fd>(process)));
  if (auto error =
          state->await(limit, "the reference took longer than " + std::to_string(limit.count()) + " ms to compile"))
    return std::move(*error);
  return Session(std::move(state));
} catch (const channel::ChannelError& error) {
  return infra(std::string("leap-reference is gone: ") + error.what());
}

}  // namespace leap::reference
