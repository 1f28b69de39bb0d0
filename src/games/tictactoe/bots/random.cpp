#include "games/tictactoe/bots/bots.hpp"

namespace hilltop::tictactoe {
namespace {

class Random final : public Bot<Rules> {
 public:
  void begin(const Chance& luck) override { luck_ = luck; }

  Move choose(const State& view) override {
    const std::vector<Move> free = Rules::legal_moves(view);
    return free[luck_.on(static_cast<std::uint32_t>(view.marks))
                    .below(static_cast<std::uint32_t>(free.size()))];
  }

 private:
  Chance luck_{0, 0};
};

}  // namespace

std::unique_ptr<Bot<Rules>> make_random() { return std::make_unique<Random>(); }

}  // namespace hilltop::tictactoe
