#include "report/commands.hpp"

namespace hilltop::report {
namespace {

// Adds what tells the contest, besides a seed and a number of games.
void add_contest(PrintedCommand& command, const arena::Contest& contest, const std::string& name,
                 const std::string& file, const std::string& bots_folder) {
  command.argument(file.empty() ? name : file);
  if (!bots_folder.empty()) command.option("--bots", bots_folder);
  for (const std::string& typed : contest.typed_switches) command.option("--set", typed);
  if (!contest.not_entered.empty()) command.option("--skip-broken");
}

PrintedCommand run_command_elsewhere(const Summary& summary) {
  const arena::Contest& contest = summary.contest;
  PrintedCommand command("hilltop", "run");
  add_contest(command, contest, summary.name, contest.file.filename().string(),
              folder_name(contest.bots_folder));
  return command;
}

void add_games(PrintedCommand& command, const arena::Contest& contest) {
  command.option("--games", std::to_string(contest.plan.games));
}

}  // namespace

PrintedCommand run_command(const arena::Contest& contest, const std::string& name,
                           const Shell& shell) {
  PrintedCommand command(shell.program, "run");
  add_contest(command, contest, name, contest.file.string(), contest.bots_folder.string());
  if (contest.seed_is_typed) command.option("--seed", contest.seed.text());
  if (contest.games_are_typed) add_games(command, contest);
  if (!shell.store.empty()) command.option("--store", shell.store);
  return command;
}

std::string command_of_timeouts(const Summary& summary) {
  PrintedCommand command = run_command_elsewhere(summary);
  const auto seed = summary.shown_seed();
  if (summary.contest.seed_is_typed && seed) command.option("--seed", *seed);
  if (summary.contest.games_are_typed) add_games(command, summary.contest);
  return command.option("--again", "timeouts").text();
}

std::string command_of_timeouts(const Summary& summary, const Shell& shell) {
  if (!shell.has_store) return {};
  return run_command(summary.contest, summary.name, shell).option("--again", "timeouts").text();
}

std::string play_again_command(const Summary& summary) {
  PrintedCommand command = run_command_elsewhere(summary);
  if (const auto seed = summary.shown_seed()) command.option("--seed", *seed);
  add_games(command, summary.contest);
  return command.text();
}

}  // namespace hilltop::report
