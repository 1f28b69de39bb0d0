// A bot for Pazaak. The rules: come close to 20, never over it; side cards help once each.
#include "hilltop.h"

static hilltop_move choose(const hilltop_pazaak_view* view) {
  const int missing = 20 - hilltop_value(view);
  if (hilltop_has(view, missing)) return hilltop_play(missing);  // this card makes it 20
  return hilltop_value(view) < 17 ? HILLTOP_END : HILLTOP_STAND;
}

int main(void) { return hilltop_play_pazaak(choose, NULL); }
