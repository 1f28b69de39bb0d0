#pragma once
#include <string>
#include <string_view>
#include <vector>

// Tables and text for a terminal.
namespace hilltop::report {

// Bytes that are shown of one cell, and of one line that a bot wrote.
constexpr std::size_t shown_bytes_a_line_max = 64 * 1024;
// Bytes that are shown of a contest's own name.
constexpr std::size_t title_bytes_max = 160;

std::string bold(std::string_view text, bool coloured);
std::string dim(std::string_view text, bool coloured);

// The lines that a bot wrote, each behind `before`, with what cannot be seen escaped.
std::string indented(std::string_view lines, std::string_view before);

// A table of cells, aligned by the columns of a terminal that they take. The first row is the
// heading; columns that hold numbers are set to the right.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> heading) { rows_.push_back(std::move(heading)); }
  void add(std::vector<std::string> row);
  // Sets every column to the left.
  void align_left() { left_ = true; }
  std::string text(bool coloured) const;

 private:
  std::vector<std::vector<std::string>> rows_;
  bool left_ = false;
};

}  // namespace hilltop::report
