#include "games/pazaak/bots/bots.hpp"

namespace hilltop::pazaak {
namespace {

class Bastila final : public Bot<Rules> {
 public:
  Rules::Move choose(const Rules::View& view) override {
    const int m = view.mine.value();
    int last = 0;
    for (const int card : view.side.cards())
      if (17 <= m + card && m + card <= target) last = card;
    if (last != 0) return Rules::Move::play(last);
    // The mean of the cards it has not drawn itself, rounded down: 220 is the sum of the deck.
    const int expected = (220 - m) / (house_cards - view.mine.count());
    return m + expected > 18 ? Rules::Move::stand() : Rules::Move::end();
  }
};

}  // namespace

std::unique_ptr<Bot<Rules>> make_bastila() { return std::make_unique<Bastila>(); }

}  // namespace hilltop::pazaak
