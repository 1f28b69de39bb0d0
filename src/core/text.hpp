#pragma once
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/utf8.hpp"

// Untrusted text: it must be UTF-8 of visible characters, and everything else is escaped before it
// is shown.
namespace hilltop {

bool is_utf8(std::string_view text);

// Returns whether a character is visible everywhere: no control character, no change of text
// direction, no zero width. Marks that combine with the letter before them are visible. Others may
// be where they stand (core/joiners.hpp).
bool is_seen(char32_t character);

// Return the number of characters in a text, and of terminal columns: a wide character takes two
// columns, a combining mark none. A byte that is not UTF-8 counts as one of each.
std::size_t characters_in(std::string_view text);
int columns_of(std::string_view text);

// Returns a file's text without the mark that editors of Windows put before UTF-8.
std::string_view without_byte_order_mark(std::string_view text);

inline constexpr std::string_view white_space = " \t\r\n\v\f";

// Returns the text without white space at both ends.
std::string_view trimmed(std::string_view text);

// Returns the text without white space at its ends, and with one blank for other white space.
std::string one_line(std::string_view text);

// Parses the whole text as a number. nullopt if it is not a number, or out of the type's range.
template <class Number>
  requires std::integral<Number> || std::floating_point<Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return number;
}

// Names the first thing that makes a line unfit to be shown or passed to a program, as in "a
// control character"; empty if there is none. Tabs are allowed.
std::string unprintable(std::string_view line);

// Returns the text with each character that is invisible where it stands, and each byte that is not
// UTF-8, as \xNN, cut to
// about `most` bytes.
std::string printable(std::string_view text, std::size_t most);

// Applies printable() to each line. The result ends with a line feed.
std::string printable_lines(std::string_view text, std::size_t most_a_line);

// 1234567 as "1,234,567"
std::string grouped(std::int64_t number);

// Returns a number with `digits` digits after the point. What rounds to zero has no minus.
std::string decimal(double number, int digits);

// "1 game", "1,234 games"
std::string counted(std::int64_t number, std::string_view noun);

// Returns the text with its lines broken between words, so that none takes more than `columns`
// terminal columns unless a word is wider. What is broken off begins with `indent`; each line ends
// with a line feed.
std::string wrapped(std::string_view text, int columns, std::string_view indent = "");

// A text as a word of the shell, for commands that are printed to be typed.
std::string shell_word(const std::string& text);

}  // namespace hilltop
