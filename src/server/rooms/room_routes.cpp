#include "server/rooms/room_routes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "arena/save.hpp"
#include "core/text.hpp"
#include "report/review.hpp"
#include "server/json.hpp"
#include "server/limits.hpp"
#include "server/rooms/new_game.hpp"
#include "server/rooms/reviews.hpp"
#include "server/rooms/speakers.hpp"

namespace hilltop::server {
namespace {

constexpr std::size_t keys_bytes_max = 256 << 10;
constexpr std::size_t new_room_bytes_max = 2 * record_bytes_max;  // JSON escapes line feeds

class RoomRoutes {
 public:
  RoomRoutes(Rooms& rooms, const RoomServices& services, const Visitors& visitors)
      : rooms_(rooms), services_(services), visitors_(visitors) {}

  void games(Exchange exchange) {
    exchange.reply(json_response(games_json(services_.roster(), services_.time_max)));
  }

  void begin_room(Exchange exchange) {
    const Json wish = Json::parse(exchange.request.body, nullptr, false);
    if (!wish.is_object()) return exchange.reply(error(400, "the body is not a JSON object"));
    if (wish.contains("rematch")) return begin_rematch(std::move(exchange), wish);
    if (wish.contains("room")) return begin_again(std::move(exchange), wish);
    begin(exchange, wanted(wish, Visitors::visitor(exchange.request)));
  }

  // Begins the finished game of a room again, from one of its steps on.
  void begin_again(Exchange exchange, const Json& wish) {
    const auto room = room_of(exchange, text_in(wish, "room"));
    if (!room) return;
    if (room->hides_luck()) return exchange.reply(error(403, luck_is_hidden));
    const auto step = whole_in(wish, "step");
    const auto held = std::make_shared<Exchange>(std::move(exchange));
    room->give_finished([this, held, step](const std::expected<Record, Problem>& record) {
      guard(*held, [&] {
        if (!record) return held->reply(error(403, record.error()));
        if (!step || *step < 0 || *step >= static_cast<std::int64_t>(record->steps.size()))
          return held->reply(error(422, "'step' is one of the game's steps, from 0"));
        begin(*held, WantedGame{report::begun_again(*record, static_cast<std::size_t>(*step))});
      });
    });
  }

  // Begins a finished game once more, with each player at the next seat. The answer has the keys
  // that open seats in it: those of the finished game do.
  void begin_rematch(Exchange exchange, const Json& wish) {
    const auto room = room_of(exchange, text_in(wish, "rematch"));
    if (!room) return;
    const auto keys_shown = std::make_shared<std::vector<std::string>>();
    if (const auto keys = wish.find("keys"); keys != wish.end() && keys->is_array())
      for (const Json& key : *keys)
        if (key.is_string()) keys_shown->push_back(key.get<std::string>());
    const auto held = std::make_shared<Exchange>(std::move(exchange));
    room->give_rematch(
        *keys_shown, [this, held, room, keys_shown](std::expected<RoomRow, Problem> row) {
          guard(*held, [&] {
            if (!row) return held->reply(error(403, row.error()));
            row->client = visitors_.client(held->request);
            if (const auto made = rooms_.create_rematch(*row); !made)
              return held->reply(error(made.error().may_later ? 503 : 422, made.error().why));
            room->tell_rematch();
            Json keys = Json::array();
            for (std::size_t seat = 0; seat < row->keys.size(); ++seat)
              for (const std::string& key : *keys_shown)
                if (row->keys[seat] == hash_of(key)) keys.push_back({{"seat", seat}, {"key", key}});
            held->reply(json_response({{"room", row->name}, {"keys", std::move(keys)}}, 201));
          });
        });
  }

  // Answers with a room for the game, or with the error.
  void begin(Exchange& exchange, const std::expected<WantedGame, Response>& game) {
    if (!game) return exchange.reply(game.error());
    const auto made =
        rooms_.create(game->record, game->time, game->luck, visitors_.client(exchange.request));
    if (!made) return exchange.reply(error(made.error().may_later ? 503 : 422, made.error().why));
    Json keys = Json::array();
    for (const auto& [seat, key] : made->keys) keys.push_back({{"seat", seat}, {"key", key}});
    Response response = json_response({{"room", made->name}, {"keys", std::move(keys)}}, 201);
    visitors_.give_cookie(exchange.request, response);
    see(exchange.request);
    exchange.reply(std::move(response));
  }

  void list_rooms(Exchange exchange) {
    exchange.reply(json_response({{"schema", "hilltop/rooms/1"}, {"rooms", rooms_.under_way()}}));
  }

