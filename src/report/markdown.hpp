#pragma once
#include <string>
#include <string_view>

#include "report/summary.hpp"

namespace hilltop::report {

// Returns the outcome in Markdown with tables, as forums take it: ranking, head-to-head table,
// faults, and how to reproduce it. Names and words of strangers stand in spans of code.
// `version`: of this program.
std::string markdown(const Summary& summary, std::string_view version);

}  // namespace hilltop::report
