#pragma once
#include <cstddef>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis.hpp"
#include "core/problem.hpp"
#include "match/record.hpp"

namespace hilltop::arena {

// A puzzle in a recorded game (core/puzzle.hpp).
struct PuzzleInGame {
  std::size_t step = 0;  // number of the record's steps before it
  double margin = 0;     // in the first of PuzzlePart::costs
  int plies = 0;         // of the proved win; 0: costs tell the choices
  int found_by = 0;      // of PuzzlePart::bots, that choose the best
  friend bool operator==(const PuzzleInGame&, const PuzzleInGame&) = default;
};

// A choice in a puzzle, judged, in the words that a person types.
struct JudgedAnswer {
  std::string typed;
  bool is_best = false;
  std::vector<double> lost = {};       // by PuzzlePart::costs
  std::vector<std::string> line = {};  // as JudgedChoice::line
};

// Judges the puzzles of a game under the rules of its stock. Builds the tables that it needs, once
// in a process. Used by one thread.
class PuzzleJudge {
 public:
  virtual ~PuzzleJudge() = default;

  // Adds the steps by which a game of a stock begins, before its bots play, to its record.
  virtual void begin(Record& record) const = 0;
  // Returns the puzzles of a game, in its order. Problem: the record cannot be replayed.
  virtual std::expected<std::vector<PuzzleInGame>, Problem> find(const Record& record) = 0;
  // Judges what is typed where a record ends, which is a puzzle. Problem: it is not a legal move.
  virtual std::expected<JudgedAnswer, Problem> judge(const Record& position,
                                                     std::string_view typed) = 0;
  // Returns the best choice where a record ends, and the next best ones.
  virtual std::vector<JudgedAnswer> compare(const Record& position) = 0;
};

// The part of a game's Module that judges puzzles.
struct PuzzlePart {
  std::string_view rule_set;
  std::span<const std::string_view> bots;  // that play its games and are asked
  double margin_min;
  std::size_t of_a_game_max;
  std::span<const WorthInfo> costs;
  std::string_view (*stock)();
  std::unique_ptr<PuzzleJudge> (*judge)();
};

}  // namespace hilltop::arena
