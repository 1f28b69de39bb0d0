#include "server/server.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sodium.h>
#include <thread>

#include "arena/save.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "server/archive.hpp"
#include "server/background.hpp"
#include "server/bot_threads.hpp"
#include "server/client.hpp"
#include "server/contests.hpp"
#include "server/event_log.hpp"
#include "server/gzip.hpp"
#include "server/hosting.hpp"
#include "server/json.hpp"
#include "server/limits.hpp"
#include "server/metrics.hpp"
#include "server/new_game.hpp"
#include "server/pages.hpp"
#include "server/refused.hpp"
#include "server/rooms.hpp"
#include "server/routes.hpp"
#include "server/speakers.hpp"
#include "server/workers.hpp"

namespace hilltop::server {
namespace {

constexpr std::string_view visitor_cookie = "hilltop_visitor";
constexpr std::size_t compressed_bytes_min = 2000;
constexpr std::size_t keys_bytes_max = 256 << 10;
constexpr std::size_t new_room_bytes_max = 2 * record_bytes_max;  // JSON escapes line feeds

// Returns the key under which clients are counted. Without that of this host, what is stored of
// clients means nothing after this run.
HostKey key_of_clients() {
  if (const auto key = host_key()) return *key;
  HostKey drawn{};
  randombytes_buf(drawn.data(), drawn.size());
  return drawn;
}

// One processor is left for the moves of people.
int background_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

class OpenServer final : public Server, private Site {
 public:
  // Throws std::runtime_error if the address or the contest cannot be had.
  OpenServer(const ServerOptions& options, PeopleStore store)
      : options_(options),
        log_(options.logs_json),
        store_(std::move(store)),
        workers_(options.workers),
        bot_threads_(options.bots.empty() ? 0 : bot_rooms_max),
        background_(background_threads()),
        services_{workers_, bot_threads_, background_,        tables_,         store_, log_,
                  metrics_, options.bots, options.conditions, options.time_max},
        rooms_(services_),
        contests_(options.store, background_, log_, /*hides_errors=*/!options.contest.empty()),
        routes_(make_routes()),
        listener_(options.address, *this) {
    if (options.contest.empty()) return;
    auto hosting = Hosting::open({options.contest, options.bots, options.store}, store_, log_);
    if (!hosting) throw std::runtime_error(hosting.error().text);
    hosting_ = *std::move(hosting);
    if (options.new_token) store_.remove_host();
    if (store_.has_host()) return;
    host_token_ = new_secret();
    store_.put_host(hash_of(host_token_));
  }
  ~OpenServer() override {
    tables_.finish();
    background_.finish();
    bot_threads_.finish();
    workers_.finish();
    rooms_.keep_at_last();
  }

  std::uint16_t port() const override { return listener_.port(); }
  std::string host_token() const override { return host_token_; }
  void run(std::stop_token stop) override {
    const std::stop_callback ends(stop, [this] { listener_.stop(); });
    listener_.run();
  }

