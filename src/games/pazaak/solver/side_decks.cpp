#include "games/pazaak/solver/side_decks.hpp"

#include <algorithm>
#include <numeric>

namespace hilltop::pazaak {

SideDecks::SideDecks(int cards_max) {
  by_code_.fill(-1);
  for (int size = 0; size <= cards_max; ++size) {
    first_.push_back(static_cast<int>(deck_.size()));
    for (int each = 0; each < codes; ++each) {
      Counts counts;
      int rest = each;
      for (std::int8_t& count : counts) {
        count = static_cast<std::int8_t>(rest % (copies + 1));
        rest /= copies + 1;
      }
      if (std::accumulate(counts.begin(), counts.end(), 0) != size) continue;
      by_code_[static_cast<std::size_t>(each)] = static_cast<int>(deck_.size());
      // One of two equal cards can be drawn in two ways.
      const auto singles = std::ranges::count(counts, std::int8_t{1});
      deck_.push_back({counts, size, 1 << singles, {}});
    }
  }
  first_.push_back(static_cast<int>(deck_.size()));
  for (Deck& deck : deck_)
    for (std::size_t value = 0; value < values; ++value) {
      Counts counts = deck.counts;
      deck.less[value] = -1;
      if (counts[value]-- > 0) deck.less[value] = by_code_[static_cast<std::size_t>(code(counts))];
    }
}

int SideDecks::code(const Counts& counts) {
  int code = 0;
  for (std::size_t value = values; value-- > 0;) code = code * (copies + 1) + counts[value];
  return code;
}

int SideDecks::of(const Counts& counts) const {
  Counts kept{};
  int room = cards_max();
  for (int copy = 0; copy < copies; ++copy)
    for (std::size_t value = values; value-- > 0;)
      if (room > 0 && counts[value] > copy) {
        ++kept[value];
        --room;
      }
  return by_code_[static_cast<std::size_t>(code(kept))];
}

}  // namespace hilltop::pazaak
