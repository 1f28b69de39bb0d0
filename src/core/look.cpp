#include "core/look.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utf8proc.h>
#include <utility>

#include "core/text.hpp"

namespace hilltop {
namespace {

// Letters that are drawn like an ASCII letter, sorted.
constexpr std::array<std::pair<char32_t, char>, 70> twins{{
    {U'0', 'O'}, {U'1', 'l'}, {U'I', 'l'}, {U'|', 'l'}, {U'ı', 'i'}, {U'ɑ', 'a'}, {U'ɡ', 'g'},
    {U'ɩ', 'i'}, {U'Α', 'A'}, {U'Β', 'B'}, {U'Ε', 'E'}, {U'Ζ', 'Z'}, {U'Η', 'H'}, {U'Ι', 'l'},
    {U'Κ', 'K'}, {U'Μ', 'M'}, {U'Ν', 'N'}, {U'Ο', 'O'}, {U'Ρ', 'P'}, {U'Τ', 'T'}, {U'Υ', 'Y'},
    {U'Χ', 'X'}, {U'α', 'a'}, {U'γ', 'y'}, {U'ι', 'i'}, {U'ν', 'v'}, {U'ο', 'o'}, {U'ρ', 'p'},
    {U'υ', 'u'}, {U'Ѕ', 'S'}, {U'І', 'l'}, {U'Ј', 'J'}, {U'А', 'A'}, {U'В', 'B'}, {U'Е', 'E'},
    {U'К', 'K'}, {U'М', 'M'}, {U'Н', 'H'}, {U'О', 'O'}, {U'Р', 'P'}, {U'С', 'C'}, {U'Т', 'T'},
    {U'У', 'Y'}, {U'Х', 'X'}, {U'Ь', 'b'}, {U'а', 'a'}, {U'е', 'e'}, {U'о', 'o'}, {U'р', 'p'},
    {U'с', 'c'}, {U'у', 'y'}, {U'х', 'x'}, {U'ѕ', 's'}, {U'і', 'i'}, {U'ј', 'j'}, {U'Ү', 'Y'},
    {U'ү', 'y'}, {U'Һ', 'H'}, {U'һ', 'h'}, {U'Ӏ', 'l'}, {U'ӏ', 'l'}, {U'ԁ', 'd'}, {U'Ԍ', 'G'},
    {U'Ԛ', 'Q'}, {U'ԛ', 'q'}, {U'Ԝ', 'W'}, {U'ԝ', 'w'}, {U'օ', 'o'}, {U'ո', 'n'}, {U'ս', 'u'},
}};

char32_t prototype(char32_t letter) {
  const auto found = std::ranges::find(twins, letter, &std::pair<char32_t, char>::first);
  return found == twins.end() ? letter : static_cast<char32_t>(found->second);
}

// Returns the text as utf8proc maps it; nullopt if it is not UTF-8.
std::optional<std::string> mapped(std::string_view text, int how) {
  utf8proc_uint8_t* made = nullptr;
  const auto bytes = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                  static_cast<utf8proc_ssize_t>(text.size()), &made,
                                  static_cast<utf8proc_option_t>(how));
  if (bytes < 0) return std::nullopt;
  std::string out(reinterpret_cast<const char*>(made), static_cast<std::size_t>(bytes));
  std::free(made);
  return out;
}

}  // namespace

std::string composed(std::string_view text) {
  return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE).value_or(std::string(text));
}

bool is_same_name(std::string_view one, std::string_view other) {
  return one == other || composed(one) == composed(other);
}

std::string look_of(std::string_view name) {
  const auto whole =
      mapped(name, UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_IGNORE);
  if (!whole) return std::string(name);
  std::string look;
  for (std::string_view rest = *whole; !rest.empty();) {
    const auto letter = take_character(rest);
    if (!letter) return std::string(name);
    if (*letter == U' ' && (look.empty() || look.back() == ' ')) continue;
    std::array<utf8proc_uint8_t, 4> coded;
    const auto size =
        utf8proc_encode_char(static_cast<utf8proc_int32_t>(prototype(*letter)), coded.data());
    look.append(reinterpret_cast<const char*>(coded.data()), static_cast<std::size_t>(size));
  }
  if (look.ends_with(' ')) look.pop_back();
  return look;
}

}  // namespace hilltop
