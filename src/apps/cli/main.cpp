#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <sodium.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/templates.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/cli/usage.hpp"
#include "apps/cli/version.hpp"
#include "arena/catalog.hpp"
#include "core/printed_command.hpp"
#include "core/streams.hpp"
#include "core/text.hpp"

// The program: runs one subcommand. Exit codes: 0 completed, even if bots committed faults; 1
// failed, or a bot did not pass its check; 2 wrong usage or bad input.
namespace {

using namespace hilltop;
using namespace hilltop::cli;

constexpr int exit_bad_input = 2;
// The group of options that no help lists: former names of options.
constexpr const char* hidden = "";

void add_guard(CLI::App* command, GuardArguments& to, const char* shown_else = "as meta says") {
  command->add_option("--sandbox", to.sandbox, "The sandbox around bots in folders (best)")
      ->type_name("require|best|off");
  command
      ->add_option("--stderr", to.error_output,
                   std::string("Whose standard error is shown (") + shown_else + ")")
      ->type_name("none|faults|all");
}

void add_format(CLI::App* command, std::string& to, std::string_view words = plain_forms) {
  command->add_option("--format", to, "How the result is printed (text)")
      ->type_name(std::string(words));
}

constexpr int help_columns_max = 92;

// Adds the text of --help below the options: sentences and examples. The examples that games
// declare for the command follow `examples`.
void add_footer(CLI::App* command, std::string_view sentences, std::vector<Example> examples = {}) {
  std::string notes(trimmed(wrapped(sentences, help_columns_max)));
  const bool is_program = command->get_parent() == nullptr;
  for (const arena::GameModule& game : arena::catalog())
    for (const CommandExample& example : game.info->examples)
      if (example.command == (is_program ? "" : command->get_name()))
        examples.push_back({fmt::format("hilltop {}{}{}", example.command, is_program ? "" : " ",
                                        example.arguments),
                            std::string(example.about)});
  std::size_t width = 0;
  for (const auto& [line, about] : examples)
    if (!about.empty()) width = std::max(width, line.size());
  if (!examples.empty()) notes += (notes.empty() ? "" : "\n") + std::string("Examples:");
  for (const auto& [line, about] : examples)
    notes += about.empty() ? "\n  " + line : fmt::format("\n  {:{}}    {}", line, width, about);
  command->footer(std::move(notes));
}

// Adds an option that a game declares. Two games may have one of the same name.
void add_game_option(CLI::App* command, const arena::GameModule& game, std::string_view name,
                     std::string_view about, std::string_view value,
                     std::map<std::string, std::optional<std::string>>& to) {
  const std::string option = fmt::format("--{}", name);
  const std::string line = fmt::format("{}: {}", game.info->title, about);
  if (CLI::Option* const shared = command->get_option_no_throw(option))
    shared->description(shared->get_description() + "; " + line);
  else
    command->add_option(option, to[std::string(name)], line)->type_name(std::string(value));
}

// Returns the type name of a value that is one of a few words: "a|b".
std::string one_of_words(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, "|"));
}

void add_contest_options(CLI::App* run, RunArguments& to) {
  run->add_option("CONTEST", to.contest,
                  "A name under contests/ (see `hilltop list contests`) or a file")
      ->required();
  run->add_option("--bots", to.bots, "Play with every bot folder in DIR instead of the file's bots")
      ->type_name("DIR");
  run->add_option("--seed", to.seed,
                  "The seed from which everything follows (the file's, else drawn)")
      ->type_name("SEED");

  run->add_option("--games", to.games,
                  "Games per pair; in total for everyone; per set for cup and hill")
      ->type_name("N");
  run->add_option("--set", to.switches,
                  "A switch in the place of the file's, as side_cards=5 or move_ms=500")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  run->add_option("--jobs", to.jobs, "Workers (all processors); never changes a result")
      ->type_name("N");
  add_format(run, to.format, report_forms);
  run->add_option("--out", to.out, "Write the ranking to FILE instead of the screen")
      ->type_name("FILE");
  run->add_option("--grades", to.grades, "Write a line per bot in a folder to FILE, as CSV")
      ->type_name("FILE");
  run->add_option("--store", to.store,
                  "Play only what FILE lacks, and store it there (hilltop.db; or none)")
      ->type_name("FILE");
  run->add_flag("--skip-broken", to.skip_broken,
                "Leave out bots whose folders have errors; the report names them");
  run->add_flag("--fresh", to.fresh, "Play everything again, ignoring stored results");
  run->add_option("--every", to.every, "Print the ranking so far to stderr every N seconds")
      ->type_name("N");
  run->add_option("--log", to.log, "Append events to FILE, one line of JSON each")
      ->type_name("FILE");
  add_guard(run, to.guard);
}

void add_run(CLI::App& app, RunArguments& to) {
  CLI::App* run = app.add_subcommand("run", "Play a whole contest and print its ranking");
  add_contest_options(run, to);
  run->add_flag("--sealed", to.sealed,
                "Do not show a drawn seed, so that runs of changed bots can use it");
  run->add_option("--again", to.again,
                  "Play the stored games of BOT again, or those with a timeout")
      ->type_name("BOT|timeouts");
  add_footer(run, "",
             {{"hilltop run my-contest.toml --format json --out ranking.json", ""},
              {"hilltop run my-contest.toml --again timeouts", "after an overload"}});
}

