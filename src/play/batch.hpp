#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "match/record.hpp"
#include "play/entrant.hpp"
#include "play/outside_player.hpp"
#include "play/person.hpp"
#include "play/series.hpp"

// What is played is no part of what the rest of the program needs of a game: a figure of a tally
// compiles those that count it anew, and not all that have a game.
namespace hilltop::tournament {
struct BatchResult;
}

// What a PlayableGame is given to play, and what hears of it meanwhile.
namespace hilltop::play {

using tournament::BatchResult;

class IdleProcesses;
struct GameReport;

// A record that does not fit the game that it is of.
struct RecordDiffers : std::runtime_error {
  RecordDiffers(std::uint32_t of_game, const std::string& why)
      : std::runtime_error(why), game(of_game) {}
  std::uint32_t game;
};

// The games of a series with their players, and what becomes of them meanwhile.
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

// A game of a batch with its players.
struct SeatedGame {
  std::uint32_t number;
  std::span<const std::size_t> entrants;  // by seat: index in Batch::entrants
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

  // Passes on a part of the log, and the table after it, if they are taken.
  void tell(std::string_view part, std::string_view table_now) const {
    if (log) log(part);
    if (table) table(table_now);
  }
};

}  // namespace hilltop::play
