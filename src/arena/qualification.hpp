#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/catalog.hpp"
#include "core/timing.hpp"

namespace hilltop::arena {

constexpr std::size_t slowest_kept = 5;

struct SlowAnswer {
  std::string against;
  std::uint32_t game;  // index among the games against that house bot
  std::string asked;
  std::chrono::nanoseconds took;
};

struct FaultInGame {
  std::string against;
  std::uint32_t game;
  Fault fault;
};

// The results of a bot's games against house bots.
struct QualificationReport {
  struct Leg {
    std::string against;
    tournament::Tally tally;  // the bot's
  };
  std::vector<Leg> legs;            // those played, in the order of the house bots
  std::vector<FaultInGame> faults;  // that disqualify
  Timing first;                     // first answers and turns of processes, within start_ms more
  Timing later;                     // all other answers
  std::vector<SlowAnswer> slowest;  // of `later`, slowest first
  std::optional<runner::Layers> sandbox;

  bool passed() const { return faults.empty(); }
  // Adds the answer to `slowest` if it is among the slowest_kept slowest.
  void keep(SlowAnswer answer);
};

// Parameters of qualify(). The games are shared evenly among the qualifying house bots, and seats
// swap from game to game. Game g against a house bot is game g of `hilltop debug` with this seed.
struct Qualification {
  const GameModule& game;
  const AnyGame& any_game;       // of the game, for two
  const Conditions& conditions;  // says which faults disqualify
  Seed seed;
  std::uint32_t games;     // total
  std::size_t faults_max;  // faults that end the qualification; one does if the bot did not start
  std::function<void()> game_over;  // may be null
};
QualificationReport qualify(const Entrant& bot, const Qualification& qualification);

}  // namespace hilltop::arena
