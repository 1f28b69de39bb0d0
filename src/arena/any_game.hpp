#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "arena/conditions.hpp"
#include "arena/entrant.hpp"
#include "arena/game_session.hpp"
#include "arena/keys.hpp"
#include "arena/outside_player.hpp"
#include "arena/position.hpp"
#include "arena/series.hpp"
#include "core/game.hpp"
#include "core/game_file.hpp"
#include "core/json.hpp"
#include "core/timing.hpp"
#include "match/record.hpp"
#include "match/session.hpp"

// What is played is no part of what the rest of the program needs of a game: a figure of a tally
// compiles those that count it anew, and not all that have a game.
namespace hilltop::tournament {
struct BatchResult;
}

namespace hilltop::arena {

using tournament::BatchResult;
struct GameReport;

// Max replays of a game that a failure of the machine voided.
constexpr int replays_max = 3;

// Tables of house bots that an AnyGame keeps.
constexpr std::size_t prepared_max = 4;

class IdleProcesses;

// A record that does not fit the game that it is of.
struct RecordDiffers : std::runtime_error {
  RecordDiffers(std::uint32_t of_game, const std::string& why)
      : std::runtime_error(why), game(of_game) {}
  std::uint32_t game;
};

// The games of a series as AnyGame plays them, and what becomes of them meanwhile.
struct Batch : Series {
  std::vector<const Entrant*> entrants;

  // Returns whether an entrant remembers earlier games of the batch, so that its games are
  // correlated.
  bool memory_lasts() const {
    return std::ranges::any_of(entrants, [](const Entrant* entrant) {
      return entrant->state() == runner::StateScope::pairing;
    });
  }

  // When requested, the batch ends with the current game.
  std::stop_token stop;
  bool records = false;  // whether to record the steps of every game
  // If set, called with the games since the last call; the remainder is returned. Called about once
  // a second if a process plays, or after every `games_a_part` games if that is not 0.
  std::function<void(BatchResult)> part;
  std::uint32_t games_a_part = 0;
  // If set, no process plays: a game's steps are those of the record that this returns, and house
  // bots are asked again. play() throws RecordDiffers if they answer otherwise, or if the record
  // cannot be played.
  std::function<Record(std::uint32_t game)> recorded;
  // Where the processes of bots that remember nothing wait for a later batch. Null: they leave.
  IdleProcesses* idle = nullptr;

  // Returns the entrant in seat 0; the others follow in cyclic order.
  std::size_t first_player(std::uint32_t game) const {
    return Series::first_player(game, entrants.size());
  }
};

// Time between two calls of Batch::part.
constexpr std::chrono::seconds part_every{1};

// Callbacks for the games of a batch; each may be null.
struct Observer {
  std::function<void(std::string_view)> log;  // takes the log of each game, part by part
  // Takes the table after each part of the log, as the player to move sees it or, when the game is
  // over, the last one that moved; empty text if people cannot play the game.
  std::function<void(std::string_view)> table;
  std::function<void(const GameReport&)> game_over;
  // Takes each answer of a process: the entrant, and the answer. In the order in which they come;
  // several games may be under way.
  std::function<void(std::size_t, const AnswerOfProcess&)> answered;
  // Takes each line between the arena and a process: the entrant, '>' to it or '<' from it, and the
  // line. '*' reports the start of a process, whose first answer may take start_ms longer.
  std::function<void(std::size_t, char, std::string_view)> wire;
  AskPerson ask;  // asks the people among the entrants; null if there are none
};

// The result of a replayed record.
struct Replayed {
  std::vector<int> points;          // by seat
  std::vector<std::uint8_t> bytes;  // the result, encoded as in BatchResult
};

// Takes a scene of a stored game, and the events that led to it (docs/scenes.md).
using TakeScene = std::function<void(const Json& scene, const Json& events)>;

// Takes a position in which a seat decides: what that seat sees in the game's notation, and
// `asked`, as the protocol writes it and ask() reads it; empty if the game has no protocol.
using TakePosition = std::function<void(const std::string& position, const std::string& asked)>;

// A game under chosen rules, type-erased: one indirect call per batch of games, none per move.
class AnyGame {
 public:
  virtual ~AnyGame() = default;

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

  // Opens a game of people and bots where the record ends. The record has passed check(); each bot
  // in a folder that it seats (bot_of_player) is in `bots`, found by its name, and is best built
  // before (BotBuilder::ready), for else its first question is.
  virtual std::unique_ptr<GameSession> open(Record record,
                                            std::span<const runner::Manifest> bots = {},
                                            Conditions conditions = {}) const = 0;

  // Replays a record; calls the observer's `log` and `table`. Problem: the record cannot be
  // replayed under these rules, or its game is not over.
  virtual std::expected<Replayed, Problem> replay(const Record& record,
                                                  const Observer* observer = nullptr) const = 0;

  // Shows a record to the player of a seat or to a stranger: calls `take` after the opening and
  // after each step. Problem: the record cannot be replayed under these rules; what came before was
  // shown. Throws std::logic_error unless GameModule::has_scenes.
  virtual std::expected<void, Problem> watch(const Record& record, std::optional<Seat> onlooker,
                                             const TakeScene& take) const = 0;

  // Calls `take` with the position before each step of a record. Problem: the record cannot be
  // replayed under these rules; what came before was taken.
  virtual std::expected<void, Problem> positions(const Record& record,
                                                 const TakePosition& take) const = 0;

  // Puts a position to a bot. Problem: the record cannot be replayed, its game is over, or the bot
  // cannot be asked so.
  virtual std::expected<AnswerToPosition, Problem> ask(const Entrant& bot, const Position& position,
                                                       const Conditions& conditions) const = 0;

  // Writes the game of a record in `format`, one of GameModule::formats. Problem: the record cannot
  // be replayed, or the format cannot express it.
  virtual std::expected<std::string, Problem> write(const Record& record, std::string_view format,
                                                    const Caption& caption) const = 0;

  // Problem: the record cannot be replayed under these rules.
  virtual std::expected<void, Problem> check(const Record& record) const = 0;
};

}  // namespace hilltop::arena
