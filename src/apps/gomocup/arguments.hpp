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
  std::uint32_t seed = 0;
};

// [OPTION…] ENGINE [ARG…] OPPONENT SEED. Our options stand before the engine, all that follows it
// is its own, and the last two are the conditions's, whatever they look like: an opponent may be
// called
// "--help". The error is for people.
std::expected<Arguments, std::string> read_arguments(std::span<const std::string> words);

extern const char* const usage;

}  // namespace hilltop::gomocup