void add_watch(CLI::App& app, RunArguments& to) {
  CLI::App* watch = app.add_subcommand(
      "watch", "Play a contest, and again whenever a bot or the contest changes");
  add_contest_options(watch, to);
  add_footer(watch,
             "Plays only what has changed: games of new bots, and of bots with new or changed "
             "files. Files that bots write while they play do not count. Ctrl-C ends it.",
             {{"hilltop watch my-contest.toml --format json --out ranking.json", ""}});
}

void add_store(CLI::App* command, std::optional<std::string>& to) {
  command->add_option("--store", to, "The store (hilltop.db)")->type_name("FILE");
}

void add_contest(CLI::App* command, std::optional<std::string>& to) {
  command->add_option("CONTEST", to,
                      "A stored contest, by name or file (the one that was run last)");
}

void add_show(CLI::App& app, ShowArguments& to) {
  CLI::App* show = app.add_subcommand("show", "Print the ranking of a stored contest");
  add_contest(show, to.contest);
  add_store(show, to.store);
  show->add_flag("--pairs", to.pairs, "Add a head-to-head table");
  show->add_flag("--faults", to.faults, "All stored faults, not only the first twelve");
  show->add_flag("--list", to.list, "List the contests of the store and their runs, with dates");
  show->add_option("--since", to.since,
                   "What changed since another store, or since a run of this one")
      ->type_name("STORE");
  add_format(show, to.format, report_forms);
  add_footer(show, "CONTEST@2 is the second run of a contest, with the bots of that time.",
             {{"hilltop show", "the contest that was run last"},
              {"hilltop show --list", "all contests and runs"},
              {"hilltop show --since old.db", "new and changed bots, ranks and scores"},
              {"hilltop show --format md", "for a forum"},
              {"hilltop show --pairs", "with a head-to-head table"},
              {"hilltop show --faults", "all faults, with standard error"}});
}

void add_report(CLI::App& app, ReportArguments& to) {
  CLI::App* report =
      app.add_subcommand("report", "Export a contest, or all its games, as data or as a page");
  add_contest(report, to.contest);
  add_store(report, to.store);
  report->add_option("--html", to.html, "Write a self-contained page, DIR/index.html")
      ->type_name("DIR");
  report->add_option("--csv", to.csv, "Write tables: standings.csv, pairs.csv, fixtures.csv, …")
      ->type_name("DIR");
  report->add_option("--json", to.json, "Write everything in one file")->type_name("FILE");
  report->add_option("--grades", to.grades, "Write a line per bot in a folder, as CSV")
      ->type_name("FILE");
  report
      ->add_option("--games", to.games,
                   "Write all games: a line each (.jsonl, .csv), or as a format of the game, "
                   "compressed if .zst or .gz follows; - is standard output")
      ->type_name("FILE");
  report->add_flag("--moves", to.moves, "Each line of --games has the moves of its game");
  report
      ->add_option("--samples", to.samples,
                   "Write a line of JSON per move: position, search and result, for training")
      ->type_name("FILE");
  report->add_option("--jobs", to.jobs, "Workers that play games again for these (all processors)")
      ->type_name("N");
  add_footer(report,
             "A missing folder is created; files in it that have the same names are replaced.",
             {{"hilltop report --html page", "the contest that was run last"},
              {"hilltop report --games games.jsonl.zst", "every game, for other programs"},
              {"hilltop report --games -.csv", "the same to standard output, as CSV"},
              {"hilltop report --samples moves.jsonl", "every position with its result"}});
}

void add_verify(CLI::App& app, VerifyArguments& to) {
  CLI::App* verify =
      app.add_subcommand("verify", "Recompute stored results and report what differs");
  add_contest(verify, to.contest);
  add_store(verify, to.store);
  verify->add_option("--sample", to.sample, "Only N pairings, evenly spread")->type_name("N");
  verify->add_option("--game", to.game, "Only the pairing of a game, such as bold-kid:17")
      ->type_name("PAIRING");
  verify->add_option("--digest", to.digest, "The published digest")->type_name("HEX");
  verify->add_option("--seed", to.seed, "The published seed")->type_name("SEED");
  verify->add_option("--jobs", to.jobs, "Workers (all processors)")->type_name("N");
  add_footer(verify,
             "Games of house bots are played again; those of bots in folders are replayed from "
             "their records. Exit code 1: something differs or is missing.",
             {{"hilltop verify", ""}});
}

