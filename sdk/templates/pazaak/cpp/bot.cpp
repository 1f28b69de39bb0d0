// A bot for Pazaak. The rules: come close to 20, never over it; side cards help once each.
#include <algorithm>

#include "hilltop.hpp"

hilltop::PazaakMove choose(const hilltop::PazaakView& view) {
  const int missing = 20 - view.value();
  if (std::count(view.side.begin(), view.side.end(), missing) > 0)
    return hilltop::play(missing);  // this card makes it 20
  return view.value() < 17 ? hilltop::END : hilltop::STAND;
}

int main() { return hilltop::play_pazaak(choose); }
