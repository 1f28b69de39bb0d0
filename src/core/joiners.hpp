#pragma once
#include <string_view>

namespace hilltop {

// Returns whether an invisible character is part of what people see where it stands: a joiner
// between letters that it joins or parts (Unicode Standard Annex 31, rules A1, A2 and B), the
// joiners and selectors of emoji, and the selectors of a letter's form. All others hide something.
// `before` and `after` are the UTF-8 around it.
bool joins(std::string_view before, char32_t character, std::string_view after);

}  // namespace hilltop