 private:
  std::vector<Route> make_routes() {
    using enum Method;
    using enum Who;
    using enum Takes;
    const auto mine = [this](void (OpenServer::*handle)(Exchange)) {
      return [this, handle](Exchange exchange) { (this->*handle)(std::move(exchange)); };
    };
    return {
        {get, "/api", anyone, at_once, 0, "The routes of this table.",
         mine(&OpenServer::list_routes)},
        {get, "/api/games", anyone, a_while, 0,
         "The games that people can play, with rule sets, switches and bots.",
         mine(&OpenServer::games)},
        {post, "/api/rooms", anyone, a_while, new_room_bytes_max,
         "Begins a game: a new one, a save, or a record.", mine(&OpenServer::begin_room)},
        {get, "/api/rooms", anyone, longer, 0, "Games of people that are under way, to look on.",
         mine(&OpenServer::list_rooms)},
        {post, "/api/rooms/mine", anyone, longer, keys_bytes_max,
         "The games whose keys are shown, and whose turn it is.", mine(&OpenServer::list_mine)},
        {get, "/api/rooms/{room}/socket", anyone, a_while, 0,
         "The WebSocket of a room: states come out, answers go in.", mine(&OpenServer::enter_room)},
        {get, "/api/rooms/{room}/events", anyone, a_while, 0,
         "The same as server-sent events, for networks that let no WebSocket through.",
         mine(&OpenServer::hear_room)},
        {post, "/api/rooms/{room}/events/{guest}", anyone, a_while, message_bytes_max,
         "Says to a room what is said on its WebSocket.", mine(&OpenServer::say_to_room)},
        {get, "/api/rooms/{room}/record", anyone, a_while, 0,
         "The record of a room's game, as `hilltop play` saves it.",
         mine(&OpenServer::give_record)},
        {get, "/api/saves", anyone, a_while, 0, "The saves of this browser, the newest first.",
         mine(&OpenServer::list_saves)},
        {remove, "/api/saves/{save}", anyone, a_while, 0, "Deletes a save of this browser.",
         mine(&OpenServer::remove_save)},
        {get, "/api/contests", anyone, longer, 0, "The contests of the store.",
         mine(&OpenServer::list_contests)},
        {get, "/api/contests/{contest}", anyone, longer, 0,
         "A contest's ranking, pairs, ratings, faults and race, also while it is played.",
         mine(&OpenServer::show_contest)},
        {get, "/api/contests/{contest}/changes", anyone, longer, 0,
         "What pages show of a contest, or what of it has changed since a version.",
         mine(&OpenServer::show_changes)},
        {get, "/api/contests/{contest}/live", anyone, longer, 0,
         "A stream of server-sent events: the number of each new version.",
         mine(&OpenServer::follow_contest)},
        {get, "/api/contests/{contest}/bots/{bot}", anyone, longer, 0,
         "The distributions of a bot's points and of the length of its games, its slowest answers "
         "and its "
         "versions.",
         mine(&OpenServer::show_bot)},
        {get, "/api/contests/{contest}/games/{game}", anyone, longer, 0,
         "A game, step by step, as a seat or a stranger sees it.", mine(&OpenServer::show_game)},
        {get, "/api/host", author, a_while, 0, "The bots of the contest, and whether it is played.",
         mine(&OpenServer::host_state)},
        {put, "/api/host/bots/{bot}", author, longer, archive_bytes_max,
         "Uploads a bot as an archive, which is then checked.", mine(&OpenServer::upload)},
        {post, "/api/host/bots/{bot}/enable", author, a_while, 0,
         "Lets a bot that passed its check play again.", mine(&OpenServer::enable)},
        {post, "/api/host/bots/{bot}/withdraw", author, a_while, 0,
         "Takes a bot out of later runs, or ends its check.", mine(&OpenServer::withdraw)},
        {remove, "/api/host/bots/{bot}", author, a_while, 0, "Deletes a bot that was withdrawn.",
         mine(&OpenServer::remove_bot)},
        {get, "/api/host/bots/{bot}/check", author, a_while, 0,
         "What the check of a bot found, and what it printed.", mine(&OpenServer::show_check)},
        {post, "/api/host/bots/{bot}/check", author, a_while, 0,
         "Checks a bot that does not play again.", mine(&OpenServer::check_again)},
        {get, "/api/host/bots/{bot}/faults", author, longer, 0,
         "The faults of a bot with what it wrote to standard error.",
         mine(&OpenServer::bot_faults)},
        {post, "/api/host/run", host, a_while, 0, "Begins or resumes the contest.",
         mine(&OpenServer::begin_run)},
        {post, "/api/host/reveal", host, a_while, 0,
         "Plays the contest to its end, and shows its seed.", mine(&OpenServer::reveal)},
        {post, "/api/host/stop", host, a_while, 0, "Stops the contest; what was played is kept.",
         mine(&OpenServer::stop_run)},
        {get, "/api/host/log", host, a_while, 0, "What the newest run said.",
         mine(&OpenServer::run_log)},
        {post, "/api/host/authors/{author}", host, a_while, 0,
         "Makes an author and its token, which is shown this once.", mine(&OpenServer::add_author)},
        {post, "/api/host/authors/{author}/token", host, a_while, 0,
         "Makes another token of an author; the older one opens nothing any more.",
         mine(&OpenServer::renew_author)},
        {remove, "/api/host/authors/{author}", host, a_while, 0, "Takes an author's token back.",
         mine(&OpenServer::remove_author)},
        {get, "/metrics", anyone, at_once, 0,
         "Figures of the server, in the text format of Prometheus.",
         mine(&OpenServer::show_metrics)},
        {get, "/healthz", anyone, at_once, 0, "Says `ok` while the server answers.",
         mine(&OpenServer::health)},
    };
  }

