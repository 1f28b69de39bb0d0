#pragma once
#include <string>
#include <variant>

#include "runner/manifest.hpp"

namespace hilltop::arena {

struct HouseSeat {
  std::string bot;         // a house bot of the game
  bool remembers = false;  // the pairing
};
struct HumanSeat {};

// Whoever sits: a name that keys the luck (unique among those who meet), and a body.
struct Entrant {
  std::string name;   // unique: in tables, keys and JSON
  std::string title;  // in logs
  std::variant<HouseSeat, runner::Manifest, HumanSeat> body;

  bool is_human() const { return std::holds_alternative<HumanSeat>(body); }
  bool is_process() const { return std::holds_alternative<runner::Manifest>(body); }
  // What a bot remembers reaches as far as its games must be played in order.
  runner::StateScope state() const {
    if (const auto* manifest = std::get_if<runner::Manifest>(&body)) return manifest->state;
    const auto* house = std::get_if<HouseSeat>(&body);
    return house != nullptr && house->remembers ? runner::StateScope::pairing
                                                : runner::StateScope::none;
  }
};

}  // namespace hilltop::arena
