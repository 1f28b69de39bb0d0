#include "games/pazaak/bots/bots.hpp"

#include <array>

namespace hilltop::pazaak {

std::span<const HouseBot<Rules>> house_bots() {
  static constexpr std::array<HouseBot<Rules>, 6> bots{{
      {"bold", "Dumb Bold Player", "draws below 20", make_bold},
      {"cautious", "Dumb Cautious Player", "draws below 15", make_cautious},
      {"bastila", "Bastila", "plays a side card for 17 to 20, else reckons with the mean card",
       make_bastila},
      {"kid", "The Cincinnati Kid", "plays its best side card, else by the book", make_kid},
      {"austin", "Austin Powers", "counts cards, and is reckless when behind", make_austin},
      {"nestor", "Nestor", "compares the payoffs of drawing and standing", make_nestor},
  }};
  return bots;
}

}  // namespace hilltop::pazaak
