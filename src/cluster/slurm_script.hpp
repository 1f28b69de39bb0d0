#pragma once
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"

// The scripts that Slurm runs for a run of shards, in the folder of that run.
namespace hilltop::cluster {

// Where scripts and what they print are, below the folder of the run.
constexpr std::string_view slurm_folder = "slurm";
// Tasks of an array that one script lists, whatever the site allows.
constexpr std::size_t array_tasks_max = 10'000;
// How often a task or a merge is put back into the queue by its script.
constexpr int restarts_max = 5;
// Slurm tells a script that its time ends this long before, and up to a minute earlier.
constexpr int warning_s = 60;

// How the jobs of a run are submitted.
struct SlurmTerms {
  std::string program;               // its path on every node
  std::vector<std::string> options;  // of sbatch, as the user gave them
  std::vector<std::string> before;   // commands of the shell that run first, as the user gave them
  std::string scratch;               // where bots are copied to on each node, as the shell reads it
  std::string sandbox = "best";
  bool has_bots = false;  // in folders, whose answers are timed
};

// Problem: terms that would take a job away from its run, or would break its script.
std::expected<void, Problem> check(const SlurmTerms& terms);

// An array of jobs that play shards, each one of one core. For one shard it is a job and no array,
// which some sites forbid.
struct SlurmArray {
  std::string name;  // of the job
  std::size_t stage;
  std::vector<std::size_t> shards;
  double seconds;  // the longest of them, as estimated
};
std::string array_script(const SlurmTerms& terms, const SlurmArray& array);

// The job that goes on when all arrays have ended: it merges, plans, and submits.
std::string merge_script(const SlurmTerms& terms, std::string_view name);

}  // namespace hilltop::cluster
