#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "arena/conditions.hpp"
#include "arena/entrant.hpp"
#include "arena/game_session.hpp"
#include "core/game.hpp"
#include "core/game_file.hpp"
#include "core/timing.hpp"
#include "match/record.hpp"
#include "match/session.hpp"
#include "tournament/batch_result.hpp"
#include "tournament/fixture.hpp"

namespace hilltop::arena {

using tournament::BatchResult;

// How often a game that the machine's fault made void is played again.
constexpr int replays_max = 3;

// A run of games of the same contestants, by the same key of luck.
struct Batch {
  std::uint64_t key = 0;
  std::uint32_t first_game = 0;
  std::uint32_t games = 0;
  std::span<const Entrant* const> entrants;
  // Seat s of game g is taken by entrant (s + first_seat + g) mod n if seats rotate, else by s.
  bool rotates = true;
  int first_seat = 0;
  // Each deal is played twice, with the seats swapped: games 2k and 2k+1 have the luck of deal k,
  // that of house bots included. For two who rotate (docs/decisions/0014-formats.md).
  bool mirrored = false;

  // Whether somebody who sits remembers earlier games of the run, so that they hang together.
  bool memory_lasts() const {
    return std::ranges::any_of(entrants, [](const Entrant* entrant) {
      return entrant->state() == runner::StateScope::pairing;
    });
  }

  // The number by which the luck of a game is keyed.
  std::uint32_t deal(std::uint32_t game) const { return mirrored ? game / 2 : game; }
  // Told to stop, the run ends with the game that is being played.
  std::stop_token stop;
  bool records = false;  // whether the steps of every game are written down
  // Where it is there and a process sits: is given, now and then, what was played since it was last
  // called; the rest is returned.
  std::function<void(BatchResult)> part;

  // Who takes seat 0; the others follow in their order, the last one's neighbour is the first.
  std::size_t first_player(std::uint32_t game) const {
    return rotates ? (static_cast<std::uint64_t>(first_seat) + game) % entrants.size() : 0;
  }
};

inline std::optional<runner::Layers> layers_of(const BatchResult& result) {
  return result.layers ? std::optional(runner::Layers{*result.layers}) : std::nullopt;
}

// How often a run with processes hands over what it has.
constexpr std::chrono::seconds part_every{1};

// One game that is over, for whoever looks on.
struct GameReport {
  std::uint32_t game;
  std::vector<std::size_t> entrants;  // by seat: an index into the run's entrants
  std::vector<int> points;            // by seat
  std::vector<std::vector<Figure>> figures;
  std::vector<SeatFault> faults;
};

struct Observer {
  std::function<void(std::string_view)> log;  // the account of each game; null: none
  // What is on the table after each part of the account, as whoever is next sees it, or, when the
  // game is over, whoever moved last; empty where people do not play the game. Null: nobody looks.
  std::function<void(std::string_view)> table;
  std::function<void(const GameReport&)> game_over;
  // Each line between the conditions and a process, as it passes: the entrant, '>' to it or '<'
  // from it. What is asked is the '>' before its '<'. '*': a process of it was started; the first
  // answer of each has start_ms on top.
  std::function<void(std::size_t, char, std::string_view)> wire;
  AskPerson ask;  // answers for the people among the entrants; null: there are none
};

// A game as its record tells it.
struct Replayed {
  std::vector<int> points;          // by seat
  std::vector<std::uint8_t> bytes;  // its result, as in BatchResult
};

// A game under chosen rules, with its types forgotten: one indirect call a run of games, none a
// move.
class AnyGame {
 public:
  virtual ~AnyGame() = default;

  virtual const GameInfo& info() const = 0;
  virtual std::string_view rules_name() const = 0;
  // All that the rule set has, as they were given or by default.
  virtual Switches switches() const = 0;
  virtual SeatRange seats() const = 0;
  // Whether a bot's process goes from game to game; else each game has a new one.
  virtual bool processes_last() const = 0;

  // Makes what a house bot plays by at a table of so many, if that takes a while.
  virtual void prepare(std::string_view house_bot, int seats, const Progress& progress) const = 0;

  // Safe to call from several threads at once. Throws what Observer::ask throws.
  virtual BatchResult play(const Batch& batch, const Conditions& conditions,
                           const Observer* watch = nullptr) const = 0;

  // A game of people and house bots, from where the record ends; the record was checked.
  virtual std::unique_ptr<GameSession> open(Record record) const = 0;

  // The game of a record, told to the watch by its log and table. A Problem: it cannot be replayed
  // under these rules, or is not over.
  virtual std::expected<Replayed, Problem> replay(const Record& record,
                                                  const Observer* watch = nullptr) const = 0;

  // The game of a record as other programs for the game keep it in files; `format` is one of
  // GameModule::formats. A Problem: it cannot be replayed, or the format has no way to say it.
  virtual std::expected<std::string, Problem> write(const Record& record, std::string_view format,
                                                    const Caption& caption) const = 0;

  // Whether the record can be replayed under these rules.
  virtual std::expected<void, Problem> check(const Record& record) const = 0;
};

}  // namespace hilltop::arena