void add_replay(CLI::App& app, ReplayArguments& to) {
  CLI::App* replay = app.add_subcommand("replay", "Print a stored game, move by move");
  replay
      ->add_option("PAIRING", to.game,
                   "The bots and the number of the game: bold-kid:17; /12 shows it before the "
                   "twelfth decision")
      ->required();
  add_contest(replay, to.contest);
  add_store(replay, to.store);
  std::vector<std::string> formats{"text", "json"};
  std::string notes;
  for (const arena::GameModule& game : arena::catalog())
    for (const auto& [name, about] : game.formats) {
      formats.push_back(name);
      notes += fmt::format("{}--format {} ({}): {}.", notes.empty() ? "" : "\n", name,
                           game.info->title, about);
    }
  replay->add_option("--format", to.format, "How the game is printed (text)")
      ->type_name(one_of_words(formats));
  add_footer(replay, notes,
             {{"hilltop replay bold,cautious:1", ""},
              {"hilltop replay bold,cautious:1/3", "what the third decision was about"}});
}

void add_merge(CLI::App& app, MergeArguments& to) {
  CLI::App* merge = app.add_subcommand("merge", "Join stores into one");
  merge->add_option("STORES", to.stores, "The stores to merge, which are not changed")->required();
  merge->add_option("--store", to.into, "The store to merge into; created if missing")
      ->required()
      ->type_name("FILE");
  add_footer(merge, "", {{"hilltop merge laptop.db desktop.db --store all.db", ""}});
}

void add_rules(CLI::App* command, GameArguments& to) {
  command->add_option("--rules", to.rules, "The rule set")->type_name("NAME");
  command
      ->add_option("--set", to.switches,
                   "A switch of the rules, as side_cards=5, or a limit, as move_ms=500")
      ->type_name("NAME=VALUE");
}

// Adds an option for each switch that may stand in a file. `many_games`: leaves out those for one.
void add_switch_files(CLI::App* command, GameArguments& to, bool many_games) {
  for (const arena::GameModule& game : arena::catalog())
    for (const SwitchFile& file : game.switch_files)
      if (!many_games || !file.is_for_one_game)
        add_game_option(command, game, file.name, file.about, "FILE", to.files);
}

void add_play(CLI::App& app, PlayArguments& to) {
  CLI::App* play = app.add_subcommand("play", "Play single games between bots, or against them");
  play->add_option("GAME", to.game, "The game (see `hilltop list games`)")->required();
  play->add_option("BOT", to.bots, "The players by seat: house bot, human, or a bot's folder")
      ->required();
  add_rules(play, to);
  play->add_option("--games", to.games, "How many games (1); two seats swap from game to game")
      ->type_name("N");
  play->add_option("--seed", to.seed,
                   "The seed from which everything follows (drawn; of house bots 1)")
      ->type_name("SEED");
  play->add_option("--jobs", to.jobs, "Workers (1); never changes a result")->type_name("N");
  play->add_flag("--log", to.log, "Print every decision");
  add_switch_files(play, to, /*many_games=*/false);
  play->add_option("--names", to.names, "Names of the people: Ann,Bob")->type_name("NAMES");
  play->add_flag("--ascii", to.ascii, "Draw with ASCII, also where the terminal has Unicode");
  add_format(play, to.format);
  add_guard(play, to.guard);
  add_footer(play,
             "People type help for what they can do: hint shows what the champion would do, undo "
             "takes a move back against bots, save and load keep a game. A bot's folder may sit "
             "among them. On a terminal the screen "
             "is redrawn and lines are edited; in a pipe, or if TERM is dumb, lines are printed.");
}

void add_game_of_bot(CLI::App* command, GameArguments& to) {
  command->add_option("--game", to.game, "The game (the one that its bot.toml says)")
      ->type_name("GAME");
}

void add_serve(CLI::App& app, ServeArguments& to) {
  CLI::App* serve =
      app.add_subcommand("serve", "Open the arena to browsers: play, and watch contests");
  serve->add_option("CONTEST", to.contest,
                    "Host this contest: a name or a file, as of hilltop run");
  serve
      ->add_option("--bots", to.bots,
                   "People may play against the bots of DIR, which also play the CONTEST")
      ->type_name("DIR");
  serve
      ->add_option("--sandbox", to.sandbox,
                   "The sandbox around these bots (best; with CONTEST: require)")
      ->type_name("require|best|off");
  serve
      ->add_option("--limit", to.limits,
                   "The most that a game allows these bots: move_ms (5000), start_ms (10000), "
                   "game_ms, move_nodes")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  serve->add_flag("--new-token", to.new_token,
                  "With CONTEST: make another token for the host, in the place of the old one");
  serve->add_option("--store", to.store, "Show the contests of FILE (hilltop.db)")
      ->type_name("FILE");
  serve->add_option("--address", to.address, "The IP address to listen on (127.0.0.1)")
      ->type_name("IP");
  serve->add_option("--port", to.port, "The port to listen on; 0 takes a free one (8080)")
      ->type_name("N");
  serve->add_flag("--open", to.open, "Open the browser");
  serve->add_option("--people", to.people, "Keep people's games in FILE (hilltop-people.db)")
      ->type_name("FILE");
  serve
      ->add_option("--name", to.names, "A name of this host that browsers may use; may be repeated")
      ->type_name("HOST")
      ->allow_extra_args(false);
  serve->add_flag("--behind-proxy", to.behind_proxy,
                  "Believe a reverse proxy: X-Forwarded-For names the client");
  serve->add_option("--base", to.base, "Serve the pages below PATH, such as /hilltop")
      ->type_name("PATH");
  serve->add_option("--log", to.log, "How events are printed on standard error (text)")
      ->type_name("text|json");
  add_footer(serve,
             "Anyone who can reach the address can play. To serve other machines, put a reverse "
             "proxy with "
             "TLS in front of it.",
             {{"hilltop serve --open", ""},
              {"hilltop serve --address 0.0.0.0 --name arena.example.org", "for others"}});
}

