#include "arena/save.hpp"

#include <algorithm>
#include <array>

#include "arena/catalog.hpp"
#include "core/drawing.hpp"
#include "core/file.hpp"
#include "core/text.hpp"

namespace hilltop::arena {
namespace {

// Problem: why a player of a record cannot sit.
std::expected<void, Problem> may_sit(const Record::Player& player, const GameModule& game,
                                     std::span<const runner::Manifest> bots) {
  if (const auto name = bot_of_player(player.player)) {
    const auto bot = std::ranges::find(bots, *name, &runner::Manifest::name);
    if (bot == bots.end())
      return std::unexpected(
          worded("the bot '{bot}' plays from a folder that is not known here", {{"bot", *name}}));
    if (!game.has_processes)
      return std::unexpected(worded("{game} has no protocol for bots in folders",
                                    {{"game", std::string(game.info->name)}}));
    if (const auto fits = plays(*bot, game); !fits)
      return std::unexpected(worded("the bot '{bot}' does not fit: {why}",
                                    {{"bot", *name}, {"why", fits.error().what}}));
  } else if (player.player != "human" &&
             std::ranges::find(game.house_bots, player.player, &GameModule::HouseBotInfo::name) ==
                 game.house_bots.end()) {
    return std::unexpected(worded("there is no player '{player}'", {{"player", player.player}}));
  }
  if (std::string why = name_refusal(player.name); !why.empty())
    return std::unexpected(Problem{std::move(why)});
  return {};
}

// Every space of Unicode (Zs); none of them distinguishes two names.
constexpr std::array<std::string_view, 17> spaces{
    " ",      "\u00a0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005",
    "\u2006", "\u2007", "\u2008", "\u2009", "\u200a", "\u202f", "\u205f", "\u3000"};

}  // namespace

std::expected<void, Problem> save_record(const Record& record, const std::string& file) {
  if (const auto saved = replace_file(file, write(record)); !saved)
    return std::unexpected(Problem{"cannot write '" + file + "': " + saved.error()});
  return {};
}

std::expected<Record, Problem> load_record(const std::string& file) {
  const auto text = read_file(file, record_bytes_max);
  if (!text) return std::unexpected(Problem{"cannot read '" + file + "': " + text.error()});
  return read_record(*text, file);
}

std::expected<std::unique_ptr<AnyGame>, Problem> game_of(const Record& record,
                                                         std::span<const runner::Manifest> bots) {
  const auto game = find_game(record.game);
  if (!game) return std::unexpected(game.error());
  if (!(*game)->has_people)
    return std::unexpected(Problem{"people cannot play " + std::string((*game)->info->name)});
  for (const Record::Player& player : record.players)
    if (auto sits = may_sit(player, **game, bots); !sits)
      return std::unexpected(std::move(sits).error());
  auto any_game = (*game)->under(record.rules, record.switches);
  if (!any_game) return any_game;
  if (const auto fits = (*any_game)->check(record); !fits) return std::unexpected(fits.error());
  return any_game;
}

Record new_record(const GameModule& game, const AnyGame& any_game,
                  std::vector<Record::Player> players) {
  for (std::size_t i = 0; i < players.size(); ++i)
    if (auto& [player, name] = players[i]; name.empty())
      name = player == "human" ? "Player " + std::to_string(i + 1)
                               : abbreviated(bot_of_player(player).value_or(player),
                                             static_cast<int>(person_name_max), "…");
  return {.game = std::string(game.info->name),
          .rules = std::string(any_game.rules_name()),
          .switches = any_game.switches(),
          .luck_key = 0,
          .luck_game = 0,
          .players = std::move(players),
          .steps = {},
          .points = {}};
}

void show_titles(Record& record, const GameModule& game) {
  for (auto& [player, name] : record.players)
    if (const auto bot =
            std::ranges::find(game.house_bots, player, &GameModule::HouseBotInfo::name);
        bot != game.house_bots.end() && name == player)
      name = abbreviated(bot->title, static_cast<int>(person_name_max), "…");
}

std::string name_refusal(std::string_view name) {
  if (name.empty()) return "a name has at least one letter";
  for (const std::string_view space : spaces)
    if (name.starts_with(space) || name.ends_with(space))
      return "a name begins and ends with a letter, not a space";
  if (!unprintable(name).empty() || name.find('\t') != std::string_view::npos)
    return "a name is one line of ordinary letters";
  if (characters_in(name) > person_name_max)
    return "a name has at most " + std::to_string(person_name_max) + " letters";
  return {};
}

}  // namespace hilltop::arena
