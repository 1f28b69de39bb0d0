#pragma once
#include <cstdint>
#include <optional>

#include "games/gomoku/engine/search.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// Plays the opening phases by the engine: it values a position for either colour (G8), and takes
// the side that it likes better.
class OpeningChooser {
 public:
  // `spent`: null without a clock.
  explicit OpeningChooser(AnySearch& search, const SpentTime* spent = nullptr)
      : search_(search), spent_(spent) {}

  // Returns an opening of the book for this rule on the first move, turned and mirrored by `draw`.
  static Open open(FirstToMove first_to_move, Draw& draw);
  // Returns one for a board of another size than the book's: the most even of some that are drawn,
  // with their stones around the centre.
  Open open(FirstToMove first_to_move, int size, Draw& draw);
  // What each colour is worth to the player who takes it in answer to an opening, by searches of so
  // many nodes. White lays `stone` then.
  struct Worths {
    int black, white;
    Point stone;
  };
  Worths worths(const State& state, std::int64_t nodes);
  // The answer to an opening: the colour that is worth more, or two stones if they promise more.
  Move choose(const State& state);
  Colour pick(const State& state);

 private:
  struct Even {
    PlaceTwo stones;
    int distance;  // of the score from even
  };
  int score_for(Colour colour, const State& state, const VariantBoard& board, std::int64_t nodes);
  std::optional<Even> most_even(const State& state, const VariantBoard& with_white, Point white);

  bool is_time_over() const { return spent_ != nullptr && (*spent_)() >= 1; }

  AnySearch& search_;
  const SpentTime* spent_;
};

}  // namespace hilltop::gomoku
