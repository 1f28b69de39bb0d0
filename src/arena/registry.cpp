#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "arena/discipline.hpp"

namespace hilltop::arena {

std::expected<const Registered*, Problem> find_game(std::string_view name) {
  std::vector<std::string> known;
  for (const Registered& game : registry()) {
    if (game.info->name == name) return &game;
    known.emplace_back(game.info->name);
  }
  return std::unexpected(
      Problem{"there is no game '" + std::string(name) + "'" + suggestion(name, known)});
}

std::expected<void, Problem> plays(const runner::Manifest& bot, const Registered& game) {
  if (bot.game.empty() || bot.game == game.info->name) return {};
  const std::string where = "'" + bot.name + "', by " + (bot.folder / "bot.toml").string() + ", ";
  if (const auto known = find_game(bot.game); !known)
    return std::unexpected(Problem{where + "plays a game that is not here: " + known.error().text});
  return std::unexpected(
      Problem{where + "plays " + bot.game + " and not " + std::string(game.info->name)});
}

std::vector<Registered::HouseBotInfo> Registered::examiners() const {
  std::vector<HouseBotInfo> examiners;
  std::ranges::copy_if(house_bots, std::back_inserter(examiners), &HouseBotInfo::examines);
  return examiners;
}

}  // namespace hilltop::arena
