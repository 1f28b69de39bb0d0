#pragma once
#include <string>
#include <string_view>
#include <vector>

// Tables and text for a terminal.
namespace hilltop::report {

// Max bytes shown of a cell, and of a line that a bot wrote.
constexpr std::size_t shown_bytes_a_line_max = 64 * 1024;
// Max bytes shown of a contest's name.
constexpr std::size_t title_bytes_max = 160;

std::string bold(std::string_view text, bool coloured);
std::string dim(std::string_view text, bool coloured);

// Returns the lines that a bot wrote, each after `before`, with control characters escaped.
std::string indented(std::string_view lines, std::string_view before);

// Returns a text as a span of code of Markdown, which ends where the text does. `in_table`: it is
// in a cell.
std::string markdown_code(std::string_view text, bool in_table = false);

// A table for a terminal, with a heading. Columns with only numbers are right-aligned.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> heading) { rows_.push_back(std::move(heading)); }
  void add(std::vector<std::string> row);
  // Returns the number of rows without the heading.
  std::size_t rows() const { return rows_.size() - 1; }
  // Left-aligns every column.
  void align_left() { left_ = true; }
  std::string text(bool coloured) const;
  // Returns the table in Markdown. Text that is not a number is put into spans of code, in which
  // nothing is a link, a mention or a tag.
  std::string markdown() const;
  // Returns the number of terminal columns of the widest line.
  int columns() const;

 private:
  std::vector<int> widths() const;

  std::vector<std::vector<std::string>> rows_;
  bool left_ = false;
};

}  // namespace hilltop::report
