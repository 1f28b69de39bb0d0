#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/winners.hpp"
#include "match/session.hpp"
#include "match/text.hpp"

namespace hilltop {

constexpr std::string_view name(Moment moment) {
  switch (moment) {
    case Moment::before: return "before";
    case Moment::deciding: return "deciding";
    case Moment::after: return "after";
  }
  return {};
}

// Returns the scene of docs/scenes.md: what every game's scenes have, around the game's own table.
// `seat`: of the onlooker; nullopt for a stranger.
template <class S, Game R>
  requires Scene<S, R>
Json scene_of(std::string_view game, const Session<R>& session, const typename S::Teller& teller,
              std::optional<Seat> seat, Moment moment, const std::vector<std::string>& names) {
  const Onlooker onlooker{seat, moment, session.pending()};
  Json players = Json::array();
  for (std::size_t i = 0; i < names.size(); ++i)
    players.push_back({{"name", names[i]}, {"left", (session.retired() >> i & 1) != 0}});
  Json result;
  if (!onlooker.to_move) {
    const Points points = session.points();
    const std::uint64_t top = on_top({points.begin(), points.end()}, session.retired());
    result = {{"points", Json::array()}, {"winners", Json::array()}};
    for (int i = 0; i < points.size(); ++i) {
      result["points"].push_back(points[i]);
      if ((top >> i & 1) != 0) result["winners"].push_back(i);
    }
  }
  return {{"game", game},
          {"moment", name(moment)},
          {"seat", seat ? Json(index(*seat)) : Json()},
          {"to_move", onlooker.to_move ? Json(index(*onlooker.to_move)) : Json()},
          {"players", std::move(players)},
          {"result", std::move(result)},
          {"table", S::table(session.view(seat.value_or(Seat(0))), onlooker, teller.history())}};
}

}  // namespace hilltop
