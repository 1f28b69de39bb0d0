#pragma once
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"
#include "play/venue.hpp"

namespace hilltop::cluster {

// Where a worker plays the runs of a queue.
class VenuesOfRuns {
 public:
  virtual ~VenuesOfRuns() = default;
  // Returns the venue of a run. `bots`: the contents of its bots in folders, in hexadecimal.
  // `fetch`: returns the folder of one of them, as pack_folder() does. Called by one thread at a
  // time. Problem: a bot cannot be had here.
  virtual std::expected<std::shared_ptr<const play::Venue>, Problem> venue(
      std::int64_t run, const std::vector<std::string>& bots,
      const std::function<std::string(const std::string& content)>& fetch) = 0;
};

// What a worker has done.
struct WorkerNews {
  enum class Kind { joined, played, given_back, late, failed } kind;
  std::int64_t worker;  // its number in the queue
  std::int64_t run = 0, batch = 0;
  std::uint64_t games = 0;
  double seconds = 0;
  std::string error = {};
};

struct WorkerTask {
  std::string address;      // of the database
  std::string build;        // of this program
  std::string machine;      // its name, for people
  int jobs = 1;             // batches at once
  bool until_idle = false;  // ends when there is no run for it, or no queue yet
  std::stop_token stop = {};
  std::function<void(const WorkerNews&)> told = {};    // on any thread, one at a time
  std::function<void(std::string_view)> waiting = {};  // takes what it waits for, as a sentence
};

struct WorkerReport {
  std::uint64_t batches = 0, games = 0, failed = 0;
};

// Plays batches of a queue until it is stopped, and gives back what it has not finished. Waits for
// the queue if no run has made it yet. Problem: the queue is not for this worker: it wants another
// build, or has banned it. Throws DatabaseUnreachable and DatabaseRefused.
std::expected<WorkerReport, Problem> work(const WorkerTask& task, VenuesOfRuns& venues);

}  // namespace hilltop::cluster
