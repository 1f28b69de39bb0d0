#include "server/server.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sodium.h>
#include <thread>

#include "core/json.hpp"
#include "server/background.hpp"
#include "server/contests/contest_routes.hpp"
#include "server/contests/contests.hpp"
#include "server/daily/daily_routes.hpp"
#include "server/event_log.hpp"
#include "server/gate.hpp"
#include "server/gzip.hpp"
#include "server/hosting/host_routes.hpp"
#include "server/hosting/hosting.hpp"
#include "server/json.hpp"
#include "server/limits.hpp"
#include "server/metrics.hpp"
#include "server/pages.hpp"
#include "server/played/played_routes.hpp"
#include "server/puzzles/puzzle_routes.hpp"
#include "server/rooms/bot_threads.hpp"
#include "server/rooms/room_routes.hpp"
#include "server/rooms/rooms.hpp"
#include "server/routes.hpp"
#include "server/workers.hpp"

namespace hilltop::server {
namespace {

constexpr std::size_t compressed_bytes_min = 2000;
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
        gate_(options.names, !options.contest.empty(), store_),
        workers_(options.workers),
        bot_threads_(options.bots.empty() ? 0 : bot_rooms_max),
        background_(background_threads()),
        services_{workers_, bot_threads_, background_,        tables_,         store_, log_,
                  metrics_, options.bots, options.conditions, options.time_max},
        rooms_(services_),
        contests_(options.store, background_, log_, /*hides_errors=*/!options.contest.empty()),
        listener_(options.address, *this) {
    if (!options.contest.empty()) open_contest();
    routes_ = all_routes();
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
  void open_contest() {
    auto hosting = Hosting::open({options_.contest, options_.bots, options_.store}, store_, log_);
    if (!hosting) throw std::runtime_error(hosting.error().text);
    hosting_ = *std::move(hosting);
    if (options_.new_token) store_.remove_host();
    if (store_.has_host()) return;
    host_token_ = new_secret();
    store_.put_host(hash_of(host_token_));
  }

  std::vector<Route> all_routes() {
    using enum Method;
    const auto mine = [this](void (OpenServer::*handle)(Exchange)) {
      return [this, handle](Exchange exchange) { (this->*handle)(std::move(exchange)); };
    };
    const auto at_once = [&](std::string_view pattern, std::string_view about,
                             void (OpenServer::*handle)(Exchange)) {
      return Route{get, pattern, Who::anyone, Takes::at_once, 0, about, mine(handle)};
    };
    std::vector<Route> all{at_once("/api", "All routes.", &OpenServer::list_routes)};
    const auto add = [&](std::vector<Route> routes) {
      std::ranges::move(routes, std::back_inserter(all));
    };
    add(room_routes(rooms_, services_, visitors_));
    add(daily_routes(rooms_, store_, visitors_));
    add(played_routes(store_));
    add(puzzle_routes());
    add(contest_routes(contests_, hosting_ ? hosting_->contest() : ""));
    add(host_routes(hosting_.get(), contests_, store_));
    add({at_once("/metrics", "Figures of the server, in the text format of Prometheus.",
                 &OpenServer::show_metrics),
         at_once("/healthz", "Says `ok` while the server answers.", &OpenServer::health)});
    return all;
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
      const auto token = gate_.token(route.who, head);
      return token ? std::nullopt : std::optional(token.error());
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
    if (auto refusal = gate_.misdirected(request)) return reply(*std::move(refusal));
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

  void connection_failed(const std::exception& failure) override {
    log_.write("connection_failed", {{"text", failure.what()}});
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
      if (route.who != Who::anyone) {
        auto token = gate_.token(route.who, exchange.request);
        if (!token) return exchange.reply(std::move(token).error());
        exchange.who = *std::move(token);
      }
      route.handle(std::move(exchange));
    } catch (const std::exception& failure) {
      log_.write("request_failed", {{"route", route.pattern}, {"text", failure.what()}});
    }
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

  void health(Exchange exchange) {
    exchange.reply({.type = "text/plain; charset=utf-8", .body = "ok\n"});
  }

  void show_metrics(Exchange exchange) {
    exchange.reply({.type = "text/plain; version=0.0.4; charset=utf-8",
                    .body = metrics_.text({static_cast<double>(listener_.connections()),
                                           static_cast<double>(rooms_.in_use())})});
  }

  const ServerOptions options_;
  EventLog log_;
  Metrics metrics_;
  PeopleStore store_;
  const Gate gate_;
  const Pages pages_{options_.address.base, options_.address.behind_proxy};
  const Visitors visitors_{{options_.address.base + '/', options_.address.behind_proxy}};
  Workers workers_;
  BotThreads bot_threads_;
  Background background_;
  BotTables tables_;
  const RoomServices services_;
  Rooms rooms_;
  Contests contests_;
  std::unique_ptr<Hosting> hosting_;  // null if there is nothing to host
  std::string host_token_;
  std::vector<Route> routes_;
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
