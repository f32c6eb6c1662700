#include "client/cli/table.h"

#include <algorithm>

#include "client/cli/width.h"

namespace leap::cli {

namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kLeastLastColumn = 16;

std::string padded(const std::string& text, Column::Align align, std::size_t width) {
  return align == Column::Align::right ? pad_left(text, width) : pad_right(text, width);
}

void strip_trailing_spaces(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

// Columns of one line, as laid out by Table::text().
struct Layout {
  std::vector<std::size_t> shown;   // indices of the columns that are not empty
  std::vector<std::size_t> widths;  // of those
};

std::string line_of(const std::vector<Cell>& row, const std::vector<Column>& columns, const Layout& layout,
                    const Palette& palette) {
  std::string line;
  for (std::size_t i = 0; i < layout.shown.size(); ++i) {
    const Cell& cell = row[layout.shown[i]];
    std::string text =
        padded(cut_to_width(cell.text, layout.widths[i]), columns[layout.shown[i]].align, layout.widths[i]);
    if (i + 1 == layout.shown.size()) strip_trailing_spaces(text);
    if (i > 0) line += std::string(kGap, ' ');
    line += palette.paint(cell.style, text);
  }
  strip_trailing_spaces(line);
  return line + "\n";
}

}  // namespace

void Table::add(std::vector<Cell> row) {
  row.resize(columns_.size());
  rows_.push_back(std::move(row));
}

std::string Table::text(std::size_t width, const Palette& palette) const {
  Layout layout;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    std::size_t widest = 0;
    for (const auto& row : rows_) widest = std::max(widest, display_width(row[column].text));
    if (widest == 0) continue;
    layout.shown.push_back(column);
    layout.widths.push_back(std::max(widest, display_width(columns_[column].title)));
  }
  if (layout.shown.empty()) return "";

  std::size_t total = kGap * (layout.shown.size() - 1);
  for (const std::size_t column_width : layout.widths) total += column_width;
  if (width != 0 && total > width) {
    std::size_t& last = layout.widths.back();
    const std::size_t others = total - last;
    last = std::min(last, std::max(width > others ? width - others : 0, kLeastLastColumn));
  }

  std::vector<Cell> titles;
  for (const Column& column : columns_) titles.emplace_back(column.title, Style::strong);
  std::string text = line_of(titles, columns_, layout, palette);
  for (const auto& row : rows_) text += line_of(row, columns_, layout, palette);
  return text;
}

}  // namespace leap::cli
