#include <utility>
#include <vector>

#include "games/gomoku/bots/bots.hpp"

namespace hilltop::gomoku {
namespace {

// Plays any legal move. Within a phase all moves are equally likely; at the choice, the three kinds
// of move are.
class Random : public Bot<Rules> {
 public:
  void begin(const Chance& luck) override { luck_ = luck; }

  Move choose(const State& view) override {
    Draw draw = luck_.on(static_cast<std::uint32_t>(view.board.stones()),
                         static_cast<std::uint32_t>(view.phase));
    std::vector<Point> free = view.phase == Phase::stones ? view.board.legal_points(view.to_move)
                                                          : view.board.free_points();
    const auto take_point = [&] {
      std::swap(free[draw.below(static_cast<std::uint32_t>(free.size()))], free.back());
      const Point point = free.back();
      free.pop_back();
      return point;
    };
    switch (view.phase) {
      case Phase::opening: return Open{take_point(), take_point(), take_point()};
      case Phase::choosing:
        switch (draw.below(3)) {
          case 0: return TakeBlack{};
          case 1: return TakeWhite{take_point()};
          default: return PlaceTwo{take_point(), take_point()};
        }
      case Phase::picking: return PickColour{Colour{static_cast<std::uint8_t>(draw.below(2))}};
      default: return Place{take_point()};
    }
  }

 private:
  Chance luck_{0, 0};
};

}  // namespace

std::unique_ptr<Bot<Rules>> make_random() { return std::make_unique<Random>(); }

}  // namespace hilltop::gomoku
