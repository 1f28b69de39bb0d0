#include "arena/compare.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/last_games.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/queued.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/store_session.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/batch_of.hpp"
#include "arena/switch_files.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "report/csv.hpp"
#include "report/fault_text.hpp"
#include "report/json.hpp"
#include "report/lists.hpp"
#include "report/luck.hpp"
#include "report/schemas.hpp"
#include "report/summary.hpp"
#include "report/text_table.hpp"

namespace hilltop::cli {
namespace {

using rating::PairScore;

constexpr std::uint32_t compare_games_default = 100'000;
// Games of an opening after which all its eight symmetries were played from both sides.
constexpr std::uint32_t games_an_opening_max = 16;
constexpr double elo_max = 1000;
constexpr double error_min = 1e-6, error_max = 0.49;

// The checked arguments of `compare`.
struct CompareRequest : GameRequest {
  std::array<play::Entrant, 2> bots;
  rating::Sprt test;
  std::string rules;
  play::Seed seed = play::usual_seed;
  bool luck = false;
  std::optional<cluster::QueueTerms> queue = {};  // in which workers play

  std::uint32_t deals_max() const { return games / 2; }
};

std::expected<std::array<play::Entrant, 2>, Problem> bots_of(const arena::GameModule& game,
                                                             const CompareArguments& arguments) {
  std::vector<play::Entrant> bots;
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
                            .games_option = "--max-games",
                            .forms = table_forms});
  if (!request) return std::unexpected(request.error());
  if (request->form == Form::csv && !arguments.luck)
    return std::unexpected(
        Problem{"--format csv prints the figures of --luck: give --luck too, or --format json"});
  if (!request->any_game->seats().holds(2))
    return std::unexpected(
        Problem{fmt::format("{} ({}) is not a game of 2 players", (*game)->info->name,
                            request->any_game->rules_name())});
  if (arguments.luck)
    if (const auto known = arena::knows_luck(**game, *request->any_game, 2); !known)
      return std::unexpected(known.error());
  const std::string rules(request->any_game->rules_name());
  auto bots = bots_of(**game, arguments);
  if (!bots) return std::unexpected(bots.error());
  const auto test = test_of(arguments);
  if (!test) return std::unexpected(test.error());
  if (const std::uint32_t openings = request->any_game->openings();
      openings > 0 && !arguments.games)
    request->games = std::min(request->games, games_an_opening_max * openings);
  if ((*game)->has_substitute) request->conditions.faults.illegal = play::Sanction::substitute;
  auto queue = queue_terms(arguments.queue);
  if (!queue) return std::unexpected(queue.error());
  return CompareRequest{*std::move(request), *std::move(bots), *test, rules, play::usual_seed,
                        arguments.luck,      *std::move(queue)};
}

// Returns the first bot's score by single games, as if games were independent.
PairScore by_games(const arena::Compared& compared) { return rating::score(compared.games); }

bool has_openings(const arena::GameModule& game) {
  return arena::find_switch_file(game, "openings") != nullptr;
}

// Returns "182 of the games are distinct, …" if some games were repeated.
std::string text_of_repeats(const arena::Compared& compared) {
  const std::int64_t distinct = compared.distinct_games();
  if (distinct == compared.tallies[0].games) return {};
  return fmt::format(
      "  {} of the games are distinct, of {} deals: a repeated game counts once below\n\n",
      grouped(distinct), grouped(rating::score(compared.deals).trials));
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
  if (compared.is_mostly_faults())
    return fmt::format("{} games  {} of them with a fault", grouped(tally.games),
                       grouped(compared.faulty_games));
  return fmt::format("{} games  {}  Elo {} ± {}  won {} tied {} lost {}  deals {} {} {} {} {}",
                     grouped(tally.games), text_of_ratio(request, compared), signed_elo(score.elo),
                     signed_elo((score.elo_range.high - score.elo_range.low) / 2).substr(1),
                     tally.won, tally.tied, tally.lost(), d[0], d[1], d[2], d[3], d[4]);
}

