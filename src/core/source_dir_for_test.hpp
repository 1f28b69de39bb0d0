// Where a test finds the golden games and contests of the source tree.
#pragma once

#include <filesystem>

namespace hilltop {

// The source tree's top folder. It is defined in a file that CMake writes and not by a macro: with
// the path in sight, g++ 12 warns of array bounds in std::string's operator+ for some lengths of a
// path (GCC bug 105651).
std::filesystem::path source_dir();

}  // namespace hilltop