  void list_mine(Exchange exchange) {
    const Json wish = Json::parse(exchange.request.body, nullptr, false);
    std::vector<std::pair<std::string, std::vector<std::string>>> asked;
    if (!wish.is_object()) return exchange.reply(error(400, "the body is not a JSON object"));
    if (wish.size() > games_asked_max)
      return exchange.reply(
          error(422, fmt::format("the keys of at most {} rooms are taken", games_asked_max)));
    for (const auto& [room, keys] : wish.items()) {
      asked.push_back({room, {}});
      if (!keys.is_array()) continue;
      for (const Json& key : keys)
        if (key.is_string()) asked.back().second.push_back(key.get<std::string>());
    }
    exchange.reply(
        json_response({{"schema", "hilltop/rooms/1"}, {"rooms", rooms_.of_keys(asked)}}));
  }

  void enter_room(Exchange exchange) {
    if (!exchange.request.upgrades)
      return exchange.reply(error(426, "this address is for a WebSocket"));
    const auto room = room_of(exchange, exchange.matched.front());
    if (!room) return;
    Response response;
    response.stays =
        [room, who = Visitors::visitor(exchange.request), address = exchange.request.address,
         whose = visitors_.client(exchange.request)](std::shared_ptr<Channel> channel) {
          return room->enter(std::move(channel), who, address, whose);
        };
    exchange.reply(std::move(response));
  }

  void hear_room(Exchange exchange) {
    const auto room = room_of(exchange, exchange.matched.front());
    if (!room) return;
    Response response;
    response.stays =
        [this, room, who = Visitors::visitor(exchange.request), address = exchange.request.address,
         whose = visitors_.client(exchange.request)](std::shared_ptr<Channel> channel) {
          const auto peer = room->enter(channel, who, address, whose);
          channel->tell(written({{"type", "guest"}, {"guest", speakers_.add(peer)}}));
          return peer;
        };
    exchange.reply(std::move(response));
  }

  void say_to_room(Exchange exchange) {
    const auto peer = speakers_.find(exchange.matched[1]);
    if (!peer) return exchange.reply(error(404, "nobody hears this room with that name any more"));
    const auto held = std::make_shared<Exchange>(std::move(exchange));
    peer->hear(held->request.body, [held] { held->reply({.status = 204, .type = ""}); });
  }

  void give_record(Exchange exchange) {
    const auto room = room_of(exchange, exchange.matched.front());
    if (!room) return;
    std::vector<std::string> keys;
    for (std::string_view rest = exchange.request.bearer; !rest.empty();) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      keys.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const auto held = std::make_shared<Exchange>(std::move(exchange));
    room->give_record(std::move(keys), [held](std::expected<std::string, Problem> record) {
      if (!record) return held->reply(error(403, record.error()));
      held->reply({.type = "text/plain; charset=utf-8",
                   .body = *std::move(record),
                   .headers = {{"Content-Disposition", "attachment; filename=\"game.save\""}}});
    });
  }

  void give_review(Exchange exchange) {
    const auto room = room_of(exchange, exchange.matched.front());
    if (!room) return;
    const auto held = std::make_shared<Exchange>(std::move(exchange));
    room->give_finished([this, held](std::expected<Record, Problem> record) {
      if (!record) return held->reply(error(403, record.error()));
      services_.background.post(held->request.address, [this, held, record = *std::move(record)] {
        guard(*held, [&] {
          auto review = reviews_.of(record);
          held->reply(review ? Response{.body = *std::move(review)} : error(422, review.error()));
        });
      });
    });
  }

  void list_saves(Exchange exchange) {
    Json saves = Json::array();
    if (const auto whose = Visitors::visitor(exchange.request))
      for (const SaveRow& row : services_.store.saves(*whose)) {
        const auto record = read_record(row.record, "the save");
        saves.push_back({{"id", row.id},
                         {"game", record ? record->game : ""},
                         {"rules", record ? record->rules : ""},
                         {"players", record ? names_of(*record) : std::vector<std::string>()},
                         {"saved", iso_time(row.saved)},
                         {"problem", record ? Json(nullptr) : Json(record.error().text)}});
      }
    exchange.reply(json_response({{"saves", std::move(saves)}}));
  }

  void remove_save(Exchange exchange) {
    const auto id = number_in<std::int64_t>(exchange.matched.front());
    const auto whose = Visitors::visitor(exchange.request);
    if (!id || !whose || !services_.store.remove_save(*whose, *id))
      return exchange.reply(error(404, "there is no such save"));
    exchange.reply({.status = 204, .type = ""});
  }

 private:
  // Notes that the browser was here. A disk that fails keeps nobody from the game.
  void see(const Request& request) {
    const auto whose = Visitors::visitor(request);
    if (!whose) return;
    try {
      services_.store.see_visitor(*whose, visitors_.client(request));
    } catch (const StoreFailure& failure) {
      services_.log.write("visitor_not_kept", {{"text", failure.what()}});
    }
  }

