#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "report/summary.hpp"

namespace hilltop::report {

// The outcome as a JSON document (docs/output.md). The summary of a stored contest gives ratings,
// the bots' authors and timings too.
std::string json(const Summary& summary);

// The same, with every fixture. The summary is that of a stored contest.
std::string full_json(const Summary& summary);

// A document as the program writes them; what is not UTF-8 is replaced.
std::string written(const nlohmann::ordered_json& document);

}  // namespace hilltop::report
