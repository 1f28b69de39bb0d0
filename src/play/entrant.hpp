#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/setting.hpp"
#include "runner/content.hpp"
#include "runner/manifest.hpp"

namespace hilltop::play {

struct HousePlayer {
  std::string bot;                     // a house bot of the game
  bool remembers = false;              // keeps a memory from game to game of a pairing
  std::vector<Setting> settings = {};  // of its parameters; the others have their usual values
};
struct HumanPlayer {};

// A contestant. Randomness is keyed by its name, which is unique in a contest.
struct Entrant {
  std::string name;   // in tables, keys and JSON
  std::string title;  // in logs
  std::variant<HousePlayer, runner::Manifest, HumanPlayer> player;
  // The content of its folder when enter() read it; nullopt before.
  std::optional<runner::ContentHash> content = {};

  bool is_human() const { return std::holds_alternative<HumanPlayer>(player); }
  bool is_process() const { return std::holds_alternative<runner::Manifest>(player); }
  // Returns how long the bot keeps its state; games within that scope must be played in order.
  runner::StateScope state() const {
    if (const auto* manifest = std::get_if<runner::Manifest>(&player)) return manifest->state;
    const auto* house = std::get_if<HousePlayer>(&player);
    return house != nullptr && house->remembers ? runner::StateScope::pairing
                                                : runner::StateScope::none;
  }
};

// Returns whether someone may gain from knowing the seed: a bot in a folder, or its author.
inline bool has_secrets(std::span<const Entrant> entrants) {
  return std::ranges::any_of(entrants, &Entrant::is_process);
}

}  // namespace hilltop::play
