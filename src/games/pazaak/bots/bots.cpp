#include "games/pazaak/bots/bots.hpp"

#include <array>

#include "games/pazaak/bots/austin.hpp"
#include "games/pazaak/bots/bastila.hpp"
#include "games/pazaak/bots/champion.hpp"
#include "games/pazaak/bots/kid.hpp"
#include "games/pazaak/bots/nestor.hpp"
#include "games/pazaak/bots/solver_bot.hpp"
#include "games/pazaak/bots/threshold.hpp"

namespace hilltop::pazaak {
namespace {

template <class B, int... arguments>
std::unique_ptr<Bot<Rules>> make() {
  return std::make_unique<B>(arguments...);
}

}  // namespace

std::span<const HouseBot<Rules>> house_bots() {
  static constexpr std::array<HouseBot<Rules>, 8> bots{{
      {"bold", "Dumb Bold Player", "draws below 20", make<Threshold, 20>},
      {"cautious", "Dumb Cautious Player", "draws below 15", make<Threshold, 15>},
      {"bastila", "Bastila", "plays a side card for 17 to 20, else assumes the average card",
       make<Bastila>},
      {"kid", "The Cincinnati Kid", "plays its best side card, else by the book", make<Kid>},
      {"austin", "Austin Powers", "counts cards, and is reckless when behind", make<Austin>},
      {"nestor", "Nestor", "compares the payoffs of drawing and standing", make<Nestor>},
      {"solver", "Solver", "plays the game as it is solved for open cards", make<SolverBot>,
       /*qualifies=*/false},
      {"champion", "Champion", "plays as the solver does, and answers how its opponent plays",
       make<Champion>, /*qualifies=*/false, /*remembers=*/true},
  }};
  return bots;
}

}  // namespace hilltop::pazaak
