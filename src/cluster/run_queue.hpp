#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/database_link.hpp"

namespace hilltop::cluster {

using BatchNumber = std::int64_t;
using WorkerNumber = std::int64_t;

// A batch as it is put into the queue.
struct QueuedBatch {
  BatchNumber number;
  std::string orders;  // as text, a line each
  double seconds;      // of one core, as estimated
};

// What a worker has delivered.
struct DeliveredBatch {
  std::int64_t id;
  BatchNumber batch;
  WorkerNumber worker;
  std::string machine;
  double seconds;
  bool failed;
  std::string games;  // as text, an answer's line for each order; or the error
};

struct QueueState {
  std::int64_t waiting = 0;  // batches that nobody plays or has answered
  std::int64_t leased = 0;
};

// A run's rows in the queue, as its coordinator sees them. Every call may be repeated. Throws
// DatabaseUnreachable and DatabaseRefused.
class RunQueue {
 public:
  // `waiting`: as of DatabaseLink. `stop`: ends the waiting for a lost server.
  RunQueue(std::string address, std::function<void(std::string_view)> waiting, std::stop_token stop)
      : link_(std::move(address), std::move(waiting)), stop_(std::move(stop)) {}

  // Makes the queue if the database has none, and enters a run. `bots`: by content, packed.
  void begin(std::string_view build, std::string_view what, std::chrono::seconds lease,
             const std::map<std::string, std::string>& bots);
  // Removes the run with all its rows. Does not wait for a server that is lost.
  void end();

  void add(std::span<const QueuedBatch> batches);
  // Returns answers that were not acknowledged, oldest first, and tells workers that the run lives.
  std::vector<DeliveredBatch> delivered();
  // `ids`: of delivered batches.
  void acknowledge(const std::vector<long long>& ids);
  QueueState state();
  // Withdraws the batches that nobody has answered.
  void withdraw();
  // Has a batch played by another worker too.
  void play_twice(BatchNumber batch);
  // Has the answers so far suffice.
  void play_no_more(BatchNumber batch);
  // Gives a worker no more batches, and removes what it has answered in this run. `voided`: the
  // batches that counted by its answers; one other answer suffices for each, and is delivered
  // again if it was there.
  void ban(WorkerNumber worker, std::string_view why, const std::vector<long long>& voided);

  // Returns what a worker has answered; nullopt if it has not.
  std::optional<DeliveredBatch> answer(BatchNumber batch, WorkerNumber worker);
  std::string orders(BatchNumber batch);

 private:
  SqlRows run(const char* statement, const std::vector<SqlValue>& values = {}) {
    return link_.ask([&](PostgreSql& database) { return database.run(statement, values); }, stop_);
  }
  SqlRows run_for_bytes(const char* statement, const std::vector<SqlValue>& values) {
    return link_.ask(
        [&](PostgreSql& database) { return database.run_for_bytes(statement, values); }, stop_);
  }

  DatabaseLink link_;
  std::stop_token stop_;
  long long run_ = 0;
  std::chrono::steady_clock::time_point seen_next_;
};

}  // namespace hilltop::cluster
