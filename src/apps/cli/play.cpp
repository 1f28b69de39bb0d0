#include "apps/cli/play.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sodium.h>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/last_games.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/tally_table.hpp"
#include "apps/cli/terminal.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "play/in_order.hpp"
#include "play/keys.hpp"
#include "play/threads.hpp"
#include "report/fault_text.hpp"
#include "report/schemas.hpp"
#include "report/summary.hpp"
#include "report/text_table.hpp"

namespace hilltop::cli {
namespace {

constexpr std::uint32_t games_a_unit_max = 1024;

std::expected<void, Problem> seat_players(PlayRequest& request, const PlayArguments& arguments) {
  for (const std::string& typed : arguments.bots) {
    auto entrant = player(*request.game, typed);
    if (!entrant) return std::unexpected(std::move(entrant).error());
    request.entrants.push_back(*std::move(entrant));
  }
  const SeatRange seats = request.any_game->seats();
  const auto players = static_cast<int>(request.entrants.size());
  if (!seats.holds(players))
    return std::unexpected(Problem{
        fmt::format("{} ({}) needs {} players; {} named", request.game->info->name,
                    request.any_game->rules_name(),
                    seats.fewest == seats.most ? std::to_string(seats.most)
                                               : fmt::format("{} to {}", seats.fewest, seats.most),
                    players == 1 ? "1 was" : fmt::format("{} were", players))});
  for (const play::Entrant& entrant : request.entrants) request.labels.push_back(entrant.name);
  number_namesakes(request.entrants);
  return {};
}

std::expected<PlayRequest, Problem> read_request(const PlayArguments& arguments) {
  const auto game = game_named(*arguments.game);
  if (!game) return std::unexpected(game.error());
  auto asked = read_game(**game, arguments, {});
  if (!asked) return std::unexpected(std::move(asked).error());
  PlayRequest request{*std::move(asked), {}, {}, arguments.log, play::usual_seed};
  if (request.game->has_substitute) request.conditions.faults.illegal = play::Sanction::substitute;
  if (const auto seated = seat_players(request, arguments); !seated)
    return std::unexpected(seated.error());
  if (request.has_people() && !request.given_seed) request.given_seed = play::Seed::drawn();
  const auto seed = settled_seed(request.given_seed, request.entrants, request.conditions);
  if (!seed) return std::unexpected(seed.error());
  request.seed = *seed;
  return request;
}

}  // namespace

Json result_json(const play::GameReport& report, const std::vector<std::string>& labels) {
  Json seats = Json::array();
  for (std::size_t seat = 0; seat < report.points.size(); ++seat) {
    Json out{{"bot", labels[report.entrants[seat]]}, {"points", report.points[seat]}};
    for (const Figure& figure : report.figures[seat]) {
      Json& at = figure.group.empty() ? out : out[figure.group];
      at[figure.name] = figure.value ? Json(*figure.value) : Json();
    }
    for (const SeatFault& each : report.faults)
      if (static_cast<std::size_t>(index(each.seat)) == seat)
        out["faults"].push_back({{"fault", name(each.fault.kind)},
                                 {"detail", printable(each.fault.detail, log_bytes_max)}});
    seats.push_back(std::move(out));
  }
  return {{"seats", std::move(seats)}};
}

void print_json(const Json& games) {
  fmt::print("{}\n", Json{{"schema", report::schema::play}, {"games", games}}.dump(
                         2, ' ', false, Json::error_handler_t::replace));
}

namespace {

// Returns an order for all games.
play::GameOrder order_of(const PlayRequest& request) {
  std::vector<const play::Entrant*> entrants;
  for (const play::Entrant& entrant : request.entrants) entrants.push_back(&entrant);
  play::GameOrder order{{.luck = {request.seed, *request.game->info, entrants},
                         .games = request.games,
                         .rotates = entrants.size() == 2,
                         .mirrored = request.any_game->openings() > 0},
                        terms_of(*request.any_game, request.conditions)};
  for (const play::Entrant* entrant : entrants)
    order.contestants.push_back(contestant_of(*entrant));
  order.logs = request.log;
  order.reports = request.form == Form::json;
  return order;
}

// Returns the entrants whose bots play one game at a time.
std::vector<int> keepers_of_files(const PlayRequest& request) {
  std::vector<int> keepers;
  for (std::size_t i = 0; i < request.entrants.size(); ++i)
    if (request.entrants[i].state() == runner::StateScope::folder)
      keepers.push_back(static_cast<int>(i));
  return keepers;
}

void print_result(const PlayRequest& request, const tournament::BatchResult& result,
                  const Json& games) {
  if (request.form == Form::json) return print_json(games);
  if (request.log && request.games == 1) return;
  fmt::print("{}{}{}", request.log ? "\n" : "",
             tally_table(request.game->info->unit, request.entrants, result.tallies,
                         colours(STDOUT_FILENO)),
             report::faults_text(request.entrants, result.notes));
}

Exit play_bots(const PlayRequest& request) {
  say_sandbox(request.conditions, request.entrants);
  if (!build_all(request.conditions, request.entrants)) return Exit::could_not;
  // A bot that remembers a pairing plays all its games with one process; one that keeps files plays
  // one game at a time, in order.
  const bool whole = std::ranges::any_of(request.entrants, [](const play::Entrant& entrant) {
    return entrant.state() == runner::StateScope::pairing;
  });
  const std::uint32_t games_a_unit = whole ? request.games : games_a_unit_max;
  Json games = Json::array();
  const std::vector<int> claims = keepers_of_files(request);
  const auto print_log = [&](std::string_view log) {
    fmt::print(request.form == Form::json ? stderr : stdout, "{}",
               printable_lines(log, log_bytes_max));
  };
  std::string unfinished;  // the log of a game that cannot go on
  const play::GameOrder order = order_of(request);
  LastMatch match = LastMatch::of(order);
  const play::HomeVenue venue(*request.any_game, request.conditions, request.entrants);
  play::Threads threads(request.jobs, venue);
  try {
    play::play_in_order(threads,
                        {.units = (request.games - 1) / games_a_unit + 1,
                         .pieces =
                             [&](std::size_t unit) {
                               play::GameOrder part = order;
                               part.first_game = static_cast<std::uint32_t>(unit) * games_a_unit;
                               part.games = std::min(games_a_unit, request.games - part.first_game);
                               part.records = match.keeps_moves(part.end());
                               return std::vector<play::Piece>{std::move(part)};
                             },
                         .claims = [&](std::size_t) { return std::span<const int>(claims); },
                         .arrived =
                             [&](std::size_t, const play::PlayedGames& played, bool) {
                               if (played.result.games == 0) unfinished += played.log;
                             },
                         .take =
                             [&](std::size_t, play::PlayedGames played) {
                               match.add(std::move(played.result));
                               for (const play::GameReport& report : played.reports)
                                 games.push_back(result_json(report, request.labels));
                               print_log(played.log);
                               return true;
                             }});
  } catch (const ListRanOut&) {
    print_log(unfinished);
    throw;
  }
  print_result(request, match.result, games);
  if (request.seed.is_secret())
    say("seed: {} (--seed plays these games again)\n", request.seed.text());
  keep_last_games({"play", request.seed.text(), 0, {std::move(match)}});
  return Exit::ran;
}

}  // namespace

Outcome play(const PlayArguments& arguments) {
  auto request = read_request(arguments);
  if (!request) return std::unexpected(request.error());
  try {
    if (request->has_people()) return play_people(*request, arguments);
    for (const auto& [given, option] :
         {std::pair{arguments.names.has_value(), "--names"}, {arguments.ascii, "--ascii"}})
      if (given)
        return std::unexpected(
            Problem{fmt::format("{} is for people: seat some as 'human'", option)});
    prepare(*request->any_game, request->entrants);
    limit_patience(request->conditions, false);
    return play_bots(*request);
  } catch (const ListRanOut& ran_out) {
    return std::unexpected(
        Problem{(request->file.empty() ? "" : request->file + ": ") + ran_out.what()});
  }
}

}  // namespace hilltop::cli