void add_debug(CLI::App& app, DebugArguments& to) {
  CLI::App* debug = app.add_subcommand("debug", "Play one bot and print all its input and output");
  debug->add_option("BOT", to.bot, "The bot's folder")->required();
  debug
      ->add_option("--against", to.against,
                   "Its opponent: a house bot (the game's first), a folder, or human")
      ->type_name("BOT");
  add_game_of_bot(debug, to);
  add_rules(debug, to);
  debug->add_option("--games", to.games, "How many games (2: each opens one)")->type_name("N");
  debug
      ->add_option("--game-number", to.game_number,
                   "The first game, as hilltop play numbers them; 1 game without --games")
      ->type_name("N");
  debug->add_option("--seed", to.seed, "The seed (drawn)")->type_name("SEED");
  add_guard(debug, to.guard, "all");
  add_footer(debug,
             "Each line has the milliseconds since the line before, then > for a line to the "
             "bot, < for an answer, ! for a fault, | for the table at the end of a game, = for its "
             "result or * for the start of a process. With --against human you answer for the "
             "opponent, as in hilltop play. "
             "The exit code is 1 if the bot had a fault.");
}

void add_ask(CLI::App& app, AskArguments& to) {
  CLI::App* ask = app.add_subcommand("ask", "Put one position to a bot, and print its answer");
  ask->add_option("BOT", to.bot, "A house bot or a bot's folder")->required();
  ask->add_option("POSITION", to.position,
                  "A record's file, a decision of a stored game, or a view as text")
      ->required();
  add_game_of_bot(ask, to);
  ask->add_option("--rules", to.rules, "The rule set, for a view as text")->type_name("NAME");
  ask->add_option("--set", to.switches, "A switch of the rule set, such as side_cards=5")
      ->type_name("NAME=VALUE");
  ask->add_option("--seats", to.seats, "Players, for a view as text (2)")->type_name("N");
  ask->add_option("--expect", to.expect, "Fail unless the bot answers this move")
      ->type_name("MOVE");
  ask->add_option("--contest", to.contest, "The game's contest (the one that was run last)")
      ->type_name("CONTEST");
  add_store(ask, to.store);
  add_format(ask, to.format);
  add_guard(ask, to.guard, "all");
  add_footer(ask,
             "A decision of a stored game is its name and the number of the step, such as "
             "bold-kid:17/12. A view is the text that the protocol writes after turn N. The exit "
             "code is 1 after a fault, and if the answer is not the expected one.",
             {{"hilltop ask bots/mine kid-mine:3/7", "what it answers now in a game it lost"},
              {"hilltop ask bots/mine position.record --expect STAND", "a test of one decision"}});
}

void add_check(CLI::App& app, CheckArguments& to) {
  CLI::App* check =
      app.add_subcommand("check", "Check whether a bot may compete, in games against house bots");
  check->add_option("BOT", to.bot, "The bot's folder")->required();
  add_game_of_bot(check, to);
  add_rules(check, to);
  check->add_option("--games", to.games, "How many games (300), shared among the game's house bots")
      ->type_name("N");
  check->add_option("--seed", to.seed, "The seed (drawn)")->type_name("SEED");
  add_format(check, to.format);
  add_guard(check, to.guard, "none");
  add_footer(check,
             "A bot may compete if it has no fault: no illegal or malformed answer, none that "
             "is too long or later than 500 ms (5000 more for the first of a process), no "
             "crash. The fifth fault ends the check, which also tells what the faults cost in "
             "each contest of the game. The exit code is 0 if the bot may compete and 1 if "
             "not. Game 7 against a house bot is game 7 of hilltop debug against it, with the "
             "same seed.",
             {{"hilltop check bots/mine --games 1000 --seed 2", ""}});
}

// Adds the options of a command that keeps the games that it plays.
void add_results(CLI::App* command, std::optional<std::string>& store, bool& fresh) {
  command
      ->add_option("--store", store,
                   "Play only what FILE lacks, and store it there (hilltop.db; or none)")
      ->type_name("FILE");
  command->add_flag("--fresh", fresh, "Play everything again, ignoring stored results");
}

