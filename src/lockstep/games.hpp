#pragma once
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/numbered_actions.hpp"
#include "core/problem.hpp"
#include "core/switches.hpp"

// Many games of one rule set that a program moves together, step by step.
namespace hilltop::lockstep {

constexpr std::uint32_t games_max = 1 << 20;
constexpr std::uint32_t threads_max = 256;

// Decisions of a game that are kept without a further allocation.
constexpr std::size_t decisions_reserved = 256;
// And outcomes, of a game and of a step, that the caller chooses.
constexpr std::size_t outcomes_reserved = 512, outcomes_of_step_reserved = 64;

// An action that leaves its game as it is.
constexpr std::int32_t no_action = -1;

// In place of the player who is to move.
constexpr std::int32_t nobody_moves = -1, chance_moves = -2;

// What becomes of a game that is over. `disabled`: it stays until reset() names it. `next_step`:
// the next step begins another game in its place, whatever the action. `same_step`: another game
// begins at once, and the view at the end is kept apart. (The names are Gymnasium's.)
enum class Autoreset { disabled, next_step, same_step };

struct LockstepPlayer {
  std::string name;  // keys the randomness, as in `hilltop play`
  std::string bot;   // the house bot that plays; empty: the caller's actions do
};

struct LockstepSettings {
  std::string rules;  // empty: the game's default
  Switches switches;
  std::vector<LockstepPlayer> players;  // in the order of `hilltop play`
  std::uint32_t games = 1;              // side by side, at most games_max
  std::uint64_t seed = 1;
  // The number of the first game: place i plays the games first_game + i, + games, + 2 games, …
  std::uint32_t first_game = 0;
  Autoreset autoreset = Autoreset::next_step;
  // The caller chooses what falls: before each chance event a game waits for an outcome in place of
  // an action. The seed decides only the randomness of house bots and who begins.
  bool explicit_chance = false;
  std::uint32_t threads = 1;  // at most threads_max
};

// Why a step was refused. Nothing was played.
struct RefusedStep {
  std::size_t index;  // of the first game whose action is at fault
  std::string why;
};

enum class NumberType { int16, uint8, int32, uint32, float32, float64 };
std::string_view name(NumberType type);

// An array in the memory of the games: its first index is the game, its last one changes fastest.
struct LockstepArray {
  std::string_view name;
  NumberType type;
  std::vector<int> shape;
  void* data;
  std::string_view about;
};

// The games that are played side by side, with their types erased. The arrays stay where they are
// for as long as the object exists. One thread at a time may call its functions.
class LockstepGames {
 public:
  virtual ~LockstepGames() = default;

  virtual std::string_view game() const = 0;
  virtual const LockstepSettings& settings() const = 0;  // complete: with the name of the rules
  virtual Switches switches() const = 0;                 // all of them
  virtual std::vector<std::string> action_names() const = 0;
  // Of the outcomes that the caller chooses; none if chance is not explicit.
  virtual std::vector<std::string> outcome_names() const = 0;
  virtual std::span<const ViewField> view_fields() const = 0;
  virtual std::vector<LockstepArray> arrays() = 0;

  // Begins other games in the places that are marked; in all if `marked` is empty.
  virtual void reset(std::span<const std::uint8_t> marked) = 0;
  // Does the same in all places, with the first games of this seed.
  virtual void reseed(std::uint64_t seed) = 0;
  // Plays an action in every game; `no_action` leaves it as it is. The games go on to the next
  // decision of one of the caller's players.
  virtual std::expected<void, RefusedStep> step(std::span<const std::int32_t> actions) = 0;
  // Returns the same games as they are now. House bots are asked again for the moves of games under
  // way.
  virtual std::unique_ptr<LockstepGames> clone() const = 0;

  // Returns a game as docs/record.md has it: the one in this place, or the one before it, which is
  // over; nullopt if there was none. Only where chance is not explicit.
  virtual std::string record(std::size_t index) const = 0;
  virtual std::optional<std::string> last_record(std::size_t index) const = 0;
  // Returns what a bot in a folder would be asked now (docs/protocol.md); nullopt if nobody is.
  virtual std::optional<std::string> prompt(std::size_t index) const = 0;
};

}  // namespace hilltop::lockstep
