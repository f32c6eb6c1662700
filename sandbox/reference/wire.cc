#include "sandbox/reference/wire.h"

#include <nlohmann/json.hpp>

namespace leap::reference::wire {
namespace {

using Json = nlohmann::json;

std::string text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// At most kMaxErrorBytes, cut between code points.
std::string bounded(std::string message) {
  if (message.size() > kMaxErrorBytes) {
    std::size_t end = kMaxErrorBytes;
    while (end > 0 && (static_cast<unsigned char>(message[end]) & 0xc0) == 0x80) --end;
    message.resize(end);
  }
  for (char& c : message) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (control && c != '\n' && c != '\t') c = '?';
  }
  return message;
}

// Runs `read` on a JSON object; a missing field, a wrong type or broken JSON gives nothing.
template <typename Read>
auto decode(std::string_view bytes, Read read) -> std::optional<decltype(read(std::declval<const Json&>()))> {
  try {
    const Json json = Json::parse(bytes);
    if (!json.is_object()) return std::nullopt;
    return read(json);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::string error_of(const Json& json) {
  return json.contains("error") ? bounded(json.at("error").get<std::string>()) : std::string();
}

}  // namespace

std::string encode(const Ready& message) {
  return text(message.error.empty() ? Json{{"ready", true}} : Json{{"error", bounded(message.error)}});
}

std::string encode(const DefineRequest& message) {
  return text({{"op", "define"}, {"id", message.id}, {"memory_bytes", message.memory_bytes}});
}

std::string encode(const DefineReply& message) {
  Json json{{"id", message.id}};
  if (!message.error.empty()) json["error"] = bounded(message.error);
  return text(json);
}

std::string encode(const RunRequest& message) {
  return text({{"op", "run"},
               {"axes", message.axes},
               {"memory_bytes", message.memory_bytes},
               {"inputs", message.inputs},
               {"outputs", message.outputs},
               {"compute", message.compute == Compute::float32 ? "float32" : "float64"},
               {"limit_ms", message.limit_ms}});
}

std::string encode(const SessionReply& message) {
  if (message.end) return text({{"end", {{"signal", message.end->signal}, {"status", message.end->status}}}});
  return text(message.error.empty() ? Json{{"ok", true}} : Json{{"error", bounded(message.error)}});
}

std::optional<Ready> decode_ready(std::string_view bytes) {
  return decode(bytes, [](const Json& json) {
    Ready ready{error_of(json)};
    if (ready.error.empty() && !json.at("ready").get<bool>()) ready.error = "not ready";
    return ready;
  });
}

std::optional<DefineRequest> decode_define_request(std::string_view bytes) {
  return decode(bytes, [](const Json& json) {
    if (json.at("op") != "define") throw Json::other_error::create(501, "not a define request", &json);
    return DefineRequest{json.at("id").get<std::uint64_t>(), json.at("memory_bytes").get<std::uint64_t>()};
  });
}

std::optional<DefineReply> decode_define_reply(std::string_view bytes) {
  return decode(bytes, [](const Json& json) {
    return DefineReply{json.at("id").get<std::uint64_t>(), error_of(json)};
  });
}

std::optional<RunRequest> decode_run_request(std::string_view bytes) {
  return decode(bytes, [](const Json& json) {
    if (json.at("op") != "run") throw Json::other_error::create(501, "not a run request", &json);
    RunRequest request;
    for (const auto& [name, value] : json.at("axes").items()) request.axes[name] = value.get<std::int64_t>();
    request.memory_bytes = json.at("memory_bytes").get<std::uint64_t>();
    request.inputs = json.at("inputs").get<std::vector<std::uint64_t>>();
    request.outputs = json.at("outputs").get<std::vector<std::uint64_t>>();
    request.compute = json.at("compute") == "float32" ? Compute::float32 : Compute::float64;
    request.limit_ms = json.at("limit_ms").get<std::int64_t>();
    return request;
  });
}

std::optional<SessionReply> decode_session_reply(std::string_view bytes) {
  return decode(bytes, [](const Json& json) {
    SessionReply reply{error_of(json), std::nullopt};
    if (json.contains("end"))
      reply.end = ProcessEnd{json.at("end").at("signal").get<int>(), json.at("end").at("status").get<int>()};
    else if (reply.error.empty() && !json.at("ok").get<bool>())
      reply.error = "the reference failed without a message";
    return reply;
  });
}

}  // namespace leap::reference::wire
