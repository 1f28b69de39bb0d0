#pragma once
#include <chrono>
#include <functional>
#include <memory>

namespace hilltop::server {

using Job = std::function<void()>;

// Threads for what takes a while and what people wait for: moves, house bots, games that begin. No
// job waits for a process of a stranger (BotThreads), and none throws.
class Workers {
 public:
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  void post(Job job);
  // Posts a job after a delay.
  void post_after(std::chrono::milliseconds delay, Job job);
  // Waits for the jobs that were posted. What is posted later is not done, nor are jobs whose time
  // has not come.
  void finish();

 private:
  friend class Strand;
  struct Pool;
  std::unique_ptr<Pool> pool_;
};

// Runs its jobs one after another, in their order, on the threads of the workers.
class Strand {
 public:
  explicit Strand(Workers& workers);
  ~Strand();
  Strand(const Strand&) = delete;
  Strand& operator=(const Strand&) = delete;

  void post(Job job);

 private:
  struct Queue;
  std::unique_ptr<Queue> queue_;
};

}  // namespace hilltop::server
