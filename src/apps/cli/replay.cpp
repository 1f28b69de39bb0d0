#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/store_session.hpp"
#include "arena/batch_of.hpp"
#include "arena/save.hpp"
#include "core/json.hpp"
#include "report/game_name.hpp"
#include "report/schemas.hpp"

// Printing one game, of a store or of a file.
namespace hilltop::cli {
namespace {

using tournament::Fixture;

std::vector<std::string> names_by_seat(const arena::Contest& contest, const Fixture& fixture,
                                       std::uint32_t game) {
  const play::Batch batch = batch_of(contest, fixture);
  std::vector<std::string> names;
  for (const tournament::EntryId entry : report::by_seat(fixture, batch, game))
    names.push_back(contest.name_of(entry));
  return names;
}

Json steps(const Record& record) {
  Json list = Json::array();
  for (const Record::Step& step : record.steps) {
    Json& out = list.emplace_back(
        Json{{"seat", step.seat},
             {"move", step.move ? Json(*step.move) : Json()},
             {"ms", step.took ? Json(static_cast<double>(step.took->count()) / 1000) : Json()}});
    if (step.note) {
      if (!step.note->eval.empty()) out["eval"] = step.note->eval;
      if (step.note->depth) out["depth"] = *step.note->depth;
      if (step.note->nodes) out["nodes"] = *step.note->nodes;
    }
    if (!step.fault) continue;
    out["fault"] = name(step.fault->kind);
    out["detail"] = step.fault->detail;
  }
  return list;
}

std::string json(const report::StoredContest& stored, const Record& record, std::uint32_t game,
                 const std::vector<std::string>& names, const std::vector<int>& points) {
  Json seats = Json::array();
  for (std::size_t seat = 0; seat < names.size(); ++seat)
    seats.push_back({{"bot", names[seat]}, {"points", points[seat]}});
  return Json{{"schema", report::schema::replay},
              {"contest", stored.name},
              {"game", record.game},
              {"rules", record.rules},
              {"seed", stored.contest.seed.text()},
              {"number", tournament::number_of(game)},
              {"seats", std::move(seats)},
              {"steps", steps(record)}}
             .dump(2) +
         '\n';
}

std::expected<void, Problem> check_format(const arena::GameModule& game,
                                          const std::string& format) {
  std::vector<std::string> known{"text", "json"};
  for (const auto& each : game.formats) known.push_back(each.name);
  if (std::ranges::find(known, format) != known.end()) return {};
  return std::unexpected(Problem{fmt::format("--format cannot be '{}' for a game of {}{}", format,
                                             game.info->title, suggestion(format, known))});
}

struct LoggedGame {
  std::string text;  // the log, and the table at its end
  std::vector<int> points;
};

// `until`: the decision before which the text ends; nullopt: at the end of the game.
std::expected<LoggedGame, Problem> log_of(const arena::AnyGame& any_game, const Record& record,
                                          std::optional<std::size_t> until) {
  std::string log, table;
  std::size_t parts = 0;
  play::Observer observer;
  // The first part is the opening, and one for each decision follows.
  const auto is_shown = [&] { return !until || parts <= *until; };
  observer.log = [&](std::string_view part) {
    ++parts;
    if (is_shown()) log += part;
  };
  observer.table = [&](std::string_view now) {
    if (is_shown()) table = now;
  };
  const auto replayed = any_game.replay(record, &observer);
  if (!replayed) return std::unexpected(replayed.error());
  return LoggedGame{table.empty() ? log : log + '\n' + table, replayed->points};
}

// `until`: the decision before which a text ends; nullopt: at the end of the game.
std::expected<std::string, Problem> game_text(const report::StoredContest& stored,
                                              const Fixture& fixture, std::uint32_t game,
                                              const std::string& format,
                                              std::optional<std::size_t> until) {
  const auto record = stored.game(fixture, game);
  if (!record) return std::unexpected(record.error());
  if (until && *until > record->steps.size())
    return std::unexpected(
        report::no_decision(stored.contest, fixture, game, record->steps.size(), *until));
  const arena::AnyGame& any_game = *stored.contest.any_game;
  const std::vector<std::string> names = names_by_seat(stored.contest, fixture, game);
  if (format != "text" && format != "json")
    return any_game.write(*record, format,
                          {stored.contest.name, fmt::format("{}:{}", fmt::join(names, ","),
                                                            tournament::number_of(game))});
  const auto logged = log_of(any_game, *record, until);
  if (!logged) return std::unexpected(logged.error());
  if (format == "json") return json(stored, *record, game, names, logged->points);
  return logged->text;
}

bool is_record(const std::string& file) {
  std::string first;
  std::ifstream in(file);
  return std::getline(in, first) && first.starts_with("hilltop record ");
}

// Returns the log of a record in a file, or its game in another format.
std::expected<std::string, Problem> record_text(const std::string& file,
                                                const std::string& format) {
  const auto record = arena::load_record(file);
  if (!record) return std::unexpected(record.error());
  const auto game = arena::find_game(record->game);
  if (!game) return std::unexpected(game.error());
  const auto any_game = (*game)->under(record->rules, record->switches);
  if (!any_game) return std::unexpected(any_game.error());
  if (format == "json")
    return std::unexpected(Problem{fmt::format(
        "--format json is for games of a store: '{}' has all that is known of its game", file)});
  if (const auto known = check_format(**game, format); !known)
    return std::unexpected(known.error());
  if (format != "text") return (*any_game)->write(*record, format, {"", file});
  const auto logged = log_of(**any_game, *record, std::nullopt);
  if (!logged) return std::unexpected(logged.error());
  return logged->text;
}

}  // namespace

Outcome replay(const ReplayArguments& arguments) {
  if (is_record(arguments.game)) {
    if (arguments.contest)
      return std::unexpected(Problem{
          fmt::format("'{}' is a file with a record, which is of no contest: leave '{}' out",
                      arguments.game, *arguments.contest)});
    const auto text = record_text(arguments.game, arguments.format);
    if (!text) return std::unexpected(text.error());
    fmt::print("{}", *text);
    return Exit::ran;
  }
  const auto decision = report::read_decision_name(arguments.game);
  const auto wanted = decision ? std::expected<report::GameName, Problem>(decision->game)
                               : report::read_game_name(arguments.game);
  if (!wanted) return std::unexpected(wanted.error());
  if (decision && arguments.format != "text")
    return std::unexpected(Problem{fmt::format("--format {} is for a whole game: leave /{} out",
                                               arguments.format, decision->number)});
  const auto stored = open_contest(arguments.store, arguments.contest);
  if (!stored) return std::unexpected(stored.error());
  if (const auto known = check_format(*stored->contest.game, arguments.format); !known)
    return std::unexpected(known.error());
  const auto fixture =
      report::find_game(stored->contest, *wanted, stored->report().concluded.standings.results);
  if (!fixture)
    return std::unexpected(
        misplaced(arguments.game, Wanted::stored_game).value_or(fixture.error()));
  const auto text = game_text(*stored, *fixture, wanted->game, arguments.format,
                              decision ? std::optional(decision->number) : std::nullopt);
  if (!text) return std::unexpected(text.error());
  fmt::print("{}", *text);
  return Exit::ran;
}

}  // namespace hilltop::cli
