#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runner/policy.hpp"
#include "runner/report.hpp"

namespace hilltop::runner {

struct Probe {
  Findings findings;                  // result of each layer
  std::vector<std::string> programs;  // paths of the requested programs; empty if not found
};

// Starts a program that does nothing else. Throws if none can be started.
Probe probe(const std::filesystem::path& warden, const Policy& policy,
            std::span<const std::string> programs = {});

// Returns why a bot of many files plays in whole copies of its folder, instead of layers above a
// kept one (decision 0083); empty if it does not. Starts a program that tries everything that a bot
// does with layers.
std::string why_no_layers(const std::filesystem::path& warden, const Policy& policy);

// Returns a layer's description in a few words.
std::string_view what(Layer layer);

// Returns in words why a layer is missing, from its finding.
std::string why(Layer layer, int finding);

// Returns what follows if the layer is missing: "a bot …".
std::string_view without(Layer layer);

// Returns what to do to get the layer.
std::string_view way_to(Layer layer);

}  // namespace hilltop::runner
