#include "games/yahtzee/bots/bots.hpp"

#include <memory>

#include "games/yahtzee/bots/champion.hpp"
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

template <Effort effort>
std::unique_ptr<Bot<Rules>> champion() {
  return std::make_unique<Champion>(effort);
}

template <Effort effort>
std::shared_ptr<const void> prepare(const Rules& rules, int seats, const Progress& progress) {
  return Champion::prepare(rules, seats, effort, progress);
}

constexpr HouseBot<Rules> all[] = {
    {"dummy", "Dummy", "never rerolls, and fills a random box", make<Dummy>},
    {"in-order", "In Order", "never rerolls, and fills the boxes from the top", make<InOrder>},
    {"greedy", "Greedy", "keeps the most common face, and takes the best score", make<Greedy>},
    {"optimal", "Optimal", "plays for the highest average: the solitaire game, solved",
     make<Optimal>,
     /*qualifies=*/false},
    {"champion", "Champion", "plays for the win against others that play for the average",
     champion<Effort::full>, /*qualifies=*/false, /*remembers=*/false, prepare<Effort::full>},
    {"champion-quick", "Quick Champion",
     "champion with a smaller table, made in six tenths of the time", champion<Effort::quick>,
     /*qualifies=*/false, /*remembers=*/false, prepare<Effort::quick>},
};

}  // namespace

std::span<const HouseBot<Rules>> house_bots() { return all; }

}  // namespace hilltop::yahtzee
