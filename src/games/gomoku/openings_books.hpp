#pragma once
#include <array>

#include "core/switches.hpp"

namespace hilltop::gomoku {

// The books in openings/, one for each rule set, which the build puts into the program.
extern const std::array<SwitchFile::BuiltIn, 2> openings_books;

}  // namespace hilltop::gomoku
