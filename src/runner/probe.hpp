#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "runner/policy.hpp"
#include "runner/report.hpp"

namespace hilltop::runner {

// What became of each layer around a program that does nothing. Throws where none can be started.
Findings probe(const std::filesystem::path& warden, const Policy& policy);

// What a layer is, in a few words.
std::string_view what(Layer layer);

// Why a layer cannot be had: in words, from its finding.
std::string why(Layer layer, int finding);

// What to do to have it.
std::string_view way_to(Layer layer);

}  // namespace hilltop::runner
