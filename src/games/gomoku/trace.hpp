#pragma once
#include <array>
#include <cstdint>

#include "games/gomoku/rules.hpp"
#include "games/gomoku/symmetry.hpp"

namespace hilltop::gomoku {

// A hash of all that was laid and chosen in a game, in its order. Games have the same if a symmetry
// of the board turns one into the other: an engine without randomness that knows the symmetries
// plays both alike. The order of stones within one decision counts only if their colours differ.
class Trace {
 public:
  explicit Trace(const State& start);
  void played(const Move& move);
  std::uint64_t value() const;

 private:
  friend struct MoveTrace;
  // Adds what `code_of` makes of the move under each symmetry.
  template <class CodeOf>
  void add(CodeOf&& code_of);

  int size_;  // of the board
  std::array<std::uint64_t, symmetries> hashes_{};
};

}  // namespace hilltop::gomoku
