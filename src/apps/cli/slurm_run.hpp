#pragma once
#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cluster/slurm_script.hpp"
#include "core/problem.hpp"

namespace hilltop::cli {

constexpr std::string_view slurm_form = "hilltop.slurm-run/1";

// What of a run was given to Slurm: the file slurm.json in the run's folder, written before jobs
// are submitted. A job's name tells what it plays, so that no id need be known.
struct SlurmRun {
  struct Submission {
    std::size_t stage;
    std::size_t missing;                           // shards of the stage at that time
    std::vector<std::vector<std::size_t>> arrays;  // the shards of each, by task
  };

  std::string id;  // in the names of its jobs
  cluster::SlurmTerms terms;
  std::vector<Submission> submissions;

  // Returns how the names of all its jobs begin.
  std::string begin_of_names() const { return "hilltop-" + id + '-'; }
  // Numbers from 1.
  std::string array_name(std::size_t submission, std::size_t array) const;
  std::string merge_name(std::size_t submission) const;
  // What the tasks of an array play.
  struct ArrayPlace {
    std::size_t stage;
    std::span<const std::size_t> shards;
  };
  // Returns that of a job by its name; nullopt if it is no array.
  std::optional<ArrayPlace> array_of(const std::string& name) const;
  static bool is_merge(const std::string& name) { return name.ends_with("-merge"); }
};

// Returns a new one, which is not written.
SlurmRun new_slurm_run();

// nullopt if none of the run was given to Slurm. Problem: its file is damaged.
std::expected<std::optional<SlurmRun>, Problem> read_slurm_run(const std::filesystem::path& folder);
std::expected<void, Problem> write(const SlurmRun& run, const std::filesystem::path& folder);

}  // namespace hilltop::cli
