#pragma once
#include <expected>
#include <string>

#include "report/summary.hpp"

namespace hilltop::report {

// Returns a stored contest's outcome as a self-contained page of HTML (docs/report.md): the facts
// and the ranking for readers without scripts, and all of it as data, from which its script makes
// the same pages as those of a server. It depends on the store alone. Problem: a record of the
// store cannot be replayed.
std::expected<std::string, Problem> page(const Summary& summary);

}  // namespace hilltop::report