void add_compare(CLI::App& app, CompareArguments& to) {
  CLI::App* compare = app.add_subcommand(
      "compare", "Test which of two bots is stronger, with as few games as needed");
  compare->add_option("GAME", to.game, "The game (see `hilltop list games`)")->required();
  compare
      ->add_option("A", to.a,
                   "The bot in question: a house bot or a folder, with settings or without")
      ->required();
  compare->add_option("B", to.b, "The bot to compare it with")->required();
  compare->add_option("--elo0", to.elo0, "H0: A is stronger by this many points of Elo (0)")
      ->type_name("ELO");
  compare->add_option("--elo1", to.elo1, "H1: A is stronger by this many points of Elo (10)")
      ->type_name("ELO");
  compare->add_option("--alpha", to.alpha, "Probability of accepting H1 if H0 is true (0.05)")
      ->type_name("P");
  compare->add_option("--beta", to.beta, "Probability of accepting H0 if H1 is true (0.05)")
      ->type_name("P");
  compare
      ->add_option("--max-games", to.games,
                   "Stop undecided after N games (100000; with openings at most 16 per opening)")
      ->type_name("N");
  compare->add_option("--games-most", to.games, "The name of --max-games before 0.2")
      ->group(hidden);
  compare
      ->add_option("--seed", to.seed,
                   "The seed from which everything follows (drawn; of house bots 1)")
      ->type_name("SEED");
  compare->add_option("--jobs", to.jobs, "Workers (all processors); never changes a result")
      ->type_name("N");
  add_rules(compare, to);
  add_switch_files(compare, to, /*many_games=*/true);
  add_format(compare, to.format);
  add_results(compare, to.store, to.fresh);
  add_guard(compare, to.guard);
  add_footer(compare,
             "Each deal is played twice, from both sides. After every 32 deals a sequential "
             "test stops if it accepts H0 or H1. A test that was interrupted goes on with the "
             "same command. A setting of a bot is a part of its name: pace+race=25. The exit code "
             "is 0 with or without a decision. docs/ratings.md explains the numbers.");
}

void add_tune(CLI::App& app, TuneArguments& to) {
  CLI::App* tune =
      app.add_subcommand("tune", "Find better values for the whole numbers by which a bot plays");
  tune->add_option("FILE", to.file,
                   "A contest's file with the tables [tune] and [parameters] (docs/tune.md)")
      ->required();
  tune->add_option("--seed", to.seed, "The seed from which everything follows (the file's, else 1)")
      ->type_name("N");
  tune->add_option("--jobs", to.jobs, "Workers (all processors); never changes a result")
      ->type_name("N");
  add_format(tune, to.format);
  tune->add_option("--out", to.out, "Write the values to FILE, as the table [parameters]")
      ->type_name("FILE");
  add_results(tune, to.store, to.fresh);
  add_guard(tune, to.guard);
  add_footer(tune,
             "Each iteration plays the bot with all values a little higher or lower against itself "
             "with all of them the other way, and moves the values towards what won (SPSA). One "
             "that was interrupted goes on with the same command. hilltop compare tests what it "
             "found.",
             {{"hilltop tune my-bot.toml --out values.toml", "for my bot.toml"}});
}

// Adds the options of every game's solver; solve() checks that they are the game's.
void add_solve(CLI::App& app, SolveArguments& to) {
  CLI::App* solve = app.add_subcommand("solve", "Print the value of a game under optimal play");
  solve->add_option("GAME", to.game, "The game: one that has a solver")->required();
  solve->add_option("--rules", to.rules, "The rule set")->type_name("NAME");
  solve->add_option("--set", to.switches, "A switch of the rule set, such as side_cards=5")
      ->type_name("NAME=VALUE");
  for (const arena::GameModule& game : arena::catalog())
    for (const SolverOption& option : game.solver_options)
      add_game_option(solve, game, option.name, option.about, option.value, to.options);
  solve->add_option("--jobs", to.jobs, "Threads (all processors); never changes a result")
      ->type_name("N");
  add_format(solve, to.format);
  add_footer(solve, "");
}

void add_list(CLI::App& app, ListArguments& to) {
  CLI::App* list = app.add_subcommand(
      "list", "List games, house bots, contests, formats of contests or languages");
  std::vector<std::string> words = names_of_lists();
  for (const arena::GameModule& game : arena::catalog()) words.emplace_back(game.info->name);
  list->add_option("WHAT", to.what,
                   "What to list, or a game, for its rules, bots and contests (all)")
      ->type_name(one_of_words(words));
  add_footer(list, "", {{"hilltop list bots", ""}, {"hilltop list languages", "for hilltop new"}});
}

void add_doctor(CLI::App& app, DoctorArguments& to) {
  CLI::App* doctor =
      app.add_subcommand("doctor", "Show which sandbox layers this machine supports");
  add_format(doctor, to.format);
  add_footer(doctor, "", {{"hilltop doctor", ""}});
}

void add_new(CLI::App& app, NewArguments& to) {
  CLI::App* command = app.add_subcommand("new", "Create a working starter bot");
  std::vector<std::string> games;
  if (const auto all = templates())
    for (const Template& each : *all)
      if (games.empty() || games.back() != each.game) games.push_back(each.game);
  CLI::Option* const game =
      command->add_option("GAME", to.game, "The game that it plays")->required();
  if (!games.empty()) game->type_name(one_of_words(games));
  command
      ->add_option("LANGUAGE", to.language,
                   "What the bot is written in (see `hilltop list languages`)")
      ->required();
  command->add_option("DIR", to.folder, "The bot's new folder, whose name becomes the bot's")
      ->required();
  add_footer(command,
             "The folder gets the bot's source, the SDK and the files meta and bot.toml. A bot "
             "in a compiled language is compiled. If the language's tool is missing, nothing "
             "is written.");
}

