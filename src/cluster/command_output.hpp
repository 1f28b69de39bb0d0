#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "core/problem.hpp"

namespace hilltop::cluster {

// How a program of the system ended, and what it printed.
struct CommandOutput {
  int code;  // 128 and its number if a signal ended it
  std::string out, error;
};

// Runs a program, which is searched in PATH, in a folder, without input. Problem: it is not
// installed or cannot be run. Throws std::system_error on failures of the machine.
std::expected<CommandOutput, Problem> command_output(std::vector<std::string> words,
                                                     const std::filesystem::path& folder);

}  // namespace hilltop::cluster
