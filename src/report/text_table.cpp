#include "report/text_table.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace hilltop::report {
namespace {

std::string styled(std::string_view text, const char* style, bool coloured) {
  return coloured ? fmt::format("\033[{}m{}\033[0m", style, text) : std::string(text);
}

bool is_number(std::string_view cell) {
  return !cell.empty() && cell.find_first_not_of("0123456789,.+-–") == std::string_view::npos;
}

}  // namespace

std::string bold(std::string_view text, bool coloured) { return styled(text, "1", coloured); }
std::string dim(std::string_view text, bool coloured) { return styled(text, "2", coloured); }

std::string indented(std::string_view lines, std::string_view before) {
  const std::string shown = printable_lines(lines, shown_bytes_a_line_max);
  std::string out;
  for (std::string_view rest = shown; !rest.empty();) {
    const std::size_t end = rest.find('\n') + 1;
    out.append(before).append(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  return out;
}

std::string markdown_code(std::string_view text, bool in_table) {
  std::string shown = printable(text, shown_bytes_a_line_max);
  std::size_t longest = 0;
  for (std::size_t i = 0, run = 0; i < shown.size(); ++i) {
    run = shown[i] == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  if (in_table)
    for (std::size_t at = 0; (at = shown.find('|', at)) != shown.npos; at += 2)
      shown.insert(at, 1, '\\');
  // A span of spaces alone keeps them; of others one space at each end is taken off.
  const bool needs_room = shown.starts_with('`') || shown.ends_with('`') ||
                          (shown.starts_with(' ') && shown.ends_with(' '));
  const std::string fence(longest + 1, '`'), room(needs_room ? 1 : 0, ' ');
  return fence + room + shown + room + fence;
}

std::string TextTable::markdown() const {
  std::string text;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    text += '|';
    for (const std::string& cell : rows_[r])
      text += ' ' + (r == 0 || cell.empty() || is_number(cell) ? cell : markdown_code(cell, true)) +
              " |";
    text += '\n';
    if (r > 0) continue;
    text += '|';
    for (std::size_t c = 0; c < rows_[0].size(); ++c)
      text +=
          std::ranges::all_of(rows_.begin() + 1, rows_.end(),
                              [&](const auto& row) { return row[c].empty() || is_number(row[c]); })
              ? " ---: |"
              : " --- |";
    text += '\n';
  }
  return text;
}

void TextTable::add(std::vector<std::string> row) {
  for (std::string& cell : row) cell = printable(cell, shown_bytes_a_line_max);
  rows_.push_back(std::move(row));
}

std::vector<int> TextTable::widths() const {
  std::vector<int> widths(rows_[0].size());
  for (const std::vector<std::string>& row : rows_)
    for (std::size_t c = 0; c < row.size(); ++c)
      widths[c] = std::max(widths[c], columns_of(row[c]));
  return widths;
}

int TextTable::columns() const {
  int columns = 0;
  for (const int width : widths()) columns += width + 2;
  return columns;
}

std::string TextTable::text(bool coloured) const {
  const std::vector<int> widths = this->widths();
  std::vector<bool> right(rows_[0].size(), !left_ && rows_.size() > 1);
  for (std::size_t r = 1; r < rows_.size(); ++r)
    for (std::size_t c = 0; c < rows_[r].size(); ++c)
      if (!is_number(rows_[r][c])) right[c] = false;
  std::string text;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    std::string line;
    for (std::size_t c = 0; c < rows_[r].size(); ++c) {
      const std::string pad(static_cast<std::size_t>(widths[c] - columns_of(rows_[r][c])), ' ');
      line += "  " + (right[c] ? pad + rows_[r][c] : rows_[r][c] + pad);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += (r == 0 ? bold(line, coloured) : line) + '\n';
  }
  return text;
}

}  // namespace hilltop::report
