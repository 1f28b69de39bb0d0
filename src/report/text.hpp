#pragma once
#include <optional>
#include <string>

#include "report/summary.hpp"

namespace hilltop::report {

struct TextOptions {
  std::optional<double> seconds = {};  // that the contest took; nullopt: it was played before
  bool all_faults = false;             // lists every fault, with the standard error before it
  bool coloured = false;
};
// The outcome for a terminal. The summary of a stored contest gives ratings and timings too.
std::string text(const Summary& summary, const TextOptions& options);

// The share of games that each bot won against each other, a tie as half a game. Rows and columns
// are in the order of the ranking. Empty if the contest has no games of two.
std::string pairs_text(const Summary& summary, bool coloured);

}  // namespace hilltop::report
