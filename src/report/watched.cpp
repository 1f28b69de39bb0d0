#include "report/watched.hpp"

#include "core/text.hpp"
#include "report/game_name.hpp"
#include "report/text_table.hpp"

namespace hilltop::report {
namespace {

Json players_of(const StoredContest& stored, const tournament::Fixture& fixture, std::uint32_t game,
                const Record& record) {
  const play::Batch batch = stored.batch_to(fixture, game);
  const auto seated = by_seat(fixture, batch, game);
  Json players = Json::array();
  for (std::size_t seat = 0; seat < seated.size(); ++seat)
    players.push_back({{"bot", stored.contest.name_of(seated[seat])},
                       {"name", printable(record.players[seat].name, title_bytes_max)}});
  return players;
}

}  // namespace

std::expected<Json, Problem> watched(const StoredContest& stored,
                                     const tournament::Fixture& fixture, std::uint32_t game,
                                     std::optional<Seat> onlooker) {
  const auto record = stored.game(fixture, game);
  if (!record) return std::unexpected(record.error());
  const std::string name = name_of_game(stored.contest, fixture, game);
  if (record->players.size() != fixture.entries.size())
    return std::unexpected(Problem{name + ": its record has another number of players"});
  if (onlooker && static_cast<std::size_t>(index(*onlooker)) >= record->players.size())
    return std::unexpected(Problem{"there is no such seat"});
  Json steps = Json::array();
  const auto shown =
      stored.contest.any_game->watch(*record, onlooker, [&](const Json& scene, const Json& events) {
        Json step{{"scene", scene}, {"events", events}};
        if (!steps.empty()) {
          const Record::Step& played = record->steps[steps.size() - 1];
          step["seat"] = played.seat;
          step["move"] = played.move ? Json(*played.move) : Json(nullptr);
          step["ms"] =
              played.took ? Json(static_cast<double>(played.took->count()) / 1000) : Json(nullptr);
        }
        steps.push_back(std::move(step));
      });
  if (!shown) return std::unexpected(Problem{name + ": " + shown.error().text});
  const Json& result = steps.back()["scene"]["result"];  // null if the game was cut short
  Json points = result.is_null() ? Json(nullptr) : result["points"];
  return Json{{"name", name},
              {"game", stored.contest.game->info->name},
              {"rules", stored.contest.rules},
              {"number", tournament::number_of(game)},
              {"first_number", tournament::number_of(fixture.first_game)},
              {"games", fixture.games},
              {"seat", onlooker ? Json(index(*onlooker)) : Json(nullptr)},
              {"players", players_of(stored, fixture, game, *record)},
              {"points", std::move(points)},
              {"steps", std::move(steps)}};
}

}  // namespace hilltop::report
