#include <fmt/format.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/shared_options.hpp"
#include "apps/cli/subcommand.hpp"

namespace hilltop::cli {
namespace {

Parameter ranking_format(std::string& to) {
  return {"--format", std::string(report_forms), &to, "How the result is printed (text)"};
}

CommandUsage contest_usage(std::string name, std::string about, RunArguments& to) {
  return {
      .name = std::move(name),
      .about = std::move(about),
      .arguments = {{"CONTEST", "", &to.contest,
                     "A name under contests/ (see `hilltop list contests`) or a file", required}},
      .options = {
          {"--bots", "DIR", &to.bots,
           "Play with every bot folder in DIR instead of the file's bots"},
          seed(to.seed, "the file's, else drawn"),
          {"--games", "N", &to.games,
           "Games per pair; in total for everyone; per set for cup and hill"},
          {"--set", "NAME=VALUE", &to.switches,
           "A switch in the place of the file's, as side_cards=5 or move_ms=500"},
          {"--jobs", "N", &to.jobs, "Workers (all processors); never changes a result"},
          ranking_format(to.format),
          {"--out", "FILE", &to.out, "Write the ranking to FILE instead of the screen"},
          {"--grades", "FILE", &to.grades, "Write a line per bot in a folder to FILE, as CSV"},
          kept_results(to.store),
          {"--skip-broken", "", &to.skip_broken,
           "Leave out bots whose folders have errors; the report names them"},
          fresh(to.fresh),
          {"--every", "N", &to.every, "Print the ranking so far to stderr every N seconds"},
          {"--log", "FILE", &to.log, "Append events to FILE, one line of JSON each"},
          sandbox(to.guard),
          shown_errors(to.guard)}};
}

CommandUsage shard_usage(ShardArguments& to) {
  RunArguments& run = to.run;
  return {.name = "shard",
          .about = "Play a contest on many machines, in shards",
          .arguments = {{"VERB", "plan|run|merge", &to.verb, "What to do", required},
                        {"WORDS", "", &to.words, "plan: CONTEST DIR; run: DIR NUMBER; merge: DIR"}},
          .options = {{"--seconds", "N", &to.seconds,
                       "plan: the seconds of one core that a shard takes (120)"},
                      {"--shards", "N", &to.shards, "plan: how many shards a stage has instead"},
                      {"--bots", "DIR", &run.bots,
                       "plan: play with every bot folder in DIR instead of the file's bots"},
                      seed(run.seed, "plan: the file's, else drawn"),
                      {"--games", "N", &run.games, "plan: as in `hilltop run`"},
                      {"--set", "NAME=VALUE", &run.switches, "plan: as in `hilltop run`"},
                      {"--skip-broken", "", &run.skip_broken, "plan: as in `hilltop run`"},
                      {"--sealed", "", &run.sealed, "plan: as in `hilltop run`"},
                      {"--without-files", "", &to.without_files,
                       "plan: no game finds the files that a bot wrote in another"},
                      {"--jobs", "N", &run.jobs,
                       "run: workers (all processors); never changes a result"},
                      {"--scratch", "DIR", &to.scratch,
                       "run: copy bots to DIR, on this machine's disk, and build them there"},
                      ranking_format(run.format),
                      {"--out", "FILE", &run.out, "merge: write the ranking to FILE"},
                      sandbox(run.guard),
                      shown_errors(run.guard)},
          .notes =
              "plan makes the folder DIR with the games of the contest's first stage in "
              "shards. run plays one of them, on any machine that sees DIR and has the same "
              "program. merge stores what was played, names the shards that are missing, "
              "plans the next stage, or prints the ranking: its exit code is 3 while there is "
              "more to play. The result is that of hilltop run.",
          .examples = {{"hilltop shard plan my-contest.toml course --shards 40", ""}}};
}

CommandUsage slurm_usage(SlurmArguments& to) {
  ShardArguments& shards = to.shards;
  RunArguments& run = shards.run;
  return {
      .name = "slurm",
      .about = "Play a contest on a Slurm cluster",
      .arguments = {{"VERB", "submit|status|resume|cancel", &shards.verb, "What to do", required},
                    {"WORDS", "", &shards.words, "submit: CONTEST DIR; the others: DIR"}},
      .options = {{"--sbatch", "OPTION", &to.sbatch,
                   "submit, resume: an option of sbatch, as --partition=short; may be repeated"},
                  {"--before", "LINE", &to.before,
                   "submit, resume: a command of the shell that runs first; may be repeated"},
                  {"--scratch", "DIR", &shards.scratch,
                   "submit, resume: copy bots to DIR on each node ('$TMPDIR'), and build them"},
                  {"--dry-run", "", &to.dry_run, "submit: print the scripts and leave nothing"},
                  {"--wait", "", &to.wait, "status: show the progress until all jobs have ended"},
                  {"--unattended", "", &to.unattended,
                   "resume: submit nothing if the last jobs have played nothing"},
                  {"--seconds", "N", &shards.seconds,
                   "submit: the seconds of one core that a shard takes (120)"},
                  {"--shards", "N", &shards.shards, "submit: how many shards a stage has instead"},
                  {"--bots", "DIR", &run.bots,
                   "submit: play with every bot folder in DIR instead of the file's bots"},
                  seed(run.seed, "submit: the file's, else drawn"),
                  {"--games", "N", &run.games, "submit: as in `hilltop run`"},
                  {"--set", "NAME=VALUE", &run.switches, "submit: as in `hilltop run`"},
                  {"--skip-broken", "", &run.skip_broken, "submit: as in `hilltop run`"},
                  {"--sealed", "", &run.sealed, "submit: as in `hilltop run`"},
                  {"--without-files", "", &shards.without_files,
                   "submit: no game finds the files that a bot wrote in another"},
                  format(run.format),
                  sandbox(run.guard),
                  shown_errors(run.guard)},
      .notes =
          "submit makes the folder DIR, as hilltop shard plan does, and submits its shards as "
          "arrays of jobs, with a job after them that stores what was played and submits the "
          "next stage. status shows how far they are, and the ranking so far. resume submits "
          "what is missing and in no job. cancel ends the jobs; what was played stays.",
      .examples = {
          {"hilltop slurm submit my-contest.toml course --shards 40 --dry-run", "what would run"}}};
}

CommandUsage worker_usage(WorkerArguments& to) {
  return {
      .name = "worker",
      .about = "Play batches of contests that wait in a PostgreSQL",
      .arguments = {{"DATABASE", "", &to.address,
                     "The database with the queue: postgresql://USER@HOST/NAME", required}},
      .options = {{"--jobs", "N", &to.jobs, "Batches at once (all processors)"},
                  {"--until-idle", "", &to.until_idle, "End when no run is in the queue"},
                  {"--scratch", "DIR", &to.scratch,
                   "Copy bots to DIR, on this machine's disk, and build them there"},
                  {"--format", "text|json", &to.format,
                   "What is printed: a line at the end, or a line of JSON for each batch"},
                  sandbox(to.guard),
                  shown_errors(to.guard)},
      .notes =
          "Any number of workers serve a queue; they need the program of the run, and no store. "
          "SIGTERM and Ctrl-C give back what is not finished. A password belongs into "
          "~/.pgpass or PGPASSWORD. A worker waits for the queue, which the first run makes. The "
          "exit code is 2 if the queue wants another program, or has found this worker's results "
          "to be wrong.",
      .examples = {{"hilltop worker postgresql://db.example/arena", "until Ctrl-C"},
                   {"hilltop worker postgresql://db.example/arena --until-idle --jobs 4", ""}}};
}

CommandUsage run_usage(RunArguments& to) {
  CommandUsage run = contest_usage("run", "Play a whole contest and print its ranking", to);
  add_options(run, {{"--sealed", "", &to.sealed,
                     "Do not show a drawn seed, so that runs of changed bots can use it"},
                    {"--again", "BOT|timeouts", &to.again,
                     "Play the stored games of BOT again, or those with a timeout"}});
  add_options(run, queue_options(to.queue));
  run.examples = {{"hilltop run my-contest.toml --format json --out ranking.json", ""},
                  {"hilltop run my-contest.toml --again timeouts", "after an overload"}};
  return run;
}

CommandUsage watch_usage(RunArguments& to) {
  CommandUsage watch =
      contest_usage("watch", "Play a contest, and again whenever a bot or the contest changes", to);
  watch.notes =
      "Plays only what has changed: games of new bots, and of bots with new or changed files. "
      "Files that bots write while they play do not count. Ctrl-C ends it.";
  watch.examples = {{"hilltop watch my-contest.toml --format json --out ranking.json", ""}};
  return watch;
}

CommandUsage show_usage(ShowArguments& to) {
  return {.name = "show",
          .about = "Print the ranking of a stored contest",
          .arguments = {stored_contest(to.contest)},
          .options = {store(to.store),
                      {"--pairs", "", &to.pairs, "Add a head-to-head table"},
                      {"--faults", "", &to.faults, "All stored faults, not only the first twelve"},
                      {"--luck", "", &to.luck,
                       "Results with their luck and without; plays house bots again"},
                      {"--list", "", &to.list,
                       "List the contests of the store and their runs, with dates"},
                      {"--since", "STORE", &to.since,
                       "What changed since another store, or since a run of this one"},
                      ranking_format(to.format)},
          .notes =
              "CONTEST@2 is the second run of a contest, with the bots of that time. @last "
              "is the games of the last play, compare or check.",
          .examples = {{"hilltop show", "the contest that was run last"},
                       {"hilltop show --list", "all contests and runs"},
                       {"hilltop show --since old.db", "new and changed bots, ranks and scores"},
                       {"hilltop show --format md", "for a forum"},
                       {"hilltop show --pairs", "with a head-to-head table"},
                       {"hilltop show --faults", "all faults, with standard error"},
                       {"hilltop show --luck", "how much of each result was luck"}}};
}

CommandUsage report_usage(ReportArguments& to) {
  return {
      .name = "report",
      .about = "Export a contest, or all its games, as data or as a page",
      .arguments = {stored_contest(to.contest)},
      .options =
          {store(to.store),
           {"--html", "DIR", &to.html, "Write a self-contained page, DIR/index.html"},
           {"--csv", "DIR", &to.csv, "Write tables: standings.csv, pairs.csv, fixtures.csv, …"},
           {"--json", "FILE", &to.json, "Write everything in one file"},
           {"--luck", "", &to.luck,
            "The page, the tables and --json have results with their luck and without"},
           {"--grades", "FILE", &to.grades, "Write a line per bot in a folder, as CSV"},
           {"--games", "FILE", &to.games,
            "Write all games: a line each (.jsonl, .csv), or as a format of the game, compressed "
            "if .zst or .gz follows; - is standard output"},
           {"--moves", "", &to.moves, "Each line of --games has the moves of its game"},
           {"--samples", "FILE", &to.samples,
            "Write a line of JSON per move: position, search and result, for training"},
           {"--jobs", "N", &to.jobs, "Workers that play games again for these (all processors)"}},
      .notes = "A missing folder is created; files in it that have the same names are replaced.",
      .examples = {{"hilltop report --html page", "the contest that was run last"},
                   {"hilltop report --games games.jsonl.zst", "every game, for other programs"},
                   {"hilltop report --games -.csv", "the same to standard output, as CSV"},
                   {"hilltop report --samples moves.jsonl", "every position with its result"}}};
}

CommandUsage verify_usage(VerifyArguments& to) {
  return {.name = "verify",
          .about = "Recompute stored results and report what differs",
          .arguments = {stored_contest(to.contest)},
          .options = {store(to.store),
                      {"--sample", "N", &to.sample, "Only N pairings, evenly spread"},
                      {"--game", "PAIRING", &to.game,
                       "Only the pairing of a game, such as bold-kid:17"},
                      {"--digest", "HEX", &to.digest, "The published digest"},
                      {"--seed", "SEED", &to.seed, "The published seed"},
                      {"--jobs", "N", &to.jobs, "Workers (all processors)"}},
          .notes =
              "Games of house bots are played again; those of bots in folders are replayed "
              "from their records. Exit code 1: something differs or is missing.",
          .examples = {{"hilltop verify", ""}}};
}

CommandUsage replay_usage(ReplayArguments& to) {
  std::vector<std::string> formats{"text", "json"};
  std::string notes =
      "bold-kid:17 is the 17th game of these bots, and bold-kid:17/12 shows it before the twelfth "
      "decision; @last:17 is of the last play, compare or check. A record is a file, such as a "
      "saved game.";
  for (const arena::GameModule& game : arena::catalog())
    for (const auto& [name, about] : game.formats) {
      formats.push_back(name);
      notes += fmt::format("\n--format {} ({}): {}.", name, game.info->title, about);
    }
  return {
      .name = "replay",
      .about = "Print a stored game, move by move",
      .arguments = {{"PAIRING", "", &to.game,
                     "A game, bold-kid:17 or @last:17, also before a decision (/12), or a record",
                     required},
                    stored_contest(to.contest)},
      .options = {store(to.store),
                  {"--format", one_of_words(formats), &to.format,
                   "How the game is printed (text)"}},
      .notes = std::move(notes),
      .examples = {{"hilltop replay bold,cautious:1", ""},
                   {"hilltop replay bold,cautious:1/3", "what the third decision was about"}}};
}

CommandUsage merge_usage(MergeArguments& to) {
  return {.name = "merge",
          .about = "Join stores into one",
          .arguments = {{"STORES", "", &to.stores, "The stores to merge, which are not changed",
                         required}},
          .options = {{"--store", "FILE", &to.into, "The store to merge into; created if missing",
                       required}},
          .examples = {{"hilltop merge laptop.db desktop.db --store all.db", ""}}};
}

}  // namespace

CommandGroup contest_commands() {
  return {"Commands for contests",
          {subcommand(run_usage, run), subcommand(watch_usage, watch), subcommand(show_usage, show),
           subcommand(report_usage, report), subcommand(verify_usage, verify),
           subcommand(replay_usage, replay), subcommand(merge_usage, merge),
           subcommand(shard_usage, shard), subcommand(slurm_usage, slurm),
           subcommand(worker_usage, worker)}};
}

}  // namespace hilltop::cli
