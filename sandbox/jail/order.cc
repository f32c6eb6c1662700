#include "sandbox/jail/order.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "sandbox/jail/report.h"

namespace leap::jail {

namespace {

using channel::ChannelError;
using channel::Deadline;

// Numbers are 8 bytes in native order, strings a number and their bytes: both ends are the same program.
class Writer {
 public:
  explicit Writer(MessageKind kind) : bytes_(1, static_cast<char>(kind)) {}
  void number(std::uint64_t value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void text(std::string_view value) {
    number(value.size());
    bytes_.append(value);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  Reader(std::string_view bytes, MessageKind kind) : rest_(bytes) {
    if (rest_.empty() || rest_[0] != static_cast<char>(kind)) throw ChannelError("an unexpected message");
    rest_.remove_prefix(1);
  }
  std::uint64_t number() {
    std::uint64_t value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(take(number())); }
  bool flag() { return number() != 0; }

  // Bounded, so that a damaged count cannot ask for the memory of the machine.
  std::size_t count() {
    const std::uint64_t value = number();
    if (value > rest_.size()) throw ChannelError("a message with an impossible count");
    return static_cast<std::size_t>(value);
  }

 private:
  std::string_view take(std::uint64_t bytes) {
    if (bytes > rest_.size()) throw ChannelError("a message is shorter than it says");
    const std::string_view part = rest_.substr(0, static_cast<std::size_t>(bytes));
    rest_.remove_prefix(static_cast<std::size_t>(bytes));
    return part;
  }
  std::string_view rest_;
};

void write(Writer& out, const MountRule& rule) {
  out.number(static_cast<std::uint64_t>(rule.kind));
  out.text(rule.source);
  out.text(rule.target);
  out.number(rule.executable);
  out.number(rule.optional);
  out.number(rule.size_bytes);
  out.number(rule.inodes);
  out.number(rule.writable);
}

MountRule read_mount(Reader& in) {
  MountRule rule;
  rule.kind = static_cast<MountRule::Kind>(in.number());
  rule.source = in.text();
  rule.target = in.text();
  rule.executable = in.flag();
  rule.optional = in.flag();
  rule.size_bytes = in.number();
  rule.inodes = in.number();
  rule.writable = in.flag();
  return rule;
}

// Every field of Limits, in the order of their declaration.
template <typename LimitsType, typename Visit>
void each_limit(LimitsType& limits, const Visit& visit) {
  visit(limits.memory_bytes);
  visit(limits.processes);
  visit(limits.file_bytes);
  visit(limits.open_files);
  visit(limits.stack_bytes);
  visit(limits.cpu_seconds);
  visit(limits.wall_ms);
  visit(limits.output_bytes);
}

bool absolute(const std::string& path) { return path.size() > 1 && path[0] == '/'; }

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

constexpr int kMaxPayloadDescriptor = 200;           // below every plausible RLIMIT_NOFILE
constexpr std::uint64_t kMinMemoryBytes = 8u << 20;  // the init and, with cgroup v1, the warden are charged too

void validate(const Launch& launch) {
  require(launch.policy != nullptr, "a launch needs a policy");
  require(launch.policy->filters.count("payload") == 1, "the policy has no filter for the stage \"payload\"");
  require(launch.policy->limits.memory_bytes >= kMinMemoryBytes, "the memory limit does not even hold the jail's init");
  require(!launch.argv.empty() && absolute(launch.argv[0]), "argv[0] must be an absolute path");
  require(launch.collected.size() <= kMaxCollected, "too many files to collect");
  std::vector<int> numbers;
  for (const auto& [ours, number] : launch.descriptors) {
    require(ours >= 0 && number >= 0 && number <= kMaxPayloadDescriptor, "a descriptor is out of range");
    require(std::find(numbers.begin(), numbers.end(), number) == numbers.end(), "a descriptor number is given twice");
    numbers.push_back(number);
  }
  for (const PlacedFile& file : launch.placed) {
    require(absolute(file.path) && file.content_fd >= 0, "a placed file needs an absolute path and a descriptor");
  }
  for (const CollectedFile& file : launch.collected) {
    require(absolute(file.path) && file.memory_fd >= 0, "a collected file needs an absolute path and a descriptor");
  }
}

std::string encode_launch(const Launch& launch) {
  Writer out(MessageKind::launch);
  out.number(launch.policy->mounts.size());
  for (const MountRule& rule : launch.policy->mounts) write(out, rule);
  each_limit(launch.policy->limits, [&](const std::uint64_t& value) { out.number(value); });
  out.text(launch.policy->filters.at("payload"));
  out.number(launch.argv.size());
  for (const std::string& argument : launch.argv) out.text(argument);

  std::map<std::string, std::string> environment = launch.environment;
  environment.insert(launch.policy->environment.begin(), launch.policy->environment.end());
  out.number(environment.size());
  for (const auto& [name, value] : environment) out.text(name + "=" + value);

  out.number(launch.descriptors.size());
  for (const auto& [ours, number] : launch.descriptors) out.number(static_cast<std::uint64_t>(number));
  out.number(launch.placed.size());
  for (const PlacedFile& file : launch.placed) {
    out.text(file.path);
    out.number(file.mode);
  }
  out.number(launch.collected.size());
  for (const CollectedFile& file : launch.collected) {
    out.text(file.path);
    out.number(file.max_bytes);
  }
  return out.take();
}

std::vector<int> descriptors_of(const Launch& launch) {
  std::vector<int> fds;
  for (const auto& descriptor : launch.descriptors) fds.push_back(descriptor.first);
  for (const PlacedFile& file : launch.placed) fds.push_back(file.content_fd);
  for (const CollectedFile& file : launch.collected) fds.push_back(file.memory_fd);
  return fds;
}

Order decode_launch(std::string_view bytes) {
  Reader in(bytes, MessageKind::launch);
  Order order;
  for (std::size_t left = in.count(); left > 0; --left) order.mounts.push_back(read_mount(in));
  each_limit(order.limits, [&](std::uint64_t& value) { value = in.number(); });
  order.filter = in.text();
  for (std::size_t left = in.count(); left > 0; --left) order.argv.push_back(in.text());
  for (std::size_t left = in.count(); left > 0; --left) order.environment.push_back(in.text());
  for (std::size_t left = in.count(); left > 0; --left) {
    order.descriptors.push_back({static_cast<int>(in.number()), Fd()});
  }
  for (std::size_t left = in.count(); left > 0; --left) {
    std::string path = in.text();
    const auto mode = static_cast<unsigned>(in.number());
    order.placed.push_back({std::move(path), mode, Fd()});
  }
  for (std::size_t left = in.count(); left > 0; --left) {
    std::string path = in.text();
    const std::uint64_t max_bytes = in.number();
    order.collected.push_back({std::move(path), max_bytes, Fd()});
  }
  return order;
}

}  // namespace

void send_launch(channel::Channel& channel, const Launch& launch) {
  validate(launch);
  const std::vector<int> fds = descriptors_of(launch);
  auto next = fds.begin();
  const auto take = [&] {
    const auto end = next + std::min<std::ptrdiff_t>(channel::kMaxMessageFds, fds.end() - next);
    std::vector<int> part(next, end);
    next = end;
    return part;
  };
  channel.send(encode_launch(launch), take());
  while (next != fds.end()) channel.send(std::string(1, static_cast<char>(MessageKind::descriptors)), take());
}

Order receive_launch(channel::Channel& channel, channel::Message first) {
  Order order = decode_launch(first.bytes);
  const std::size_t wanted = order.descriptors.size() + order.placed.size() + order.collected.size();
  std::vector<Fd> fds = std::move(first.fds);
  while (fds.size() < wanted) {
    auto more = channel.receive(Deadline::max());
    if (!more.message || kind_of(*more.message) != MessageKind::descriptors || more.message->fds.empty()) {
      throw ChannelError("a launch without its descriptors");
    }
    std::move(more.message->fds.begin(), more.message->fds.end(), std::back_inserter(fds));
  }
  auto next = fds.begin();
  for (auto& descriptor : order.descriptors) descriptor.fd = std::move(*next++);
  for (auto& file : order.placed) file.content = std::move(*next++);
  for (auto& file : order.collected) file.memory = std::move(*next++);
  return order;
}

std::string encode(const Hello& hello) {
  Writer out(MessageKind::hello);
  out.number(static_cast<std::uint64_t>(hello.cgroup));
  out.number(static_cast<std::uint64_t>(hello.landlock_abi));
  out.text(hello.refusal);
  return out.take();
}

Hello decode_hello(std::string_view bytes) {
  Reader in(bytes, MessageKind::hello);
  Hello hello;
  hello.cgroup = static_cast<CgroupBackend>(in.number());
  hello.landlock_abi = static_cast<int>(in.number());
  hello.refusal = in.text();
  return hello;
}

std::string encode(const SetupFailure& failure) {
  Writer out(MessageKind::failed);
  out.text(failure.stage);
  out.number(static_cast<std::uint64_t>(failure.error));
  return out.take();
}

SetupFailure decode_failure(std::string_view bytes) {
  Reader in(bytes, MessageKind::failed);
  SetupFailure failure;
  failure.stage = in.text();
  failure.error = static_cast<int>(in.number());
  return failure;
}

std::string encode(const JailEnd& end) {
  Writer out(MessageKind::ended);
  out.number(static_cast<std::uint64_t>(end.kind));
  out.number(static_cast<std::uint64_t>(end.code));
  out.number(end.memory_limit);
  out.number(end.process_limit);
  out.number(end.cpu_limit);
  out.number(end.peak_memory_bytes);
  out.number(end.cpu_us);
  out.number(end.collected.size());
  for (const JailEnd::Collected& file : end.collected) {
    out.number(file.ok);
    out.text(file.error);
    out.number(file.bytes);
  }
  return out.take();
}

JailEnd decode_end(std::string_view bytes) {
  Reader in(bytes, MessageKind::ended);
  JailEnd end;
  end.kind = static_cast<JailEnd::Kind>(in.number());
  end.code = static_cast<int>(in.number());
  end.memory_limit = in.flag();
  end.process_limit = in.flag();
  end.cpu_limit = in.flag();
  end.peak_memory_bytes = in.number();
  end.cpu_us = in.number();
  for (std::size_t left = in.count(); left > 0; --left) {
    JailEnd::Collected file;
    file.ok = in.flag();
    file.error = in.text();
    file.bytes = in.number();
    end.collected.push_back(std::move(file));
  }
  return end;
}

MessageKind kind_of(const channel::Message& message) {
  if (message.bytes.empty()) throw ChannelError("an empty message");
  return static_cast<MessageKind>(message.bytes[0]);
}

}  // namespace leap::jail
