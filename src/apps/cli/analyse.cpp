#include "apps/cli/analyse.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <unistd.h>
#include <utility>

#include "apps/cli/arguments.hpp"
#include "apps/cli/last_games.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/store_session.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/save.hpp"
#include "core/file.hpp"
#include "core/look.hpp"
#include "core/printed_command.hpp"
#include "core/text.hpp"
#include "report/analysis.hpp"
#include "report/csv.hpp"
#include "report/game_name.hpp"
#include "report/games_to_analyse.hpp"
#include "report/json.hpp"
#include "report/schemas.hpp"

namespace hilltop::cli {
namespace {

using report::GamesAnalysis;
using report::GameToAnalyse;
using report::StoredContest;
using tournament::Fixture;

constexpr std::uint64_t games_usual = 200, games_most = 100'000;  // of a pairing
constexpr std::uint64_t worst_usual = 10, worst_most = 1000;

// Games with their analysis, under a title.
struct Analysed {
  const arena::GameModule* game;
  std::string rules, title;
  std::optional<std::string> contest;
  bool is_one_game = false;
  bool is_last = false;  // of the last games, which are in no contest
  std::vector<GameToAnalyse> games;
  GamesAnalysis sums;
  std::optional<GamesAnalysis> before;         // of the bot's last version
  std::optional<report::GameOfPlayers> steps;  // of one game
};

std::expected<std::unique_ptr<arena::Analyst>, Problem> analyst_of(const arena::GameModule& game,
                                                                   const arena::AnyGame& any_game,
                                                                   std::size_t seats) {
  auto analyst = any_game.analyst(static_cast<int>(seats));
  if (analyst != nullptr) return analyst;
  return std::unexpected(Problem{
      fmt::format("games of {} are not analysed{}", game.info->title,
                  game.worths.empty() ? "" : " under these rules, or with this number of seats")});
}

// Adds what the games gave up to the sums, and finds what was best where it was most. Players that
// are known count as unknown here: what they are expected to lose would be no loss.
std::expected<void, Problem> analyse_games(const arena::AnyGame& any_game, Analysed& analysed) {
  auto analyst = analyst_of(*analysed.game, any_game, analysed.games.front().record.players.size());
  if (!analyst) return std::unexpected(analyst.error());
  const std::vector<std::string> unknown(analysed.games.front().record.players.size());
  std::map<std::string, const GameToAnalyse*> by_name;
  for (const GameToAnalyse& game : analysed.games) {
    auto found = (*analyst)->analyse(game.record, unknown, analysed.is_one_game);
    if (!found) return std::unexpected(std::move(found).error());
    report::drop_errors(*found);
    report::GameOfPlayers of_players{game.name, game.players, *std::move(found)};
    analysed.sums.add(of_players);
    if (analysed.is_one_game) analysed.steps = std::move(of_players);
    by_name.emplace(game.name, &game);
  }
  if (analysed.is_one_game) return {};
  for (report::CostlyDecision& costly : analysed.sums.costly()) {
    const GameToAnalyse& game = *by_name.at(costly.game);
    const auto again = (*analyst)->analyse(game.record, unknown, /*asks_for_best=*/true);
    if (!again) return std::unexpected(again.error());
    for (const arena::AnalysedDecision& decision : again->decisions)
      if (decision.step == costly.decision.step) costly.decision.best = decision.best;
  }
  return {};
}

// Returns the bot of the ranking that is to be met: the named one, else the first besides `bot`.
std::expected<std::string, Problem> rival_of(const StoredContest& stored,
                                             const arena::ContestReport& report,
                                             const std::string& bot,
                                             const std::optional<std::string>& named) {
  std::vector<std::string> known;
  for (const tournament::Row& row : report.rows) {
    const std::string& name = stored.contest.name_of(row.entry);
    if (name == bot) continue;
    if (!named || is_same_name(*named, name)) return name;
    known.push_back(name);
  }
  return std::unexpected(
      Problem{named ? fmt::format("the ranking of '{}' has no bot '{}' besides {}{}", stored.name,
                                  *named, bot, suggestion(*named, known))
                    : fmt::format("the ranking of '{}' has no bot besides {}", stored.name, bot)});
}

// Returns the games of two bots in a contest, or all games that both are in.
std::expected<std::vector<GameToAnalyse>, Problem> games_between(
    const StoredContest& stored, const std::vector<tournament::Result>& results,
    const std::string& one, const std::string& other, std::uint32_t games_max) {
  std::vector<GameToAnalyse> all;
  for (const tournament::Result& result : results) {
    const auto has = [&](const std::string& name) {
      return std::ranges::any_of(result.fixture.entries, [&](tournament::EntryId entry) {
        return stored.contest.name_of(entry) == name;
      });
    };
    if (!has(one) || !has(other)) continue;
    auto games =
        report::games_to_analyse(stored, result.fixture, result.fixture.first_game, games_max);
    if (!games) return games;
    std::ranges::move(*games, std::back_inserter(all));
  }
  if (!all.empty()) return all;
  return std::unexpected(Problem{fmt::format(
      "{} and {} have not met in '{}': --against names another bot", one, other, stored.name)});
}

// Returns the latest earlier run of the contest in which the bot had another content.
std::optional<std::string> run_of_last_version(const StoredContest& stored,
                                               const std::string& bot) {
  const auto content_in = [&](const std::vector<store::BotRow>& bots) {
    const auto found = std::ranges::find(bots, bot, &store::BotRow::name);
    return found == bots.end() ? std::nullopt : std::optional(found->content);
  };
  const auto now = content_in(stored.bots);
  std::uint32_t last = 0;
  for (const store::ContestRow& run : stored.store.runs()) {
    const auto then = content_in(run.bots);
    if (run.name == stored.name && run.number < stored.run && then && then != now)
      last = std::max(last, run.number);
  }
  if (last == 0) return std::nullopt;
  return fmt::format("{}@{}", stored.name, last);
}

// Returns the sums of the bot's last version against the same rival; nullopt if there is none, or
// if its games cannot be analysed.
std::optional<GamesAnalysis> last_version(const StoredContest& stored,
                                          const AnalyseArguments& arguments,
                                          const std::string& rival, std::uint32_t games_max) {
  const auto run = run_of_last_version(stored, arguments.what);
  if (!run) return std::nullopt;
  const auto earlier = open_contest(arguments.store, *run);
  if (!earlier || earlier->contest.game != stored.contest.game) return std::nullopt;
  auto games = games_between(*earlier, earlier->report().concluded.standings.results,
                             arguments.what, rival, games_max);
  if (!games) return std::nullopt;
  Analysed before{.game = earlier->contest.game,
                  .rules = {},
                  .title = {},
                  .contest = {},
                  .games = *std::move(games),
                  .sums = GamesAnalysis(earlier->contest.game->worths, 0, arguments.what)};
  if (!analyse_games(*earlier->contest.any_game, before)) return std::nullopt;
  return std::move(before.sums);
}

// The checked numbers of the arguments.
struct Limits {
  std::uint32_t games;
  std::size_t worst;
};

std::expected<Analysed, Problem> analyse_file(const AnalyseArguments& arguments,
                                              const Limits& limits) {
  auto record = arena::load_record(arguments.what);
  if (!record) return std::unexpected(record.error());
  const auto game = arena::find_game(record->game);
  if (!game) return std::unexpected(game.error());
  const auto any_game = (*game)->under(record->rules, record->switches);
  if (!any_game) return std::unexpected(any_game.error());
  Analysed analysed{.game = *game,
                    .rules = record->rules,
                    .title = arguments.what,
                    .contest = {},
                    .is_one_game = true,
                    .games = {},
                    .sums = GamesAnalysis((*game)->worths, limits.worst)};
  std::vector<std::string> names = names_of(*record);
  analysed.games.push_back({arguments.what, 0, *std::move(record), std::move(names)});
  if (const auto ok = analyse_games(**any_game, analysed); !ok) return std::unexpected(ok.error());
  return analysed;
}

std::expected<Analysed, Problem> analyse_bot(const StoredContest& stored,
                                             const arena::ContestReport& report,
                                             const AnalyseArguments& arguments,
                                             const Limits& limits) {
  const auto rival = rival_of(stored, report, arguments.what, arguments.against);
  if (!rival) return std::unexpected(rival.error());
  auto games = games_between(stored, report.concluded.standings.results, arguments.what, *rival,
                             limits.games);
  if (!games) return std::unexpected(games.error());
  Analysed analysed{
      .game = stored.contest.game,
      .rules = stored.contest.rules,
      .title = fmt::format("{} against {}", arguments.what, *rival),
      .contest = stored.name,
      .games = *std::move(games),
      .sums = GamesAnalysis(stored.contest.game->worths, limits.worst, arguments.what)};
  if (const auto ok = analyse_games(*stored.contest.any_game, analysed); !ok)
    return std::unexpected(ok.error());
  analysed.before = last_version(stored, arguments, *rival, limits.games);
  return analysed;
}

std::expected<Analysed, Problem> analyse_stored(const AnalyseArguments& arguments,
                                                const Limits& limits) {
  const auto stored = open_contest(arguments.store, arguments.contest);
  if (!stored) return std::unexpected(stored.error());
  const arena::ContestReport report = stored->report();
  const auto& entrants = stored->contest.entrants;
  for (const play::Entrant& entrant : entrants) {
    if (!is_same_name(entrant.name, arguments.what)) continue;
    AnalyseArguments of_bot = arguments;
    of_bot.what = entrant.name;
    return analyse_bot(*stored, report, of_bot, limits);
  }
  if (arguments.against)
    return std::unexpected(Problem{fmt::format("--against is for a bot, and '{}' has no bot '{}'",
                                               stored->name, arguments.what)});
  const auto wanted = report::read_game_name(arguments.what);
  if (!wanted) return std::unexpected(wanted.error());
  const auto fixture =
      report::find_game(stored->contest, *wanted, report.concluded.standings.results);
  if (!fixture)
    return std::unexpected(
        misplaced(arguments.what, Wanted::stored_game).value_or(fixture.error()));
  const bool is_one_game = arguments.what.find(':') != arguments.what.npos;
  auto games =
      report::games_to_analyse(*stored, *fixture, is_one_game ? wanted->game : fixture->first_game,
                               is_one_game ? 1 : limits.games);
  if (!games) return std::unexpected(games.error());
  Analysed analysed{.game = stored->contest.game,
                    .rules = stored->contest.rules,
                    .title = is_one_game ? games->front().name
                                         : report::name_of_pairing(stored->contest, *fixture),
                    .contest = stored->name,
                    .is_one_game = is_one_game,
                    .games = *std::move(games),
                    .sums = GamesAnalysis(stored->contest.game->worths, limits.worst)};
  if (const auto ok = analyse_games(*stored->contest.any_game, analysed); !ok)
    return std::unexpected(ok.error());
  return analysed;
}

// Adds games of a match from `first` on; `number`: what the first of these is among the last games.
std::expected<void, Problem> add_games(const LastMatch& last, std::uint32_t first,
                                       std::uint32_t games, std::uint32_t number,
                                       std::vector<GameToAnalyse>& to) {
  const auto match = OpenedMatch::of(last);
  if (!match) return std::unexpected(match.error());
  auto records = match->records(first, games);
  if (!records) return std::unexpected(records.error());
  for (std::uint32_t i = 0; i < games; ++i)
    to.push_back({fmt::format("{}:{}", last_games_name, tournament::number_of(number + i)),
                  first + i, std::move((*records)[i]), match->names_by_seat(first + i)});
  return {};
}

// Analyses one of the last games, or the first ones of all.
std::expected<Analysed, Problem> analyse_last(const AnalyseArguments& arguments,
                                              const Limits& limits) {
  if (arguments.contest || arguments.store || arguments.against)
    return std::unexpected(
        Problem{fmt::format("{} is not in a contest or a store: leave --contest, --store and "
                            "--against out",
                            arguments.what)});
  const auto wanted = report::read_game_name(arguments.what);
  if (!wanted) return std::unexpected(wanted.error());
  const auto found = last_game(wanted->game);
  if (!found) return std::unexpected(found.error());
  const bool is_one_game = arguments.what != last_games_name;
  std::vector<GameToAnalyse> games;
  if (is_one_game) {
    const auto ok = add_games(*(*found)->match, (*found)->game, 1, wanted->game, games);
    if (!ok) return std::unexpected(ok.error());
  } else {
    for (const LastMatch& match : (*found)->games.matches) {
      const auto number = static_cast<std::uint32_t>(games.size());
      const auto ok =
          add_games(match, 0, std::min(match.result.games, limits.games - number), number, games);
      if (!ok) return std::unexpected(ok.error());
    }
  }
  const play::GameTerms& terms = *(*found)->match->order.terms;
  const arena::GameModule& game = *arena::find_game(terms.game).value();
  const auto any_game = game.under(terms.rules, terms.switches).value();
  Analysed analysed{.game = &game,
                    .rules = terms.rules,
                    .title = arguments.what,
                    .contest = {},
                    .is_one_game = is_one_game,
                    .is_last = true,
                    .games = std::move(games),
                    .sums = GamesAnalysis(game.worths, limits.worst)};
  if (const auto ok = analyse_games(*any_game, analysed); !ok) return std::unexpected(ok.error());
  return analysed;
}

// Returns the command that shows a game up to a decision.
std::string command_to_show(const Analysed& analysed, const AnalyseArguments& arguments,
                            const report::CostlyDecision& costly) {
  PrintedCommand command(called_program(), "replay");
  command.argument(fmt::format("{}/{}", costly.game, costly.decision.step - 1));
  if (analysed.contest) command.argument(*analysed.contest);
  if (arguments.store) command.option("--store", *arguments.store);
  return command.text();
}

// `marked(command)`: as the table's form marks where a command ends.
template <class Marked>
report::TextTable table_of_costly(const Analysed& analysed, const AnalyseArguments& arguments,
                                  Marked&& marked) {
  const bool has_commands = analysed.contest || analysed.is_last;
  std::vector<std::string> heading{"most expensive", "player", "done", "best", "cost"};
  if (has_commands) heading.emplace_back("shown by");
  report::TextTable table(std::move(heading));
  for (const report::CostlyDecision& costly : analysed.sums.costly()) {
    std::vector<std::string> row{fmt::format("{}/{}", costly.game, costly.decision.step),
                                 costly.player, costly.decision.done,
                                 costly.decision.best.value_or(""),
                                 report::cost_text(costly.decision.losses, analysed.sums.worths())};
    if (has_commands) row.push_back(marked(command_to_show(analysed, arguments, costly)));
    table.add(std::move(row));
  }
  return table;
}

std::string head(const Analysed& analysed) {
  return fmt::format("{}, {}, {}", analysed.game->info->name, analysed.rules,
                     counted(static_cast<std::int64_t>(analysed.games.size()), "game"));
}

// Returns the tables of a text or of Markdown, as `written(table)` has each. `marked`: as for
// table_of_costly().
template <class Marked, class Written>
std::string tables(const Analysed& analysed, const AnalyseArguments& arguments, Marked&& marked,
                   Written&& written) {
  std::string out;
  const auto add = [&](const report::TextTable& table) {
    if (table.rows() > 0) out += written(table) + '\n';
  };
  if (analysed.steps) add(report::table_of_steps(*analysed.steps, analysed.sums.worths()));
  add(report::table_of_kinds(analysed.sums, analysed.before ? &*analysed.before : nullptr));
  add(report::table_of_players(analysed.sums));
  add(table_of_costly(analysed, arguments, marked));
  return out;
}

std::string text(const Analysed& analysed, const AnalyseArguments& arguments, bool coloured) {
  return report::bold(analysed.title, coloured) + "  " + head(analysed) + "\n\n" +
         tables(
             analysed, arguments, [](const std::string& command) { return '`' + command + '`'; },
             [&](const report::TextTable& table) { return table.text(coloured); }) +
         fmt::format("  losses: {}\n", analysed.game->certainty);
}

std::string markdown(const Analysed& analysed, const AnalyseArguments& arguments) {
  return "### " + report::markdown_code(analysed.title) + "\n\n" + head(analysed) + "\n\n" +
         tables(analysed, arguments, std::identity(),
                [](const report::TextTable& table) { return table.markdown(); }) +
         fmt::format("Losses: {}\n", analysed.game->certainty);
}

std::string json(const Analysed& analysed) {
  Json worths = Json::array();
  for (const WorthInfo& worth : analysed.sums.worths())
    worths.push_back({{"worth", worth.name}, {"unit", worth.unit}, {"is_share", worth.is_share}});
  Json out{{"schema", report::schema::analyse},
           {"game", analysed.game->info->name},
           {"rules", analysed.rules},
           {"contest", report::or_null(analysed.contest)},
           {"what", analysed.title},
           {"games", analysed.games.size()},
           {"certainty", analysed.game->certainty},
           {"worths", std::move(worths)}};
  for (report::List& list :
       std::array{report::player_list(analysed.sums),
                  report::kind_list(analysed.sums, analysed.before ? &*analysed.before : nullptr),
                  report::costly_list(analysed.sums)})
    out[list.name] = std::move(list.objects);
  if (analysed.steps)
    out["steps"] = report::step_list(*analysed.steps, analysed.sums.worths()).objects;
  return report::written(out);
}

std::string printed(const Analysed& analysed, const AnalyseArguments& arguments, Form form) {
  switch (form) {
    case Form::json: return json(analysed);
    case Form::csv: return report::csv(report::costly_list(analysed.sums));
    case Form::md: return markdown(analysed, arguments);
    case Form::text: break;
  }
  return text(analysed, arguments, colours(STDOUT_FILENO));
}

}  // namespace

Outcome analyse(const AnalyseArguments& arguments) {
  const auto form = cli::form(arguments.format, report_forms);
  if (!form) return std::unexpected(form.error());
  const auto games = whole("--games", arguments.games, games_usual, 1, games_most);
  if (!games) return std::unexpected(games.error());
  const auto worst = whole("--worst", arguments.worst, worst_usual, 0, worst_most);
  if (!worst) return std::unexpected(worst.error());
  const Limits limits{static_cast<std::uint32_t>(*games), static_cast<std::size_t>(*worst)};
  const auto analysed = names_last_games(arguments.what) ? analyse_last(arguments, limits)
                        : leads_to_file(arguments.what)  ? analyse_file(arguments, limits)
                                                         : analyse_stored(arguments, limits);
  if (!analysed) return std::unexpected(analysed.error());
  fmt::print("{}", printed(*analysed, arguments, *form));
  return Exit::ran;
}

}  // namespace hilltop::cli