void add_completion(CLI::App& app, CompletionArguments& to) {
  CLI::App* completion = app.add_subcommand(
      "completion", "Print a shell script that completes hilltop's command line");
  completion->add_option("SHELL", to.shell, "The shell that runs the script")
      ->required()
      ->type_name("bash|zsh|fish");
  add_footer(completion,
             "Commands, options, games and house bots are in the script. Names of contests and "
             "languages depend on files, so the script asks hilltop list for them.",
             {{"source <(hilltop completion bash)", "for this shell; or in ~/.bashrc"},
              {"source <(hilltop completion zsh)", "the same in ~/.zshrc, after compinit"},
              {"hilltop completion fish | source", "the same in ~/.config/fish/config.fish"}});
}

void add_manual(CLI::App& app, ManualArguments& to) {
  CLI::App* manual = app.add_subcommand("manual", "Print a manual page for man or groff");
  manual->add_option("COMMAND", to.command, "The command (hilltop itself)");
  manual->add_option("--all", to.all, "Write all pages into DIR instead")->type_name("DIR");
  add_footer(manual, "",
             {{"hilltop manual run | man -l -", "read the page of hilltop run"},
              {"hilltop manual --all man1", "hilltop.1, hilltop-run.1, ..."}});
}

struct HelpArguments {
  std::optional<std::string> command;
};

void add_help(CLI::App& app, HelpArguments& to) {
  CLI::App* help = app.add_subcommand("help", "Print the help of hilltop or of a command");
  help->add_option("COMMAND", to.command, "The command (hilltop itself)");
  add_footer(help, "", {{"hilltop help run", "the same as hilltop run --help"}});
}

struct VersionArguments {};

void add_version(CLI::App& app, VersionArguments&) {
  CLI::App* version = app.add_subcommand("version", "Print the version");
  add_footer(version, "", {{"hilltop version", "the same as hilltop --version"}});
}

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    if (!option->get_positional() && option->get_group() != hidden)
      names.push_back(option->get_name());
  return names;
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

Problem unknown_command(const CLI::App& app, const std::string& typed) {
  if (auto found = misplaced(typed, Wanted::command)) return *std::move(found);
  return {fmt::format("there is no command '{}'{}", typed, suggestion(typed, commands_of(app)))};
}

// Prints a help text, with long lines broken on a terminal.
void print_help(const std::string& text) {
  const auto columns = terminal_columns(STDOUT_FILENO);
  fmt::print("{}", columns ? wrapped(text, static_cast<std::size_t>(*columns)) : text);
}

Outcome help(const HelpArguments& arguments, const CLI::App& app) {
  const std::vector<std::string> known = commands_of(app);
  const CLI::App* described = &app;
  std::string name = app.get_name();
  if (arguments.command) {
    if (std::ranges::find(known, *arguments.command) == known.end())
      return std::unexpected(unknown_command(app, *arguments.command));
    described = app.get_subcommand(*arguments.command);
    name += ' ' + *arguments.command;
  }
  // App::help() would describe the subcommand that was called: this one.
  print_help(described->get_formatter()->make_help(described, name, CLI::AppFormatMode::Normal));
  return Exit::ran;
}

Outcome version(const VersionArguments&, const CLI::App& app) {
  fmt::print("{}\n", app.version());
  return Exit::ran;
}

// Returns " (text|json)" for an option with a choice of words.
std::string words_of(const CLI::Option& option) {
  const std::string value = option.get_type_name();
  return value.find('|') == std::string::npos ? "" : " (" + value + ")";
}

// Returns the message for a missing parameter; CLI11's message begins with its name.
std::string complaint_of_missing(const CLI::App& command, std::string_view what) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name(option->get_positional());
    if (what.starts_with(name))
      return fmt::format("{} is missing: {}{}", name, option->get_description(), words_of(*option));
  }
  return std::string(what);
}

// Returns what is wrong with the typed game, in whose place a bot or a contest explains why another
// argument is missing; nullopt if nothing is.
std::optional<Problem> complaint_of_game(const CLI::App& command) {
  const CLI::Option* const game = command.get_option_no_throw("GAME");
  if (game == nullptr || game->empty()) return std::nullopt;
  const auto found = game_named(game->results().front());
  return found ? std::nullopt : std::optional(found.error());
}

std::string complaint_of_count(const CLI::App& command, std::string_view what) {
  const std::string name(what.substr(0, what.find(':')));
  const CLI::Option* option = command.get_option_no_throw(name);
  if (option == nullptr) return std::string(what);
  if (option->count() > 1) return name + " is given more than once";
  return fmt::format("{} takes a value, {}: {}", name, option->get_type_name(),
                     option->get_description());
}

// Says which command describes a command; empty: the program.
std::string more_in_help(std::string_view command) {
  PrintedCommand help(called_program(), "help");
  if (!command.empty()) help.argument(std::string(command));
  return '`' + help.text() + "` says more";
}

