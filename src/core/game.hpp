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
#include "core/search_note.hpp"
#include "core/seat.hpp"
#include "core/switches.hpp"

namespace hilltop {

// Why a move is illegal, for the bot's author. Empty if the move is legal.
using Refusal = std::string_view;

// Thrown by start(), apply() and retire() when a switch lists the random outcomes (dice, cards) and
// the list is exhausted. The state is then unusable.
class ListRanOut : public std::out_of_range {
 public:
  using std::out_of_range::out_of_range;
};

// A game is its rules: fixed parameters, and pure functions over a State. State is the whole truth
// (deck order included). View is what one seat may know; it may refer into the State it was made
// from. In a game that hides nothing View is State, and view() returns a reference at no cost.
template <class R>
concept Game = std::copyable<typename R::State> && std::copyable<typename R::Move> &&
               requires(const R& rules, const typename R::State& now, typename R::State& next,
                        const typename R::View& view, const typename R::Move& move, Seat seat,
                        int seats, const Chance& chance) {
                 { R::longest } -> std::convertible_to<int>;  // max decisions in one game
                 { rules.seats() } -> std::same_as<SeatRange>;
                 {
                   rules.switches()
                 } -> std::same_as<Switches>;  // all of them; they make the same rules again
                 { rules.start(seats, chance) } -> std::same_as<typename R::State>;
                 { rules.turn(now) } -> std::same_as<ToMove>;
                 { rules.view(now, seat) } -> std::convertible_to<const typename R::View&>;
                 {
                   rules.refusal(view, move)
                 } -> std::same_as<Refusal>;  // depends on the view alone
                 { rules.apply(next, move, chance) } -> std::same_as<void>;  // legal moves only
                 {
                   rules.retire(next, seat, chance)
                 } -> std::same_as<void>;  // the seat leaves the game
                 { rules.points(now) } -> std::same_as<Points>;
               };

template <Game R>
using State = typename R::State;
template <Game R>
using View = typename R::View;
template <Game R>
using Move = typename R::Move;

// Optional refinement: lists every legal move, for random play, tests and search. The list is never
// empty for the seat to move.
template <class R>
concept Enumerable = Game<R> && requires(const R& rules, const View<R>& view) {
  { rules.legal_moves(view) } -> std::same_as<std::vector<Move<R>>>;
};

// Optional refinement: the move that replaces an illegal answer (Pazaak: STAND).
template <class R>
concept HasSubstitute = Game<R> && requires(const R& rules, const View<R>& view) {
  { rules.substitute(view) } -> std::same_as<Move<R>>;
};

// A player inside this process. One object may play many games in a row. Its answers may depend on
// the current game alone, unless its HouseBot sets `remembers`: then also on the earlier games of
// the pairing, all of which it plays, in order.
template <Game R>
class Bot {
 public:
  virtual ~Bot() = default;
  // Begins a new game. `luck` is the bot's own randomness and tells nothing about the game's.
  virtual void begin(const Chance& luck) { (void)luck; }
  virtual Move<R> choose(const View<R>& view) = 0;
  // Returns what its search says of its last answer, for records; nullopt if nothing.
  virtual std::optional<SearchNote> note() const { return std::nullopt; }
};

// A whole number by which a bot plays, and which may be set from outside: `pace+race=25`.
struct BotParameter {
  std::string_view name, about;
  int usual, min, max;
};

template <Game R>
struct HouseBot {
  std::string_view name;   // in files, commands and JSON
  std::string_view title;  // in logs
  std::string_view about;  // one line
  std::unique_ptr<Bot<R>> (*make)();
  bool qualifies = true;   // is an opponent in `hilltop check` and in the check before a contest
  bool remembers = false;  // keeps memory between the games of a pairing (state scope "pairing")
  // Builds the tables that the bot needs for `seats` players before its first game, and returns
  // what keeps them in memory. Null if it needs none.
  std::shared_ptr<const void> (*prepare)(const R& rules, int seats,
                                         const Progress& progress) = nullptr;
  std::span<const BotParameter> parameters = {};
  // Makes the bot with a value for each parameter, in their order. Null if it has none.
  std::unique_ptr<Bot<R>> (*make_with)(std::span<const int> values) = nullptr;
};

struct RuleSet {
  std::string_view name, about;
  bool for_people = false;  // what pages offer first
};

// The unit of a game's points. An outcome (win, loss) has no unit: only the order of the seats
// matters.
struct Unit {
  std::string_view name;  // "hands", "score"; empty if the points are an outcome
  bool adds_up;           // true: reports show the sum over games; false: mean and best
  // More is worth more, also for a player that does not win, as with stakes: contests may rank by
  // it ([ranking] by = "unit").
  bool amounts_count = false;
};

// An example in the help of a command.
struct CommandExample {
  std::string_view command;    // "play"; empty: of the program itself
  std::string_view arguments;  // "pazaak kid nestor --log"
  std::string_view about = {};
};

// The description of a game that the arena lists and prints.
struct GameInfo {
  std::string_view name;               // as the folder, files and commands have it
  std::string_view title;              // for people
  std::span<const RuleSet> rule_sets;  // the first is the default
  Unit unit;
  std::span<const CommandExample> examples = {};
  // Whether what a deal begins with depends on the deals before it, as with openings of which each
  // is dealt once before any is dealt again: all deals of a fixture then have one key.
  bool deals_follow_one_another = false;
};

// A number about one seat at the end of a game (a score box, a bonus), for machine-readable
// results.
struct Figure {
  std::string group;  // the JSON object that holds it; empty: none
  std::string name;
  std::optional<int> value;  // nullopt if never filled
};

}  // namespace hilltop
