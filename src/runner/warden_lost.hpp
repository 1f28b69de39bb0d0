#pragma once
#include <stdexcept>

namespace hilltop::runner {

// A bot's warden was killed, from outside or for lack of memory, and the bot with it. It is no
// fault of the bot; the game is void and may be replayed.
struct WardenLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace hilltop::runner
