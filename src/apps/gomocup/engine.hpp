#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>

#include "apps/gomocup/brain.hpp"
#include "core/descriptor.hpp"

namespace hilltop::gomocup {

// An engine of Gomocup as a child of this process. Its stderr is ours.
class Engine final : public Brain {
 public:
  // Starts the program, from PATH if its name has no '/', with its arguments. Error: why it cannot
  // be run.
  static std::expected<std::unique_ptr<Engine>, std::string> start(
      std::span<const std::string> command);

  ~Engine() override;  // kills the engine if it still runs

  // Never blocks. Lines go out together when the engine is heard next, so that it wakes once.
  void say(std::string_view line) override;
  std::expected<std::string, Trouble> hear(Deadline by) override;

  // Ends the engine's input and waits until the deadline for its end.
  void finish(Deadline by);

 private:
  Engine(Descriptor input, Descriptor output, pid_t process)
      : input_(std::move(input)), output_(std::move(output)), process_(process) {}

  std::optional<std::string> take_line();
  bool wait(Deadline by);
  void write_some();
  void read_some();
  void close_input();
  std::optional<int> status(Deadline by);
  std::string account_of_end();

  Descriptor input_, output_;  // our ends
  pid_t process_;
  std::optional<int> status_;  // from waitpid
  std::string unwritten_, unread_;
};

}  // namespace hilltop::gomocup
