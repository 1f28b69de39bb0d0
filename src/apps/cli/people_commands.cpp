#include "apps/cli/shared_options.hpp"
#include "apps/cli/subcommand.hpp"

namespace hilltop::cli {
namespace {

CommandUsage play_usage(PlayArguments& to) {
  CommandUsage play{
      .name = "play",
      .about = "Play single games between bots, or against them",
      .arguments = {game(to.game),
                    {"BOT", "", &to.bots,
                     "The players by seat: house bot, human, or a bot's folder", required}},
      .options = {rules(to.rules),
                  set(to.switches),
                  {"--games", "N", &to.games,
                   "How many games (1); two seats swap from game to game"},
                  seed(to.seed, "drawn; of house bots 1"),
                  {"--jobs", "N", &to.jobs, "Workers (1); never changes a result"},
                  {"--log", "", &to.log, "Print every decision"}},
      .notes =
          "People type help for what they can do: hint shows what the champion would do, undo "
          "takes a move back against bots, save and load keep a game. A bot's folder may sit "
          "among them. On a terminal the screen is redrawn and lines are edited; in a pipe, "
          "or if TERM is dumb, lines are printed."};
  add_switch_files(play, to.files, /*many_games=*/false);
  add_options(play,
              {{"--names", "NAMES", &to.names, "Names of the people: Ann,Bob"},
               {"--ascii", "", &to.ascii, "Draw with ASCII, also where the terminal has Unicode"},
               format(to.format),
               sandbox(to.guard),
               shown_errors(to.guard)});
  return play;
}

CommandUsage serve_usage(ServeArguments& to) {
  return {
      .name = "serve",
      .about = "Open the arena to browsers: play, and watch contests",
      .arguments = {{"CONTEST", "", &to.contest,
                     "Host this contest: a name or a file, as of hilltop run"}},
      .options =
          {{"--bots", "DIR", &to.bots,
            "People may play against the bots of DIR, which also play the CONTEST"},
           {"--sandbox", "require|best|off", &to.sandbox,
            "The sandbox around these bots (best; with CONTEST: require)"},
           {"--limit", "NAME=VALUE", &to.limits,
            "The most that a game allows these bots: move_ms (5000), start_ms (10000), game_ms, "
            "move_nodes"},
           {"--new-token", "", &to.new_token,
            "With CONTEST: make another token for the host, in the place of the old one"},
           {"--store", "FILE", &to.store,
            "Show the contests of FILE or postgresql://… (hilltop.db)"},
           {"--address", "IP", &to.address, "The IP address to listen on (127.0.0.1)"},
           {"--port", "N", &to.port, "The port to listen on; 0 takes a free one (8080)"},
           {"--open", "", &to.open, "Open the browser"},
           {"--people", "FILE", &to.people, "Keep people's games in FILE (hilltop-people.db)"},
           {"--name", "HOST", &to.names,
            "A name of this host that browsers may use; may be repeated"},
           {"--behind-proxy", "", &to.behind_proxy,
            "Believe a reverse proxy: X-Forwarded-For names the client"},
           {"--base", "PATH", &to.base, "Serve the pages below PATH, such as /hilltop"},
           {"--log", "text|json", &to.log, "How events are printed on standard error (text)"}},
      .notes =
          "Anyone who can reach the address can play. To serve other machines, put a reverse "
          "proxy with TLS in front of it.",
      .examples = {{"hilltop serve --open", ""},
                   {"hilltop serve --address 0.0.0.0 --name arena.example.org", "for others"}}};
}

CommandUsage puzzle_usage(PuzzleArguments& to) {
  return {
      .name = "puzzle",
      .about = "Ask a puzzle: a position in which one choice is much better",
      .arguments = {{"GAME", "", &to.game, "A game that has puzzles", required},
                    {"NUMBER", "", &to.number,
                     "Which one, the easiest is 1 (that of the day, which changes at 0:00 UTC)"}},
      .options = {{"--ascii", "", &to.ascii,
                   "Draw with ASCII, also where the terminal has Unicode"},
                  {"--make", "N", &to.make,
                   "Print a new stock of N puzzles, out of games of house bots"},
                  {"--seed", "N", &to.seed, "The seed of --make, which decides all of it (1)"}},
      .notes =
          "An answer is typed as in hilltop play. It is judged by the game's solver, and a "
          "wrong one is explained by what it costs, or by the reply that holds."};
}

// Takes the options of every game's solver; solve() checks that they are the game's.
CommandUsage solve_usage(SolveArguments& to) {
  CommandUsage solve{
      .name = "solve",
      .about = "Print the value of a game under optimal play",
      .arguments = {{"GAME", "", &to.game, "The game: one that has a solver", required}},
      .options = {
          rules(to.rules),
          {"--set", "NAME=VALUE", &to.switches, "A switch of the rule set, such as side_cards=5"}}};
  for (const arena::GameModule& game : arena::catalog())
    for (const SolverOption& option : game.solver_options)
      add_game_option(solve, game, option.name, option.about, option.value, to.options);
  add_options(solve, {{"--jobs", "N", &to.jobs, "Threads (all processors); never changes a result"},
                      format(to.format)});
  return solve;
}

}  // namespace

CommandGroup people_commands() {
  return {"Commands for people",
          {subcommand(play_usage, cli::play), subcommand(serve_usage, serve),
           subcommand(puzzle_usage, cli::puzzle), subcommand(solve_usage, solve)}};
}

}  // namespace hilltop::cli
