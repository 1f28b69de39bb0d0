#pragma once
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace hilltop::cli {

// Turns SIGINT and SIGTERM into a request to stop. Who has not stopped within `patience` of it is
// ended: its last words are said, and the program exits as interrupted, or, if they throw, as one
// that could not. Made before any other thread, for these must not be the ones that the signals
// reach.
class Interrupt {
 public:
  // While it lives these are the last words. They run on another thread, and may use only what was
  // there before them, outlives them, and does not change or is made for several threads.
  class LastWords {
   public:
    LastWords(Interrupt& interrupt, std::function<void()> words);
    ~LastWords();
    LastWords(const LastWords&) = delete;
    LastWords& operator=(const LastWords&) = delete;

   private:
    Interrupt& interrupt_;
  };

  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  void listen(const std::stop_token& over);

  std::mutex mutex_;
  std::function<void()> last_words_ = [] {};
  std::stop_source source_;
  std::jthread thread_;
};

}  // namespace hilltop::cli
