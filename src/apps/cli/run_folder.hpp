#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/contest.hpp"
#include "core/problem.hpp"

// The folder of a contest that other machines play:
//   run.json    its name, its bots, and how large shards are
//   results.db  its store
//   bots/N      a copy of each bot, by its place in the contest
//   machines/K  copies of them that were built for a kind of machine (staged_bots.hpp)
//   stage-N     what was planned and played (cluster/stage.hpp), the last one with the highest N
namespace hilltop::cli {

constexpr std::string_view run_form = "hilltop.shard-run/2";

// How large shards are.
struct ShardSize {
  double seconds = 120;    // of one core
  std::size_t shards = 0;  // in each stage, if not 0
};

struct RunFolder {
  std::filesystem::path folder;
  std::string name;  // of the contest, in the store
  std::string build;
  ShardSize size;
  struct Bot {
    std::size_t place;  // among the entrants
    std::vector<Setting> parameters;
    runner::ContentHash content;
  };
  std::vector<Bot> bots;   // in folders
  bool sealed = false;     // the seed stays a secret when the contest is over
  bool files_stay = true;  // bots find the files of their earlier games
  bool is_timed = false;   // bots have a clock for a game, and may use it as they like
  std::size_t stages = 0;

  std::filesystem::path store() const { return folder / "results.db"; }
  std::filesystem::path bot(std::size_t place) const {
    return folder / "bots" / std::to_string(place);
  }
  std::filesystem::path stage(std::size_t number) const {
    return folder / ("stage-" + std::to_string(number));
  }
};

// Makes the folder of a run, with copies of the contest's bots.
// Problem: there is a run already, a bot cannot leave this machine, or it cannot be written.
std::expected<RunFolder, Problem> make_run_folder(const std::filesystem::path& folder,
                                                  std::string name, const ShardSize& size,
                                                  const arena::Contest& contest);

// Problem: there is no run in it, or one of another program.
std::expected<RunFolder, Problem> open_run_folder(const std::filesystem::path& folder);

std::expected<void, Problem> write(const RunFolder& run);

// Returns a bot that plays from a copy. Problem: that has another content.
std::expected<play::Entrant, Problem> entrant_in(const std::filesystem::path& folder,
                                                 const runner::ContentHash& content);

// Returns the bots of a run as entrants that play from these folders, all in the order of run.bots.
// Problem: one was changed since the run was planned.
std::expected<std::vector<play::Entrant>, Problem> bots_of(
    const RunFolder& run, const std::vector<std::filesystem::path>& folders);

// Returns what tells this program from others: its version and the hash of its file.
std::string build_of_program();
// Returns this machine's name, for people.
std::string host_name();

}  // namespace hilltop::cli
