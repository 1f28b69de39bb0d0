#pragma once
#include <expected>
#include <string>

#include "apps/cli/stored_contest.hpp"

namespace hilltop::cli {

// A contest's outcome as one page of HTML that needs nothing else: style, script and pictures are
// in it (docs/report.md). It follows from the store alone. A Problem: a record of the store cannot
// be replayed.
std::expected<std::string, Problem> page(const StoredContest& stored,
                                         const arena::ContestReport& report);

}  // namespace hilltop::cli
