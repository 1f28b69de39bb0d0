#pragma once
#include <cstddef>
#include <expected>
#include <string>
#include <vector>

#include "arena/any_game.hpp"
#include "arena/catalog.hpp"
#include "core/json.hpp"

// A finished game as its players look back at it (docs/luck.md).
namespace hilltop::report {

// The steps of the longest game that is reviewed, and how many decisions are named first.
inline constexpr std::size_t reviewed_steps_max = 600, dearest_told = 3;

// What a game brought a seat, by worth.
struct SeatReview {
  std::size_t decisions = 0;  // that were not forced
  std::vector<double> luck, lost;
};

struct Review {
  const arena::GameModule* game;
  Record record;
  arena::AnalysedGame analysed;
  std::vector<SeatReview> seats;
  std::vector<std::size_t> dearest;  // of `analysed.decisions`, of people, the most expensive first

  // Returns the luck of a seat between a step and the next, by worth.
  std::vector<double> luck_after(std::size_t step, Seat seat) const;
  // Returns the decision that is a step, from 1; null if its seat left.
  const arena::AnalysedDecision* decision_at(std::size_t step) const;
};

// Analyses a game, as `hilltop analyse` does. Problem: it is not over, is too long, cannot be
// replayed, or is not analysed under its rules.
std::expected<Review, Problem> reviewed(const arena::AnyGame& game, const Record& record);

// Returns the record up to a step, from which the game can be played again: the same dice and cards
// come. The step is at most the number of its steps.
Record begun_again(const Record& record, std::size_t step);

// Returns the review as a page shows it: each scene as the seat sees it that decides next, with the
// decision that led there. Its shape is in docs/openapi.json.
Json json_of(const Review& review, const arena::AnyGame& game);

}  // namespace hilltop::report
