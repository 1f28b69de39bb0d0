#pragma once
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/problem.hpp"

namespace hilltop::cli {

// The outcome of a subcommand. A Problem is bad input (exit code 2). Failures of the machine are
// exceptions (exit code 1, as is a bot that does not pass its check).
// `more_to_play`: other machines must play before there is a result.
enum class Exit { ran = 0, could_not = 1, more_to_play = 3, interrupted = 130 };
using Outcome = std::expected<Exit, Problem>;

enum class Form { text, json, csv, md };

// The values of --sandbox and --stderr.
struct GuardArguments {
  std::string sandbox = "best";
  std::optional<std::string> error_output;
};

// The queue in which workers play (docs/clusters.md).
struct QueueArguments {
  std::optional<std::string> workers, recheck, lease, batch;
};

// Arguments as typed; each subcommand checks its own.
struct RunArguments {
  std::string contest;
  std::optional<std::string> bots, seed, games, jobs, out, store;
  std::vector<std::string> switches;  // NAME=VALUE
  bool sealed = false;
  std::string format = "text";
  GuardArguments guard;
  std::optional<std::string> log, again, every, grades;
  bool fresh = false, skip_broken = false;
  QueueArguments queue;
};
Outcome run(const RunArguments& arguments);
// Does the same, and repeats it when a bot or the contest changes, until stopped.
Outcome watch(const RunArguments& arguments);

struct ShowArguments {
  std::optional<std::string> store, contest, since;
  std::string format = "text";
  bool pairs = false, faults = false, luck = false, list = false;
};
Outcome show(const ShowArguments& arguments);

struct ReportArguments {
  std::optional<std::string> store, contest, html, csv, json, grades, games, samples, jobs;
  bool luck = false, moves = false;
};
Outcome report(const ReportArguments& arguments);

struct VerifyArguments {
  std::optional<std::string> store, contest, sample, digest, game, seed;
  std::optional<std::string> jobs;
};
Outcome verify(const VerifyArguments& arguments);

struct ReplayArguments {
  std::string game;  // as in report/game_name.hpp
  std::optional<std::string> store, contest;
  std::string format = "text";
};
Outcome replay(const ReplayArguments& arguments);

struct MergeArguments {
  std::vector<std::string> stores;
  std::string into;
};
Outcome merge(const MergeArguments& arguments);

// The arguments that the commands that play single games share.
struct GameArguments {
  std::optional<std::string> game, rules, games, seed, jobs;
  std::vector<std::string> switches;                        // NAME=VALUE
  std::map<std::string, std::optional<std::string>> files;  // with switches, by switch name
  std::string format = "text";
  GuardArguments guard;
};

// A contest that other machines play (docs/clusters.md).
// `plan CONTEST DIR` makes a run's folder, with the shards of its first stage; `run DIR NUMBER`
// plays a shard of the last stage; `merge DIR` stores what was played, and prints the ranking of a
// contest that is over, else plans what is missing.
struct ShardArguments {
  std::string verb;
  std::vector<std::string> words;  // what follows it
  RunArguments run;                // of the contest; the store is the folder's
  std::optional<std::string> seconds, shards, scratch;
  bool without_files = false;  // no game finds the files that a bot wrote in another
};
Outcome shard(const ShardArguments& arguments);

// A contest that the jobs of a Slurm cluster play (docs/clusters.md).
// `submit CONTEST DIR` plans a run and submits its first stage; `status DIR` shows how far it is;
// `resume DIR` stores what was played, and submits what is missing and in no job; `cancel DIR` ends
// its jobs.
struct SlurmArguments {
  ShardArguments shards;            // how the run is planned
  std::vector<std::string> sbatch;  // options of sbatch
  std::vector<std::string> before;  // commands of the shell
  bool dry_run = false, wait = false;
  bool unattended = false;  // resume: submit nothing if the last jobs have played nothing
};
Outcome slurm(const SlurmArguments& arguments);

// Plays batches of the runs in a queue.
struct WorkerArguments {
  std::string address, format = "text";
  std::optional<std::string> jobs, scratch;
  bool until_idle = false;
  GuardArguments guard;
};
Outcome worker(const WorkerArguments& arguments);

struct PlayArguments : GameArguments {
  std::vector<std::string> bots;
  std::optional<std::string> names;
  bool ascii = false;
  bool log = false;
};
Outcome play(const PlayArguments& arguments);

struct ServeArguments {
  std::optional<std::string> contest, bots, sandbox, store, address, port, base, people, log;
  std::vector<std::string> names, limits;
  bool behind_proxy = false, open = false, new_token = false;
};
Outcome serve(const ServeArguments& arguments);

struct DebugArguments : GameArguments {
  std::string bot;
  std::optional<std::string> against, game_number;
};
Outcome debug(const DebugArguments& arguments);

struct AskArguments : GameArguments {
  std::string bot, position;
  std::optional<std::string> store, contest, expect, seats;
};
Outcome ask(const AskArguments& arguments);

struct CheckArguments : GameArguments {
  std::string bot;
};
Outcome check(const CheckArguments& arguments);

struct CompareArguments : GameArguments {
  std::string a, b;
  std::optional<std::string> elo0, elo1, alpha, beta, store;
  bool fresh = false, luck = false;
  QueueArguments queue;
};
Outcome compare(const CompareArguments& arguments);

struct TuneArguments {
  std::string file, format = "text";
  std::optional<std::string> seed, jobs, store, out;
  bool fresh = false, luck = false;
  GuardArguments guard;
  QueueArguments queue;
};
Outcome tune(const TuneArguments& arguments);

struct SolveArguments {
  std::string game, format = "text";
  std::optional<std::string> rules, jobs;
  std::vector<std::string> switches;                          // NAME=VALUE
  std::map<std::string, std::optional<std::string>> options;  // of games' solvers, by name
};
Outcome solve(const SolveArguments& arguments);

// Asks a puzzle of a game: that of the day unless it is named; or makes a stock of puzzles.
struct PuzzleArguments {
  std::string game;
  std::optional<std::string> number, make, seed;
  bool ascii = false;
};
Outcome puzzle(const PuzzleArguments& arguments);

struct ListArguments {
  std::optional<std::string> what;
};
Outcome list(const ListArguments& arguments);
// Returns the words that list() takes, besides the names of games.
std::vector<std::string> names_of_lists();

struct DoctorArguments {
  std::string format = "text";
};
Outcome doctor(const DoctorArguments& arguments);

struct NewArguments {
  std::string game, language, folder;
};
Outcome new_bot(const NewArguments& arguments);

struct Usage;
struct CompletionArguments {
  std::string shell;
};
Outcome completion(const CompletionArguments& arguments, const Usage& usage);

struct ManualArguments {
  std::optional<std::string> command, all;
};
Outcome manual(const ManualArguments& arguments, const Usage& usage);

struct HelpArguments {
  std::optional<std::string> command;
};
Outcome help(const HelpArguments& arguments, const Usage& usage);

struct VersionArguments {};
Outcome version(const VersionArguments& arguments, const Usage& usage);

}  // namespace hilltop::cli
