#include "games/yahtzee/bots/bots.hpp"

#include <memory>

#include "games/yahtzee/bots/dummy.hpp"
#include "games/yahtzee/bots/greedy.hpp"
#include "games/yahtzee/bots/in_order.hpp"
#include "games/yahtzee/bots/optimal.hpp"

namespace hilltop::yahtzee {
namespace {

template <class B>
std::unique_ptr<Bot<Rules>> make() {
  return std::make_unique<B>();
}

constexpr HouseBot<Rules> all[] = {
    {"dummy", "Dummy", "never rerolls, and fills a random box", make<Dummy>},
    {"in-order", "In Order", "never rerolls, and fills the boxes from the top", make<InOrder>},
    {"greedy", "Greedy", "keeps the most common face, and takes the best score", make<Greedy>},
    {"optimal", "Optimal", "plays for the highest mean: the solitaire game, solved", make<Optimal>,
     /*examines=*/false},
};

}  // namespace

std::span<const HouseBot<Rules>> house_bots() { return all; }

}  // namespace hilltop::yahtzee
