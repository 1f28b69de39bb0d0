/* A first episode: gcc episode.c -lhilltop */
#include <hilltop/games.h>
#include <stdio.h>

int main(void) {
  char error[400];
  hilltop_games* games = hilltop_games_create(
      "{\"game\":\"pazaak\",\"games\":100,\"players\":[{\"name\":\"me\"},{\"bot\":\"kid\"}]}",
      error, sizeof error);
  if (!games) return fprintf(stderr, "%s\n", error), 1;
  const int16_t* seen = hilltop_games_array(games, "observation");
  const float* reward = hilltop_games_array(games, "reward");
  int32_t* action = hilltop_games_array(games, "action");
  int won = 0, lost = 0;
  for (int step = 0; step < 1000; ++step) {
    for (int i = 0; i < 100; ++i) action[i] = seen[33 * i + 3] >= 16; /* END below 16, else STAND */
    if (hilltop_games_step(games, 0) != 0)
      return fprintf(stderr, "%s\n", hilltop_games_error(games)), 1;
    for (int i = 0; i < 100; ++i) won += reward[2 * i] > 0, lost += reward[2 * i] < 0;
  }
  printf("%d won, %d lost\n", won, lost);
  hilltop_games_free(games);
  return 0;
}
