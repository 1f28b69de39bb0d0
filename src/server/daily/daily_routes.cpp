#include "server/daily/daily_routes.hpp"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <tuple>

#include "arena/catalog.hpp"
#include "arena/save.hpp"
#include "core/text.hpp"
#include "server/daily/daily_game.hpp"
#include "server/json.hpp"
#include "server/played/judged.hpp"

namespace hilltop::server {
namespace {

constexpr std::size_t name_bytes_max = 1024;

// A game on a day, which its address names.
struct AskedDay {
  const DailyGame* daily;
  Day day;
  bool is_today;
};

bool counts(const TryRow& row) {
  return row.ended_s && *row.ended_s < row.day.end_s() && !row.has_left;
}

// Whether the try is better than another one: by points, then by what it gave up.
bool is_better(const TryRow& one, const TryRow& other) {
  const auto worth = [](const TryRow& row) {
    return std::tuple(row.points, row.lost.has_value(), -row.lost.value_or(0));
  };
  return worth(one) > worth(other);
}

class DailyRoutes {
 public:
  DailyRoutes(Rooms& rooms, PeopleStore& store, const Visitors& visitors)
      : rooms_(rooms), store_(store), visitors_(visitors) {}

  void list_days(Exchange exchange) {
    const auto key = host_key();
    if (!key) return exchange.reply(error(503, no_key));
    const Day today = Day::at(store_.now_s());
    const auto visitor = Visitors::visitor(exchange.request);
    Json games = Json::array(), past = Json::array();
    for (const DailyGame& daily : daily_games()) {
      const std::string game(daily.game);
      const auto mine = visitor ? store_.try_of(today, game, *visitor) : std::nullopt;
      games.push_back(
          {{"game", game},
           {"title", (*arena::find_game(game))->info->title},
           {"rules", daily.rules},
           {"players", daily.players},
           {"tries", store_.try_count(today, game)},
           {"state", !mine           ? "new"
                     : mine->ended_s ? "over"
                                     : "begun"},
           {"commitment", seed(*key, daily, today).commitment()},
           {"next_commitment", seed_of_day(*key, game, {today.number + 1}).commitment()}});
    }
    for (std::int64_t back = 1; back <= past_days_max; ++back)
      past.push_back(Day{today.number - back}.text());
    Response response = json_response({{"schema", "hilltop/days/1"},
                                       {"day", today.text()},
                                       {"ends", iso_time(today.end_s())},
                                       {"games", std::move(games)},
                                       {"past", std::move(past)}});
    visitors_.give_cookie(exchange.request, response);
    exchange.reply(std::move(response));
  }

  void show_day(Exchange exchange) {
    const auto key = host_key();
    if (!key) return exchange.reply(error(503, no_key));
    const auto asked = asked_day(exchange);
    if (!asked) return;
    const std::string game(asked->daily->game);
    std::vector<TryRow> tries = store_.tries(asked->day, game);
    const int waiting = judge(tries, *asked->daily);
    std::ranges::stable_sort(tries, is_better);
    const auto visitor = Visitors::visitor(exchange.request);
    const auto mine = std::ranges::find_if(
        tries, [&](const TryRow& row) { return visitor && row.visitor == *visitor; });
    const bool shows = !asked->is_today || (mine != tries.end() && mine->ended_s);
    const play::Seed seed_of = seed(*key, *asked->daily, asked->day);
    Json list = Json::array(), own = nullptr;
    int rank = 0, ranked = 0;
    const TryRow* before = nullptr;
    for (const TryRow& row : tries) {
      const bool has_rank = counts(row) && row.is_known;
      if (has_rank) {
        ++ranked;
        if (before == nullptr || is_better(*before, row)) rank = ranked;
        before = &row;
      }
      const bool is_mine = mine != tries.end() && &row == &*mine;
      Json line = line_of(row, has_rank ? std::optional(rank) : std::nullopt, is_mine);
      if (is_mine) own = {{"room", row.room}, {"over", row.ended_s.has_value()}, {"line", line}};
      if (shows && counts(row) && list.size() < tries_listed_max) list.push_back(std::move(line));
    }
    exchange.reply(json_response(
        {{"schema", "hilltop/day/1"},
         {"day", asked->day.text()},
         {"game", game},
         {"title", (*arena::find_game(game))->info->title},
         {"rules", asked->daily->rules},
         {"players", asked->daily->players},
         {"unit", (*arena::find_game(game))->worths.back().is_share ? "share" : "points"},
         {"is_over", !asked->is_today},
         {"commitment", seed_of.commitment()},
         {"seed", asked->is_today ? Json(nullptr) : Json(seed_of.text())},
         {"tries", tries.size()},
         {"mine", std::move(own)},
         {"list", shows ? std::move(list) : Json(nullptr)},
         {"waiting", waiting}}));
  }

  void begin(Exchange exchange) {
    const auto key = host_key();
    if (!key) return exchange.reply(error(503, no_key));
    const auto asked = asked_day(exchange);
    if (!asked) return;
    const Json wish = Json::parse(exchange.request.body, nullptr, false);
    if (!wish.is_object()) return exchange.reply(error(400, "the body is not a JSON object"));
    const std::string name(trimmed(text_in(wish, "name")));
    if (const std::string why = name.empty() ? "" : arena::name_refusal(name); !why.empty())
      return exchange.reply(error(422, why));
    const Record record = daily_record(*asked->daily, seed(*key, *asked->daily, asked->day), name);
    if (!asked->is_today) return open(exchange, record, new_name());
    const auto visitor = Visitors::visitor(exchange.request);
    if (!visitor)
      return exchange.reply(error(403,
                                  "this browser keeps no cookie, by which the server would know "
                                  "its try; past days can be played without one"));
    try {
      begin_try(exchange, *asked, *visitor, record);
    } catch (const StoreFailure& failure) {
      exchange.reply(error(503, failure.reason()));
    }
  }

