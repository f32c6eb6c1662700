// `leap tasks`: a line for each task, or all about some.
#include <unistd.h>

#include <algorithm>
#include <set>

#include "client/cli/command.h"
#include "client/cli/format.h"
#include "client/cli/output.h"
#include "client/cli/table.h"
#include "client/cli/task_shelf.h"
#include "client/cli/tasks_json.h"
#include "client/cli/terminal.h"
#include "protocol/names.h"
#include "protocol/schema_error.h"
#include "protocol/text.h"

namespace leap::cli {

namespace {

using protocol::Definition;
using protocol::Task;

constexpr std::size_t kMaxTextBytes = 64u << 10;
constexpr std::size_t kMaxLineBytes = 1000;

std::string shown(std::string_view text) { return protocol::one_line(text, kMaxLineBytes); }

std::string dtypes(const Definition& definition) {
  std::set<std::string> words;
  for (const auto* tensors : {&definition.inputs, &definition.outputs}) {
    for (const auto& tensor : *tensors) words.emplace(protocol::name(tensor.dtype));
  }
  return protocol::listed({words.begin(), words.end()});
}

std::string shape_text(const protocol::TensorSpec& tensor) {
  return tensor.shape.empty() ? "scalar" : "[" + protocol::listed(tensor.shape) + "]";
}

std::string axis_value(const protocol::Axis& axis) {
  switch (axis.kind) {
    case protocol::Axis::Kind::constant:
      return std::to_string(axis.value);
    case protocol::Axis::Kind::derived:
      return "= " + axis.expression->text();
    case protocol::Axis::Kind::variable:
      break;
  }
  return "argument";
}

// Both at once: lists all, and says what is wrong with those that cannot be read.
int list(TaskShelf& shelf, bool json, const Terminal& terminal, const Palette& palette) {
  int status = kExitGood;
  Table table({{"task"}, {"tags"}, {"dtypes"}, {"workloads", Column::Align::right}, {"what it computes"}});
  std::string lines;
  for (const std::string& name : shelf.names()) {
    try {
      const TaskPtr task = shelf.get(name);
      table.add({{name, Style::strong},
                 {shown(protocol::listed(task->definition.tags)), Style::faint},
                 {dtypes(task->definition)},
                 {std::to_string(task->workloads.size())},
                 {shown(task->definition.description)}});
      if (json) lines += task_json(*task);
    } catch (const protocol::SchemaError& error) {
      status = kExitOurError;
      table.add({{shown(name), Style::strong}, {}, {}, {}, {"cannot be read: " + shown(error.what()), Style::alarm}});
      if (json) lines += broken_task_json(name, error.what());
    }
  }
  if (json) {
    print(lines);
    return status;
  }
  print(table.text(terminal.columns, palette) + "\n" + plural(shelf.names().size(), "task") + " in " +
        shown(shelf.folder().string()) + "; `leap tasks NAME` shows one\n");
  return status;
}

class TaskPage {
 public:
  TaskPage(const Task& task, std::size_t columns, const Palette& palette)
      : task_(task), columns_(columns), palette_(palette) {}

  std::string text() {
    const Definition& definition = task_.definition;
    text_ = palette_.paint(Style::strong, definition.name) + "  " +
            palette_.paint(Style::faint, shown(protocol::listed(definition.tags))) + "\n" +
            shown(definition.description) + "\n";
    section("prompt", protocol::sanitize_text(task_.prompt, kMaxTextBytes));
    section("prototype", protocol::prototype(definition, definition.name, protocol::Language::cpp));
    section("tensors", tensors());
    section("axes", axes());
    section("workloads", workloads());
    section("reference (TorchScript)", protocol::sanitize_text(definition.reference, kMaxTextBytes));
    section("example solutions", examples());
    return std::move(text_);
  }

 private:
  void section(const std::string& title, std::string body) {
    if (body.empty()) return;
    body.erase(body.find_last_not_of('\n') + 1);
    text_ += "\n" + palette_.paint(Style::strong, title) + "\n" + body + "\n";
  }

  std::string tensors() const {
    Table table({{""}, {"name"}, {"dtype"}, {"shape"}, {"what"}});
    const auto add = [&](const char* kind, const std::vector<protocol::TensorSpec>& tensors) {
      for (const auto& tensor : tensors) {
        table.add({{kind, Style::faint},
                   {tensor.name},
                   {std::string(protocol::name(tensor.dtype))},
                   {shape_text(tensor)},
                   {shown(tensor.description), Style::faint}});
      }
    };
    add("in", task_.definition.inputs);
    add("out", task_.definition.outputs);
    return table.text(columns_, palette_);
  }

  std::string axes() const {
    Table table({{"name"}, {"value"}, {"what"}});
    for (const auto& axis : task_.definition.axes) {
      table.add({{axis.name}, {shown(axis_value(axis))}, {shown(axis.description), Style::faint}});
    }
    return table.text(columns_, palette_);
  }

  std::string workloads() const {
    std::vector<Column> columns{{"name"}};
    for (const auto& axis : task_.definition.axes) {
      if (axis.kind == protocol::Axis::Kind::variable) columns.push_back({axis.name, Column::Align::right});
    }
    Table table(columns);
    for (const auto& workload : task_.workloads) {
      std::vector<Cell> row{{workload.name}};
      for (std::size_t i = 1; i < columns.size(); ++i) {
        const auto value = workload.axes.find(columns[i].title);
        row.emplace_back(value == workload.axes.end() ? "" : std::to_string(value->second));
      }
      table.add(std::move(row));
    }
    return table.text(columns_, palette_);
  }

  std::string examples() const {
    Table table({{"name"}, {"must get"}, {"file"}});
    for (const auto& example : task_.examples) {
      const std::string verdict = example.expected ? std::string(protocol::name(*example.expected)) : "?";
      table.add({{shown(example.solution.name)},
                 {verdict, example.expected ? style_of(*example.expected) : Style::alarm},
                 {shown(example.file.string()), Style::faint}});
    }
    return table.text(columns_, palette_);
  }

  const Task& task_;
  const std::size_t columns_;
  const Palette& palette_;
  std::string text_;
};

}  // namespace

int tasks(const TasksCommand& command) {
  TaskShelf shelf = open_shelf(command.tasks_dir);
  const Terminal terminal = inspect_terminal(STDOUT_FILENO);
  const Palette palette(terminal.colour);
  if (command.names.empty()) return list(shelf, command.json, terminal, palette);
  std::vector<TaskPtr> wanted;  // all are read before one is shown
  for (const std::string& name : command.names) wanted.push_back(shelf.get(name));
  for (const TaskPtr& task : wanted) {
    if (command.json) {
      print(task_json(*task));
    } else {
      print((task == wanted.front() ? "" : "\n\n") + TaskPage(*task, terminal.columns, palette).text());
    }
  }
  return kExitGood;
}

}  // namespace leap::cli
