#pragma once
#include <concepts>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "core/chance.hpp"
#include "core/problem.hpp"
#include "core/progress.hpp"
#include "core/seat.hpp"
#include "core/switches.hpp"

namespace hilltop {

// Why a move may not be played. Empty means legal; the text goes to the bot's author.
using Refusal = std::string_view;

// A switch gave what falls by chance as a list, and the list is at its end: start(), apply() and
// retire() may throw it. The state is of no further use then.
class ListRanOut : public std::out_of_range {
 public:
  using std::out_of_range::out_of_range;
};

// A game is its rules: parameters that do not change, and pure functions over a State.
// State is the whole truth (deck order included); View is what one seat may know of it, and may
// refer into the State it was made from. Where nothing is hidden View is State and view() returns a
// reference: no cost.
template <class R>
concept Game = std::copyable<typename R::State> && std::copyable<typename R::Move> &&
    requires(const R& rules, const typename R::State& now, typename R::State& next,
             const typename R::View& view, const typename R::Move& move, Seat seat, int seats,
             const Chance& chance) {
  { R::longest } -> std::convertible_to<int>;  // decisions in a match, at most
  { rules.seats() } -> std::same_as<SeatRange>;
  { rules.switches() } -> std::same_as<Switches>;  // all, and these make the same rules again
  { rules.start(seats, chance) } -> std::same_as<typename R::State>;
  { rules.turn(now) } -> std::same_as<ToMove>;
  { rules.view(now, seat) } -> std::convertible_to<const typename R::View&>;
  { rules.refusal(view, move) } -> std::same_as<Refusal>;      // decided by what a seat can see
  { rules.apply(next, move, chance) } -> std::same_as<void>;   // only legal moves get here
  { rules.retire(next, seat, chance) } -> std::same_as<void>;  // the seat is out of this game
  { rules.points(now) } -> std::same_as<Points>;
};

template <Game R>
using State = typename R::State;
template <Game R>
using View = typename R::View;
template <Game R>
using Move = typename R::Move;

// Optional refinement: every legal move, for random play, tests and search. Not empty for a seat
// whose turn it is.
template <class R>
concept Enumerable = Game<R> && requires(const R& rules, const View<R>& view) {
  { rules.legal_moves(view) } -> std::same_as<std::vector<Move<R>>>;
};

// Optional refinement: the move that stands in for an answer which the rules refuse (Pazaak:
// STAND).
template <class R>
concept HasSubstitute = Game<R> && requires(const R& rules, const View<R>& view) {
  { rules.substitute(view) } -> std::same_as<Move<R>>;
};

// Whoever sits in a seat inside this process. One object may play many games in a row, but what it
// answers may depend on the current game alone, unless its HouseBot says that it remembers: then on
// the games of the pairing so far, which it all plays, in order.
template <Game R>
class Bot {
 public:
  virtual ~Bot() = default;
  // A new game begins; `luck` is the bot's own, and says nothing about the game's.
  virtual void begin(const Chance& luck) { (void)luck; }
  virtual Move<R> choose(const View<R>& view) = 0;
};

template <Game R>
struct HouseBot {
  std::string_view name;   // in files, commands and JSON
  std::string_view title;  // in logs
  std::string_view about;  // one line
  std::unique_ptr<Bot<R>> (*make)();
  bool qualifies = true;   // plays in `hilltop check`, and in the check before a contest
  bool remembers = false;  // from game to game of a pairing (state scope "pairing")
  // Makes what it plays by at a table of so many, so that its first game does not wait; null: there
  // is nothing that takes a while.
  void (*prepare)(const R& rules, int seats, const Progress& progress) = nullptr;
};

struct RuleSet {
  std::string_view name, about;
};

// What a game's points count. An outcome has no unit: only who has most matters.
struct Unit {
  std::string_view name;  // "hands", "score"; empty for an outcome
  bool adds_up;           // the sum over games means something (hands); else mean and best do
};

// An example in the help of a command.
struct CommandExample {
  std::string_view command;    // "play"
  std::string_view arguments;  // "pazaak kid nestor --log"
  std::string_view about = {};
};

// The card of a game: what the arena lists and prints of it.
struct GameInfo {
  std::string_view name;               // its folder, and its name in files and commands
  std::string_view title;              // for people
  std::span<const RuleSet> rule_sets;  // the first is the default
  Unit unit;
  std::span<const CommandExample> examples = {};
};

// One figure of a seat at the end of a game (a score box, a bonus), for machine-readable results.
struct Figure {
  std::string_view group;  // empty, or the object that holds it
  std::string_view name;
  std::optional<int> value;  // nullopt: never filled
};

}  // namespace hilltop
