#include "arena/catalog.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace hilltop::arena {

std::expected<const GameModule*, Problem> find_game(std::string_view name) {
  std::vector<std::string> known;
  for (const GameModule& game : catalog()) {
    if (game.info->name == name) return &game;
    known.emplace_back(game.info->name);
  }
  return std::unexpected(
      worded("there is no game '{name}'{nearest}",
             {{"name", std::string(name)}, {"nearest", suggestion(name, known)}}));
}

std::expected<void, NotEntered::Cause> plays(const runner::Manifest& bot, const GameModule& game) {
  if (bot.game.empty() || bot.game == game.info->name) return {};
  const auto known = find_game(bot.game);
  return std::unexpected(NotEntered::Cause{
      "bot.toml", known ? "it plays " + bot.game + " and not " + std::string(game.info->name)
                        : known.error().text});
}

std::vector<GameModule::HouseBotInfo> GameModule::qualifiers() const {
  std::vector<HouseBotInfo> qualifiers;
  std::ranges::copy_if(house_bots, std::back_inserter(qualifiers), &HouseBotInfo::qualifies);
  return qualifiers;
}

}  // namespace hilltop::arena
