#pragma once
#include "report/lists.hpp"

namespace hilltop::report {

// Returns a line per bot in a folder, also of those that were disqualified or not entered, best
// first: what a teacher grades by, with the reason for a zero.
List grades(const Summary& summary);

}  // namespace hilltop::report