  // Site.
  BodyMax body_max(Method method, std::string_view path) const override {
    for (const Route& route : routes_)
      if (route.method == method && match(route.pattern, path))
        return {route.body_bytes_max, route.who == Who::anyone};
    return {};
  }

  std::optional<Response> refusal(const Request& head) override {
    for (const Route& route : routes_) {
      if (route.method != head.method || !match(route.pattern, head.encoded_path)) continue;
      if (route.who == Who::anyone) return std::nullopt;
      Token who;
      return stranger(route, head, who);
    }
    return std::nullopt;
  }

  void answer(Request request, Responder plain) override {
    const Route* route = nullptr;
    std::vector<std::string> matched;
    std::string allowed;  // methods of this address
    for (const Route& each : routes_)
      if (auto found = match(each.pattern, request.encoded_path); found && route == nullptr) {
        allowed += (allowed.empty() ? "" : ", ") + std::string(name(each.method));
        if (each.method == Method::get) allowed += ", HEAD";
        if (each.method != request.method) continue;
        route = &each;
        matched = *std::move(found);
      }
    Responder reply = finished(std::move(plain), route == nullptr ? "page" : route->pattern,
                               request.accepts_gzip);
    if (!is_ours(request.host))
      return reply(error(421, worded("this server is not called '{name}'; --name NAME lets it be",
                                     {{"name", printable(request.host, 80)}})));
    // A page of another site may read nothing (there is no header that lets it), and writes
    // nothing.
    if ((request.method != Method::get || request.upgrades) && !request.origin.empty() &&
        !is_same_origin(request))
      return reply(error(403, "that page is of another site"));
    if (route != nullptr) {
      Exchange exchange{std::move(request), std::move(matched), std::move(reply)};
      if (route->takes == Takes::at_once) return run(*route, std::move(exchange));
      // A job is copied, an exchange is not.
      const auto held = std::make_shared<Exchange>(std::move(exchange));
      Job job = [this, route, held] { run(*route, std::move(*held)); };
      if (route->takes == Takes::a_while) return workers_.post(std::move(job));
      return background_.post(held->request.address, std::move(job));
    }
    if (!allowed.empty()) {
      Response other = error(405, "this address takes other methods");
      other.headers.emplace_back("Allow", allowed);
      return reply(std::move(other));
    }
    if (request.method != Method::get || request.path.starts_with("/api/"))
      return reply(error(404, "there is nothing at this address"));
    reply(pages_.answer(request));
  }

  // Returns a reply that counts the answer, and compresses JSON where that pays.
  Responder finished(Responder reply, std::string_view route, bool compresses) {
    const auto held = std::make_shared<Responder>(std::move(reply));
    return Responder([this, held, route, compresses,
                      begun = std::chrono::steady_clock::now()](Response response) {
      if (compresses && response.type == "application/json" && response.headers.empty() &&
          response.body.size() >= compressed_bytes_min) {
        response.body = gzipped(response.body);
        response.headers.emplace_back("Content-Encoding", "gzip");
      }
      metrics_.answered(route, response.status, std::chrono::steady_clock::now() - begun);
      (*held)(std::move(response));
    });
  }

  void run(const Route& route, Exchange exchange) noexcept {
    try {
      if (route.who != Who::anyone)
        if (auto refusal = stranger(route, exchange.request, exchange.who))
          return exchange.reply(*std::move(refusal));
      route.handle(std::move(exchange));
    } catch (const std::exception& failure) {
      log_.write("request_failed", {{"route", route.pattern}, {"text", failure.what()}});
    }
  }

