#pragma once
#include <optional>
#include <string>

#include "apps/cli/commands.hpp"

// Contests that other machines play: `hilltop shard` (docs/clusters.md).
namespace hilltop::cli {

// Makes a run's folder, with the shards of its first stage.
struct ShardPlanArguments {
  RunArguments run;
  std::string folder;
  std::optional<std::string> seconds, shards;
};
Outcome shard_plan(const ShardPlanArguments& arguments);

// Plays a shard of the last stage.
struct ShardRunArguments {
  std::string folder, shard;
  std::optional<std::string> jobs;
  std::string format = "text";
  GuardArguments guard;
};
Outcome shard_run(const ShardRunArguments& arguments);

// Stores what was played. Prints the ranking of a contest that is over, else plans what is missing.
struct ShardMergeArguments {
  std::string folder;
  std::optional<std::string> out;
  std::string format = "text";
  GuardArguments guard;
};
Outcome shard_merge(const ShardMergeArguments& arguments);

}  // namespace hilltop::cli
