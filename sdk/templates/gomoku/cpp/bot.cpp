// A bot for Gomoku: it lays its stone where the longest line, its own or theirs, would grow.
#include <algorithm>

#include "hilltop.hpp"

// How many stones of one colour follow a point in one direction.
int arm(const hilltop::GomokuView& view, hilltop::Point from, int dx, int dy) {
  const char colour = view.at({from.x + dx, from.y + dy});
  int length = 0;
  while (colour != 0 && view.at({from.x + (length + 1) * dx, from.y + (length + 1) * dy}) == colour)
    ++length;
  return length;
}

long worth(const hilltop::GomokuView& view, hilltop::Point point) {
  constexpr long tenfold[] = {1, 10, 100, 1000, 10000, 100000};
  long sum = 0;
  for (int dx = -1; dx <= 1; ++dx)
    for (int dy = -1; dy <= 1; ++dy)
      if (dx != 0 || dy != 0) sum += tenfold[std::min(arm(view, point, dx, dy), 5)];
  return sum;
}

hilltop::Point place(const hilltop::GomokuView& view) {
  const auto free = view.free();
  return *std::max_element(free.begin(), free.end(),
                           [&](auto a, auto b) { return worth(view, a) < worth(view, b); });
}

int main(int argc, char** argv) {
  hilltop::GomokuBot bot;
  bot.place = place;
  return hilltop::play_gomoku(argc, argv, bot);
}
