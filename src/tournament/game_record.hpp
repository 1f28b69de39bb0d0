#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace hilltop::tournament {

// A game that cannot be recomputed, as a record (match/record.hpp).
struct GameRecord {
  std::uint32_t game;
  std::string text;
  std::vector<std::uint8_t> result = {};  // as in BatchResult::bytes; empty in older stores
  std::string faults = {};                // as faults_of_game() tells them; empty in older stores
};

}  // namespace hilltop::tournament
