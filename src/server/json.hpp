#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/json.hpp"
#include "core/problem.hpp"
#include "server/http.hpp"

// What requests and messages say, and what answers say back, as JSON.
namespace hilltop::server {

// Return a member of an object; empty if there is none of that kind.
std::string text_in(const Json& object, const char* name);
std::optional<std::int64_t> whole_in(const Json& object, const char* name);

// Returns a time as ISO 8601 has it, in UTC.
std::string iso_time(std::int64_t seconds_since_1970);

// Returns the text of a document; replaces invalid UTF-8.
std::string written(const Json& document);
Response json_response(const Json& document, int status = 200);

// Returns a problem as its members are in JSON: {"text": …, "sentence": …, "values": {…}}, the last
// two if it has values, of which a Problem is such an object again.
Json message(const Problem& problem);
Response error(int status, const Problem& problem);

}  // namespace hilltop::server
