#pragma once
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/analyst.hpp"
#include "arena/game_session.hpp"
#include "arena/position.hpp"
#include "core/game.hpp"
#include "core/game_file.hpp"
#include "core/json.hpp"
#include "match/record.hpp"
#include "play/conditions.hpp"
#include "play/entrant.hpp"
#include "play/keys.hpp"
#include "play/outside_player.hpp"
#include "play/playable_game.hpp"

namespace hilltop::arena {

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

// A game under chosen rules, type-erased, that is played, and opened, watched and asked about.
class AnyGame : public play::PlayableGame {
 public:
  // Opens a game of people and bots where the record ends. The record has passed check(); each bot
  // in a folder that it seats (bot_of_player) is in `bots`, found by its name, and is best built
  // before (BotBuilder::ready), for else its first question is.
  virtual std::unique_ptr<GameSession> open(Record record,
                                            std::span<const runner::Manifest> bots = {},
                                            play::Conditions conditions = {}) const = 0;

  // Replays a record; calls the observer's `log` and `table`. Problem: the record cannot be
  // replayed under these rules, or its game is not over.
  virtual std::expected<Replayed, Problem> replay(
      const Record& record, const play::Observer* observer = nullptr) const = 0;

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
  virtual std::expected<AnswerToPosition, Problem> ask(
      const play::Entrant& bot, const Position& position,
      const play::Conditions& conditions) const = 0;

  // Writes the game of a record in `format`, one of GameModule::formats. Problem: the record cannot
  // be replayed, or the format cannot express it.
  virtual std::expected<std::string, Problem> write(const Record& record, std::string_view format,
                                                    const Caption& caption) const = 0;

  // Returns an analyst of games of this many seats, or null: such games are not analysed. It refers
  // into this object. Builds the tables that it needs, once in a process.
  virtual std::unique_ptr<Analyst> analyst(int seats) const = 0;
  // Returns whether there is one, and builds nothing.
  virtual bool has_analyst(int seats) const = 0;

  // Problem: the record cannot be replayed under these rules.
  virtual std::expected<void, Problem> check(const Record& record) const = 0;
};

}  // namespace hilltop::arena
