#pragma once
#include <optional>
#include <string>

namespace hilltop::server {

// What a seat's unforced decisions gave up in a finished game, in the last worth of its game, as
// `hilltop analyse` finds it.
struct Judged {
  int decisions = 0;
  double lost = 0;
};

// Reads a record that the server wrote. Takes up to some seconds if the game's tables are yet to be
// built. nullopt: the game is not analysed.
std::optional<Judged> judged(const std::string& record, std::size_t seat);

}  // namespace hilltop::server
