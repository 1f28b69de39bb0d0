#pragma once
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "report/lists.hpp"
#include "report/summary.hpp"

namespace hilltop::report {

// Returns the outcome as a JSON document (docs/output.md); for a stored contest with ratings, the
// bots' authors and timings.
nlohmann::ordered_json document(const Summary& summary);
std::string json(const Summary& summary);

// Returns the same with every fixture. The summary is of a stored contest.
std::string full_json(const Summary& summary);

// Returns a document that has this list only.
std::string json(const List& list, std::string_view schema);

// Returns the text of a document; replaces invalid UTF-8.
std::string written(const Json& document);

}  // namespace hilltop::report