std::string text_of_bots(const CompareRequest& request, const arena::Compared& compared,
                         bool coloured) {
  const std::string_view unit = request.game->info->unit.name;
  std::vector<std::string> heading{"bot", "games", "won", "tied", "lost", "faults"};
  if (!unit.empty()) heading.push_back(fmt::format("mean {}", unit));
  report::TextTable table(std::move(heading));
  for (std::size_t i = 0; i < 2; ++i) {
    const tournament::Tally& tally = compared.tallies[i];
    std::vector<std::string> row{request.bots[i].name};
    for (const std::int64_t number :
         {tally.games, tally.won, tally.tied, tally.lost(), tally.faults})
      row.push_back(grouped(number));
    if (!unit.empty()) row.push_back(decimal(report::mean(tally), 2));
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

// Returns the figures of --luck, that of the score first.
std::vector<report::LuckRow> luck_of(const CompareRequest& request,
                                     const arena::Compared& compared) {
  std::vector<report::LuckRow> rows;
  for (const arena::LuckFigure& figure : compared.luck)
    rows.push_back({figure.worth,
                    figure.bot ? request.bots[*figure.bot].name
                               : request.bots[0].name + " - " + request.bots[1].name,
                    rating::adjusted_results(figure.deals), figure.factor_of_mirroring()});
  return rows;
}

std::string text_of_scores(const arena::Compared& compared, std::span<const report::LuckRow> luck,
                           bool coloured) {
  report::TextTable table({"by", "number", "score %", "Elo", "from", "to", "LOS %"});
  std::vector<std::pair<const char*, PairScore>> scores{{"deals", rating::score(compared.deals)},
                                                        {"games", by_games(compared)}};
  if (!luck.empty())
    scores.emplace_back("luck-adjusted", rating::strength_of(luck.front().results));
  for (const auto& [by, score] : scores)
    table.add({by, grouped(score.trials), fmt::format("{:.2f}", 100 * score.mean),
               signed_elo(score.elo), signed_elo(score.elo_range.low),
               signed_elo(score.elo_range.high), fmt::format("{:.2f}", 100 * score.superiority)});
  return table.text(coloured);
}

std::string text_of_verdict(const CompareRequest& request, const arena::Compared& compared) {
  if (compared.is_mostly_faults())
    return fmt::format(
        "none, and no Elo: {} of {} games had a fault, so they do not measure strength",
        grouped(compared.faulty_games), grouped(compared.tallies[0].games));
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
  if (compared.only_repeats())
    return fmt::format("undecided: the bots only repeat their games, the last {} all of them{}",
                       grouped(2 * compared.repeated_deals),
                       has_openings(*request.game) ? "; --openings FILE gives more" : "");
  if (has_openings(*request.game) && 2 * compared.distinct_games() < compared.tallies[0].games)
    return "undecided: most games were repeats, and --openings FILE gives others";
  return "undecided: raise --max-games, or move --elo1 further from --elo0";
}

std::string text(const CompareRequest& request, const arena::Compared& compared, bool coloured) {
  const std::int64_t games = compared.tallies[0].games;
  const std::vector<report::LuckRow> luck = luck_of(request, compared);
  return report::bold(fmt::format("{} v {}", request.bots[0].name, request.bots[1].name),
                      coloured) +
         fmt::format("  {}, {}, {} games of {} deals, seed {}\n\n", request.game->info->name,
                     request.rules, grouped(games), grouped(games / 2), request.seed.text()) +
         text_of_bots(request, compared, coloured) + '\n' + text_of_repeats(compared) +
         text_of_deals(request, compared, coloured) +
         (compared.is_mostly_faults() ? "" : '\n' + text_of_scores(compared, luck, coloured)) +
         (luck.empty() ? "" : '\n' + report::luck_table(luck).text(coloured)) +
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
  const rating::Verdict verdict =
      compared.is_mostly_faults() ? rating::Verdict::undecided : compared.verdict;
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
    if (!request.game->info->unit.name.empty())
      bots.back()["mean_points"] = rounded(report::mean(tally), 6);
  }
  const bool none = compared.is_mostly_faults();
  Json out{{"schema", report::schema::compare},
           {"game", request.game->info->name},
           {"rules", request.rules},
           {"seed", request.seed.text()},
           {"digest", compared.digest},
           {"bots", std::move(bots)},
           {"distinct_games", compared.distinct_games()},
           {"pentanomial", compared.deals},
           {"faulty_games", compared.faulty_games},
           {"by_deals", none ? Json() : json_of(rating::score(compared.deals))},
           {"by_games", none ? Json() : json_of(by_games(compared))},
           {"sprt", json_of(request, compared)},
           {"sandbox", report::layer_names(compared.sandbox)}};
  if (request.luck) {
    const std::vector<report::LuckRow> luck = luck_of(request, compared);
    out["by_luck"] = none ? Json() : json_of(rating::strength_of(luck.front().results));
    report::List list = report::luck_list(luck);
    out[list.name] = std::move(list.objects);
  }
  return report::written(out);
}

std::string printed(const CompareRequest& request, const arena::Compared& compared) {
  if (request.form == Form::csv) return report::csv(report::luck_list(luck_of(request, compared)));
  return request.form == Form::json ? json(request, compared)
                                    : text(request, compared, colours(STDOUT_FILENO));
}

std::expected<arena::Compared, Problem> compared(CompareRequest& request,
                                                 const arena::Contest& contest, PairStore& kept,
                                                 std::span<const store::BotRow> rows,
                                                 LastMatch& match, const Interrupt& interrupt) {
  StatusLine line(STDERR_FILENO);
  arena::Comparison comparison{.contest = contest,
                               .test = request.test,
                               .deals_max = request.deals_max(),
                               .jobs = request.jobs,
                               .progress =
                                   [&](const arena::Compared& so_far) {
                                     if (line.due()) line.draw(status(request, so_far));
                                   },
                               .storage = kept.storage(),
                               .bots = {rows.begin(), rows.end()},
                               .stop = interrupt.token(),
                               .luck = request.luck};
  const auto play = [&](bool is_draft) {
    comparison.storage.is_draft = is_draft;
    comparison.played = [&match, is_draft](tournament::BatchResult games) {
      if (is_draft) return;
      games.records.clear();  // add_stored_moves() has them
      match.add(std::move(games));
    };
    return arena::compare(comparison);
  };
  if (!request.queue) return play(false);
  const bool has_recheck = request.queue->recheck > 0;
  const play::HomeVenue judge(*contest.any_game, contest.conditions, contest.entrants);
  auto queue = enter_queue(*std::exchange(request.queue, {}),
                           request.bots[0].name + " v " + request.bots[1].name, request.bots,
                           contest.conditions.host.files_stay, judge, interrupt.token());
  if (!queue) return std::unexpected(queue.error());
  comparison.service = queue->get();
  return play_on(**queue, has_recheck, play,
                 [](const arena::Compared& found) { return !found.stopped; });
}

// Adds the moves of the first games, as far as the store has them.
void add_stored_moves(LastMatch& match, arena::Contest contest, std::vector<store::BotRow> rows,
                      const std::optional<std::string>& typed_store) {
  if (!match.has_folders() || store_named(typed_store) == no_store) return;
  auto store = open_store(typed_store);
  if (!store) return;
  const report::StoredContest stored{*std::move(store), std::move(contest), std::move(rows),
                                     std::string(last_games_name)};
  constexpr std::uint32_t at_once = 2 * arena::deals_a_batch;
  for (std::uint32_t first = 0; first < match.result.games; first += at_once) {
    const std::uint32_t games = std::min(at_once, match.result.games - first);
    if (!match.keeps_moves(first + games)) break;
    const auto fixture = arena::fixture_of_two(stored.contest, first, games);
    std::ranges::move(stored.records(fixture, stored.games(fixture), first, first + games - 1),
                      std::back_inserter(match.result.records));
  }
}

}  // namespace

