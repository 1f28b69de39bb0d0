#pragma once
#include <functional>
#include <stop_token>
#include <thread>

namespace hilltop::cli {

// Turns SIGINT and SIGTERM into a request to stop. Who has not stopped within `patience` of it is
// ended: `last_words` is called, and the program exits as interrupted. Made before any other
// thread, for these must not be the ones that the signals reach.
class Interrupt {
 public:
  explicit Interrupt(std::function<void()> last_words);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  void listen(const std::stop_token& over);

  std::function<void()> last_words_;
  std::stop_source source_;
  std::jthread thread_;
};

}  // namespace hilltop::cli
