#pragma once
#include <optional>
#include <string_view>

namespace hilltop {

// Removes the first character of `text`, which must not be empty, and returns it. nullopt if it is
// not UTF-8 (RFC 3629 excludes overlong forms, surrogates and values beyond U+10FFFF); `text` is
// then unchanged.
std::optional<char32_t> take_character(std::string_view& text);

}  // namespace hilltop
