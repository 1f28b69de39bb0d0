#pragma once
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "play/game_service.hpp"
#include "play/idle_processes.hpp"
#include "play/venue.hpp"

namespace hilltop::play {

// Answers that may wait for next(); for one more a thread waits.
constexpr std::size_t answers_waiting_max = 1024;

// Plays orders on threads of this program, in the order in which they were started. A failure
// cancels all of them.
class Threads final : public GameService {
 public:
  // Plays on `workers` threads, or as many as the system gives. `venue` outlives this object.
  Threads(int workers, const Venue& venue) : workers_(workers), venue_(venue) {}
  // Ends the orders under way with their current games.
  ~Threads() override;
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  void start(OrderId id, GameOrder order) override;
  Answer next() override;
  void cancel() override;

 private:
  struct Started {
    OrderId id;
    GameOrder order;
    std::stop_token stop;
  };

  void work();
  void play(const Started& started);
  void say(Answer answer);

  const int workers_;
  const Venue& venue_;
  IdleProcesses idle_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Started> waiting_;
  std::deque<Answer> said_;
  bool closing_ = false;
  std::stop_source stop_;              // of the orders that were started since cancel()
  std::vector<std::jthread> threads_;  // they end before what they use
};

}  // namespace hilltop::play
