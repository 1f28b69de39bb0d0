#pragma once
#include "apps/cli/commands.hpp"
#include "report/summary.hpp"

namespace hilltop::cli {

// Finds the luck of a stored contest's bots for `summary`, with a bar on standard error. Problem:
// the luck of this game is not known, or a record is damaged. Exit::interrupted: after Ctrl-C.
Outcome find_luck(report::Summary& summary, int threads);

}  // namespace hilltop::cli
