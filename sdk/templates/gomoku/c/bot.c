// A bot for Gomoku: it lays its stone where the longest line, its own or theirs, would grow.
#include "hilltop.h"

// How many stones of one colour follow a point in one direction.
static int arm(const hilltop_gomoku_view* view, hilltop_point from, int dx, int dy) {
  const char colour = hilltop_at(view, from.x + dx, from.y + dy);
  int length = 0;
  while (colour != 0 &&
         hilltop_at(view, from.x + (length + 1) * dx, from.y + (length + 1) * dy) == colour)
    ++length;
  return length;
}

static long worth(const hilltop_gomoku_view* view, hilltop_point point) {
  static const long tenfold[] = {1, 10, 100, 1000, 10000, 100000};
  long sum = 0;
  for (int dx = -1; dx <= 1; ++dx)
    for (int dy = -1; dy <= 1; ++dy) {
      const int length = dx == 0 && dy == 0 ? 0 : arm(view, point, dx, dy);
      sum += tenfold[length < 5 ? length : 5];
    }
  return sum;
}

static hilltop_point place(const hilltop_gomoku_view* view) {
  hilltop_point points[hilltop_size * hilltop_size];
  const int count = hilltop_free(view, points);
  hilltop_point best = points[0];
  for (int i = 1; i < count; ++i)
    if (worth(view, points[i]) > worth(view, best)) best = points[i];
  return best;
}

int main(int argc, char** argv) {
  const hilltop_gomoku_bot bot = {.place = place};
  return hilltop_play_gomoku(argc, argv, &bot);
}
