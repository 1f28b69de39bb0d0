#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arena/contest.hpp"
#include "tournament/tournament.hpp"

namespace hilltop::arena {

struct Progress {
  std::uint64_t games_done, games_planned;  // of the round that is being played
  int round;                                // 1, 2, …
};

struct RunOptions {
  int jobs = 1;  // workers; never changes a result
  std::function<void(const Progress&)> progress;
};

struct Report {
  tournament::Concluded concluded;
  std::vector<tournament::Row> rows;      // best first
  std::string digest;                     // hexadecimal, over all results in canonical order
  std::optional<runner::Layers> sandbox;  // around every process that ran; nullopt: none did
};

// Plays the whole contest. Throws what only the machine can do wrong.
Report run_contest(const Contest& contest, const RunOptions& options);

}  // namespace hilltop::arena