  // Finds out whose token it is: fills in `who`. Returns the answer to one that does not do.
  std::optional<Response> stranger(const Route& route, const Request& request, Token& who) {
    if (!hosting_)
      return error(404, "this server hosts no contest: hilltop serve CONTEST --bots DIR");
    const auto known =
        request.bearer.empty() ? std::nullopt : store_.token(hash_of(request.bearer));
    if (!known) return error(401, "a token of the host or of an author is needed");
    if (route.who == Who::host && !known->is_host) return error(403, "only the host may do that");
    who = *known;
    return std::nullopt;
  }

  // Returns whether a browser may call the server so. Names are refused unless they are known, so
  // that a page of another site, whose name suddenly means this machine, cannot speak for a person.
  bool is_ours(std::string_view host) const {
    std::string name(host.substr(0, host.rfind(':') == std::string_view::npos || host.ends_with(']')
                                        ? host.size()
                                        : host.rfind(':')));
    std::ranges::transform(name, name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (name == "localhost" || name.starts_with('[')) return true;
    if (!name.empty() &&
        std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c) != 0 || c == '.'; }))
      return true;
    return std::ranges::find(options_.names, name) != options_.names.end();
  }

  static bool is_same_origin(const Request& request) {
    for (const std::string_view scheme : {"http://", "https://"})
      if (request.origin.starts_with(scheme) &&
          request.origin.substr(scheme.size()) == request.host)
        return true;
    return false;
  }

  // Returns whose saves these are; nullopt for a browser that has none.
  static std::optional<SecretHash> visitor(const Request& request) {
    const std::string_view secret = cookie(request.cookies, visitor_cookie);
    return secret.size() == new_secret().size() ? std::optional(hash_of(secret)) : std::nullopt;
  }

  // Returns whose share of the rooms and saves a request takes.
  std::string client(const Request& request) const {
    return hash_of_client(request.address, client_key_);
  }

  void list_routes(Exchange exchange) {
    Json routes = Json::array();
    for (const Route& route : routes_)
      routes.push_back({{"method", name(route.method)},
                        {"path", route.pattern},
                        {"who", name(route.who)},
                        {"body_bytes_max", route.body_bytes_max},
                        {"about", route.about}});
    exchange.reply(json_response({{"schema", "hilltop/routes/1"}, {"routes", std::move(routes)}}));
  }

  void games(Exchange exchange) {
    exchange.reply(json_response(games_json(services_.roster(), options_.time_max)));
  }

  void health(Exchange exchange) {
    exchange.reply({.type = "text/plain; charset=utf-8", .body = "ok\n"});
  }

  void show_metrics(Exchange exchange) {
    exchange.reply({.type = "text/plain; version=0.0.4; charset=utf-8",
                    .body = metrics_.text({static_cast<double>(listener_.connections()),
                                           static_cast<double>(rooms_.in_use())})});
  }

