#include "apps/cli/analyse.hpp"
#include "apps/cli/shared_options.hpp"
#include "apps/cli/subcommand.hpp"
#include "apps/cli/templates.hpp"

namespace hilltop::cli {
namespace {

CommandUsage new_usage(NewArguments& to) {
  std::vector<std::string> games;
  if (const auto all = templates())
    for (const Template& each : *all)
      if (games.empty() || games.back() != each.game) games.push_back(each.game);
  return {.name = "new",
          .about = "Create a working starter bot",
          .arguments = {{"GAME", one_of_words(games), &to.game, "The game that it plays", required},
                        {"LANGUAGE", "", &to.language,
                         "What the bot is written in (see `hilltop list languages`)", required},
                        {"DIR", "", &to.folder,
                         "The bot's new folder, whose name becomes the bot's", required}},
          .notes =
              "The folder gets the bot's source, the SDK and the files meta and bot.toml. A "
              "bot in a compiled language is compiled. If the language's tool is missing, "
              "nothing is written."};
}

CommandUsage debug_usage(DebugArguments& to) {
  return {.name = "debug",
          .about = "Play one bot and print all its input and output",
          .arguments = {{"BOT", "", &to.bot, "The bot's folder", required}},
          .options = {{"--against", "BOT", &to.against,
                       "Its opponent: a house bot (the game's first), a folder, or human"},
                      bots_game(to.game),
                      rules(to.rules),
                      set(to.switches),
                      {"--games", "N", &to.games, "How many games (2: each opens one)"},
                      {"--game-number", "N", &to.game_number,
                       "The first game, as hilltop play numbers them; 1 game without --games"},
                      {"--seed", "SEED", &to.seed, "The seed (drawn)"},
                      sandbox(to.guard),
                      shown_errors(to.guard, "all")},
          .notes =
              "Each line has the milliseconds since the line before, then > for a line to the "
              "bot, < for an answer, ! for a fault, | for the table at the end of a game, = "
              "for its result or * for the start of a process. With --against human you "
              "answer for the opponent, as in hilltop play. The exit code is 1 if the bot had "
              "a fault."};
}

CommandUsage check_usage(CheckArguments& to) {
  return {.name = "check",
          .about = "Check whether a bot may compete, in games against house bots",
          .arguments = {{"BOT", "", &to.bot, "The bot's folder", required}},
          .options = {bots_game(to.game),
                      rules(to.rules),
                      set(to.switches),
                      {"--games", "N", &to.games,
                       "How many games (300), shared among the game's house bots"},
                      {"--seed", "SEED", &to.seed, "The seed (drawn)"},
                      format(to.format),
                      sandbox(to.guard),
                      shown_errors(to.guard, "none")},
          .notes =
              "A bot may compete if it has no fault: no illegal or malformed answer, none "
              "that is too long or later than 500 ms (5000 more for the first of a process), "
              "no crash. The fifth fault ends the check, which also tells what the faults "
              "cost in each contest of the game. The exit code is 0 if the bot may compete "
              "and 1 if not. Game 7 against a house bot is game 7 of hilltop debug against "
              "it, with the same seed.",
          .examples = {{"hilltop check bots/mine --games 1000 --seed 2", ""}}};
}

CommandUsage ask_usage(AskArguments& to) {
  return {
      .name = "ask",
      .about = "Put one position to a bot, and print its answer",
      .arguments = {{"BOT", "", &to.bot, "A house bot or a bot's folder", required},
                    {"POSITION", "", &to.position,
                     "A record's file, a decision of a stored game, or a view as text", required}},
      .options = {bots_game(to.game),
                  {"--rules", "NAME", &to.rules, "The rule set, for a view as text"},
                  {"--set", "NAME=VALUE", &to.switches,
                   "A switch of the rule set, such as side_cards=5"},
                  {"--seats", "N", &to.seats, "Players, for a view as text (2)"},
                  {"--expect", "MOVE", &to.expect, "Fail unless the bot answers this move"},
                  {"--contest", "CONTEST", &to.contest,
                   "The game's contest (the one that was run last)"},
                  store(to.store),
                  format(to.format),
                  sandbox(to.guard),
                  shown_errors(to.guard, "all")},
      .notes =
          "A decision of a stored game is its name and the number of the step, such as "
          "bold-kid:17/12, or @last:17/12 of the last play, compare or check. A view is the text "
          "that the protocol writes after turn N. The exit "
          "code is 1 after a fault, and if the answer is not the expected one.",
      .examples = {
          {"hilltop ask bots/mine kid-mine:3/7", "what it answers now in a game it lost"},
          {"hilltop ask bots/mine position.record --expect STAND", "a test of one decision"},
          {"hilltop ask champion kid-mine:3/7", "what each choice was worth"}}};
}

CommandUsage analyse_usage(AnalyseArguments& to) {
  return {
      .name = "analyse",
      .about = "Show what decisions gave up, and what was luck",
      .arguments = {{"WHAT", "", &to.what,
                     "A stored or last game, a pairing, a bot of a contest, or a record's file",
                     required}},
      .options = {{"--contest", "CONTEST", &to.contest, "The contest (the one that was run last)"},
                  {"--against", "BOT", &to.against,
                   "The bot's opponent (the first of the ranking besides it)"},
                  {"--games", "N", &to.games, "How many games of a pairing (200)"},
                  {"--worst", "N", &to.worst, "How many expensive decisions (10)"},
                  store(to.store),
                  format(to.format, report_forms)},
      .notes =
          "A decision's loss is what the best choice was worth more, and luck what chance "
          "gave beyond the mean of what could fall; docs/luck.md explains both. A loss per "
          "decision needs 20 decisions that were not forced. CSV has the most expensive "
          "decisions.",
      .examples = {{"hilltop analyse kid-mine:3", "every decision and every card of a game"},
                   {"hilltop analyse mine --worst 20", "why a bot lost"},
                   {"hilltop analyse @last", "the games of the last play, compare or check"},
                   {"hilltop analyse kid-mine --format md", "all games of two bots, for a forum"}}};
}

CommandUsage compare_usage(CompareArguments& to) {
  CommandUsage compare{
      .name = "compare",
      .about = "Test which of two bots is stronger, with as few games as needed",
      .arguments = {game(to.game),
                    {"A", "", &to.a,
                     "The bot in question: a house bot or a folder, with settings or without",
                     required},
                    {"B", "", &to.b, "The bot to compare it with", required}},
      .options =
          {{"--elo0", "ELO", &to.elo0, "H0: A is stronger by this many points of Elo (0)"},
           {"--elo1", "ELO", &to.elo1, "H1: A is stronger by this many points of Elo (10)"},
           {"--alpha", "P", &to.alpha, "Probability of accepting H1 if H0 is true (0.05)"},
           {"--beta", "P", &to.beta, "Probability of accepting H0 if H1 is true (0.05)"},
           {.name = "--max-games",
            .value = "N",
            .to = &to.games,
            .about = "Stop undecided after N games (100000; with openings at most 16 per opening)",
            .former = "--games-most"},
           seed(to.seed, "drawn; of house bots 1"),
           {"--luck", "", &to.luck,
            "Take the luck out of results, for the same answer from fewer games (luck.md)"},
           {"--jobs", "N", &to.jobs, "Workers (all processors); never changes a result"},
           rules(to.rules),
           set(to.switches)},
      .notes =
          "Each deal is played twice, from both sides. After every 32 deals a sequential test "
          "stops if it accepts H0 or H1. A test that was interrupted goes on with the same "
          "command. A setting of a bot is a part of its name: pace+race=25. The exit code is "
          "0 with or without a decision. --format csv prints the figures of --luck. "
          "docs/ratings.md explains the numbers."};
  add_switch_files(compare, to.files, /*many_games=*/true);
  add_options(compare, queue_options(to.queue));
  add_options(compare, {format(to.format, table_forms), kept_results(to.store), fresh(to.fresh),
                        sandbox(to.guard), shown_errors(to.guard)});
  return compare;
}

CommandUsage tune_usage(TuneArguments& to) {
  CommandUsage tune{
      .name = "tune",
      .about = "Find better values for the whole numbers by which a bot plays",
      .arguments = {{"FILE", "", &to.file,
                     "A contest's file with the tables [tune] and [parameters] (docs/tune.md)",
                     required}},
      .options = {{"--seed", "N", &to.seed,
                   "The seed from which everything follows (the file's, else 1)"},
                  {"--jobs", "N", &to.jobs, "Workers (all processors); never changes a result"},
                  format(to.format),
                  {"--out", "FILE", &to.out, "Write the values to FILE, as the table [parameters]"},
                  {"--luck", "", &to.luck, "Score iterations without their luck"},
                  kept_results(to.store),
                  fresh(to.fresh),
                  sandbox(to.guard),
                  shown_errors(to.guard)},
      .notes =
          "Each iteration plays the bot with all values a little higher or lower against "
          "itself with all of them the other way, and moves the values towards what won "
          "(SPSA). One that was interrupted goes on with the same command. hilltop "
          "compare tests what it found.",
      .examples = {{"hilltop tune my-bot.toml --out values.toml", "for my bot.toml"}}};
  add_options(tune, queue_options(to.queue));
  return tune;
}

}  // namespace

CommandGroup bot_commands() {
  return {"Commands for bots",
          {subcommand(new_usage, new_bot), subcommand(debug_usage, debug),
           subcommand(check_usage, check), subcommand(ask_usage, ask),
           subcommand(compare_usage, compare), subcommand(analyse_usage, analyse),
           subcommand(tune_usage, tune)}};
}

}  // namespace hilltop::cli
