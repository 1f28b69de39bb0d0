#include "server/rooms/new_game.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <variant>

#include "arena/catalog.hpp"
#include "arena/save.hpp"
#include "core/text.hpp"
#include "play/keys.hpp"
#include "server/json.hpp"
#include "server/limits.hpp"
#include "server/refused.hpp"

namespace hilltop::server {
namespace {

Json json_of(const SwitchValue& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

std::expected<SwitchValue, Problem> switch_of(const std::string& name, const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_string()) return json.get<std::string>();
  return std::unexpected(
      worded("switch '{name}' is true, false, a whole number or a word", {{"name", name}}));
}

// Returns the most that a game may set, where a limit may be set that the host does not.
play::TimeLimits settable(play::TimeLimits most) {
  if (most.game_ms.count() == 0) most.game_ms = game_ms_max;
  if (most.move_nodes == 0) most.move_nodes = answer_nodes_max;
  return most;
}

std::expected<Switches, Problem> switches_of(const Json& wish) {
  Switches switches;
  const Json given = wish.value("switches", Json::object());
  if (!given.is_object()) return refused("'switches' is an object");
  for (const auto& [name, value] : given.items()) {
    auto read = switch_of(name, value);
    if (!read) return std::unexpected(read.error());
    switches.insert_or_assign(name, *std::move(read));
  }
  return switches;
}

// Adds the switches that stand in files. Returns whether one of them tells the game's luck: the
// person's own file does, one that comes with the game does not.
std::expected<LuckKnown, Problem> take_files(const Json& wish, const arena::GameModule& game,
                                             const std::string& rules, Switches& switches) {
  LuckKnown luck = LuckKnown::to_nobody;
  const Json files = wish.value("files", Json::object());
  if (!files.is_object()) return refused("'files' is an object");
  for (const auto& [name, text] : files.items()) {
    const auto of = std::ranges::find(game.switch_files, name, &SwitchFile::name);
    if (of == game.switch_files.end() || !text.is_string())
      return refused(worded("'{name}' is no file for {game}",
                            {{"name", name}, {"game", std::string(game.info->title)}}));
    const auto& typed = text.get_ref<const std::string&>();
    if (typed.size() > of->bytes_max)
      return refused(worded("'{name}' is longer than {bytes} bytes",
                            {{"name", name}, {"bytes", static_cast<std::int64_t>(of->bytes_max)}}));
    const auto built_in = std::ranges::find(of->built_in, typed, &SwitchFile::BuiltIn::name);
    if (built_in == of->built_in.end()) luck = LuckKnown::by_choice;
    auto value =
        of->read(built_in == of->built_in.end() ? typed : built_in->text, name, {rules, switches});
    if (!value) return std::unexpected(value.error());
    switches.insert_or_assign(name, *std::move(value));
  }
  return luck;
}

std::expected<std::vector<Record::Player>, Problem> players_of(const Json& wish,
                                                               const arena::GameModule& game,
                                                               const arena::AnyGame& any_game) {
  constexpr std::size_t counted_max = 1000;
  const Json players = wish.value("players", Json::array());
  const SeatRange seats = any_game.seats();
  if (!players.is_array() || !seats.holds(static_cast<int>(std::min(players.size(), counted_max))))
    return refused(worded("{game} ({rules}) needs {min} to {max} players",
                          {{"game", std::string(game.info->name)},
                           {"rules", std::string(any_game.rules_name())},
                           {"min", std::int64_t{seats.fewest}},
                           {"max", std::int64_t{seats.most}}}));
  std::vector<Record::Player> seated;
  for (const Json& player : players)
    seated.push_back({text_in(player, "player"), std::string(trimmed(text_in(player, "name")))});
  return seated;
}

// A browser's numbers are exact up to 2^53 only, so it sends digits.
std::optional<std::uint64_t> seed_in(const Json& seed) {
  if (seed.is_string()) return number_in<std::uint64_t>(seed.get<std::string>());
  if (seed.is_number_unsigned()) return seed.get<std::uint64_t>();
  return std::nullopt;
}

Json game_json(const arena::GameModule& game) {
  Json rules = Json::array(), bots = Json::array(), files = Json::array();
  for (const RuleSet& set : game.info->rule_sets) {
    const auto any_game = *game.under(set.name, {});
    Json switches = Json::object();
    for (const auto& [name, value] : any_game->switches()) switches[name] = json_of(value);
    const SeatRange seats = any_game->seats();
    rules.push_back({{"name", set.name},
                     {"about", set.about},
                     {"people", set.for_people},
                     {"seats", {{"min", seats.fewest}, {"max", seats.most}}},
                     {"switches", std::move(switches)}});
  }
  for (const auto& bot : game.house_bots)
    bots.push_back({{"name", bot.name}, {"title", bot.title}, {"about", bot.about}});
  for (const SwitchFile& file : game.switch_files) {
    Json built_in = Json::array();
    for (const SwitchFile::BuiltIn& each : file.built_in)
      built_in.push_back({{"name", each.name}, {"about", each.about}});
    files.push_back(
        {{"switch", file.name}, {"about", file.about}, {"built_in", std::move(built_in)}});
  }
  return {{"name", game.info->name},
          {"title", game.info->title},
          {"rules", std::move(rules)},
          {"house_bots", std::move(bots)},
          {"files", std::move(files)}};
}

}  // namespace

Json games_json(const std::vector<runner::Manifest>& roster, const play::TimeLimits& time_max) {
  Json games = Json::array(), bots_in_folders = Json::array();
  for (const runner::Manifest& bot : roster)
    bots_in_folders.push_back(
        {{"player", player_of_bot(bot.name)}, {"name", bot.name}, {"game", bot.game}});
  for (const arena::GameModule& game : arena::catalog())
    if (game.has_people && game.has_scenes) games.push_back(game_json(game));
  Json limits = Json::object();
  for (const play::TimeSwitch& limit : play::time_switches)
    limits[std::string(limit.name)] = limit.get(settable(time_max));
  return {{"schema", "hilltop/games/1"},
          {"games", std::move(games)},
          {"bots", std::move(bots_in_folders)},
          {"limits_max", std::move(limits)}};
}

std::expected<WantedGame, Problem> new_game(const Json& wish, const play::TimeLimits& time_max) {
  const auto game = arena::find_game(text_in(wish, "game"));
  if (!game) return std::unexpected(game.error());
  auto switches = switches_of(wish);
  if (!switches) return std::unexpected(switches.error());
  const auto time = play::take_time_limits(*switches, settable(time_max));
  if (!time) return std::unexpected(time.error());
  std::string rules = text_in(wish, "rules");
  if (rules.empty()) rules = (*game)->default_rules();
  auto luck = take_files(wish, **game, rules, *switches);
  if (!luck) return std::unexpected(luck.error());
  const auto any_game = (*game)->under(rules, *switches);
  if (!any_game) return std::unexpected(any_game.error());
  auto players = players_of(wish, **game, **any_game);
  if (!players) return std::unexpected(players.error());
  play::Seed seed = play::Seed::drawn();
  if (const auto fixed = wish.find("seed"); fixed != wish.end()) {
    const auto typed = seed_in(*fixed);
    if (!typed) return refused("'seed' is a whole number");
    seed = *typed;
    luck = LuckKnown::by_choice;
  }
  Record record = arena::new_record(**game, **any_game, *std::move(players));
  record.luck_key = play::luck_key(seed, record.game, names_of(record));
  arena::show_titles(record, **game);
  return WantedGame{std::move(record), *time, *luck};
}

}  // namespace hilltop::server
