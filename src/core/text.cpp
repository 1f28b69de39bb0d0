#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <utf8proc.h>

#include "core/hex.hpp"
#include "core/joiners.hpp"

namespace hilltop {
namespace {

struct Range {
  char32_t first, last;
};

// Invisible characters of Unicode 15, sorted: categories Cf, Zl and Zp, every other
// Default_Ignorable_Code_Point, and characters that render as nothing.
constexpr Range unseen[] = {
    {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x0600, 0x0605},   {0x061C, 0x061C},
    {0x06DD, 0x06DD},   {0x070F, 0x070F},   {0x0890, 0x0891},   {0x08E2, 0x08E2},
    {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200F},
    {0x2028, 0x202E},   {0x2060, 0x206F},   {0x2800, 0x2800},   {0x3164, 0x3164},
    {0xFDD0, 0xFDEF},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB},   {0xFFFE, 0xFFFF},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
    {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

bool is_control(char32_t character) {
  return character < 0x20 || (0x7F <= character && character < 0xA0);
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty())
    if (!take_character(text)) return false;
  return true;
}

std::size_t characters_in(std::string_view text) {
  std::size_t characters = 0;
  for (; !text.empty(); ++characters)
    if (!take_character(text)) text.remove_prefix(1);
  return characters;
}

int columns_of(std::string_view text) {
  int columns = 0;
  while (!text.empty()) {
    const auto character = take_character(text);
    if (!character) text.remove_prefix(1);
    columns += character ? utf8proc_charwidth(static_cast<utf8proc_int32_t>(*character)) : 1;
  }
  return columns;
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  return text;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(white_space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(white_space) - begin + 1);
}

std::string one_line(std::string_view text) {
  std::string line;
  for (const char each : trimmed(text))
    if (!white_space.contains(each))
      line += each;
    else if (line.back() != ' ')
      line += ' ';
  return line;
}

bool is_seen(char32_t character) {
  if (is_control(character)) return false;
  const auto* const range = std::ranges::lower_bound(unseen, character, {}, &Range::last);
  return range == std::end(unseen) || character < range->first;
}

std::string unprintable(std::string_view line) {
  for (std::string_view rest = line; !rest.empty();) {
    const std::string_view before = line.substr(0, line.size() - rest.size());
    const std::optional<char32_t> character = take_character(rest);
    if (!character) return "not UTF-8";
    if (*character == U'\t' || is_seen(*character) || joins(before, *character, rest)) continue;
    if (is_control(*character)) return "a control character";
    std::array<char, 16> number{};
    std::snprintf(number.data(), number.size(), "U+%04X", static_cast<unsigned>(*character));
    return std::string("a character that is not seen, ") + number.data();
  }
  return {};
}

std::string printable(std::string_view text, std::size_t most) {
  std::string out;
  std::string_view rest = text;
  while (!rest.empty() && out.size() < most) {
    const std::string_view before = text.substr(0, text.size() - rest.size());
    const std::optional<char32_t> character = take_character(rest);
    if (!character) rest.remove_prefix(1);
    const std::string_view taken =
        text.substr(before.size(), text.size() - rest.size() - before.size());
    if (character && (is_seen(*character) || joins(before, *character, rest)))
      out += taken;
    else
      for (const char raw : taken) {
        const std::array byte{static_cast<std::uint8_t>(raw)};
        out += "\\x" + to_hex(byte);
      }
  }
  return rest.empty() ? out : out + "…";
}

std::string printable_lines(std::string_view text, std::size_t most_a_line) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += printable(text.substr(0, end), most_a_line) + '\n';
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return out;
}

std::string grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  const std::size_t digits = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > digits + 3;) text.insert(at -= 3, ",");
  return text;
}

std::string decimal(double number, int digits) {
  constexpr std::size_t bytes_max = 400;  // of the largest double, with its digits
  std::array<char, bytes_max> text{};
  const int size = std::snprintf(text.data(), text.size(), "%.*f", digits, number);
  std::string out(text.data(), static_cast<std::size_t>(std::clamp<int>(size, 0, bytes_max - 1)));
  const bool is_zero = out.find_first_of("123456789inf") == std::string::npos;
  return is_zero && out.starts_with('-') ? out.substr(1) : out;
}

std::string counted(std::int64_t number, std::string_view noun) {
  return grouped(number) + ' ' + std::string(noun) + (number == 1 ? "" : "s");
}

std::string wrapped(std::string_view text, int columns, std::string_view indent) {
  std::string out;
  while (!text.empty()) {
    std::string_view line = text.substr(0, std::min(text.find('\n'), text.size()));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    for (int room = columns; columns_of(line) > room; room = columns - columns_of(indent)) {
      std::size_t space = line.find(' ', line.find_first_not_of(' '));
      for (std::size_t next = space; next != line.npos; next = line.find(' ', next + 1))
        if (columns_of(line.substr(0, next)) <= room) space = next;
      if (space == line.npos) break;
      out.append(line.substr(0, space)).append("\n").append(indent);
      line.remove_prefix(space + 1);
    }
    out.append(line).append("\n");
  }
  return out;
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789./_+-=,:@";
  // At its beginning zsh replaces =NAME by a path.
  const bool is_plain =
      !text.empty() && text.front() != '=' && text.find_first_not_of(plain) == std::string::npos;
  if (is_plain) return text;
  std::string word = "'";
  for (const char letter : text) letter == '\'' ? word += "'\\''" : word += letter;
  return word + "'";
}

}  // namespace hilltop
