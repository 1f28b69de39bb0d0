#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis.hpp"
#include "rating/adjusted.hpp"

namespace hilltop::report {

// A result with the luck in it and without.
struct LuckRow {
  const WorthInfo* worth;
  std::string bot;  // a name, or "A - B" for a difference
  rating::AdjustedResults results;
  // With mirrored deals: how many times they reduce the variance, besides the factor of the luck.
  std::optional<double> mirroring = {};
};

// Those of a contest's bots.
struct ContestLuck {
  // The bots of the ranking in its order, by each worth of the game, the chance to win first.
  std::vector<LuckRow> rows;
  // A bot of which the luck of some games is not known: these have no records.
  struct Missing {
    std::string bot;
    std::int64_t games, known;
  };
  std::vector<Missing> missing = {};
  bool stopped = false;  // before the end
};

}  // namespace hilltop::report
