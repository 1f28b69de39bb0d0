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

// A bot's exchange with the conditions, in a game against a house bot.
struct Exchange {
  std::string against;
  std::uint32_t game;  // of those two
  std::string asked;   // empty: the bot did not start
  std::string said;    // empty: nothing
};

struct SlowAnswer {
  Exchange exchange;
  std::chrono::nanoseconds took;
};

struct FaultyAnswer {
  Exchange exchange;
  Fault fault;
};

// What games against house bots showed of a bot.
struct QualificationReport {
  struct Leg {
    std::string against;
    tournament::Tally line;  // the bot's
  };
  std::vector<Leg> legs;             // in the order of the house bots; those that were played
  std::vector<FaultyAnswer> faults;  // that disqualify
  Timing first;                      // answers of a fresh process, which have start_ms on top
  Timing later;                      // all others
  std::vector<SlowAnswer> slowest;   // of the others, the slowest first
  std::optional<runner::Layers> sandbox;

  bool passed() const { return faults.empty(); }
  // Keeps the answer if it is among the slowest.
  void keep(SlowAnswer answer);
};

// Games of a bot against each house bot that qualifies, in turn, the same number against each but
// for one, in seats that swap. Game g against a house bot is game g of `hilltop debug` with this
// seed.
struct Qualification {
  const GameModule& game;
  const AnyGame& any_game;       // of the game, for two
  const Conditions& conditions;  // says which faults disqualify
  std::uint64_t seed;
  std::uint32_t games;              // in all
  std::size_t faults_max;           // that disqualify: with the last one the qualification is over
  std::function<void()> game_over;  // may be null
};
QualificationReport qualify(const Entrant& bot, const Qualification& qualification);

}  // namespace hilltop::arena
