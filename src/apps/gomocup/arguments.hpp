#pragma once
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "apps/gomocup/player.hpp"

namespace hilltop::gomocup {

struct Arguments {
  Terms terms;
  bool help = false;
  std::vector<std::string> engine;  // the program and its arguments
  std::string log;                  // a file, or empty
  std::string opponent;
  std::uint32_t seed = 0;
};

// Reads [OPTION…] ENGINE [ARG…] OPPONENT SEED. Our options precede the engine; its own follow it.
// The arena adds the last two, which are never options: an opponent may be called "--help". The
// error is for people.
std::expected<Arguments, std::string> read_arguments(std::span<const std::string> words);

extern const char* const usage;

}  // namespace hilltop::gomocup
