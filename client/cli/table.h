// Rows of text in columns that line up.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "client/cli/style.h"

namespace leap::cli {

struct Cell {
  Cell(std::string cell_text = "", Style cell_style = Style::plain)  // NOLINT: a cell is its text
      : text(std::move(cell_text)), style(cell_style) {}
  std::string text;  // one line, fit to be shown
  Style style;
};

struct Column {
  enum class Align { left, right };
  std::string title;
  Align align = Align::left;
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // One cell a column; missing ones are empty.
  void add(std::vector<Cell> row);

  // Title line, rows; two spaces between columns, none at a line's end. Columns that are empty in every row are left
  // out. When a line would be wider than `width` (0: no limit), the last column is cut, but not below a few characters.
  std::string text(std::size_t width, const Palette& palette) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace leap::cli
