#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/analysis.hpp"
#include "rating/adjusted.hpp"
#include "report/lists.hpp"

// Results with the luck in them and without, side by side (docs/luck.md).
namespace hilltop::report {

struct LuckRow {
  const WorthInfo* worth;
  std::string bot;  // a name, or "A - B" for a difference
  rating::AdjustedResults results;
  // With mirrored deals: how many times they reduce the variance, besides the factor of the luck.
  std::optional<double> mirroring = {};
};

std::string luck_text(const std::vector<LuckRow>& rows, bool coloured);
// Returns the list `luck`. Shares of the win are from 0 to 1.
List luck_list(const std::vector<LuckRow>& rows);

}  // namespace hilltop::report
