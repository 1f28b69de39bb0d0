#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hilltop::cluster {

// How long games take, learned from batches that were played: a game takes the sum of what its
// contestants need. Decides nothing but the size of batches.
class Speed {
 public:
  // Returns the seconds of games of these contestants on one core; nullopt if nothing is known of
  // one of them.
  std::optional<double> seconds(std::span<const std::string> names, double games) const {
    double sum = 0;
    for (const std::string& name : names) {
      const auto known = seconds_.find(name);
      if (known == seconds_.end()) return std::nullopt;
      sum += known->second;
    }
    return sum * games;
  }

  // Learns from a batch. `played`: the contestants and the number of games of each order.
  void learn(std::span<const std::pair<std::vector<std::string>, double>> played, double took) {
    double all_games = 0, expected = 0;
    for (const auto& [names, games] : played) all_games += games;
    if (all_games == 0) return;
    for (const auto& [names, games] : played)
      for (const std::string& name : names)
        expected +=
            games * seconds_.try_emplace(name, took / all_games / static_cast<double>(names.size()))
                        .first->second;
    // Half of what was wrong stays, because it may be the other contestants'.
    const double factor = expected > 0 ? (1 + took / expected) / 2 : 1;
    std::set<std::string_view> all;
    for (const auto& [names, games] : played) all.insert(names.begin(), names.end());
    for (const std::string_view name : all) seconds_.find(name)->second *= factor;
  }

 private:
  std::map<std::string, double, std::less<>> seconds_;  // of a game, by contestant
};

}  // namespace hilltop::cluster
