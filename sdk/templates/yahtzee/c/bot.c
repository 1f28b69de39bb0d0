// A bot for Yahtzee: it collects the face that it has most of, and fills the box that brings most.
#include "hilltop.h"

static hilltop_move choose(const hilltop_yahtzee_view* view) {
  hilltop_option options[hilltop_boxes];
  const int count = hilltop_options(view, options);
  hilltop_option best = options[0];
  for (int i = 1; i < count; ++i)
    if (options[i].points > best.points) best = options[i];
  if (view->stage == 2 || best.points >= 25) return hilltop_score(best.box);

  int most = view->dice[0], kept[5], kept_count = 0;
  for (int i = 1; i < 5; ++i)
    if (hilltop_count(view, view->dice[i]) > hilltop_count(view, most)) most = view->dice[i];
  for (int i = 0; i < 5; ++i)
    if (view->dice[i] == most) kept[kept_count++] = i;
  return hilltop_keep(kept, kept_count);
}

int main(void) { return hilltop_play_yahtzee(choose, NULL); }
