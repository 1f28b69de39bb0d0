#pragma once
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/any_game.hpp"
#include "play/game_order.hpp"

// The games of this user's last `play`, `compare` or `check`, which belong to no contest. They are
// kept in a file, of which only the newest is needed: house bots play again, and games of bots in
// folders have their moves.
namespace hilltop::cli {

// Their name in commands; one of them is "@last:75".
constexpr std::string_view last_games_name = "@last";

// The games with bots in folders whose moves are kept, of each match: the first ones.
constexpr std::uint32_t last_moves_games_max = 10 << 10;

// Games of the same players.
struct LastMatch {
  play::GameOrder order;  // all of them, from the first
  // The games so far. Those of bots in folders have each game's result, and the first ones records;
  // those of house bots have neither.
  tournament::BatchResult result;

  // Returns a match of which nothing was played yet.
  static LastMatch of(play::GameOrder order);
  bool has_folders() const;
  // Returns whether the moves of its first `games` are kept.
  bool keeps_moves(std::uint32_t games) const;
  // Adds the games that follow directly.
  void add(tournament::BatchResult more);
};

struct LastGames {
  std::string command, seed;
  std::int64_t ended_s = 0;  // since 1970
  std::vector<LastMatch> matches;

  std::uint64_t games() const;
};

// Puts the games in the place of those before. If they cannot be kept those before go too, lest
// they pass for these, and stderr says so; it says nothing where no games were kept before.
void keep_last_games(LastGames games);

// Problem: there are none, or they cannot be read.
std::expected<LastGames, Problem> last_games();

// A match with what replays it.
class OpenedMatch {
 public:
  // `match` outlives this object. Problem: this version does not have the game, or a house bot.
  static std::expected<OpenedMatch, Problem> of(const LastMatch& match);

  const LastMatch& match() const { return *match_; }
  const arena::AnyGame& game() const { return *game_; }
  std::vector<play::Entrant>& entrants() { return *entrants_; }
  // Returns all its games as a batch, which refers to the entrants.
  play::Batch batch() const;
  const play::Conditions& conditions() const { return *conditions_; }
  std::vector<std::string> names_by_seat(std::uint32_t game) const;
  // Returns a game, played again if only house bots play. Problem: its moves were not kept.
  std::expected<Record, Problem> record(std::uint32_t game) const;
  // Returns as many games from `first` on. Problem: the moves of one were not kept.
  std::expected<std::vector<Record>, Problem> records(std::uint32_t first,
                                                      std::uint32_t games) const;

 private:
  OpenedMatch() = default;

  const LastMatch* match_ = nullptr;
  std::unique_ptr<arena::AnyGame> game_;
  std::unique_ptr<std::vector<play::Entrant>> entrants_;  // whose places stay when this is moved
  std::unique_ptr<play::Conditions> conditions_;
};

// A game of the last games, found by its number among all of them.
struct LastGame {
  LastGames games;  // from which the others are
  const LastMatch* match;
  std::uint32_t game;  // index in the match
};
// `number`: an index. Problem also if there are fewer games.
std::expected<std::unique_ptr<LastGame>, Problem> last_game(std::uint32_t number);

// Returns whether a typed word names these games, or one of them.
bool names_last_games(std::string_view typed);

}  // namespace hilltop::cli
