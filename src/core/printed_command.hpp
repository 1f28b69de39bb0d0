#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace hilltop {

// Returns how this program was called, as a command begins: "hilltop" if it was found in PATH, else
// its path as it was typed, "./hilltop".
const std::string& called_program();

// A command that is printed for a reader, who gives it to a shell as it is.
class PrintedCommand {
 public:
  // `name`: of the command, as in "run". `program`: as called_program() returns it.
  PrintedCommand(std::string program, std::string_view name);

  PrintedCommand& argument(std::string text);
  PrintedCommand& option(std::string_view name);
  PrintedCommand& option(std::string_view name, std::string_view value);

  // Returns the program, the command, the arguments and the options, in the order in which they
  // were added; arguments that begin with '-' make all of them follow the options.
  std::string text() const;

 private:
  std::string begin_;
  std::vector<std::string> arguments_;
  std::string options_;
};

}  // namespace hilltop
