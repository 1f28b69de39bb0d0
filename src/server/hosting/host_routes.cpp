#include "server/hosting/host_routes.hpp"

#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>

#include "arena/save.hpp"
#include "core/text.hpp"
#include "server/hosting/archive.hpp"
#include "server/json.hpp"
#include "server/limits.hpp"
#include "server/refused.hpp"

namespace hilltop::server {
namespace {

class HostRoutes {
 public:
  HostRoutes(Hosting* hosting, Contests& contests, PeopleStore& store)
      : hosting_(hosting), contests_(contests), store_(store) {}

  void host_state(Exchange exchange) {
    exchange.reply(json_response(hosting_->state(exchange.who)));
  }

  void upload(Exchange exchange) {
    answer_with(exchange,
                hosting_->upload(exchange.who, exchange.matched[0], exchange.request.body), 202);
  }

  void enable(Exchange exchange) {
    answer_with(exchange, hosting_->enable(exchange.who, exchange.matched[0]));
  }

  void withdraw(Exchange exchange) {
    answer_with(exchange, hosting_->withdraw(exchange.who, exchange.matched[0]));
  }

  void remove_bot(Exchange exchange) {
    answer_with(exchange, hosting_->remove(exchange.who, exchange.matched[0]));
  }

  void bot_faults(Exchange exchange) {
    if (!hosting_->owns(exchange.who, exchange.matched[0]))
      return exchange.reply(error(404, "there is no such bot of yours"));
    const std::string& bot = exchange.matched[0];
    Json faults = contests_.faults(
        hosting_->contest(), bot,
        exchange.who.is_host ? std::nullopt : std::optional(hosting_->contents(bot)));
    exchange.reply(
        json_response({{"schema", "hilltop/bot-faults/1"},
                       {"faults", hosting_->hidden_paths(bot).hide_in(std::move(faults))}}));
  }

  void show_check(Exchange exchange) {
    std::optional<int> version;
    if (const auto given = exchange.request.query.find("version");
        given != exchange.request.query.end()) {
      version = number_in<int>(given->second);
      if (!version) return exchange.reply(error(400, "'version' is a number from 1"));
    }
    const auto found = hosting_->check_found(exchange.who, exchange.matched[0], version);
    if (!found) return exchange.reply(error(404, found.error()));
    exchange.reply(json_response(*found));
  }

  void check_again(Exchange exchange) {
    answer_with(exchange, hosting_->check_again(exchange.who, exchange.matched[0]), 202);
  }

  void begin_run(Exchange exchange) {
    answer_with(exchange, hosting_->run(/*reveals=*/false), 202);
  }

  void set_start(Exchange exchange) {
    const Json wish = Json::parse(exchange.request.body, nullptr, false);
    const auto at = wish.is_object() ? wish.find("at") : wish.end();
    if (at == wish.end() || !(at->is_null() || at->is_number_integer()))
      return exchange.reply(error(400, "'at' is a number of seconds since 1970, or null"));
    answer_with(exchange, hosting_->set_start(whole_in(wish, "at")));
  }

  void show_entries(Exchange exchange) {
    const bool hosted = hosting_ != nullptr && exchange.matched[0] == hosting_->contest();
    exchange.reply(json_response(hosted
                                     ? hosting_->entries()
                                     : Json{{"schema", "hilltop/entries/1"},
                                            {"hosted", false},
                                            {"starts", nullptr},
                                            {"now", static_cast<std::int64_t>(std::time(nullptr))},
                                            {"running", false},
                                            {"entries", Json::array()}}));
  }

  void reveal(Exchange exchange) { answer_with(exchange, hosting_->run(/*reveals=*/true), 202); }

  void stop_run(Exchange exchange) { answer_with(exchange, hosting_->stop(), 202); }

  void run_log(Exchange exchange) {
    exchange.reply({.type = "text/plain; charset=utf-8", .body = hosting_->run_log()});
  }

  void add_author(Exchange exchange) {
    const std::string& author = exchange.matched[0];
    if (const std::string why = arena::name_refusal(author); !why.empty())
      return exchange.reply(error(422, why));
    const std::string token = new_secret();
    if (!store_.add_author(hash_of(token), author))
      return exchange.reply(
          error(422, worded("there is an author '{author}', or there are {count} already",
                            {{"author", author}, {"count", std::int64_t{authors_max}}})));
    exchange.reply(json_response({{"author", author}, {"token", token}}, 201));
  }

