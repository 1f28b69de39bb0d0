#pragma once
#include <string>
#include <string_view>

namespace hilltop {

// Returns what people see of a name: two names that look alike have the same look. Compatibility
// forms, and letters of Cyrillic and Greek that are drawn like Latin ones, are one letter, as are 0
// and O, and 1, I and l, in the manner of Unicode Technical Standard 39 (skeletons). Text that is
// not UTF-8 is its own look.
std::string look_of(std::string_view name);

}  // namespace hilltop
