#include "core/utf8.hpp"

#include <utf8proc.h>

namespace hilltop {

std::optional<char32_t> take_character(std::string_view& text) {
  utf8proc_int32_t character = 0;
  const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                      static_cast<utf8proc_ssize_t>(text.size()), &character);
  if (bytes <= 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(bytes));
  return static_cast<char32_t>(character);
}

}  // namespace hilltop