 private:
  static constexpr const char* no_key =
      "this server has no key from which the daily games could follow";

  // Returns a day's seed, which stays from the day's beginning on.
  play::Seed seed(const HostKey& key, const DailyGame& daily, Day day) const {
    const std::string game(daily.game);
    const auto stored =
        play::Seed::read(store_.seed_of_day(day, game, seed_of_day(key, game, day).text()));
    return stored ? *stored : seed_of_day(key, game, day);
  }

  // Returns the day that is asked about; answers with an error if it is none that can be played.
  std::optional<AskedDay> asked_day(Exchange& exchange) const {
    const Day today = Day::at(store_.now_s());
    const DailyGame* const daily = find_daily_game(exchange.matched[0]);
    const auto day = Day::read(exchange.matched[1]);
    if (daily != nullptr && day && *day <= today && day->number >= today.number - past_days_max)
      return AskedDay{daily, *day, *day == today};
    exchange.reply(error(404,
                         "there is no daily game of that day: those of today and of the 31 "
                         "days before it can be played"));
    return std::nullopt;
  }

  // Answers with the room of the browser's try, which is begun if there is none.
  void begin_try(Exchange& exchange, const AskedDay& asked, const SecretHash& visitor,
                 const Record& record) {
    const std::string client = visitors_.client(exchange.request);
    const bool is_known = store_.knew_visitor(visitor, asked.day.begin_s());
    store_.see_visitor(visitor, client);
    const auto begun = store_.begin_try({.day = asked.day,
                                         .game = std::string(asked.daily->game),
                                         .visitor = visitor,
                                         .room = new_name(),
                                         .client = client,
                                         .is_known = is_known});
    if (!begun)
      return exchange.reply(error(
          503, begun.error() == Full::all
                   ? "as many people as this server can count play today; try a past day"
                   : "as many people of your network as can be counted play today; try a past "
                     "day"));
    const auto room = rooms_.find(begun->room);
    if (!room) return exchange.reply(error(503, room.error()));
    if (*room || begun->ended_s)
      return exchange.reply(json_response({{"room", begun->room}, {"keys", Json::array()}}, 201));
    open(exchange, record, begun->room);  // the game has no decision yet
  }

  // Finds what tries gave up where that is not known. Returns how many are left for the next time.
  int judge(std::vector<TryRow>& tries, const DailyGame& daily) {
    int now = 0, waiting = 0;
    for (TryRow& row : tries) {
      if (row.record.empty()) continue;
      if (++now > tries_judged_at_once_max) {
        ++waiting;
        continue;
      }
      if (const auto found = judged(row.record, daily.person())) row.lost = found->lost;
      store_.judge_try(row.room, row.lost);
    }
    return waiting;
  }

  static Json line_of(const TryRow& row, std::optional<int> rank, bool is_mine) {
    Json line{{"name", row.name},
              {"mine", is_mine},
              {"known", row.is_known},
              {"left", row.has_left},
              {"in_time", counts(row) || row.has_left}};
    line["rank"] = rank ? Json(*rank) : Json(nullptr);
    line["points"] = row.ended_s ? Json(row.points) : Json(nullptr);
    line["lost"] = row.lost ? Json(*row.lost) : Json(nullptr);
    return line;
  }

  void open(Exchange& exchange, const Record& record, const std::string& name) {
    const auto made =
        rooms_.create(record, {}, LuckKnown::by_choice, visitors_.client(exchange.request), name);
    if (!made) return exchange.reply(error(made.error().may_later ? 503 : 422, made.error().why));
    Json keys = Json::array();
    for (const auto& [seat, key] : made->keys) keys.push_back({{"seat", seat}, {"key", key}});
    Response response = json_response({{"room", made->name}, {"keys", std::move(keys)}}, 201);
    visitors_.give_cookie(exchange.request, response);
    exchange.reply(std::move(response));
  }

  Rooms& rooms_;
  PeopleStore& store_;
  const Visitors& visitors_;
};

}  // namespace

std::vector<Route> daily_routes(Rooms& rooms, PeopleStore& store, const Visitors& visitors) {
  using enum Method;
  using enum Takes;
  const auto self = std::make_shared<DailyRoutes>(rooms, store, visitors);
  const auto answers = [self](void (DailyRoutes::*answer)(Exchange)) {
    return [self, answer](Exchange exchange) { (*self.*answer)(std::move(exchange)); };
  };
  return {
      {get, "/api/daily", Who::anyone, a_while, 0,
       "The daily games of today, and the past days that can be played.",
       answers(&DailyRoutes::list_days)},
      {get, "/api/daily/{game}/{day}", Who::anyone, longer, 0,
       "A daily game: its list once one's own try or the day is over, and then its seed.",
       answers(&DailyRoutes::show_day)},
      {post, "/api/daily/{game}/{day}", Who::anyone, a_while, name_bytes_max,
       "Begins this browser's try of today, or a game of a past day, which does not count.",
       answers(&DailyRoutes::begin)},
  };
}

}  // namespace hilltop::server
