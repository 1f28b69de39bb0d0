#include "arena/compare.hpp"

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/terminal.hpp"
#include "core/text.hpp"
#include "report/fault_text.hpp"
#include "report/lists.hpp"
#include "report/schemas.hpp"
#include "report/text_table.hpp"

namespace hilltop::cli {
namespace {

using Json = nlohmann::ordered_json;
using rating::PairScore;

constexpr std::uint32_t compare_games_default = 100'000;
constexpr double elo_max = 1000;
constexpr double error_min = 1e-6, error_max = 0.49;

// The checked arguments of `compare`.
struct CompareRequest : GameRequest {
  std::array<arena::Entrant, 2> bots;
  rating::Sprt test;

  std::uint32_t deals_max() const { return games / 2; }
};

std::expected<std::array<arena::Entrant, 2>, Problem> bots_of(const arena::GameModule& game,
                                                              const CompareArguments& arguments) {
  std::vector<arena::Entrant> bots;
  for (const std::string& typed : {arguments.a, arguments.b}) {
    auto bot = cli::bot(game, typed);
    if (!bot) return std::unexpected(std::move(bot).error());
    bots.push_back(*std::move(bot));
  }
  number_namesakes(bots);
  return std::array{std::move(bots[0]), std::move(bots[1])};
}

std::expected<rating::Sprt, Problem> test_of(const CompareArguments& arguments) {
  rating::Sprt test;
  struct Number {
    const char* option;
    const std::optional<std::string>& typed;
    double& to;
    double min, max;
  };
  for (const auto& [option, typed, to, min, max] :
       {Number{"--elo0", arguments.elo0, test.elo0, -elo_max, elo_max},
        Number{"--elo1", arguments.elo1, test.elo1, -elo_max, elo_max},
        Number{"--alpha", arguments.alpha, test.alpha, error_min, error_max},
        Number{"--beta", arguments.beta, test.beta, error_min, error_max}}) {
    const auto value = real(option, typed, to, min, max);
    if (!value) return std::unexpected(value.error());
    to = *value;
  }
  if (test.elo0 >= test.elo1)
    return std::unexpected(Problem{
        fmt::format("--elo0 must be less than --elo1, not {} and {}", test.elo0, test.elo1)});
  return test;
}

std::expected<CompareRequest, Problem> read_request(const CompareArguments& arguments) {
  const auto game = game_named(*arguments.game);
  if (!game) return std::unexpected(game.error());
  auto request = read_game(**game, arguments,
                           {.games = compare_games_default,
                            .games_min = 2,
                            .jobs = processors(),
                            .games_option = "--max-games"});
  if (!request) return std::unexpected(request.error());
  if (!request->any_game->seats().holds(2))
    return std::unexpected(
        Problem{fmt::format("{} ({}) is not a game of 2 players", (*game)->info->name,
                            request->any_game->rules_name())});
  auto bots = bots_of(**game, arguments);
  if (!bots) return std::unexpected(bots.error());
  const auto test = test_of(arguments);
  if (!test) return std::unexpected(test.error());
  if ((*game)->has_substitute) request->conditions.faults.illegal = arena::Sanction::substitute;
  return CompareRequest{*std::move(request), *std::move(bots), *test};
}

// Returns the first bot's score by single games, as if games were independent.
PairScore by_games(const arena::Compared& compared) {
  const tournament::Tally& tally = compared.tallies[0];
  return rating::score(rating::Trinomial{tally.lost(), tally.tied, tally.won});
}

// Rounds to `digits` digits after the point; returns 0 instead of -0.
double rounded(double value, int digits) {
  const double scale = std::pow(10, digits);
  return std::round(value * scale) / scale + 0.0;
}

std::string signed_elo(double elo) {
  if (std::isinf(elo)) return elo > 0 ? "+∞" : "-∞";
  return fmt::format("{:+.1f}", rounded(elo, 1));
}

std::string text_of_ratio(const CompareRequest& request, const arena::Compared& compared) {
  const rating::Interval bounds = request.test.bounds();
  return fmt::format("LLR {:.2f} ({:.2f} to {:.2f})", rounded(compared.log_likelihood_ratio, 2),
                     bounds.low, bounds.high);
}

std::string status(const CompareRequest& request, const arena::Compared& compared) {
  const PairScore score = rating::score(compared.deals);
  const tournament::Tally& tally = compared.tallies[0];
  const auto& d = compared.deals;
  return fmt::format("{} games  {}  Elo {} ± {}  won {} tied {} lost {}  deals {} {} {} {} {}",
                     grouped(tally.games), text_of_ratio(request, compared), signed_elo(score.elo),
                     signed_elo((score.elo_range.high - score.elo_range.low) / 2).substr(1),
                     tally.won, tally.tied, tally.lost(), d[0], d[1], d[2], d[3], d[4]);
}

std::string text_of_bots(const CompareRequest& request, const arena::Compared& compared,
                         bool coloured) {
  report::TextTable table({"bot", "games", "won", "tied", "lost", "faults"});
  for (std::size_t i = 0; i < 2; ++i) {
    const tournament::Tally& tally = compared.tallies[i];
    std::vector<std::string> row{request.bots[i].name};
    for (const std::int64_t number :
         {tally.games, tally.won, tally.tied, tally.lost(), tally.faults})
      row.push_back(grouped(number));
    table.add(std::move(row));
  }
  return table.text(coloured);
}

std::string text_of_deals(const CompareRequest& request, const arena::Compared& compared,
                          bool coloured) {
  report::TextTable table({request.bots[0].name + " scored", "0", "½", "1", "1½", "2"});
  std::vector<std::string> row{"deals"};
  for (const std::int64_t deals : compared.deals) row.push_back(grouped(deals));
  table.add(std::move(row));
  return table.text(coloured);
}

std::string text_of_scores(const arena::Compared& compared, bool coloured) {
  report::TextTable table({"by", "number", "score %", "Elo", "from", "to", "LOS %"});
  for (const auto& [by, score] :
       {std::pair<const char*, PairScore>{"deals", rating::score(compared.deals)},
        {"games", by_games(compared)}})
    table.add({by, grouped(score.trials), fmt::format("{:.2f}", 100 * score.mean),
               signed_elo(score.elo), signed_elo(score.elo_range.low),
               signed_elo(score.elo_range.high), fmt::format("{:.2f}", 100 * score.superiority)});
  return table.text(coloured);
}

std::string text_of_verdict(const CompareRequest& request, const arena::Compared& compared) {
  const auto& [elo0, elo1, alpha, beta] = request.test;
  const std::string &first = request.bots[0].name, &second = request.bots[1].name;
  switch (compared.verdict) {
    case rating::Verdict::h0:
      return fmt::format("H0 is accepted: {} is not {} Elo stronger than {}", first, elo1, second);
    case rating::Verdict::h1:
      return fmt::format("H1 is accepted: {} is stronger than {}, by {} Elo rather than by {}",
                         first, second, elo1, elo0);
    case rating::Verdict::undecided: break;
  }
  return "undecided: raise --max-games, or move --elo1 further from --elo0";
}

std::string text(const CompareRequest& request, const arena::Compared& compared, bool coloured) {
  const std::int64_t games = compared.tallies[0].games;
  return report::bold(fmt::format("{} v {}", request.bots[0].name, request.bots[1].name),
                      coloured) +
         fmt::format("  {}, {}, {} games of {} deals, seed {}\n\n", request.game->info->name,
                     request.any_game->rules_name(), grouped(games), grouped(games / 2),
                     request.seed) +
         text_of_bots(request, compared, coloured) + '\n' +
         text_of_deals(request, compared, coloured) + '\n' + text_of_scores(compared, coloured) +
         report::faults_text(request.bots, compared.notes) +
         fmt::format("\n  {}: {}\n", text_of_ratio(request, compared),
                     text_of_verdict(request, compared)) +
         report::dim("\n  digest " + compared.digest, coloured) + '\n';
}

// Returns null for infinity, which JSON lacks.
Json elo_or_null(double elo) { return std::isinf(elo) ? Json() : Json(rounded(elo, 3)); }

Json json_of(const PairScore& score) {
  return {{"number", score.trials},
          {"score", rounded(score.mean, 6)},
          {"elo", elo_or_null(score.elo)},
          {"elo_low", elo_or_null(score.elo_range.low)},
          {"elo_high", elo_or_null(score.elo_range.high)},
          {"los", rounded(score.superiority, 6)}};
}

Json json_of(const CompareRequest& request, const arena::Compared& compared) {
  const rating::Sprt& test = request.test;
  const rating::Interval bounds = test.bounds();
  const rating::Verdict verdict = compared.verdict;
  return {{"elo0", test.elo0},
          {"elo1", test.elo1},
          {"alpha", test.alpha},
          {"beta", test.beta},
          {"llr", rounded(compared.log_likelihood_ratio, 4)},
          {"llr_low", rounded(bounds.low, 4)},
          {"llr_high", rounded(bounds.high, 4)},
          {"accepted", verdict == rating::Verdict::undecided ? Json()
                       : verdict == rating::Verdict::h0      ? Json("H0")
                                                             : Json("H1")}};
}

std::string json(const CompareRequest& request, const arena::Compared& compared) {
  Json bots = Json::array();
  for (std::size_t i = 0; i < 2; ++i) {
    const tournament::Tally& tally = compared.tallies[i];
    bots.push_back({{"bot", request.bots[i].name},
                    {"games", tally.games},
                    {"won", tally.won},
                    {"tied", tally.tied},
                    {"lost", tally.lost()},
                    {"faults", tally.faults}});
  }
  const Json out{{"schema", report::schema::compare},
                 {"game", request.game->info->name},
                 {"rules", request.any_game->rules_name()},
                 {"seed", std::to_string(request.seed)},
                 {"digest", compared.digest},
                 {"bots", std::move(bots)},
                 {"pentanomial", compared.deals},
                 {"by_deals", json_of(rating::score(compared.deals))},
                 {"by_games", json_of(by_games(compared))},
                 {"sprt", json_of(request, compared)},
                 {"sandbox", report::layer_names(compared.sandbox)}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

arena::Compared compared(const CompareRequest& request) {
  StatusLine line(STDERR_FILENO);
  return arena::compare({.any_game = *request.any_game,
                         .conditions = request.conditions,
                         .bots = request.bots,
                         .seed = request.seed,
                         .test = request.test,
                         .deals_max = request.deals_max(),
                         .jobs = request.jobs,
                         .progress = [&](const arena::Compared& so_far) {
                           if (line.due()) line.draw(status(request, so_far));
                         }});
}

}  // namespace

Outcome compare(const CompareArguments& arguments) {
  const auto request = read_request(arguments);
  if (!request) return std::unexpected(request.error());
  say_sandbox(request->conditions, request->bots);
  if (!build_all(request->conditions, request->bots)) return Exit::could_not;
  prepare(*request->any_game, request->bots);
  const arena::Compared found = compared(*request);
  fmt::print("{}", request->form == Form::json ? json(*request, found)
                                               : text(*request, found, colours(STDOUT_FILENO)));
  return Exit::ran;
}

}  // namespace hilltop::cli
