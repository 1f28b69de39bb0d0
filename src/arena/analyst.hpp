#pragma once
#include <cstddef>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "core/seat.hpp"
#include "match/luck.hpp"
#include "match/record.hpp"
#include "play/batch.hpp"
#include "play/conditions.hpp"

namespace hilltop::arena {

// A decision of an analysed game.
struct AnalysedDecision {
  std::size_t step = 0;  // of the record, from 1
  Seat seat{};
  std::string done;  // in the game's notation
  std::string kind;
  bool is_forced = false;
  std::vector<double> losses;  // by worth; of hidden cards only by the first
  // What would have been best, in the game's notation; nullopt if nobody asked, or knows.
  std::optional<std::string> best = {};
  // The same two as a person types them; empty if nobody asked for the best.
  std::string done_typed = {}, best_typed = {};
};

// A chance event of an analysed game.
struct AnalysedEvent {
  std::size_t step = 0;  // of the record, after which it fell; 0: before the first
  std::string fell;
  std::vector<std::vector<double>> luck;  // by worth and seat
};

struct AnalysedGame {
  std::vector<AnalysedDecision> decisions;
  std::vector<AnalysedEvent> events;
  std::vector<std::vector<SeatLuck>> luck;  // by worth and seat; empty if the game has no luck
  // The first worth by seat: after the events before the first step, and after each step; empty as
  // `luck` is.
  std::vector<std::vector<double>> curve;
};

// Analyses games of one number of seats, as their records tell them. `house_bots`: those that play,
// by seat; empty for other players. Used by one thread.
class Analyst {
 public:
  virtual ~Analyst() = default;

  // Returns the luck of a game, or nothing if the game has none. Problem: the record cannot be
  // replayed, or its game is not over.
  virtual std::expected<LuckOfGame, Problem> luck(const Record& record,
                                                  std::span<const std::string> house_bots) = 0;
  // Plays games of house bots, and tells the luck of each. Plays nothing if the game has none.
  virtual void play(const play::Batch& batch, const play::Conditions& conditions,
                    const TellLuck& tell) = 0;
  // `asks_for_best`: finds what would have been best where a decision was not. Problem: the record
  // cannot be replayed.
  virtual std::expected<AnalysedGame, Problem> analyse(const Record& record,
                                                       std::span<const std::string> house_bots,
                                                       bool asks_for_best) = 0;
};

// Returns the name of a house bot with its usual settings, which an Analyst may know; empty for any
// other player.
inline std::string known_player(const play::Entrant& entrant) {
  const auto* const house = std::get_if<play::HousePlayer>(&entrant.player);
  return house != nullptr && house->settings.empty() ? house->bot : std::string();
}

}  // namespace hilltop::arena
