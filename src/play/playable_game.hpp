#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/game.hpp"
#include "core/switches.hpp"
#include "play/batch.hpp"
#include "play/conditions.hpp"

namespace hilltop::play {

// Max replays of a game that a failure of the machine voided.
constexpr int replays_max = 3;

// Tables of house bots that a PlayableGame keeps.
constexpr std::size_t prepared_max = 4;

// A game under chosen rules, type-erased, as far as playing many of it goes: one indirect call per
// batch of games, none per move.
class PlayableGame {
 public:
  virtual ~PlayableGame() = default;

  virtual const GameInfo& info() const = 0;
  virtual std::string_view rules_name() const = 0;
  // Returns all switches of the rule set, given or by default.
  virtual Switches switches() const = 0;
  virtual SeatRange seats() const = 0;
  // Returns the number of positions from which games begin, one a deal, to be played from both
  // sides; 0 if every game begins alike.
  virtual std::uint32_t openings() const = 0;
  // Returns whether a bot's process plays many games; if not, each game starts a new one.
  virtual bool processes_last() const = 0;

  // Returns whether a house bot needs tables that take a while to build.
  virtual bool needs_preparing(std::string_view house_bot) const = 0;
  // Builds the tables that a house bot needs for `seats` players, if it needs any. This object
  // keeps the newest ones (prepared_max) in memory. Safe to call from several threads at once.
  virtual void prepare(std::string_view house_bot, int seats, const Progress& progress) const = 0;

  // Plays a batch. Safe to call from several threads at once. Throws what Observer::ask throws.
  virtual BatchResult play(const Batch& batch, const Conditions& conditions,
                           const Observer* observer = nullptr) const = 0;
};

}  // namespace hilltop::play
