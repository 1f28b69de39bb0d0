#pragma once
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/commands.hpp"
#include "apps/cli/run_folder.hpp"
#include "arena/run.hpp"
#include "cluster/stage.hpp"
#include "core/folder_lock.hpp"
#include "core/printed_command.hpp"

// The head of a run that other machines play: it plans stages and stores what was played.
namespace hilltop::cli {

// A run with its contest.
struct HeldRun {
  RunFolder run;
  arena::Contest contest;
  // Keeps others from planning a stage; null in a run that was just made, or only looked at.
  std::unique_ptr<FolderLock> alone;
};

// The state of a run after its shards were read.
struct Advance {
  arena::ContestReport report;
  std::vector<std::size_t> missing;        // shards of the last stage
  std::optional<cluster::StagePlan> next;  // stage, if it was planned
};

// What follows when every shard of the last stage is whole.
enum class WhenWhole { plan_next, nothing };

struct PlannedRun {
  HeldRun held;
  std::optional<cluster::StagePlan> first;  // stage; nullopt if there is nothing to play
};

// Makes the folder of a run, and plans its first stage; says what a drawn seed is committed to.
// Leaves no folder if it fails.
std::expected<PlannedRun, Problem> plan_run(const ShardArguments& arguments,
                                            const std::string& contest,
                                            const std::filesystem::path& folder);

// Returns a run to look at, which another program may merge meanwhile. Problem: there is none.
std::expected<HeldRun, Problem> open_run(const std::filesystem::path& folder,
                                         const GuardArguments& guard);

// Returns a run of which no other program plans a stage. Problem: there is none, or another program
// merges it.
std::expected<HeldRun, Problem> hold_run(const std::filesystem::path& folder,
                                         const GuardArguments& guard);

// Stores what was played, and plans what is missing if that is no shard of the last stage.
std::expected<Advance, Problem> advance(HeldRun& held, WhenWhole when_whole = WhenWhole::plan_next);

// Prints the ranking of what was played, as print_ranking() does.
Exit print_ranking_of(const HeldRun& held, const arena::ContestReport& report, Form form,
                      const std::optional<std::filesystem::path>& out);

// "4,500 games in 3 shards, about 20 s of one core"
std::string size_of_stage(const cluster::StagePlan& plan);

// Returns numbers as people list them: "1-4 7 9-12".
std::string listed(const std::vector<std::size_t>& numbers);

// Returns a command of a run: `shard VERB FOLDER`.
PrintedCommand run_command(std::string_view command, std::string_view verb,
                           const std::filesystem::path& folder);

}  // namespace hilltop::cli
