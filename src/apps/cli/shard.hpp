#pragma once
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/commands.hpp"

// Contests that other machines play: `hilltop shard` (docs/clusters.md).
namespace hilltop::cli {

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

}  // namespace hilltop::cli
