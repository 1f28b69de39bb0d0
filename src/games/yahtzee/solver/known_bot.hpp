#pragma once
#include "games/yahtzee/solver/bot_turns.hpp"
#include "games/yahtzee/solver/deviations.hpp"

namespace hilltop::yahtzee {

// A bot of which everything is known that the luck of its games needs.
struct KnownBot {
  KnownBot(const Options& options, const BotTurns::Choices& choices)
      : turns(options, choices), deviations(turns) {}

  BotTurns turns;
  Deviations deviations;  // between turns
};

}  // namespace hilltop::yahtzee
