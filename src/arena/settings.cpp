#include "arena/settings.hpp"

#include <algorithm>
#include <utility>

#include "core/text.hpp"
#include "runner/limits.hpp"

namespace hilltop::arena {
namespace {

constexpr char before_setting = '+';

void set(play::Entrant& entrant, const Setting& setting) {
  if (auto* const house = std::get_if<play::HousePlayer>(&entrant.player)) {
    house->settings.push_back(setting);
  } else {
    auto& parameters = std::get<runner::Manifest>(entrant.player).parameters;
    std::ranges::find(parameters, setting.name, &Setting::name)->value = setting.value;
  }
  const std::string text = before_setting + setting.name + '=' + std::to_string(setting.value);
  entrant.name += text;
  entrant.title += text;
}

}  // namespace

std::vector<ParameterRange> parameters_of(const GameModule& game, const play::Entrant& entrant) {
  std::vector<ParameterRange> ranges;
  if (const auto* const house = std::get_if<play::HousePlayer>(&entrant.player)) {
    const auto bot =
        std::ranges::find(game.house_bots, house->bot, &GameModule::HouseBotInfo::name);
    for (const BotParameter& parameter : bot->parameters)
      ranges.push_back(
          {std::string(parameter.name), parameter.usual, parameter.min, parameter.max});
  } else if (const auto* const bot = std::get_if<runner::Manifest>(&entrant.player)) {
    for (const Setting& parameter : bot->parameters)
      ranges.push_back(
          {parameter.name, parameter.value, -runner::parameter_max, runner::parameter_max});
  }
  return ranges;
}

std::expected<TypedBot, Problem> read_typed_bot(const std::string& typed) {
  TypedBot bot{typed, {}};
  for (std::size_t equals; (equals = bot.bot.rfind('=')) != std::string::npos;) {
    const std::size_t plus = bot.bot.rfind(before_setting, equals);
    if (plus == std::string::npos || bot.bot.find('/', plus) != std::string::npos) break;
    const std::string name = bot.bot.substr(plus + 1, equals - plus - 1);
    const auto value = number_in<int>(std::string_view(bot.bot).substr(equals + 1));
    if (!value || !runner::complaint_of_parameter(name).empty())
      return std::unexpected(
          Problem{"'" + bot.bot.substr(plus) +
                  "' is not a setting: +NAME=NUMBER with a whole number, such as +nodes=5000"});
    bot.settings.insert(bot.settings.begin(), {name, *value});
    bot.bot.resize(plus);
  }
  return bot;
}

std::expected<play::Entrant, Problem> with_settings(const GameModule& game, play::Entrant entrant,
                                                    std::span<const Setting> settings) {
  const std::string bot = entrant.name;
  const std::vector<ParameterRange> ranges = parameters_of(game, entrant);
  std::vector<std::string> known, done;
  for (const ParameterRange& range : ranges) known.push_back(range.name);
  for (const Setting& setting : settings) {
    const auto range = std::ranges::find(ranges, setting.name, &ParameterRange::name);
    if (range == ranges.end())
      return std::unexpected(
          Problem{bot + " has no parameter '" + setting.name + "'" +
                  (known.empty() ? "; it has none at all" : suggestion(setting.name, known))});
    if (std::ranges::find(done, setting.name) != done.end())
      return std::unexpected(Problem{bot + ": " + setting.name + " is set twice"});
    if (setting.value < range->min || setting.value > range->max)
      return std::unexpected(Problem{
          bot + ": " + setting.name + " is a whole number from " + std::to_string(range->min) +
          " to " + std::to_string(range->max) + ", not " + std::to_string(setting.value)});
    done.push_back(setting.name);
    set(entrant, setting);
  }
  return entrant;
}

bool has_settings(const play::Entrant& entrant) {
  if (const auto* const house = std::get_if<play::HousePlayer>(&entrant.player))
    return !house->settings.empty();
  const auto* const bot = std::get_if<runner::Manifest>(&entrant.player);
  return bot != nullptr && entrant.name.starts_with(bot->name + before_setting);
}

}  // namespace hilltop::arena
