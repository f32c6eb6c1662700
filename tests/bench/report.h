// What a benchmark prints: the host, the command, a table for each comparison, and the same as JSON.
#pragma once

#include <deque>
#include <fstream>
#include <string>
#include <vector>

#include "tests/bench/measure.h"

namespace leap::bench {

// The command line that every benchmark has.
struct Options {
  int runs = 0;
  std::string json;  // also write the report here; empty: do not
  std::string command;

  // Leaves the process on --help or a bad command line.
  static Options parse(int argc, char** argv, const std::string& description, int default_runs);
};

// Rows of one unit and the ratios between them.
class Table {
 public:
  Table(std::string title, std::string unit) : title_(std::move(title)), unit_(std::move(unit)) {}

  void row(const std::string& name, const Samples& samples);
  // p10 over p10 and median over median, of two that took turns in one run.
  void ratio(const std::string& name, const Samples& above, const Samples& below);
  void note(const std::string& text) { notes_.push_back(text); }

 private:
  friend class Report;
  struct Row {
    std::string name;
    std::size_t runs;
    double p10, median, p90;
  };
  struct Ratio {
    std::string name;
    double p10, median;
  };
  std::string title_, unit_;
  std::vector<Row> rows_;
  std::vector<Ratio> ratios_;
  std::vector<std::string> notes_;
};

class Report {
 public:
  // Opens the JSON file at once: the benchmark may give up the right to later. Throws when it cannot.
  Report(std::string name, const Options& options);

  Table& table(const std::string& title, const std::string& unit);
  void finish();  // prints and writes everything

 private:
  void print() const;
  void write_json();

  std::string name_, command_, load_before_;
  std::ofstream json_;
  std::deque<Table> tables_;  // table() hands out references
};

// A target, and whether it was met: "at least 3: met (3.4)".
std::string at_least(double target, double got, const std::string& what);
std::string at_most(double target, double got, const std::string& what);

std::string number(double value);  // three significant digits

}  // namespace leap::bench
