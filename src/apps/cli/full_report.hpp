#pragma once
#include <map>
#include <string>

#include "apps/cli/stored_contest.hpp"

namespace hilltop::cli {

// Everything that is known of a contest's outcome (docs/report.md).
std::string json_of_everything(const StoredContest& stored, const arena::ContestReport& report);

// The same as tables (CSV), by the names of their files. Each list of the JSON is one, but for the
// play-offs, which are among the fixtures.
std::map<std::string, std::string> tables_of_everything(const StoredContest& stored,
                                                        const arena::ContestReport& report);

}  // namespace hilltop::cli
