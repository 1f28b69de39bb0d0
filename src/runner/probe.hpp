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
  Findings findings;                  // what became of each layer
  std::vector<std::string> programs;  // where a bot finds those that were asked for; empty: nowhere
};

// Starts a program that does nothing else. Throws where none can be started.
Probe probe(const std::filesystem::path& warden, const Policy& policy,
            std::span<const std::string> programs = {});

// What a layer is, in a few words.
std::string_view what(Layer layer);

// Why a layer cannot be had: in words, from its finding.
std::string why(Layer layer, int finding);

// What follows where it is missing: "a bot …".
std::string_view without(Layer layer);

// What to do to have it.
std::string_view way_to(Layer layer);

}  // namespace hilltop::runner