  void renew_author(Exchange exchange) {
    const std::string token = new_secret();
    if (!store_.renew_author(hash_of(token), exchange.matched[0]))
      return exchange.reply(error(404, "there is no such author"));
    exchange.reply(json_response({{"author", exchange.matched[0]}, {"token", token}}, 201));
  }

  void remove_author(Exchange exchange) {
    if (!store_.remove_author(exchange.matched[0]))
      return exchange.reply(error(404, "there is no such author"));
    exchange.reply({.status = 204, .type = ""});
  }

 private:
  static void answer_with(Exchange& exchange, const std::expected<void, Problem>& done,
                          int status = 204) {
    if (!done) return exchange.reply(error(422, done.error()));
    exchange.reply({.status = status, .type = ""});
  }

  Hosting* const hosting_;
  Contests& contests_;
  PeopleStore& store_;
};

}  // namespace

std::vector<Route> host_routes(Hosting* hosting, Contests& contests, PeopleStore& store) {
  using enum Method;
  using enum Who;
  using enum Takes;
  const auto self = std::make_shared<HostRoutes>(hosting, contests, store);
  const auto answers = [self](void (HostRoutes::*answer)(Exchange)) {
    return [self, answer](Exchange exchange) { (*self.*answer)(std::move(exchange)); };
  };
  return {
      {get, "/api/host", author, a_while, 0, "The bots of the contest, and whether it is played.",
       answers(&HostRoutes::host_state)},
      {put, "/api/host/bots/{bot}", author, longer, archive_bytes_max,
       "Uploads a bot as an archive, which is then checked.", answers(&HostRoutes::upload)},
      {post, "/api/host/bots/{bot}/enable", author, a_while, 0,
       "Lets a bot that passed its check play again.", answers(&HostRoutes::enable)},
      {post, "/api/host/bots/{bot}/withdraw", author, a_while, 0,
       "Takes a bot out of later runs, or ends its check.", answers(&HostRoutes::withdraw)},
      {remove, "/api/host/bots/{bot}", author, a_while, 0, "Deletes a bot that was withdrawn.",
       answers(&HostRoutes::remove_bot)},
      {get, "/api/host/bots/{bot}/check", author, a_while, 0,
       "What the check of a bot found, and what it printed.", answers(&HostRoutes::show_check)},
      {post, "/api/host/bots/{bot}/check", author, a_while, 0,
       "Checks a bot that does not play again.", answers(&HostRoutes::check_again)},
      {get, "/api/host/bots/{bot}/faults", author, longer, 0,
       "The faults of a bot with what it wrote to standard error.",
       answers(&HostRoutes::bot_faults)},
      {get, "/api/contests/{contest}/entries", anyone, a_while, 0,
       "Which bots play in the contest that this server hosts, and when it begins.",
       answers(&HostRoutes::show_entries)},
      {put, "/api/host/start", host, a_while, small_body_bytes_max,
       "Sets when the contest begins by itself.", answers(&HostRoutes::set_start)},
      {post, "/api/host/run", host, a_while, 0, "Begins or resumes the contest.",
       answers(&HostRoutes::begin_run)},
      {post, "/api/host/reveal", host, a_while, 0,
       "Plays the contest to its end, and shows its seed.", answers(&HostRoutes::reveal)},
      {post, "/api/host/stop", host, a_while, 0, "Stops the contest; what was played is kept.",
       answers(&HostRoutes::stop_run)},
      {get, "/api/host/log", host, a_while, 0, "What the newest run said.",
       answers(&HostRoutes::run_log)},
      {post, "/api/host/authors/{author}", host, a_while, 0,
       "Makes an author and its token, which is shown this once.",
       answers(&HostRoutes::add_author)},
      {post, "/api/host/authors/{author}/token", host, a_while, 0,
       "Makes another token of an author; the old token stops working.",
       answers(&HostRoutes::renew_author)},
      {remove, "/api/host/authors/{author}", host, a_while, 0, "Revokes an author's token.",
       answers(&HostRoutes::remove_author)},
  };
}

}  // namespace hilltop::server
