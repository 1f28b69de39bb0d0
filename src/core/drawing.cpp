#include "core/drawing.hpp"

#include <algorithm>
#include <cctype>

#include "core/text.hpp"

namespace hilltop {
namespace {

std::string spaces(int count) {
  return std::string(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

// Returns the beginning of the text that fits into `columns`.
std::string_view beginning(std::string_view text, int columns) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view before = rest;
    if (!take_character(rest)) rest.remove_prefix(1);
    if (columns_of(text.substr(0, text.size() - rest.size())) > columns)
      return text.substr(0, text.size() - before.size());
  }
  return text;
}

}  // namespace

Drawing Drawing::of(std::string_view text, Ink ink) {
  Drawing drawing;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    drawing.add(text.substr(0, end), ink).end_line();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return drawing;
}

Drawing& Drawing::add(std::string_view text, Ink ink) {
  if (!open_) lines_.emplace_back();
  open_ = true;
  if (text.empty()) return *this;
  Line& line = lines_.back();
  if (!line.empty() && line.back().ink == ink)
    line.back().text += text;
  else
    line.push_back({std::string(text), ink});
  return *this;
}

Drawing& Drawing::end_line() {
  if (!open_) lines_.emplace_back();
  open_ = false;
  return *this;
}

Drawing& Drawing::append(const Drawing& below) {
  if (open_) end_line();
  lines_.insert(lines_.end(), below.lines_.begin(), below.lines_.end());
  return *this;
}

int Drawing::columns() const {
  int columns = 0;
  for (const Line& line : lines_) columns = std::max(columns, columns_of(line));
  return columns;
}

int columns_of(const Drawing::Line& line) {
  int columns = 0;
  for (const Drawing::Piece& piece : line) columns += columns_of(piece.text);
  return columns;
}

Drawing beside(const Drawing& left, const Drawing& right, int gap) {
  const int column = left.columns() + gap;
  Drawing both;
  for (int row = 0; row < std::max(left.rows(), right.rows()); ++row) {
    int used = 0;
    const auto take = [&](const Drawing& from) {
      if (row >= from.rows()) return;
      for (const auto& [text, ink] : from.lines()[static_cast<std::size_t>(row)])
        both.add(text, ink);
    };
    take(left);
    if (row < left.rows()) used = columns_of(left.lines()[static_cast<std::size_t>(row)]);
    if (row < right.rows() && !right.lines()[static_cast<std::size_t>(row)].empty()) {
      both.add(spaces(column - used));
      take(right);
    }
    both.end_line();
  }
  return both;
}

std::string text_of(const Drawing& drawing) {
  std::string text;
  for (const Drawing::Line& line : drawing.lines()) {
    for (const Drawing::Piece& piece : line) text += piece.text;
    while (text.ends_with(' ')) text.pop_back();
    text += '\n';
  }
  return text;
}

std::string left_aligned(std::string_view text, int columns) {
  return std::string(text) + spaces(columns - columns_of(text));
}

std::string right_aligned(std::string_view text, int columns) {
  return spaces(columns - columns_of(text)) + std::string(text);
}

std::string abbreviated(std::string_view text, int columns, std::string_view mark) {
  if (columns_of(text) <= columns) return std::string(text);
  std::size_t digits = 0;
  while (digits < text.size() &&
         std::isdigit(static_cast<unsigned char>(text[text.size() - 1 - digits])) != 0)
    ++digits;
  std::string_view end = text.substr(text.size() - digits);
  if (columns_of(end) + columns_of(mark) >= columns) end = {};
  const int room = columns - columns_of(end) - columns_of(mark);
  return std::string(trimmed(beginning(text, room))).append(mark).append(end);
}

}  // namespace hilltop
