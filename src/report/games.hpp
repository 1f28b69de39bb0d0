#pragma once
#include <expected>
#include <functional>
#include <stop_token>
#include <string_view>

#include "report/game_lines.hpp"
#include "report/stored_contest.hpp"

// Every game of a stored contest, one after the other, for other programs (docs/data.md).
namespace hilltop::report {

struct GamesOptions {
  // What is written of each game: a line (`form`, with its moves if `moves`), or `content`.
  GamesForm form = GamesForm::json_lines;
  bool moves = false;
  // Makes a game's text from its record, in the place of a line; null for lines.
  std::function<std::expected<std::string, Problem>(
      const StoredContest&, const tournament::Fixture&, const tournament::GameRecord&)>
      content = {};
  int workers = 1;       // threads; never changes what is written
  std::stop_token stop;  // when requested, ends soon
};

// Takes the text of the next games, in order, and their number.
using TakeGames = std::function<void(std::string_view, std::uint64_t)>;

// Passes the games of all completed fixtures in the order of the digest. Games whose results are
// not stored are played again. The memory that it takes does not grow with the number of games,
// except for the stored results of one fixture. Problem: a stored record is damaged.
std::expected<void, Problem> write_games(const StoredContest& stored,
                                         const arena::ContestReport& report,
                                         const GamesOptions& options, const TakeGames& take);

}  // namespace hilltop::report
