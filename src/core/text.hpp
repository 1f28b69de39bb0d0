#pragma once
#include <cstddef>
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

// What keeps a line from being shown to people and handed to programs, as in "a control character";
// empty: nothing. Tabs are white space.
std::string unprintable(std::string_view line);

// The text with each byte as \xNN of what is not seen or is no UTF-8, cut to some `most` bytes.
std::string printable(std::string_view text, std::size_t most);

// The same for each of its lines, whose feeds stay. The last one ends with a feed too.
std::string printable_lines(std::string_view text, std::size_t most_a_line);

}  // namespace hilltop
