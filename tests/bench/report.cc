#include "tests/bench/report.h"

#include <sys/utsname.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace leap::bench {

namespace {

struct Host {
  std::string cpu, kernel;
  unsigned cores = 0;
};

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) == 0 && line.find(": ") != std::string::npos)
      return line.substr(line.find(": ") + 2);
  }
  return "unknown CPU";
}

Host host() {
  utsname names{};
  ::uname(&names);
  return {cpu_model(), std::string(names.sysname) + " " + names.release, std::thread::hardware_concurrency()};
}

// Runnable processes, averaged over the last minute: above the number of cores, times say little.
std::string load_average() {
  std::ifstream file("/proc/loadavg");
  std::string first;
  file >> first;
  return first.empty() ? "unknown" : first;
}

// JSON has no NaN.
nlohmann::json value_or_null(double value) {
  return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(nullptr);
}

}  // namespace

Options Options::parse(int argc, char** argv, const std::string& description, int default_runs) {
  Options options;
  options.runs = default_runs;
  CLI::App app(description);
  app.add_option("--runs", options.runs, "how often each side is measured")->check(CLI::Range(1, 1'000'000));
  app.add_option("--json", options.json, "write the report to this file, too");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    std::exit(app.exit(problem) == 0 ? 0 : 2);
  }
  for (int i = 0; i < argc; ++i) options.command += (i > 0 ? " " : "") + std::string(argv[i]);
  return options;
}

void Table::row(const std::string& name, const Samples& samples) {
  rows_.push_back({name, samples.count(), samples.p10(), samples.median(), samples.p90()});
}

void Table::ratio(const std::string& name, const Samples& above, const Samples& below) {
  ratios_.push_back({name, above.p10() / below.p10(), above.median() / below.median()});
}

Report::Report(std::string name, const Options& options)
    : name_(std::move(name)), command_(options.command), load_before_(load_average()) {
  if (options.json.empty()) return;
  json_.open(options.json);
  if (!json_) throw std::runtime_error("cannot write " + options.json);
}

Table& Report::table(const std::string& title, const std::string& unit) { return tables_.emplace_back(title, unit); }

void Report::finish() {
  print();
  if (json_.is_open()) write_json();
}

void Report::print() const {
  const Host here = host();
  std::printf("== %s\n   host     %s, %u cores, %s, load %s before and %s after\n   command  %s\n", name_.c_str(),
              here.cpu.c_str(), here.cores, here.kernel.c_str(), load_before_.c_str(), load_average().c_str(),
              command_.c_str());
  for (const Table& table : tables_) {
    std::size_t width = table.title_.size() + table.unit_.size() + 2;
    for (const auto& row : table.rows_) width = std::max(width, row.name.size());
    for (const auto& ratio : table.ratios_) width = std::max(width, ratio.name.size());
    const int columns = static_cast<int>(width);
    std::printf("\n   %-*s  %6s  %8s  %8s  %8s\n", columns, (table.title_ + ", " + table.unit_).c_str(), "runs", "p10",
                "median", "p90/p10");
    for (const auto& row : table.rows_) {
      std::printf("   %-*s  %6zu  %8s  %8s  %8s\n", columns, row.name.c_str(), row.runs, number(row.p10).c_str(),
                  number(row.median).c_str(), number(row.p90 / row.p10).c_str());
    }
    for (const auto& ratio : table.ratios_) {
      std::printf("   %-*s  %6s  %8s  %8s\n", columns, ratio.name.c_str(), "", ("x" + number(ratio.p10)).c_str(),
                  ("x" + number(ratio.median)).c_str());
    }
    for (const auto& note : table.notes_) std::printf("   %s\n", note.c_str());
  }
  std::printf("\n");
  std::fflush(stdout);
}

void Report::write_json() {
  const Host here = host();
  nlohmann::ordered_json report{
      {"name", name_},
      {"host", {{"cpu", here.cpu}, {"cores", here.cores}, {"kernel", here.kernel}}},
      {"load", {{"before", load_before_}, {"after", load_average()}}},
      {"command", command_},
      {"tables", nlohmann::ordered_json::array()},
  };
  for (const Table& table : tables_) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array(), ratios = nlohmann::ordered_json::array();
    for (const auto& row : table.rows_) {
      rows.push_back({{"name", row.name},
                      {"runs", row.runs},
                      {"p10", value_or_null(row.p10)},
                      {"median", value_or_null(row.median)},
                      {"p90", value_or_null(row.p90)},
                      {"spread", value_or_null(row.p90 / row.p10)}});
    }
    for (const auto& ratio : table.ratios_) {
      ratios.push_back(
          {{"name", ratio.name}, {"p10", value_or_null(ratio.p10)}, {"median", value_or_null(ratio.median)}});
    }
    report["tables"].push_back(
        {{"title", table.title_}, {"unit", table.unit_}, {"rows", rows}, {"ratios", ratios}, {"notes", table.notes_}});
  }
  json_ << report.dump(2) << "\n" << std::flush;
  if (!json_) throw std::runtime_error("writing the JSON report failed");
}

std::string at_least(double target, double got, const std::string& what) {
  return what + ", target at least " + number(target) + ": " + (got >= target ? "met" : "MISSED") + " (" + number(got) +
         ")";
}

std::string at_most(double target, double got, const std::string& what) {
  return what + ", target at most " + number(target) + ": " + (got <= target ? "met" : "MISSED") + " (" + number(got) +
         ")";
}

std::string number(double value) {
  if (!std::isfinite(value)) return "-";
  const double magnitude = std::abs(value);
  const int decimals = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : magnitude >= 0.1 || magnitude == 0 ? 2 : 4;
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

}  // namespace leap::bench
