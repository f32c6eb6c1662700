#include "client/cli/check_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "client/cli/command.h"
#include "client/cli/format.h"
#include "client/cli/table.h"
#include "client/cli/width.h"
#include "protocol/text.h"

namespace leap::cli {

namespace {

using jail::LayerReport;
using jail::LayerStatus;
using nlohmann::ordered_json;

constexpr std::size_t kMaxLineBytes = 2000;

std::string shown(std::string_view text) { return protocol::one_line(text, kMaxLineBytes); }

const char* word(LayerStatus status) {
  switch (status) {
    case LayerStatus::ok:
      return "ok";
    case LayerStatus::degraded:
      return "degraded";
    case LayerStatus::missing:
      break;
  }
  return "missing";
}

Style style_of(LayerStatus status) {
  return status == LayerStatus::ok ? Style::good : status == LayerStatus::degraded ? Style::caution : Style::bad;
}

std::size_t count_stopped(const JailAttack& attack) {
  return static_cast<std::size_t>(std::count_if(attack.attempts.begin(), attack.attempts.end(),
                                                [](const auto& attempt) { return attempt.stopped; }));
}

std::string layers_text(const CheckReport& report, std::size_t columns, const Palette& palette) {
  Table table({{"layer"}, {"status"}, {"found"}});
  for (const LayerReport& layer : report.layers) {
    table.add(
        {{shown(layer.name)}, {word(layer.status), style_of(layer.status)}, {shown(layer.finding), Style::faint}});
  }
  std::string text = table.text(columns, palette);
  for (const LayerReport& layer : report.layers) {
    if (layer.status == LayerStatus::ok || layer.advice.empty()) continue;
    text += "\n" + palette.paint(style_of(layer.status), shown(layer.name)) + "\n" +
            wrapped(shown(layer.advice), columns, "  ");
  }
  return text;
}

std::string attack_text(const JailAttack& attack, const Palette& palette) {
  const std::size_t stopped = count_stopped(attack);
  const bool all = stopped == attack.attempts.size();
  std::string text =
      "  " + shown(attack.jail) + ": " +
      palette.paint(all ? Style::good : Style::alarm,
                    std::to_string(stopped) + " of " + plural(attack.attempts.size(), "attempt") + " stopped") +
      "\n";
  for (const auto& attempt : attack.attempts) {
    if (attempt.stopped) continue;
    text += "    " + palette.paint(Style::alarm, "NOT STOPPED") + " " + shown(attempt.name) +
            ": it must not be able to " + shown(attempt.what) + "; " + shown(attempt.detail) + "\n";
  }
  return text;
}

std::string conclusion(const CheckReport& report, const Palette& palette) {
  switch (check_status(report)) {
    case kExitGood:
      return palette.paint(Style::good, "complete") + ": every layer is on, and nothing got out\n";
    case kExitNotGood:
      return palette.paint(Style::caution, "degraded") + ": nothing got out, but not every layer is on; see above\n";
    default:
      return palette.paint(Style::alarm, "broken") + ": do not run code of strangers on this host\n";
  }
}

}  // namespace

int check_status(const CheckReport& report) {
  const auto holds = [](const JailAttack& attack) { return count_stopped(attack) == attack.attempts.size(); };
  const bool attacked = !report.attacks.empty() && report.error.empty();
  if (!attacked || !std::all_of(report.attacks.begin(), report.attacks.end(), holds)) return kExitOurError;
  const auto is_on = [](const LayerReport& layer) { return layer.status == LayerStatus::ok; };
  return std::all_of(report.layers.begin(), report.layers.end(), is_on) ? kExitGood : kExitNotGood;
}

std::string check_text(const CheckReport& report, std::size_t columns, const Palette& palette) {
  std::string text = layers_text(report, columns, palette) + "\n" +
                     palette.paint(Style::strong, "a built-in attacker tried to get out") + "\n";
  for (const JailAttack& attack : report.attacks) text += attack_text(attack, palette);
  if (!report.error.empty()) {
    text +=
        palette.paint(Style::alarm, "  it could not be tried:") + "\n" + wrapped(shown(report.error), columns, "  ");
  }
  return text + "\n" + conclusion(report, palette);
}

std::string check_json(const CheckReport& report) {
  constexpr const char* kStatusWords[] = {"complete", "degraded", "broken"};
  ordered_json json;
  json["status"] = kStatusWords[check_status(report)];
  json["layers"] = ordered_json::array();
  for (const LayerReport& layer : report.layers) {
    json["layers"].push_back(
        {{"name", layer.name}, {"status", word(layer.status)}, {"finding", layer.finding}, {"advice", layer.advice}});
  }
  json["attempts"] = ordered_json::array();
  for (const JailAttack& attack : report.attacks) {
    for (const auto& attempt : attack.attempts) {
      json["attempts"].push_back({{"jail", attack.jail},
                                  {"name", attempt.name},
                                  {"what", attempt.what},
                                  {"stopped", attempt.stopped},
                                  {"detail", attempt.detail}});
    }
  }
  json["error"] = report.error;
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace leap::cli
