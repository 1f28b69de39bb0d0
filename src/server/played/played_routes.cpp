#include "server/played/played_routes.hpp"

#include <nlohmann/json.hpp>

#include "arena/catalog.hpp"
#include "server/json.hpp"
#include "server/played/judged.hpp"

namespace hilltop::server {
namespace {

// Returns the unit in which a game's losses are told, which is that of its last worth; null if it
// is not analysed.
Json unit_of(const Json& told) {
  const auto game = arena::find_game(text_in(told, "game"));
  if (!game || (*game)->worths.empty()) return nullptr;
  return (*game)->worths.back().is_share ? "share" : "points";
}

Json played_json(const PlayedRow& row) {
  Json game = Json::parse(row.told, nullptr, false);
  if (!game.is_object()) return nullptr;
  game["room"] = row.room;
  game["ended"] = iso_time(row.ended_s);
  game["unit"] = unit_of(game);
  game["decisions"] = row.decisions ? Json(*row.decisions) : Json(nullptr);
  game["lost"] = row.lost ? Json(*row.lost) : Json(nullptr);
  return game;
}

void list_played(PeopleStore& store, Exchange exchange) {
  const auto visitor = Visitors::visitor(exchange.request);
  Json games = Json::array();
  int judged_now = 0, waiting = 0;
  for (PlayedRow& row : visitor ? store.played(*visitor) : std::vector<PlayedRow>()) {
    if (!row.record.empty() && judged_now < judged_at_once_max) {
      ++judged_now;
      if (const auto found = judged(row.record, static_cast<std::size_t>(row.seat))) {
        row.decisions = found->decisions;
        row.lost = found->lost;
      }
      store.judge_played(row);
    } else if (!row.record.empty()) {
      ++waiting;
    }
    if (Json game = played_json(row); !game.is_null()) games.push_back(std::move(game));
  }
  exchange.reply(json_response(
      {{"schema", "hilltop/played/1"}, {"games", std::move(games)}, {"waiting", waiting}}));
}

void forget_played(PeopleStore& store, Exchange exchange) {
  if (const auto visitor = Visitors::visitor(exchange.request)) store.forget_played(*visitor);
  exchange.reply({.status = 204, .type = ""});
}

}  // namespace

std::vector<Route> played_routes(PeopleStore& store) {
  using enum Method;
  return {
      {get, "/api/played", Who::anyone, Takes::longer, 0,
       "The games that this browser finished, with what its decisions gave up.",
       [&store](Exchange exchange) { list_played(store, std::move(exchange)); }},
      {remove, "/api/played", Who::anyone, Takes::a_while, 0,
       "Forgets the games that this browser finished.",
       [&store](Exchange exchange) { forget_played(store, std::move(exchange)); }},
  };
}

}  // namespace hilltop::server
