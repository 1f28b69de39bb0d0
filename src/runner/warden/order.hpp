#pragma once
#include <array>
#include <cerrno>
#include <optional>
#include <span>
#include <vector>

#include "runner/report.hpp"
#include "runner/warden/sandbox.hpp"

namespace hilltop::runner {

// What a warden is to run.
struct Order {
  const char* folder;
  std::vector<char*> command;  // with its arguments, ended by a null pointer
  std::span<char*> typed;      // the warden's own arguments, in place
  SandboxState state;
  std::array<int, 3> pipes{-1, -1, -1};      // the bot's input, output and error output
  WardenReport outcome{Event::broken, EIO};  // of the steps below
};

// Reads a warden's command line; nullopt if it is invalid.
std::optional<Order> read_order(int argc, char** argv);

}  // namespace hilltop::runner
