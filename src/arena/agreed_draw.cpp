#include "arena/agreed_draw.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/save.hpp"
#include "play/played.hpp"

namespace hilltop::arena {
namespace {

// Returns the result of the record's game; nullopt if it is not over. Problem: as game_of().
std::expected<std::optional<std::vector<int>>, Problem> result_of(const Record& record) {
  const auto any_game = game_of(record, {});
  if (!any_game) return std::unexpected(any_game.error());
  const auto game = (*any_game)->open(Record(record));
  if (game->pending()) return std::nullopt;
  return game->report().points;
}

}  // namespace

bool has_agreed_draw(const Record& record) {
  const auto game = find_game(record.game);
  Switches switches = record.switches;
  switches[std::string(agreed_draw_switch)] = std::int64_t{1};
  return game && (*game)->under(record.rules, switches).has_value();
}

std::expected<Record, Problem> agreed_draw(Record record) {
  const auto refused = [](std::string why) { return std::unexpected(Problem{std::move(why)}); };
  const auto is_bot = [](const Record::Player& player) { return player.player != "human"; };
  if (std::ranges::any_of(record.players, is_bot)) return refused("only people agree on a draw");
  const auto before = result_of(record);
  if (!before) return std::unexpected(before.error());
  if (*before) return refused("the game is over");
  record.switches[std::string(agreed_draw_switch)] = static_cast<std::int64_t>(record.steps.size());
  const auto after = result_of(record);
  if (!after || !*after) return refused("this game has no draw by agreement, or not yet");
  record.points = **after;
  return record;
}

bool is_agreed_draw(const Record& record) {
  return record.switches.contains(std::string(agreed_draw_switch));
}

void forget_agreed_draw(Record& record) { record.switches.erase(std::string(agreed_draw_switch)); }

}  // namespace hilltop::arena
