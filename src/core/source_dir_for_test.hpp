// Locates the golden games and contests of the source tree.
#pragma once

#include <filesystem>

namespace hilltop {

// Returns the source tree's top folder. Defined in a file that CMake writes, not by a macro: if the
// path is visible, g++ 12 warns of array bounds in std::string's operator+ for some path lengths
// (GCC bug 105651).
std::filesystem::path source_dir();

}  // namespace hilltop
