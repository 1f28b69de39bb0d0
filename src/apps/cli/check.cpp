#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/last_games.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/contest.hpp"
#include "arena/qualification.hpp"
#include "core/json.hpp"
#include "core/printed_command.hpp"
#include "core/text.hpp"
#include "play/threads.hpp"
#include "report/fault_text.hpp"
#include "report/lists.hpp"
#include "report/schemas.hpp"
#include "report/text_table.hpp"

namespace hilltop::cli {
namespace {

constexpr std::uint32_t check_games_default = 300, check_games_max = 1'000'000;
constexpr std::size_t faults_per_check_max = 5;  // the last one ends the check
constexpr std::size_t shown_bytes_max = 160;

// The checked arguments of `check`.
struct CheckRequest : GameRequest {
  play::Entrant bot;
  play::Seed seed;
};

Problem is_house_bot(const std::string& typed) {
  return {fmt::format("'{0}' is a house bot: give the folder of a bot, such as ./{0}", typed)};
}

std::expected<play::Entrant, Problem> bot_of(const arena::GameModule& game,
                                             const std::string& typed) {
  auto bot = cli::bot(game, typed);
  if (bot && !bot->is_process()) return std::unexpected(is_house_bot(typed));
  return bot;
}

std::expected<CheckRequest, Problem> read_request(const CheckArguments& arguments) {
  const auto game = game_of(arguments.game, arguments.bot);
  if (!game && !arguments.game && !games_of_house_bot(arguments.bot).empty())
    return std::unexpected(is_house_bot(arguments.bot));
  if (!game) return std::unexpected(game.error());
  auto bot = bot_of(**game, arguments.bot);
  if (!bot) return std::unexpected(bot.error());
  CheckArguments asked = arguments;
  if (!asked.guard.error_output) asked.guard.error_output = "none";  // faults show its end
  auto request =
      read_game(**game, asked, {.games = check_games_default, .games_max = check_games_max});
  if (!request) return std::unexpected(request.error());
  request->conditions.faults = {play::Sanction::disqualify, play::Sanction::disqualify};
  const auto seed = settled_seed(request->given_seed, {&*bot, 1}, request->conditions);
  if (!seed) return std::unexpected(seed.error());
  return CheckRequest{*std::move(request), *std::move(bot), *seed};
}

arena::QualificationReport checked(const CheckRequest& request) {
  ProgressBar bar(STDERR_FILENO, "games");
  std::uint32_t done = 0;
  const play::HomeVenue venue(*request.any_game, request.conditions, {&request.bot, 1});
  play::Threads threads(1, venue);
  const arena::Qualification asked{.bot = request.bot,
                                   .game = *request.game,
                                   .terms = terms_of(*request.any_game, request.conditions),
                                   .seed = request.seed,
                                   .games = request.games,
                                   .faults_max = faults_per_check_max,
                                   .kept_max = last_moves_games_max};
  arena::QualificationReport found;
  arena::qualify(
      threads, {&asked, 1},
      [&](std::uint32_t games) { bar.show(done += games, request.games, ""); },
      [&](std::size_t, arena::QualificationReport report) { found = std::move(report); });
  return found;
}

std::int64_t games_of(const arena::QualificationReport& found) {
  std::int64_t games = 0;
  for (const auto& leg : found.legs) games += leg.tally.games;
  return games;
}

// The names of the contests under these rules that come with Hilltop, by the gravest cost of the
// faults there. Empty if there were no faults.
using Costs = std::map<play::Sanction, std::vector<std::string>>;

Costs costs(const CheckRequest& request, const arena::QualificationReport& found) {
  Costs costs;
  const auto folder = arena::contests_folder();
  if (!folder || found.passed()) return costs;
  for (const arena::ListedContest& listed : arena::list_contests(*folder)) {
    const auto contest = arena::read_contest(listed.file.string(), folder);
    if (!contest || contest->game != request.game ||
        contest->rules != request.any_game->rules_name())
      continue;
    auto gravest = play::Sanction::substitute;
    for (const arena::FaultInGame& each : found.faults)
      gravest = std::max(gravest, contest->conditions.faults.cost_of(each.fault.kind));
    costs[gravest].push_back(listed.name);
  }
  return costs;
}

std::string_view word(play::Sanction sanction) {
  switch (sanction) {
    case play::Sanction::substitute: return "substitute";
    case play::Sanction::lose: return "lose";
    case play::Sanction::disqualify: return "disqualify";
  }
  return {};
}

Json json_of(const std::string& against, std::uint32_t game, const std::string& asked) {
  return {{"against", against},
          {"game", tournament::number_of(game)},
          {"asked", printable(asked, shown_bytes_max)}};
}

Json json_of(const Timing& timing, std::chrono::milliseconds limit) {
  return {{"answers", timing.answers},
          {"mean_ms", in_ms(timing.mean())},
          {"slowest_ms", in_ms(timing.slowest)},
          {"limit_ms", limit.count()}};
}

std::string json(const CheckRequest& request, const arena::QualificationReport& found) {
  const play::Conditions& conditions = request.conditions;
  Json legs = Json::array(), faults = Json::array(), slowest = Json::array();
  Json contests = Json::array();
  for (const auto& [sanction, names] : costs(request, found))
    for (const std::string& name : names)
      contests.push_back({{"contest", name}, {"cost", word(sanction)}});
  for (const auto& leg : found.legs)
    legs.push_back({{"against", leg.against},
                    {"games", leg.tally.games},
                    {"won", leg.tally.won},
                    {"tied", leg.tally.tied},
                    {"lost", leg.tally.lost()}});
  for (const auto& [against, game, fault] : found.faults) {
    Json out = json_of(against, game, fault.asked);
    out["said"] = is_answered(fault.kind) ? printable(fault.said, shown_bytes_max) : "";
    out["fault"] = name(fault.kind);
    out["detail"] = printable(fault.detail, shown_bytes_max);
    out["stderr"] = printable_lines(fault.error_output, shown_bytes_max);
    faults.push_back(std::move(out));
  }
  for (const arena::SlowAnswer& slow : found.slowest) {
    Json out = json_of(slow.against, slow.game, slow.asked);
    out["ms"] = in_ms(slow.took);
    slowest.push_back(std::move(out));
  }
  const Json out{
      {"schema", report::schema::check},
      {"bot", request.bot.name},
      {"game", request.game->info->name},
      {"rules", request.any_game->rules_name()},
      {"seed", request.seed.text()},
      {"may_compete", found.passed()},
      {"house_bots", std::move(legs)},
      {"faults", std::move(faults)},
      {"contests", std::move(contests)},
      {"first_answers", json_of(found.first, conditions.time.move_ms + conditions.time.start_ms)},
      {"other_answers", json_of(found.later, conditions.time.move_ms)},
      {"slowest", std::move(slowest)},
      {"sandbox", report::layer_names(found.sandbox)}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string place(const std::string& against, std::uint32_t game) {
  return fmt::format("v {}, game {}", against, tournament::number_of(game));
}

std::string legs_text(const arena::QualificationReport& found, bool coloured) {
  report::TextTable table({"against", "games", "won", "tied", "lost"});
  for (const auto& leg : found.legs)
    table.add({leg.against, grouped(leg.tally.games), grouped(leg.tally.won),
               grouped(leg.tally.tied), grouped(leg.tally.lost())});
  return table.text(coloured);
}

std::string answers_text(const play::Conditions& conditions,
                         const arena::QualificationReport& found, bool coloured) {
  report::TextTable table({"answers", "number", "mean ms", "slowest ms", "limit ms"});
  const auto add = [&](const char* which, const Timing& timing, std::chrono::milliseconds limit) {
    table.add({which, grouped(static_cast<std::int64_t>(timing.answers)),
               fmt::format("{:.3f}", in_ms(timing.mean())),
               fmt::format("{:.3f}", in_ms(timing.slowest)), grouped(limit.count())});
  };
  add("first of a process", found.first, conditions.time.move_ms + conditions.time.start_ms);
  add("others", found.later, conditions.time.move_ms);
  std::string text = '\n' + table.text(coloured);
  for (const arena::SlowAnswer& slow : found.slowest)
    text += fmt::format("  {:9.3f} ms {}: {}\n", in_ms(slow.took), place(slow.against, slow.game),
                        printable(slow.asked, shown_bytes_max));
  return text;
}

std::string text_of_faults(const arena::QualificationReport& found) {
  std::map<FaultKind, int> kinds;
  for (const arena::FaultInGame& each : found.faults) ++kinds[each.fault.kind];
  std::string text;
  for (const auto& [kind, times] : kinds)
    text += fmt::format("{}{} {}", text.empty() ? "\n  faults: " : ", ", times, display_name(kind));
  if (!text.empty()) text += '\n';
  report::RepeatedOutput repeated;
  for (auto [against, game, fault] : found.faults) {
    // What a build printed was shown when it failed.
    if (fault.kind == FaultKind::refused_to_start) fault.error_output.clear();
    fault = repeated.taken_from(std::move(fault));
    text += fmt::format("  {}: {}\n{}", place(against, game),
                        described({fault.kind, printable(fault.detail, shown_bytes_max)}),
                        report::evidence_of(fault, shown_bytes_max));
  }
  return text;
}

// Returns the command that plays up to the first fault.
std::string command_to_reproduce(const arena::FaultInGame& fault, const CheckRequest& request,
                                 const CheckArguments& arguments) {
  PrintedCommand command(called_program(), "debug");
  command.argument(arguments.bot);
  if (arguments.game) command.option("--game", *arguments.game);
  if (arguments.rules) command.option("--rules", *arguments.rules);
  for (const std::string& each : arguments.switches) command.option("--set", each);
  if (arguments.guard.sandbox != GuardArguments().sandbox)
    command.option("--sandbox", arguments.guard.sandbox);
  return command.option("--seed", request.seed.text())
      .option("--against", fault.against.substr(0, fault.against.find('#')))
      .option("--games", std::to_string(tournament::number_of(fault.game)))
      .text();
}

// Returns what the faults cost in each contest; not every contest disqualifies for them.
std::string text_of_costs(const Costs& costs) {
  std::string text;
  for (const auto& [sanction, names] : costs) {
    text += fmt::format("\n  In {} ", fmt::join(names, ", "));
    switch (sanction) {
      case play::Sanction::substitute:
        text += "it would stay in; the rules would substitute a move for each illegal answer";
        break;
      case play::Sanction::lose: text += "it would stay in and lose each game with a fault"; break;
      case play::Sanction::disqualify: text += "it would be disqualified"; break;
    }
  }
  return text;
}

std::string verdict(const CheckRequest& request, const arena::QualificationReport& found,
                    const CheckArguments& arguments) {
  if (found.passed()) return fmt::format("{} may compete", request.bot.name);
  const std::size_t faults = found.faults.size();
  const std::int64_t games = games_of(found);
  return fmt::format("{} may not compete: {} in {}{}\n  To reproduce the first fault: {}",
                     request.bot.name, faults == 1 ? "a fault" : fmt::format("{} faults", faults),
                     games == 1 ? "a game" : grouped(games) + " games",
                     faults == faults_per_check_max ? ", which ended the check" : "",
                     command_to_reproduce(found.faults.front(), request, arguments));
}

std::string text(const CheckRequest& request, const arena::QualificationReport& found,
                 const CheckArguments& arguments, bool coloured) {
  return report::bold(request.bot.name, coloured) +
         fmt::format("  {}, {}, {} against house bots, seed {}\n\n", request.game->info->name,
                     request.any_game->rules_name(), counted(games_of(found), "game"),
                     request.seed.text()) +
         legs_text(found, coloured) +
         (found.first.answers > 0 ? answers_text(request.conditions, found, coloured) : "") +
         text_of_faults(found) + "\n  " + verdict(request, found, arguments) +
         text_of_costs(costs(request, found)) + '\n';
}

}  // namespace

Outcome check(const CheckArguments& arguments) {
  const auto request = read_request(arguments);
  if (!request) return std::unexpected(request.error());
  say_sandbox(request->conditions, {&request->bot, 1});
  arena::QualificationReport found = checked(*request);
  fmt::print("{}", request->form == Form::json
                       ? json(*request, found)
                       : text(*request, found, arguments, colours(STDOUT_FILENO)));
  LastGames last{"check", request->seed.text(), 0, {}};
  for (auto& leg : found.legs) {
    last.matches.push_back(LastMatch::of(std::move(leg.order)));
    last.matches.back().add(std::move(leg.games));
  }
  keep_last_games(std::move(last));
  return found.passed() ? Exit::ran : Exit::could_not;
}

}  // namespace hilltop::cli