// CLI11 takes any word for the value of the option before it. Returns what is wrong if that word is
// an option too.
std::optional<Problem> complaint_of_values(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    const std::vector<std::string> known = options_of(*command);
    for (const CLI::Option* option : command->get_options()) {
      if (option->get_positional()) continue;
      for (const std::string& value : option->results())
        if (std::ranges::find(known, value.substr(0, value.find('='))) != known.end())
          return Problem{fmt::format("{} takes a value, and '{}' is an option{}\n{}",
                                     option->get_name(), value,
                                     value.starts_with("--") ? " (./" + value + " is a file)" : "",
                                     more_in_help(command->get_name()))};
    }
  }
  return std::nullopt;
}

// Turns an error of CLI11 into a message of ours.
Problem complaint(const CLI::App& app, const CLI::ParseError& error) {
  const auto commands = app.get_subcommands();
  const CLI::App& command = commands.empty() ? app : *commands.front();
  if (auto taken = complaint_of_values(app)) return *std::move(taken);
  const auto extra = app.remaining(true);
  std::string text = error.what();
  const bool lacks_argument = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (lacks_argument && extra.empty())
    if (auto wrong = complaint_of_game(command)) return *std::move(wrong);
  if (!extra.empty() && extra[0].starts_with('-'))
    text = fmt::format("there is no option '{}'{}", extra[0],
                       suggestion(extra[0], options_of(command)));
  else if (!extra.empty())
    text = fmt::format("one argument too many: '{}'", extra[0]);
  else if (lacks_argument)
    text = complaint_of_missing(command, text);
  else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    text = complaint_of_count(command, text);
  return {text + '\n' + more_in_help(commands.empty() ? "" : command.get_name())};
}

Parameter described(const CLI::Option& option) {
  constexpr std::string_view unnamed_value = "TEXT";  // CLI11's own name of any text
  const bool argument = option.get_positional(), flag = option.get_items_expected_max() == 0;
  Parameter parameter{.name = option.get_name(argument), .about = option.get_description()};
  if (!argument && !option.get_snames().empty()) parameter.brief = '-' + option.get_snames()[0];
  if (!flag && option.get_type_name() != unnamed_value) parameter.value = option.get_type_name();
  parameter.required = option.get_required();
  parameter.repeated = option.get_items_expected_max() > 1;
  return parameter;
}

// Reads a footer: sentences, a line "Examples:", then lines "  COMMAND    description".
void take_footer(const std::string& footer, CommandUsage& to) {
  bool examples = false;
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) {
    if (line == "Examples:") {
      examples = true;
    } else if (!examples) {
      to.notes += (to.notes.empty() ? "" : "\n") + line;
    } else {
      const std::size_t end = std::min(line.find("   ", 2), line.size());
      const std::size_t about = std::min(line.find_first_not_of(' ', end), line.size());
      to.examples.push_back({line.substr(2, end - 2), line.substr(about)});
    }
  }
}

CommandUsage described(const CLI::App& command) {
  CommandUsage usage{
      .name = command.get_name(), .about = command.get_description(), .group = command.get_group()};
  for (const CLI::Option* option : command.get_options())
    if (option->get_group() != hidden)
      (option->get_positional() ? usage.arguments : usage.options).push_back(described(*option));
  take_footer(command.get_footer(), usage);
  return usage;
}

Usage usage_of(const CLI::App& app) {
  const std::string version = app.version();
  Usage usage{.version = version.substr(0, version.find(" (")), .program = described(app)};
  for (const CLI::App* command : app.get_subcommands({}))
    usage.commands.push_back(described(*command));
  return usage;
}

// A subcommand: `add` declares it on the command line, `act` runs it.
struct Command {
  const char* name;
  std::function<void(CLI::App& app)> add;
  std::function<Outcome(const CLI::App& app)> act;
};

template <class Arguments>
Command command(const char* name, void (*add)(CLI::App&, Arguments&),
                Outcome (*act)(const Arguments&)) {
  const auto arguments = std::make_shared<Arguments>();
  return {name, [=](CLI::App& app) { add(app, *arguments); },
          [=](const CLI::App&) { return act(*arguments); }};
}

// Returns a subcommand that describes all the others.
template <class Arguments>
Command command(const char* name, void (*add)(CLI::App&, Arguments&),
                Outcome (*act)(const Arguments&, const Usage&)) {
  const auto arguments = std::make_shared<Arguments>();
  return {name, [=](CLI::App& app) { add(app, *arguments); },
          [=](const CLI::App& app) { return act(*arguments, usage_of(app)); }};
}

// Returns a subcommand that needs the command line's description.
template <class Arguments>
Command command(const char* name, void (*add)(CLI::App&, Arguments&),
                Outcome (*act)(const Arguments&, const CLI::App&)) {
  const auto arguments = std::make_shared<Arguments>();
  return {name, [=](CLI::App& app) { add(app, *arguments); },
          [=](const CLI::App& app) { return act(*arguments, app); }};
}

// The subcommands under one heading of --help.
struct CommandGroup {
  const char* heading;
  std::vector<Command> commands;
};

