#pragma once
#include <chrono>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

#include "apps/cli/commands.hpp"

namespace hilltop::cli {

// Turns SIGINT, SIGTERM and SIGHUP (unless nohup has it ignored) into a request to stop. If the
// program does not stop within its patience, runs the last words and exits as `exit` says or, if
// they throw, as failed. Must be made before any other thread, so that no other thread receives the
// signals.
class Interrupt {
 public:
  // Sets the last words while it lives. They run on another thread, so they may only use objects
  // that exist before and after them and are constant or thread-safe.
  class LastWords {
   public:
    LastWords(Interrupt& interrupt, std::function<void()> words);
    ~LastWords();
    LastWords(const LastWords&) = delete;
    LastWords& operator=(const LastWords&) = delete;

   private:
    Interrupt& interrupt_;
  };

  static constexpr std::chrono::milliseconds usual_patience{500};
  // For `shard run`, which keeps its games when it ends by itself: longer than most answers take.
  static constexpr std::chrono::milliseconds shard_patience{20'000};
  explicit Interrupt(std::chrono::milliseconds patience = usual_patience,
                     Exit exit = Exit::interrupted);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  void listen(const std::stop_token& over);

  const std::chrono::milliseconds patience_;
  const Exit exit_;
  std::mutex mutex_;
  std::function<void()> last_words_ = [] {};
  std::stop_source source_;
  std::jthread thread_;
};

}  // namespace hilltop::cli
