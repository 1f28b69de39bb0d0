#pragma once
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "server/workers.hpp"

namespace hilltop::server {

// Threads of low priority for what no move of a person waits for: hints and reports. The jobs of a
// client run one after another, and take turns with those of other clients. A job must not throw.
class Background {
 public:
  explicit Background(int threads);
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  // `client`: for whom the job is done, such as an address.
  void post(const std::string& client, Job job);
  // Waits for the jobs under way. The others, and what is posted later, are dropped.
  void finish();

 private:
  struct Turn {
    std::string client;
    Job job;
  };
  void work();
  // Lets the next job of the client wait for a thread, if it has one.
  void end_turn(const std::string& client);

  std::mutex mutex_;
  std::condition_variable come_;
  bool finished_ = false;
  std::deque<Turn> turns_;  // at most one of a client
  // The later jobs of each client that has a turn or a job under way.
  std::unordered_map<std::string, std::deque<Job>> later_;
  std::vector<std::jthread> threads_;
};

// Lets the other threads of the machine go first; also those that this thread starts later.
void give_way();

}  // namespace hilltop::server