Outcome compare(const CompareArguments& arguments) {
  Interrupt interrupt;
  auto request = read_request(arguments);
  if (!request) return std::unexpected(request.error());
  const auto kept = PairStore::open(store_named(arguments.store), arguments.fresh);
  if (!kept) return std::unexpected(kept.error());
  const auto rows = arena::enter_all(request->bots, request->conditions.host);
  if (!rows) return std::unexpected(rows.error());
  request->seed = (*kept)->settled_seed(request->given_seed, "compare " + request->rules, *rows);
  const Interrupt::LastWords last_words(interrupt, [&kept] {
    (*kept)->flush_soon();
    (*kept)->say_how_to_resume();
  });
  say_sandbox(request->conditions, request->bots);
  if (!build_all(request->conditions, request->bots)) return Exit::could_not;
  say_commitment(request->seed);
  limit_patience(request->conditions, false);
  prepare(*request->any_game, request->bots);
  arena::Contest contest = arena::contest_of_two(*request->game, std::move(request->any_game),
                                                 request->conditions, request->seed, request->bots);
  LastMatch match =
      LastMatch::of(arena::order_of(contest, play::terms_of(*contest.any_game, contest.conditions),
                                    arena::fixture_of_two(contest, 0, request->games)));
  const auto played = compared(*request, contest, **kept, *rows, match, interrupt);
  if (!played) return std::unexpected(played.error());
  const arena::Compared& found = *played;
  (*kept)->flush();
  if (found.stopped) {
    (*kept)->say_how_to_resume();
    return Exit::interrupted;
  }
  fmt::print("{}", printed(*request, found));
  add_stored_moves(match, std::move(contest), *rows, arguments.store);
  keep_last_games({"compare", request->seed.text(), 0, {std::move(match)}});
  return Exit::ran;
}

}  // namespace hilltop::cli
