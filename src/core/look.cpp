#include "core/look.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utf8proc.h>
#include <utility>

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

struct Freed {
  void operator()(utf8proc_uint8_t* text) const { std::free(text); }
};

}  // namespace

std::string look_of(std::string_view name) {
  utf8proc_uint8_t* made = nullptr;
  const auto bytes =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
                   static_cast<utf8proc_ssize_t>(name.size()), &made,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT |
                                                  UTF8PROC_COMPOSE | UTF8PROC_IGNORE));
  if (bytes < 0) return std::string(name);
  const std::unique_ptr<utf8proc_uint8_t, Freed> whole(made);
  std::string look;
  for (utf8proc_ssize_t at = 0; at < bytes;) {
    utf8proc_int32_t letter = 0;
    const auto taken = utf8proc_iterate(made + at, bytes - at, &letter);
    if (taken <= 0) return std::string(name);
    at += taken;
    std::array<utf8proc_uint8_t, 4> coded;
    const auto size = utf8proc_encode_char(
        static_cast<utf8proc_int32_t>(prototype(static_cast<char32_t>(letter))), coded.data());
    look.append(reinterpret_cast<const char*>(coded.data()), static_cast<std::size_t>(size));
  }
  return look;
}

}  // namespace hilltop
