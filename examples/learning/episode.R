# A first episode: Rscript episode.R
# R calls C functions that return nothing, so that a few lines of C stand between; a batch is one call.
glue <- tempfile(fileext = ".c")
writeLines('#include <hilltop/games.h>
void play(char **settings, int *games, int *steps, int *won, int *lost) {
  hilltop_games *g = hilltop_games_create(*settings, 0, 0);
  const int16_t *seen = hilltop_games_array(g, "observation"); const float *reward = hilltop_games_array(g, "reward");
  int32_t *action = hilltop_games_array(g, "action");
  for (int step = 0; step < *steps; ++step) {
    for (int i = 0; i < *games; ++i) action[i] = seen[33 * i + 3] >= 16; /* END below 16, else STAND */
    hilltop_games_step(g, 0);
    for (int i = 0; i < *games; ++i) *won += reward[2 * i] > 0, *lost += reward[2 * i] < 0;
  }
  hilltop_games_free(g);
}', glue)
built <- sub("c$", "so", glue)
stopifnot(system2("gcc", c("-shared", "-fPIC", Sys.getenv("CPPFLAGS"), "-o", built, glue, Sys.getenv("LDFLAGS"), "-lhilltop")) == 0)
dyn.load(built)
settings <- '{"game":"pazaak","games":100,"players":[{"name":"me"},{"bot":"kid"}]}'
said <- .C("play", settings, 100L, 1000L, won = 0L, lost = 0L)
cat(said$won, "won,", said$lost, "lost\n")
