#pragma once
#include <cstddef>
#include <expected>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/command_output.hpp"
#include "core/problem.hpp"

namespace hilltop::cluster {

// A job that Slurm has, or a task of an array.
struct SlurmJob {
  std::string name;
  std::string id;                   // of the job, or of all tasks of an array
  std::optional<std::size_t> task;  // in its array
  std::string state;                // "PENDING", "RUNNING", …
  std::string reason;               // why it waits
  std::string nodes;

  // Returns how Slurm calls it: "12", or "12_3".
  std::string called() const { return task ? id + '_' + std::to_string(*task) : id; }
};

// Returns the jobs that `squeue` printed (SlurmQueue::jobs()) whose names begin so.
std::vector<SlurmJob> read_jobs(std::string_view printed, std::string_view begin_of_name);

// Returns whether a controller that is busy or restarts has refused, so that the same command may
// succeed later.
bool is_busy(std::string_view error_output);

// The queue of a cluster, by the commands of Slurm. A controller that is busy is asked again, after
// longer and longer waits; `waiting` is called with a sentence before each. Problems: the commands
// are not installed, the controller refuses, or it stays busy.
class SlurmQueue {
 public:
  // `folder`: where the commands run, and so jobs.
  SlurmQueue(std::filesystem::path folder, std::function<void(std::string_view)> waiting)
      : folder_(std::move(folder)), waiting_(std::move(waiting)) {}

  // Submits a script of the folder whose job has a name that no other has. Returns the job's id.
  // `after`: jobs that must end first, however they do.
  std::expected<std::string, Problem> submit(const std::filesystem::path& script,
                                             const std::string& name,
                                             std::span<const std::string> after = {});
  // Returns this user's jobs whose names begin so, as far as they have not ended.
  std::expected<std::vector<SlurmJob>, Problem> jobs(std::string_view begin_of_name);
  // Returns how many tasks an array may have on this site.
  std::expected<std::size_t, Problem> array_tasks_max();
  // Ends jobs. Those that have ended stay as they are.
  std::expected<void, Problem> cancel(std::span<const SlurmJob> jobs);

 private:
  // Returns what a command prints. `done_meanwhile`: asked before a busy controller is asked again;
  // if it returns a text, that is returned; may be null.
  std::expected<std::string, Problem> ask(
      const std::vector<std::string>& words,
      const std::function<std::optional<std::string>()>& done_meanwhile = nullptr);

  std::filesystem::path folder_;
  std::function<void(std::string_view)> waiting_;
};

}  // namespace hilltop::cluster
