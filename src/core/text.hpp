#pragma once
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Text of strangers. It is UTF-8, and every character of it can be seen where it stands, or it is
// escaped before anybody sees it.
namespace hilltop {

// Takes the first character off `text`, which is not empty. nullopt: that is no UTF-8 (RFC 3629;
// overlong forms, surrogates and what lies beyond U+10FFFF are none), and nothing was taken.
std::optional<char32_t> take_character(std::string_view& text);

// Whether a character is seen: it neither controls nor changes the direction of others nor has no
// width. Marks that combine with the letter before them are seen.
bool is_seen(char32_t character);

// How many characters a text has, and how many columns of a terminal they take: a wide one takes
// two, a mark on the letter before it none. Bytes that are no UTF-8 count as one each.
std::size_t characters_in(std::string_view text);
int columns_of(std::string_view text);

inline constexpr std::string_view white_space = " \t\r\n\v\f";

// Without white space at both ends.
std::string_view trimmed(std::string_view text);

// The number that is the whole text; nullopt: it is none, or not one of this type.
template <class Number>
requires std::integral<Number> || std::floating_point<Number> std::optional<Number> number_in(
    std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return number;
}

// What keeps a line from being shown to people and handed to programs, as in "a control character";
// empty: nothing. Tabs are white space.
std::string unprintable(std::string_view line);

// The text with each byte as \xNN of what is not seen or is no UTF-8, cut to some `most` bytes.
std::string printable(std::string_view text, std::size_t most);

// The same for each of its lines, whose feeds stay. The last one ends with a feed too.
std::string printable_lines(std::string_view text, std::size_t most_a_line);

// 1234567 as "1,234,567"
std::string grouped(std::int64_t number);

// "1 game", "1,234 games"
std::string counted(std::int64_t number, std::string_view noun);

// A text as a word of the shell, for commands that are printed to be typed.
std::string shell_word(const std::string& text);

}  // namespace hilltop