  // Does what ends with an answer, on a thread that no exception may leave.
  void guard(Exchange& exchange, const std::function<void()>& answer) {
    try {
      answer();
    } catch (const std::exception& failure) {
      services_.log.write("request_failed", {{"text", failure.what()}});
      exchange.reply(error(500, our_error));
    }
  }

  // Returns the room of a name; answers with an error if there is none.
  std::shared_ptr<GameRoom> room_of(Exchange& exchange, const std::string& name) {
    auto room = rooms_.find(name);
    if (!room) {
      exchange.reply(error(503, room.error()));
      return nullptr;
    }
    if (!*room) {
      exchange.reply(error(404, "there is no such game; it may have been deleted"));
    } else if ((*room)->is_hidden_from(Visitors::visitor(exchange.request))) {
      exchange.reply(error(404, "this game of the day is hidden until the day is over"));
      return nullptr;
    }
    return *room;
  }

  // Returns the game that a wish begins: a new one, or that of a record or of a save. Error: what
  // is answered instead.
  std::expected<WantedGame, Response> wanted(const Json& wish,
                                             const std::optional<SecretHash>& visitor) const {
    const auto game_in = [](std::string_view text,
                            std::string_view source) -> std::expected<WantedGame, Problem> {
      auto record = read_record(text, source);
      if (!record) return std::unexpected(std::move(record).error());
      return WantedGame{*std::move(record)};
    };
    std::expected<WantedGame, Problem> game;
    if (const auto text = wish.find("record"); text != wish.end() && text->is_string()) {
      game = game_in(text->get_ref<const std::string&>(), "the file");
    } else if (const auto id = wish.find("save"); id != wish.end() && id->is_number_integer()) {
      const auto save =
          visitor ? services_.store.save(*visitor, id->get<std::int64_t>()) : std::nullopt;
      if (!save) return std::unexpected(error(404, "No current saved game."));
      game = game_in(save->record, "the save");
    } else {
      game = new_game(wish, services_.time_max);
    }
    if (!game) return std::unexpected(error(422, game.error()));
    return *std::move(game);
  }

  Rooms& rooms_;
  const RoomServices& services_;
  const Visitors& visitors_;
  Speakers speakers_;
  Reviews reviews_;
};

}  // namespace

std::vector<Route> room_routes(Rooms& rooms, const RoomServices& services,
                               const Visitors& visitors) {
  using enum Method;
  using enum Who;
  using enum Takes;
  const auto self = std::make_shared<RoomRoutes>(rooms, services, visitors);
  const auto answers = [self](void (RoomRoutes::*answer)(Exchange)) {
    return [self, answer](Exchange exchange) { (*self.*answer)(std::move(exchange)); };
  };
  return {
      {get, "/api/games", anyone, a_while, 0,
       "The games that people can play, with rule sets, switches and bots.",
       answers(&RoomRoutes::games)},
      {post, "/api/rooms", anyone, a_while, new_room_bytes_max,
       "Begins a game: a new one, a save, a record, a step of a finished game, or its rematch.",
       answers(&RoomRoutes::begin_room)},
      {get, "/api/rooms", anyone, longer, 0, "Games of people that are under way, to look on.",
       answers(&RoomRoutes::list_rooms)},
      {post, "/api/rooms/mine", anyone, longer, keys_bytes_max,
       "The games whose keys are shown, and whose turn it is.", answers(&RoomRoutes::list_mine)},
      {get, "/api/rooms/{room}/socket", anyone, a_while, 0,
       "The WebSocket of a room: states come out, answers go in.",
       answers(&RoomRoutes::enter_room)},
      {get, "/api/rooms/{room}/events", anyone, a_while, 0,
       "The same as server-sent events, for networks that let no WebSocket through.",
       answers(&RoomRoutes::hear_room)},
      {post, "/api/rooms/{room}/events/{guest}", anyone, a_while, message_bytes_max,
       "Says to a room what is said on its WebSocket.", answers(&RoomRoutes::say_to_room)},
      {get, "/api/rooms/{room}/record", anyone, a_while, 0,
       "The record of a room's game, as `hilltop play` saves it.",
       answers(&RoomRoutes::give_record)},
      {get, "/api/rooms/{room}/review", anyone, a_while, 0,
       "What each decision of a room's finished game cost, and what chance gave.",
       answers(&RoomRoutes::give_review)},
      {get, "/api/saves", anyone, a_while, 0, "The saves of this browser, the newest first.",
       answers(&RoomRoutes::list_saves)},
      {remove, "/api/saves/{save}", anyone, a_while, 0, "Deletes a save of this browser.",
       answers(&RoomRoutes::remove_save)},
  };
}

}  // namespace hilltop::server
