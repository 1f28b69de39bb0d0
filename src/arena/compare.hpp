#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/any_game.hpp"
#include "arena/pair_games.hpp"
#include "arena/pair_luck.hpp"
#include "play/game_service.hpp"
#include "rating/sprt.hpp"

namespace hilltop::arena {

// Deals between two looks at the test; a bot that remembers a pairing remembers one batch. Fixed,
// so that --jobs never changes a result.
constexpr std::uint32_t deals_a_batch = 32;

// Deals in a row of which every game was played before, after which a comparison ends: two bots
// without randomness have no other games to play.
constexpr std::int64_t repeated_deals_max = 1024;

// The results of two bots so far; the test asks by how much [0] is stronger.
struct Compared {
  std::array<tournament::Tally, 2> tallies;
  // Number of deals by the score of [0] in both games, and of games by its score. A game that was
  // played before counts once, and a deal counts if one of its games was not.
  rating::Pentanomial deals{};
  rating::Trinomial games{};
  std::int64_t repeated_deals = 0;  // the last deals in a row that told nothing new
  std::vector<LuckFigure> luck;     // if it is asked for
  // Of the scores of deals, without their luck if that is asked for.
  double log_likelihood_ratio = 0;
  rating::Verdict verdict = rating::Verdict::undecided;
  std::int64_t faulty_games = 0;             // in which either bot had a fault
  std::vector<tournament::FaultNote> notes;  // the first ones, in game order
  std::string digest;                        // as of a contest of these games; set at the end
  std::optional<runner::Layers> sandbox;     // around every process; nullopt if none ran
  bool stopped = false;                      // before the end: there may be more to come

  std::int64_t distinct_games() const { return games[0] + games[1] + games[2]; }
  bool only_repeats() const { return repeated_deals >= repeated_deals_max; }
  // Returns whether most games had a fault. They compare faults, not strength.
  bool is_mostly_faults() const { return 2 * faulty_games > tallies[0].games; }
};

struct Comparison {
  const Contest& contest;  // of the two bots, with different names (contest_of_two())
  rating::Sprt test;
  std::uint32_t deals_max;
  int jobs = 1;  // threads, if there is no service, and for luck; never changes a result
  play::GameService* service = nullptr;           // plays the games; null: threads
  std::function<void(const Compared&)> progress;  // after each batch
  // Takes the games that count, in order and in the order of the names; may be null.
  std::function<void(tournament::BatchResult)> played = {};
  PairStorage storage = {};              // where results are kept
  std::vector<store::BotRow> bots = {};  // their rows, if results are kept
  std::stop_token stop = {};             // when requested, ends with the current games
  // Whether the test decides by results without their luck, of which there are figures then. The
  // game knows its luck (knows_luck()).
  bool luck = false;
};

// Plays each deal from both sides, until the test has a verdict, deals_max are played, or the bots
// only repeat themselves. The deals follow from the seed and the set of the two names. Throws on
// failures of the machine.
Compared compare(const Comparison& comparison);

}  // namespace hilltop::arena
