#include "apps/library/description.hpp"

#include <nlohmann/json.hpp>
#include <variant>

#include "apps/library/catalog.hpp"
#include "apps/library/settings.hpp"
#include "core/json.hpp"

namespace hilltop::library {
namespace {

using lockstep::LockstepModule;

Json json_of(const Switches& switches) {
  Json json = Json::object();
  for (const auto& [name, value] : switches)
    json[name] = std::visit([](const auto& held) { return Json(held); }, value);
  return json;
}

Json json_of(const LockstepModule& game) {
  Json rule_sets = Json::array(), bots = Json::array();
  for (const RuleSet& set : game.info->rule_sets) {
    const SeatRange seats = game.seats(set.name).value();
    rule_sets.push_back({{"name", set.name},
                         {"about", set.about},
                         {"players_min", seats.fewest},
                         {"players_max", seats.most},
                         {"switches", json_of(game.switches(set.name).value())}});
  }
  for (const LockstepModule::Opponent& bot : game.opponents)
    bots.push_back({{"name", bot.name},
                    {"title", bot.title},
                    {"about", bot.about},
                    {"needs_tables", bot.needs_preparing}});
  return {{"name", game.info->name},
          {"title", game.info->title},
          {"rule_sets", std::move(rule_sets)},
          {"bots", std::move(bots)}};
}

}  // namespace

std::string catalog_json() {
  Json all = Json::array();
  for (const LockstepModule& game : games()) all.push_back(json_of(game));
  return Json{{"games", std::move(all)}}.dump();
}

std::string description_json(lockstep::LockstepGames& games) {
  const lockstep::LockstepSettings& settings = games.settings();
  Json players = Json::array(), arrays = Json::array(), fields = Json::array();
  for (const lockstep::LockstepPlayer& player : settings.players)
    players.push_back(
        {{"name", player.name}, {"bot", player.bot.empty() ? Json() : Json(player.bot)}});
  for (const lockstep::LockstepArray& array : games.arrays())
    arrays.push_back({{"name", array.name},
                      {"type", lockstep::name(array.type)},
                      {"shape", array.shape},
                      {"about", array.about}});
  int first = 0;
  for (const ViewField& field : games.view_fields()) {
    fields.push_back({{"name", field.name},
                      {"first", first},
                      {"shape", field.shape},
                      {"min", field.min},
                      {"max", field.max},
                      {"about", field.about}});
    first += field.numbers();
  }
  return Json{{"game", games.game()},
              {"rules", settings.rules},
              {"switches", json_of(games.switches())},
              {"players", std::move(players)},
              {"games", settings.games},
              {"seed", settings.seed},
              {"first_game", settings.first_game},
              {"autoreset", name(settings.autoreset)},
              {"chance", settings.explicit_chance ? "explicit" : "sampled"},
              {"threads", settings.threads},
              {"arrays", std::move(arrays)},
              {"observation", std::move(fields)},
              {"actions", games.action_names()},
              {"outcomes", games.outcome_names()}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace hilltop::library
