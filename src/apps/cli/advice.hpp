#pragma once
#include <cstddef>
#include <string>

#include "arena/written_advice.hpp"

namespace hilltop::cli {

// Returns the advice as lines: the adviser, the unit, and a table of at most `choices_max` moves.
std::string text_of_advice(const arena::WrittenAdvice& advice, std::size_t choices_max);

}  // namespace hilltop::cli
