#include "apps/library/settings.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "apps/library/catalog.hpp"
#include "core/json.hpp"

namespace hilltop::library {
namespace {

using lockstep::Autoreset;
using lockstep::LockstepModule;
using lockstep::LockstepPlayer;
using lockstep::LockstepSettings;

constexpr std::array<std::pair<std::string_view, Autoreset>, 3> autoresets{
    {{"disabled", Autoreset::disabled},
     {"next_step", Autoreset::next_step},
     {"same_step", Autoreset::same_step}}};

std::unexpected<Problem> bad(std::string text) { return std::unexpected(Problem{std::move(text)}); }

std::expected<const LockstepModule*, Problem> find(std::string_view name) {
  std::vector<std::string> known;
  for (const LockstepModule& game : games()) {
    if (game.info->name == name) return &game;
    known.emplace_back(game.info->name);
  }
  return bad("there is no game '" + std::string(name) + "'" + suggestion(name, known));
}

// Reads values of an object one by one, and remembers the first error.
class SettingsReader {
 public:
  explicit SettingsReader(const Json& json) : json_(json) {}

  std::string text(const char* key) {
    const Json* value = find(key);
    if (value == nullptr) return {};
    if (value->is_string()) return value->get<std::string>();
    complain(key, "is a text");
    return {};
  }
  std::uint64_t whole(const char* key, std::uint64_t otherwise, std::uint64_t fewest,
                      std::uint64_t most) {
    const Json* value = find(key);
    if (value == nullptr) return otherwise;
    if (value->is_number_unsigned())
      if (const auto number = value->get<std::uint64_t>(); fewest <= number && number <= most)
        return number;
    complain(key,
             "is a whole number from " + std::to_string(fewest) + " to " + std::to_string(most));
    return otherwise;
  }
  // Null if the key is left out.
  const Json* find(const char* key) {
    known_.emplace_back(key);
    const auto found = json_.find(key);
    return found == json_.end() || found->is_null() ? nullptr : &*found;
  }
  void complain(const std::string& key, const std::string& what) {
    if (problem_.empty()) problem_ = "'" + key + "' " + what + ", not " + json_[key].dump();
  }
  // Returns the first error, which may be a key that nobody has read.
  std::string problem() const {
    if (!problem_.empty()) return problem_;
    for (const auto& [key, value] : json_.items())
      if (std::ranges::find(known_, key) == known_.end())
        return "there is no '" + key + "'" + suggestion(key, known_);
    return {};
  }

 private:
  Json json_;
  std::vector<std::string> known_;
  std::string problem_;
};

std::expected<SwitchValue, Problem> switch_of(const std::string& name, const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_string()) return json.get<std::string>();
  const auto is_whole = [](const Json& each) { return each.is_number_integer(); };
  if (json.is_array() && std::ranges::all_of(json, is_whole))
    return json.get<std::vector<std::int64_t>>();
  return bad("switch '" + name +
             "' is true, false, a whole number, a word or a list of whole numbers");
}

std::expected<Switches, Problem> switches_of(const Json& json) {
  if (!json.is_object()) return bad("'switches' is an object such as {\"side_cards\": 5}");
  Switches switches;
  for (const auto& [name, value] : json.items()) {
    auto read = switch_of(name, value);
    if (!read) return std::unexpected(std::move(read).error());
    switches.insert_or_assign(name, *std::move(read));
  }
  return switches;
}

std::expected<std::vector<LockstepPlayer>, Problem> players_of(const Json* json) {
  constexpr const char* wanted =
      "'players' is a list of objects: {\"bot\": \"kid\"} is a house bot, {\"name\": \"me\"} the "
      "caller";
  if (json == nullptr || !json->is_array()) return bad(wanted);
  if (json->size() > static_cast<std::size_t>(seats_max))
    return bad("'players' has more than " + std::to_string(seats_max) + " players");
  std::vector<LockstepPlayer> players;
  for (const Json& each : *json) {
    if (!each.is_object()) return bad(wanted);
    SettingsReader read(each);
    LockstepPlayer player{read.text("name"), read.text("bot")};
    if (const std::string problem = read.problem(); !problem.empty())
      return bad("'players': " + problem);
    if (player.name.empty()) player.name = player.bot;
    if (player.name.empty()) return bad(wanted);
    // A record has a line for each player.
    if (player.name.find_first_of("\r\n") != player.name.npos || player.name.front() == ' ' ||
        player.name.back() == ' ')
      return bad("'players': a name is one line, without a space at its ends");
    players.push_back(std::move(player));
  }
  return players;
}

std::expected<Autoreset, Problem> autoreset_of(const std::string& word) {
  std::vector<std::string> known;
  for (const auto& [name, mode] : autoresets) {
    if (word == name) return mode;
    known.emplace_back(name);
  }
  if (word.empty()) return Autoreset::next_step;
  return bad("there is no autoreset '" + word + "'" + suggestion(word, known));
}

std::expected<bool, Problem> explicit_chance_of(const std::string& word) {
  const std::vector<std::string> known{"sampled", "explicit"};
  if (word.empty() || word == known[0]) return false;
  if (word == known[1]) return true;
  return bad("there is no chance '" + word + "'" + suggestion(word, known));
}

}  // namespace

std::string_view name(Autoreset mode) {
  return std::ranges::find(autoresets, mode, [](const auto& each) { return each.second; })->first;
}

std::expected<GameWithSettings, Problem> read_settings(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object())
    return bad("the settings are a JSON object such as {\"game\": \"pazaak\", …}");
  SettingsReader read(json);
  LockstepSettings settings;
  const std::string game_name = read.text("game");
  settings.rules = read.text("rules");
  settings.games = static_cast<std::uint32_t>(read.whole("games", 1, 1, lockstep::games_max));
  settings.seed = read.whole("seed", 1, 0, std::numeric_limits<std::uint64_t>::max());
  settings.first_game = static_cast<std::uint32_t>(
      read.whole("first_game", 0, 0, std::numeric_limits<std::uint32_t>::max()));
  settings.threads = static_cast<std::uint32_t>(read.whole("threads", 1, 1, lockstep::threads_max));
  const std::string autoreset = read.text("autoreset"), chance = read.text("chance");
  const Json* const switches = read.find("switches");
  const Json* const players = read.find("players");
  if (const std::string problem = read.problem(); !problem.empty()) return bad(problem);

  const auto game = find(game_name);
  if (!game) return std::unexpected(game.error());
  const auto mode = autoreset_of(autoreset);
  if (!mode) return std::unexpected(mode.error());
  settings.autoreset = *mode;
  const auto is_explicit = explicit_chance_of(chance);
  if (!is_explicit) return std::unexpected(is_explicit.error());
  settings.explicit_chance = *is_explicit;
  if (switches != nullptr) {
    auto given = switches_of(*switches);
    if (!given) return std::unexpected(std::move(given).error());
    settings.switches = *std::move(given);
  }
  auto seated = players_of(players);
  if (!seated) return std::unexpected(std::move(seated).error());
  settings.players = *std::move(seated);
  return GameWithSettings{*game, std::move(settings)};
}

}  // namespace hilltop::library
