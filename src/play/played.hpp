#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/timing.hpp"
#include "match/session.hpp"
#include "runner/report.hpp"
#include "tournament/batch_result.hpp"

namespace hilltop::play {

inline std::optional<runner::Layers> layers_of(const tournament::BatchResult& result) {
  return result.layers ? std::optional(runner::Layers{*result.layers}) : std::nullopt;
}

// A finished game.
struct GameReport {
  std::uint32_t game;
  std::vector<std::size_t> entrants;  // by seat: index in Batch::entrants
  std::vector<int> points;            // by seat
  std::vector<std::vector<Figure>> figures;
  std::vector<SeatFault> faults;
};

constexpr std::size_t slowest_kept = 5;

// Adds an answer to the slowest ones, slowest first, if it is among the slowest_kept slowest.
template <class Slow>
void keep_slowest(std::vector<Slow>& slowest, Slow answer) {
  const auto place = std::ranges::upper_bound(slowest, answer.took, std::greater(), &Slow::took);
  slowest.insert(place, std::move(answer));
  if (slowest.size() > slowest_kept) slowest.pop_back();
}

// How long a contestant's process took for its answers.
struct AnswerTimes {
  struct Slow {
    std::uint32_t game;
    std::string asked;
    std::chrono::nanoseconds took;
    friend bool operator==(const Slow&, const Slow&) = default;
  };
  Timing first;               // first answers and turns of processes, within start_ms more
  Timing later;               // all other answers
  std::vector<Slow> slowest;  // of `later`, as keep_slowest() has them

  void add(const AnswerTimes& more);
  friend bool operator==(const AnswerTimes&, const AnswerTimes&) = default;
};

// Consecutive games of an order, with what it keeps of them.
struct PlayedGames {
  tournament::BatchResult result;
  std::string log;
  std::vector<GameReport> reports;
  std::vector<AnswerTimes> answers;  // by contestant; empty unless they are kept
  // The game whose record does not fit it, which ended an order of recorded games, and why.
  struct Misfit {
    std::uint32_t game;
    std::string why;
  };
  std::optional<Misfit> misfit;

  // Adds the games that follow directly.
  void add(PlayedGames later);
};

}  // namespace hilltop::play
