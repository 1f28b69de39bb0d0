#pragma once
#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

#include "apps/gomocup/brain.hpp"
#include "core/descriptor.hpp"

namespace hilltop::gomocup {

// An engine whose lines are also written to a file, once there is one, one per line: the
// milliseconds since the game began, '>' for a line to the engine, '<' for one from it or '!' for
// the reason why none came, and the line. Empty lines are left out. A line is in the file before
// the next one is waited for. From log_bytes_max bytes on, or when the file cannot be written, the
// rest of the game is left out.
class LoggedBrain final : public Brain {
 public:
  explicit LoggedBrain(Brain& brain) : brain_(brain) {}

  // Appends a game to the file from now on, first '*' and its title. Error: why the file cannot be
  // written.
  std::expected<void, std::string> append(const std::string& file, std::string_view title);

  void say(std::string_view line) override;
  std::expected<std::string, Trouble> hear(Deadline by) override;

 private:
  void write(char direction, std::string_view line);

  Brain& brain_;
  Descriptor file_;
  Deadline begun_ = Clock::now();
  std::size_t bytes_ = 0;
};

}  // namespace hilltop::gomocup
