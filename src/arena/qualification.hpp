#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/catalog.hpp"
#include "core/timing.hpp"
#include "play/game_service.hpp"

namespace hilltop::arena {

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
    // Only if the games are kept: all of them, with their results and records.
    play::GameOrder order = {};
    tournament::BatchResult games = {};
  };
  std::vector<Leg> legs;            // those played, in the order of the house bots
  std::vector<FaultInGame> faults;  // that disqualify
  Timing first, later;              // as in AnswerTimes
  std::vector<SlowAnswer> slowest;  // of `later`, slowest first
  std::optional<runner::Layers> sandbox;

  bool passed() const { return faults.empty(); }
};

// Games of a bot against house bots. They are shared evenly among the qualifying house bots, and
// seats swap from game to game. Game g against a house bot is game g of `hilltop debug` with this
// seed.
struct Qualification {
  const play::Entrant& bot;
  const GameModule& game;
  std::shared_ptr<const play::GameTerms> terms;  // say which faults disqualify
  play::Seed seed;
  std::uint32_t games;     // total
  std::size_t faults_max;  // faults that end the qualification; one does if the bot did not start
  // Games against one house bot up to which they are kept.
  std::uint32_t kept_max = 0;
};

// Plays qualifications on a service that has nothing else to do, several at once. `arrived`: takes
// the number of games whenever some have come; may be null. `pass_on`: takes each report, in order.
// Returns false if the service has cancelled some: they have no report.
bool qualify(play::GameService& service, std::span<const Qualification> qualifications,
             const std::function<void(std::uint32_t games)>& arrived,
             const std::function<void(std::size_t, QualificationReport)>& pass_on);

}  // namespace hilltop::arena
