// A bot for Yahtzee: it collects the face that it has most of, and fills the box that brings most.
#include <algorithm>

#include "hilltop.hpp"

hilltop::YahtzeeMove choose(const hilltop::YahtzeeView& view) {
  const auto options = view.options();
  const auto best = std::max_element(options.begin(), options.end(),
                                     [](auto a, auto b) { return a.points < b.points; });
  if (view.stage == 2 || best->points >= 25) return hilltop::score(best->box);
  const auto count = [&](int face) { return std::count(view.dice.begin(), view.dice.end(), face); };
  const int most = *std::max_element(view.dice.begin(), view.dice.end(),
                                     [&](int a, int b) { return count(a) < count(b); });
  std::vector<int> kept;
  for (int i = 0; i < 5; ++i)
    if (view.dice.at(i) == most) kept.push_back(i);
  return hilltop::keep(kept);
}

int main() { return hilltop::play_yahtzee(choose); }
