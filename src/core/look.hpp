#pragma once
#include <string>
#include <string_view>

namespace hilltop {

// Returns what people see of a name: two names that look alike have the same look. Compatibility
// forms, and letters of Cyrillic and Greek that are drawn like Latin ones, are one letter, as are 0
// and O, and 1, I and l, in the manner of Unicode Technical Standard 39 (skeletons). Blanks of any
// width are one blank between words, and none at the ends. Text that is not UTF-8 is its own look.
std::string look_of(std::string_view name);

// Returns the text with composed letters (NFC), as keyboards write it: "ü" is one character. Text
// that is not UTF-8 is left as it is.
std::string composed(std::string_view text);

// Returns whether two names are the same text; letters may be composed in the one only.
bool is_same_name(std::string_view one, std::string_view other);

}  // namespace hilltop