  void begin_room(Exchange exchange) {
    const Json wish = Json::parse(exchange.request.body, nullptr, false);
    if (!wish.is_object()) return exchange.reply(error(400, "the body is not a JSON object"));
    std::expected<WantedGame, Problem> game;
    const auto take = [&](std::string_view text, std::string_view source) {
      auto record = read_record(text, source);
      if (record)
        game = WantedGame{*std::move(record)};
      else
        game = std::unexpected(std::move(record).error());
    };
    if (const auto text = wish.find("record"); text != wish.end() && text->is_string()) {
      take(text->get_ref<const std::string&>(), "the file");
    } else if (const auto id = wish.find("save"); id != wish.end() && id->is_number_integer()) {
      const auto whose = visitor(exchange.request);
      const auto save = whose ? store_.save(*whose, id->get<std::int64_t>()) : std::nullopt;
      if (!save) return exchange.reply(error(404, "No current saved game."));
      take(save->record, "the save");
    } else {
      game = new_game(wish, options_.time_max);
    }
    if (!game) return exchange.reply(error(422, game.error()));
    const auto made = rooms_.create(game->record, game->time, game->luck, client(exchange.request));
    if (!made) return exchange.reply(error(made.error().may_later ? 503 : 422, made.error().why));
    Json keys = Json::array();
    for (const auto& [seat, key] : made->keys) keys.push_back({{"seat", seat}, {"key", key}});
    Response response = json_response({{"room", made->name}, {"keys", std::move(keys)}}, 201);
    if (!visitor(exchange.request))
      response.headers.emplace_back(
          "Set-Cookie",
          fmt::format("{}={}; Path={}/; Max-Age=31536000; HttpOnly; SameSite=Strict{}",
                      visitor_cookie, new_secret(), options_.address.base,
                      options_.address.behind_proxy ? "; Secure" : ""));
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

  // Returns the room of the route; answers with an error if there is none.
  std::shared_ptr<GameRoom> room_of(Exchange& exchange) {
    auto room = rooms_.find(exchange.matched.front());
    if (!room) {
      exchange.reply(error(503, room.error()));
      return nullptr;
    }
    if (!*room) exchange.reply(error(404, "there is no such game; it may have been deleted"));
    return *room;
  }

  void enter_room(Exchange exchange) {
    if (!exchange.request.upgrades)
      return exchange.reply(error(426, "this address is for a WebSocket"));
    const auto room = room_of(exchange);
    if (!room) return;
    Response response;
    response.stays = [room, who = visitor(exchange.request), address = exchange.request.address,
                      whose = client(exchange.request)](std::shared_ptr<Channel> channel) {
      return room->enter(std::move(channel), who, address, whose);
    };
    exchange.reply(std::move(response));
  }

  void hear_room(Exchange exchange) {
    const auto room = room_of(exchange);
    if (!room) return;
    Response response;
    response.stays = [this, room, who = visitor(exchange.request),
                      address = exchange.request.address,
                      whose = client(exchange.request)](std::shared_ptr<Channel> channel) {
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
    const auto room = room_of(exchange);
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

  void list_saves(Exchange exchange) {
    Json saves = Json::array();
    if (const auto whose = visitor(exchange.request))
      for (const SaveRow& row : store_.saves(*whose)) {
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
    const auto whose = visitor(exchange.request);
    if (!id || !whose || !store_.remove_save(*whose, *id))
      return exchange.reply(error(404, "there is no such save"));
    exchange.reply({.status = 204, .type = ""});
  }

  void list_contests(Exchange exchange) {
    exchange.reply(contests_.list(hosting_ ? hosting_->contest() : ""));
  }
  void show_contest(Exchange exchange) { exchange.reply(contests_.show(exchange.matched[0])); }
  // Returns whether the server looks after the contest, which may come still.
  bool is_hosted(const std::string& contest) const {
    return hosting_ && contest == hosting_->contest();
  }
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
  void show_bot(Exchange exchange) {
    exchange.reply(contests_.bot(exchange.matched[0], exchange.matched[1]));
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

  static void answer_with(Exchange& exchange, const std::expected<void, Problem>& done,
                          int status = 204) {
    if (!done) return exchange.reply(error(422, done.error()));
    exchange.reply({.status = status, .type = ""});
  }

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

  const ServerOptions options_;
  EventLog log_;
  Metrics metrics_;
  PeopleStore store_;
  const Pages pages_{options_.address.base};
  const HostKey client_key_ = key_of_clients();
  Workers workers_;
  BotThreads bot_threads_;
  Background background_;
  BotTables tables_;
  const RoomServices services_;
  Rooms rooms_;
  Speakers speakers_;
  Contests contests_;
  std::unique_ptr<Hosting> hosting_;  // null if there is nothing to host
  std::string host_token_;
  const std::vector<Route> routes_;
  Listener listener_;
};

}  // namespace

std::expected<std::unique_ptr<Server>, Problem> Server::open(const ServerOptions& options) {
  if (sodium_init() < 0) throw std::runtime_error("libsodium cannot be used");
  auto store = PeopleStore::open(options.people);
  if (!store) return std::unexpected(store.error());
  try {
    return std::make_unique<OpenServer>(options, *std::move(store));
  } catch (const std::runtime_error& failure) {
    return std::unexpected(Problem{failure.what()});
  }
}

}  // namespace hilltop::server
