#pragma once
#include <expected>
#include <string>

#include "report/summary.hpp"

namespace hilltop::report {

// A contest's outcome as one page of HTML that needs nothing else: style, script and pictures are
// in it (docs/report.md). It follows from the store alone: the summary is that of a stored contest.
// Error: a record of the store cannot be replayed.
std::expected<std::string, Problem> page(const Summary& summary);

}  // namespace hilltop::report
