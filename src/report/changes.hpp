#pragma once
#include "core/json.hpp"

namespace hilltop::report {

// Returns what makes `now` of `before`: a list of arrays of keys and indexes, each with what is now
// there at its end; the index after a list's last appends.
Json changes(const Json& before, const Json& now);

}  // namespace hilltop::report