// Returns all subcommands in the order of --help.
std::vector<CommandGroup> command_groups() {
  return {
      {"Commands for contests",
       {command("run", add_run, run), command("watch", add_watch, watch),
        command("show", add_show, show), command("report", add_report, report),
        command("verify", add_verify, verify), command("replay", add_replay, replay),
        command("merge", add_merge, merge)}},
      {"Commands for bots",
       {command("new", add_new, new_bot), command("debug", add_debug, debug),
        command("check", add_check, check), command("ask", add_ask, ask),
        command("compare", add_compare, compare), command("tune", add_tune, tune)}},
      {"Commands for people",
       {command("play", add_play, cli::play), command("serve", add_serve, serve),
        command("solve", add_solve, solve)}},
      {"Commands about this program",
       {command("list", add_list, list), command("doctor", add_doctor, doctor),
        command("completion", add_completion, completion), command("manual", add_manual, manual),
        command("help", add_help, help), command("version", add_version, version)}}};
}

void describe(CLI::App& app) {
  app.set_version_flag("-V,--version",
                       fmt::format("hilltop {} ({})", program_version, program_build),
                       "Print the version and exit");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.require_subcommand(1);
  app.get_formatter()->column_width(24);
  for (const auto& [theirs, ours] : {std::pair{"SUBCOMMAND", "COMMAND ..."},
                                     {"TEXT", ""},
                                     {"REQUIRED", ""},
                                     {"Positionals", "Arguments"}})
    app.get_formatter()->label(theirs, ours);
  add_footer(&app,
             "hilltop help COMMAND, or hilltop COMMAND --help, describes a command, with examples.",
             {{"hilltop serve --open", "play in your browser, alone or with others"}});
}

// Prints what a newcomer can do first.
Exit print_first_steps(const CLI::App& app) {
  const CommandUsage program = described(app);
  std::string text = program.about + "\n\nTo begin:\n";
  for (const auto& [line, about] : program.examples)
    text += fmt::format("\n  {}\n      {}\n",
                        shell_word(called_program()) + line.substr(program.name.size()), about);
  print_help(text + fmt::format("\n`{}` lists all commands.\n",
                                PrintedCommand(called_program(), "help").text()));
  return Exit::ran;
}

// Runs the command line. CLI11 prints --help and --version.
Outcome act(int argc, char** argv) {
  CLI::App app(
      "A King-of-the-Hill arena: put bots in a folder, play the whole tournament,\n"
      "get a ranking that anyone can reproduce from the seed.",
      "hilltop");
  describe(app);
  const std::vector<CommandGroup> groups = command_groups();
  for (const CommandGroup& group : groups)
    for (const Command& each : group.commands) {
      each.add(app);
      app.get_subcommand(each.name)->group(group.heading);
    }
  if (argc == 1) return print_first_steps(app);
  const std::vector<std::string> known = commands_of(app);
  if (argc > 1 && argv[1][0] != '-' && std::ranges::find(known, argv[1]) == known.end())
    return std::unexpected(unknown_command(app, argv[1]));
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    std::ostringstream printed;
    app.exit(asked, printed, printed);
    print_help(printed.str());
    return Exit::ran;
  } catch (const CLI::ParseError& error) {
    return std::unexpected(complaint(app, error));
  }
  if (auto taken = complaint_of_values(app)) return std::unexpected(*std::move(taken));
  for (const CommandGroup& group : groups)
    for (const Command& each : group.commands)
      if (app.got_subcommand(each.name)) return each.act(app);
  throw std::logic_error("the command line was parsed without a command");
}

// Flushes stdout, which reports a full disk. After an earlier failure, writes one more byte, to get
// its errno.
Exit all_printed() {
  const bool failed_before = std::ferror(stdout) != 0;
  if (failed_before) std::fputc('\n', stdout);
  if (std::fflush(stdout) == 0 && !failed_before) return Exit::ran;
  say("hilltop: cannot write to stdout: {}\n", std::strerror(errno));
  return Exit::could_not;
}

// Appends the program's folder, which has hilltop-gomocup, to the PATH in which bots' commands are
// searched.
void add_own_folder_to_path() {
  const std::string here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const char* const path = std::getenv("PATH");
  setenv("PATH", (path == nullptr || *path == '\0' ? here : path + (':' + here)).c_str(), 1);
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_streams();
  try {
    if (sodium_init() < 0) throw std::runtime_error("libsodium does not start");
    hear_of_failed_writes();
    called_program();  // finds it in the PATH of the shell
    add_own_folder_to_path();
    const Outcome outcome = act(argc, argv);
    const Exit printed = all_printed();
    if (outcome) return static_cast<int>(*outcome == Exit::ran ? printed : *outcome);
    say("hilltop: {}\n", outcome.error().text);
    return exit_bad_input;
  } catch (const std::filesystem::filesystem_error& error) {
    constexpr std::size_t shown_path_bytes_max = 400;
    say("hilltop: {}: {}\n", printable(error.path1().string(), shown_path_bytes_max),
        error.code().message());
  } catch (const std::exception& error) {
    say("hilltop: {}\n", error.what());
  }
  all_printed();
  return static_cast<int>(Exit::could_not);
}
