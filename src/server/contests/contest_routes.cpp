#include "server/contests/contest_routes.hpp"

#include <memory>
#include <optional>

#include "core/text.hpp"
#include "server/json.hpp"

namespace hilltop::server {
namespace {

class ContestRoutes {
 public:
  ContestRoutes(Contests& contests, std::string hosted)
      : contests_(contests), hosted_(std::move(hosted)) {}

  void list_contests(Exchange exchange) { exchange.reply(contests_.list(hosted_)); }

  void show_contest(Exchange exchange) { exchange.reply(contests_.show(exchange.matched[0])); }

  void show_changes(Exchange exchange) {
    const auto& query = exchange.request.query;
    const auto since = query.find("since");
    const auto number = since == query.end() ? std::optional<std::uint64_t>(0)
                                             : number_in<std::uint64_t>(since->second);
    if (!number) return exchange.reply(error(400, "'since' is the number of a version"));
    const std::string& contest = exchange.matched[0];
    exchange.reply(contests_.changes(contest, *number, is_hosted(contest)));
  }

  void follow_contest(Exchange exchange) {
    const std::string& contest = exchange.matched[0];
    exchange.reply(contests_.follow(contest, is_hosted(contest)));
  }

  void show_picture(Exchange exchange) { exchange.reply(contests_.picture(exchange.matched[0])); }

  void show_bot(Exchange exchange) {
    exchange.reply(contests_.bot(exchange.matched[0], exchange.matched[1]));
  }

  void show_luck(Exchange exchange) { exchange.reply(contests_.luck(exchange.matched[0])); }

  void show_choices(Exchange exchange) {
    exchange.reply(contests_.choices(exchange.matched[0], exchange.matched[1]));
  }

  void show_game(Exchange exchange) {
    std::optional<Seat> seat;
    if (const auto given = exchange.request.query.find("seat");
        given != exchange.request.query.end()) {
      const auto number = number_in<std::uint8_t>(given->second);
      if (!number) return exchange.reply(error(400, "'seat' is a number from 0"));
      seat = Seat(*number);
    }
    exchange.reply(contests_.game(exchange.matched[0], exchange.matched[1], seat));
  }

 private:
  bool is_hosted(const std::string& contest) const {
    return !hosted_.empty() && contest == hosted_;
  }

  Contests& contests_;
  const std::string hosted_;
};

}  // namespace

std::vector<Route> contest_routes(Contests& contests, std::string hosted) {
  using enum Method;
  using enum Who;
  using enum Takes;
  const auto self = std::make_shared<ContestRoutes>(contests, std::move(hosted));
  const auto answers = [self](void (ContestRoutes::*answer)(Exchange)) {
    return [self, answer](Exchange exchange) { (*self.*answer)(std::move(exchange)); };
  };
  return {
      {get, "/api/contests", anyone, longer, 0, "The contests of the store.",
       answers(&ContestRoutes::list_contests)},
      {get, "/api/contests/{contest}", anyone, longer, 0,
       "A contest's ranking, pairs, ratings, faults and race, also while it is played.",
       answers(&ContestRoutes::show_contest)},
      {get, "/api/contests/{contest}/changes", anyone, longer, 0,
       "What pages show of a contest, or what of it has changed since a version.",
       answers(&ContestRoutes::show_changes)},
      {get, "/api/contests/{contest}/live", anyone, longer, 0,
       "A stream of server-sent events: the number of each new version.",
       answers(&ContestRoutes::follow_contest)},
      {get, "/api/contests/{contest}/picture", anyone, longer, 0,
       "A picture of the ranking for chats, as PNG.", answers(&ContestRoutes::show_picture)},
      {get, "/api/contests/{contest}/luck", anyone, longer, 0,
       "The results of a contest's bots with their luck and without, by the first games of each "
       "pairing.",
       answers(&ContestRoutes::show_luck)},
      {get, "/api/contests/{contest}/bots/{bot}", anyone, longer, 0,
       "The distributions of a bot's points and of the length of its games, its slowest answers "
       "and its versions.",
       answers(&ContestRoutes::show_bot)},
      {get, "/api/contests/{contest}/bots/{bot}/choices", anyone, longer, 0,
       "What a bot's choices cost, by kind, and what luck gave it, in its first games.",
       answers(&ContestRoutes::show_choices)},
      {get, "/api/contests/{contest}/games/{game}", anyone, longer, 0,
       "A game, step by step, as a seat or a stranger sees it.",
       answers(&ContestRoutes::show_game)},
  };
}

}  // namespace hilltop::server
