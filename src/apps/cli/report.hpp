#pragma once
#include <string>

#include "arena/run.hpp"

namespace hilltop::cli {

// A contest's outcome, in the form that was asked for (docs/output.md says what each holds).
std::string json(const arena::Contest& contest, const std::string& name,
                 const arena::Report& report);
std::string csv(const arena::Contest& contest, const arena::Report& report);
std::string text(const arena::Contest& contest, const arena::Report& report, double seconds,
                 bool coloured);

}  // namespace hilltop::cli
