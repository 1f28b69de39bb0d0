#pragma once
#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

#include "core/descriptor.hpp"

namespace hilltop::server {

// How much of what a program prints is kept: the end.
constexpr std::size_t printed_bytes_kept = 256 << 10;

// A program that the server starts: this program with another command. It is interrupted when the
// server is gone, also if that was killed. It gives way to what people wait for (give_way()),
// whichever thread starts it. Safe from any thread.
class Child {
 public:
  struct Ended {
    int status;  // the exit code, or 128 and the signal that ended it
    std::string out, errors;
    bool overdue;  // it was interrupted because it took too long
  };
  // Starts it. `ended` is called on a thread of the child's own once it has ended and all that it
  // printed is read. After `at_most` it is interrupted. `said`, if set, is called on that thread
  // with the end of its standard error so far, whenever there is more of it. Throws
  // std::system_error if it cannot be started.
  Child(std::vector<std::string> arguments, std::function<void(const Ended&)> ended,
        std::optional<std::chrono::milliseconds> at_most = {},
        std::function<void(const std::string&)> said = {});
  // Waits for its end.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Asks it to end, as Ctrl-C does.
  void interrupt();
  // Returns the end of its standard error so far.
  std::string errors();

 private:
  void listen(const std::function<void(const Ended&)>& ended,
              std::optional<std::chrono::milliseconds> at_most,
              const std::function<void(const std::string&)>& said);

  // The child reads nothing from `alive_`: its end of that pipe signals it when this end is closed.
  Descriptor out_, error_, alive_;
  std::mutex mutex_;
  std::string printed_, errors_;
  pid_t process_ = 0;  // 0 once it has ended
  std::jthread listener_;
};

}  // namespace hilltop::server
