#include "server/rooms/room_state.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "arena/agreed_draw.hpp"
#include "report/review.hpp"
#include "server/json.hpp"

namespace hilltop::server {
namespace {

// Returns the seat by which a guest with these seats sees the game; nullopt for a stranger.
std::optional<Seat> onlooker(const RoomSight& room, SeatSet seats) {
  if (seats == 0) return std::nullopt;
  if (room.asked && (seats & set_of(*room.asked)) != 0) return room.asked;
  // At one screen the person who decided last goes on looking.
  const auto& steps = room.game.record().steps;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step)
    if (const Seat seat{static_cast<std::uint8_t>(step->seat)}; (seats & set_of(seat)) != 0)
      return seat;
  return Seat(static_cast<std::uint8_t>(std::countr_zero(seats)));
}

Moment drawn_moment(RoomMoment moment) {
  switch (moment) {
    case RoomMoment::before: return Moment::before;
    case RoomMoment::deciding: return Moment::deciding;
    default: return Moment::after;
  }
}

std::string asks(const RoomSight& room) {
  switch (room.moment) {
    case RoomMoment::before: return room.game.confirms_first();
    case RoomMoment::deciding: return room.asked ? room.game.prompt().asks : "";
    case RoomMoment::after: return room.after;
    case RoomMoment::over: return "";
  }
  return "";
}

Json players_of(const RoomSight& room, SeatSet seats, const Json& scene) {
  const Record& record = room.game.record();
  Json players = Json::array();
  for (std::size_t seat = 0; seat < record.players.size(); ++seat) {
    const SeatSet is = SeatSet{1} << seat;
    players.push_back({{"name", record.players[seat].name},
                       {"player", record.players[seat].player},
                       {"person", (room.people & is) != 0},
                       {"mine", (seats & is) != 0},
                       {"present", (room.people & is) == 0 || (room.present & is) != 0},
                       {"clients", room.uses[seat].clients},
                       {"hints", room.uses[seat].hints},
                       {"left", (room.leaving & is) != 0 || scene["players"][seat]["left"]}});
  }
  return players;
}

Json numbers_of(SeatSet seats) {
  Json numbers = Json::array();
  for (; seats != 0; seats &= seats - 1) numbers.push_back(std::countr_zero(seats));
  return numbers;
}

SeatSet preparing(const RoomSight& room) {
  SeatSet seats = 0;
  for (std::size_t seat = 0; seat < room.tables.size(); ++seat)
    if (room.tables[seat] && !room.tables[seat]->built()) seats |= SeatSet{1} << seat;
  return seats;
}

// The key reveals all future cards.
Json luck_key(const RoomSight& room, SeatSet seats) {
  if (room.hides_luck) return nullptr;
  const bool alone = (room.people & ~seats) == 0, one_person = std::popcount(room.people) == 1;
  if (room.moment != RoomMoment::over &&
      (!alone || (!one_person && room.luck == LuckKnown::to_nobody)))
    return nullptr;
  const Record& record = room.game.record();
  return fmt::format("{:016x} {}", record.luck_key, record.luck_game);
}

Json luck_known(const RoomSight& room) {
  if (std::popcount(room.people) == 1 || room.luck == LuckKnown::to_nobody) return nullptr;
  return room.luck == LuckKnown::by_record ? "record" : "choice";
}

Json newest_events(const Json& events) {
  Json newest = Json::array();
  for (std::size_t i = events.size() - std::min(events.size(), events_shown_max); i < events.size();
       ++i)
    newest.push_back(events[i]);
  return newest;
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json seat_or_null(std::optional<Seat> seat) { return seat ? Json(index(*seat)) : Json(nullptr); }

}  // namespace

Json state_of(const RoomSight& room, SeatSet seats, bool may_save) {
  const Record& record = room.game.record();
  const auto seen_by = onlooker(room, seats);
  Json scene = room.game.scene(seen_by, drawn_moment(room.moment));
  const bool mine = room.asked && (seats & set_of(*room.asked)) != 0, plays = seats != 0;
  const bool may_undo =
      plays && std::popcount(room.people) == 1 && !record.steps.empty() && !room.day;
  const bool thinks = !room.asked && room.broken.empty();
  Json result = room.moment == RoomMoment::over ? scene["result"] : Json(nullptr);
  Json players = players_of(room, seats, scene);
  return {{"type", "state"},
          {"room", room.name},
          {"version", room.version},
          {"game", record.game},
          {"title", room.module.info->title},
          {"rules", record.rules},
          {"luck_key", luck_key(room, seats)},
          {"luck_known", luck_known(room)},
          {"day", room.day ? Json(room.day->text()) : Json(nullptr)},
          {"players", std::move(players)},
          {"pending", seat_or_null(room.asked)},
          {"thinking", seat_or_null(thinks ? room.game.pending() : std::nullopt)},
          {"preparing", numbers_of(preparing(room))},
          {"moment", name(room.moment)},
          {"asks", asks(room)},
          {"step", record.steps.size()},
          {"position", room.position.text()},
          {"can",
           {{"undo", may_undo && room.broken.empty()},
            {"save", plays && may_save},
            {"hint", mine && room.moment == RoomMoment::deciding && room.may_hint && !room.day},
            {"draw", plays && room.may_offer_draw && (seats & ~room.offering_draw) != 0},
            {"rematch", plays && room.moment == RoomMoment::over && !room.day},
            {"replace", numbers_of(plays ? room.long_gone : 0)},
            {"review", room.is_analysed && room.moment == RoomMoment::over &&
                           record.steps.size() <= report::reviewed_steps_max}}},
          {"seat", seat_or_null(seen_by)},
          {"scene", std::move(scene)},
          {"events", newest_events(room.game.events())},
          {"over", std::move(result)},
          {"agreed", arena::is_agreed_draw(record)},
          {"among_people", room.among_people},
          {"hints", numbers_of(room.allowing_hints)},
          {"draw", numbers_of(room.offering_draw)},
          {"watchers", room.watchers},
          {"rematch", text_or_null(room.rematch)},
          {"broken", text_or_null(room.broken)},
          {"unkept", text_or_null(room.unkept)}};
}

std::expected<std::string, Problem> advice_of(const arena::GameSession& game, Seat seat,
                                              const RoomPosition& position) {
  const auto advice = game.advice();
  if (!advice) return std::unexpected(advice.error());
  Json choices = Json::array();
  for (const auto& [typed, worth] : advice->choices) {
    Json choice{{"typed", typed}};
    choice["worth"] = worth ? Json(*worth) : Json(nullptr);
    choices.push_back(std::move(choice));
  }
  return written({{"type", "advice"},
                  {"seat", index(seat)},
                  {"position", position.text()},
                  {"by", advice->by},
                  {"unit", advice->unit},
                  {"note", advice->note},
                  {"choices", std::move(choices)}});
}

}  // namespace hilltop::server
