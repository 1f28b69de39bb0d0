#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/last_games.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/store_session.hpp"
#include "arena/batch_of.hpp"
#include "arena/save.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "report/game_name.hpp"
#include "report/schemas.hpp"

// Printing one game.
namespace hilltop::cli {
namespace {

using tournament::Fixture;

// A game that is printed.
struct PrintedGame {
  const arena::AnyGame& game;
  std::string contest;  // its name, in JSON
  std::string title;    // of the contest, in files for other programs
  std::string seed;
  std::string name;                // of the game, in files and messages
  std::uint32_t number;            // from 1
  std::vector<std::string> names;  // by seat
  Record record;
};

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

std::string json(const PrintedGame& printed, const std::vector<int>& points) {
  Json seats = Json::array();
  for (std::size_t seat = 0; seat < printed.names.size(); ++seat)
    seats.push_back({{"bot", printed.names[seat]}, {"points", points[seat]}});
  return Json{{"schema", report::schema::replay},
              {"contest", printed.contest},
              {"game", printed.record.game},
              {"rules", printed.record.rules},
              {"seed", printed.seed},
              {"number", printed.number},
              {"seats", std::move(seats)},
              {"steps", steps(printed.record)}}
             .dump(2) +
         '\n';
}

std::expected<void, Problem> check_format(const arena::AnyGame& any_game,
                                          const std::string& format) {
  const auto game = arena::find_game(any_game.info().name);
  if (!game) return std::unexpected(game.error());
  std::vector<std::string> known{"text", "json"};
  for (const auto& each : (*game)->formats) known.push_back(each.name);
  if (std::ranges::find(known, format) != known.end()) return {};
  return std::unexpected(Problem{fmt::format("--format cannot be '{}' for a game of {}{}", format,
                                             any_game.info().title, suggestion(format, known))});
}

// `until`: the decision before which a text ends; nullopt: at the end of the game.
std::expected<std::string, Problem> text_of(const PrintedGame& printed, const std::string& format,
                                            std::optional<std::size_t> until) {
  if (until && *until > printed.record.steps.size())
    return std::unexpected(report::no_decision(printed.name, printed.record.steps.size(), *until));
  if (format != "text" && format != "json")
    return printed.game.write(
        printed.record, format,
        {printed.title, fmt::format("{}:{}", fmt::join(printed.names, ","), printed.number)});
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
  const auto replayed = printed.game.replay(printed.record, &observer);
  if (!replayed) return std::unexpected(replayed.error());
  if (format == "json") return json(printed, replayed->points);
  return table.empty() ? log : log + '\n' + table;
}

std::vector<std::string> names_by_seat(const arena::Contest& contest, const Fixture& fixture,
                                       std::uint32_t game) {
  const play::Batch batch = batch_of(contest, fixture);
  std::vector<std::string> names;
  for (const tournament::EntryId entry : report::by_seat(fixture, batch, game))
    names.push_back(contest.name_of(entry));
  return names;
}

// Prints a game, or returns why it cannot be printed.
Outcome print(const PrintedGame& printed, const std::string& format,
              std::optional<std::size_t> until) {
  const auto text = text_of(printed, format, until);
  if (!text) return std::unexpected(text.error());
  fmt::print("{}", *text);
  return Exit::ran;
}

Outcome replay_stored(const ReplayArguments& arguments, const report::GameName& wanted,
                      std::optional<std::size_t> until) {
  const auto stored = open_contest(arguments.store, arguments.contest);
  if (!stored) return std::unexpected(stored.error());
  const arena::Contest& contest = stored->contest;
  if (const auto known = check_format(*contest.any_game, arguments.format); !known)
    return std::unexpected(known.error());
  const auto fixture =
      report::find_game(contest, wanted, stored->report().concluded.standings.results);
  if (!fixture)
    return std::unexpected(
        misplaced(arguments.game, Wanted::stored_game).value_or(fixture.error()));
  auto record = stored->game(*fixture, wanted.game);
  if (!record) return std::unexpected(record.error());
  return print(
      {*contest.any_game, stored->name, contest.name, contest.seed.text(),
       report::name_of_game(contest, *fixture, wanted.game), tournament::number_of(wanted.game),
       names_by_seat(contest, *fixture, wanted.game), *std::move(record)},
      arguments.format, until);
}

Outcome replay_last(const ReplayArguments& arguments, std::uint32_t number,
                    std::optional<std::size_t> until) {
  if (arguments.contest || arguments.store)
    return std::unexpected(
        Problem{fmt::format("{} is not in a contest or a store: leave them out", arguments.game)});
  const auto found = last_game(number);
  if (!found) return std::unexpected(found.error());
  const auto match = OpenedMatch::of(*(*found)->match);
  if (!match) return std::unexpected(match.error());
  if (const auto known = check_format(match->game(), arguments.format); !known)
    return std::unexpected(known.error());
  auto record = match->record((*found)->game);
  if (!record) return std::unexpected(record.error());
  return print(
      {match->game(), std::string(last_games_name), std::string(last_games_name),
       (*found)->games.seed, fmt::format("{}:{}", last_games_name, tournament::number_of(number)),
       tournament::number_of(number), match->names_by_seat((*found)->game), *std::move(record)},
      arguments.format, until);
}

// A pipe or a device is none: it may not end.
bool is_record(const std::string& file) {
  static constexpr std::string_view mark = "hilltop record ";
  if (!leads_to_file(file)) return false;
  std::array<char, mark.size()> first;
  return std::ifstream(file).read(first.data(), first.size()) &&
         std::string_view(first.data(), first.size()) == mark;
}

Outcome replay_file(const ReplayArguments& arguments) {
  const std::string& file = arguments.game;
  if (arguments.contest)
    return std::unexpected(
        Problem{fmt::format("'{}' is a file with a record, which is of no contest: leave '{}' out",
                            file, *arguments.contest)});
  if (arguments.format == "json")
    return std::unexpected(Problem{fmt::format(
        "--format json is for games of a store: '{}' has all that is known of its game", file)});
  auto record = arena::load_record(file);
  if (!record) return std::unexpected(record.error());
  const auto game = arena::find_game(record->game);
  if (!game) return std::unexpected(game.error());
  const auto any_game = (*game)->under(record->rules, record->switches);
  if (!any_game) return std::unexpected(any_game.error());
  if (const auto known = check_format(**any_game, arguments.format); !known)
    return std::unexpected(known.error());
  std::vector<std::string> names = names_of(*record);
  return print({**any_game, "", "", "", file, 1, std::move(names), *std::move(record)},
               arguments.format, std::nullopt);
}

}  // namespace

Outcome replay(const ReplayArguments& arguments) {
  if (is_record(arguments.game)) return replay_file(arguments);
  const auto decision = report::read_decision_name(arguments.game);
  const auto wanted = decision ? std::expected<report::GameName, Problem>(decision->game)
                               : report::read_game_name(arguments.game);
  if (!wanted) return std::unexpected(wanted.error());
  if (decision && arguments.format != "text")
    return std::unexpected(Problem{fmt::format("--format {} is for a whole game: leave /{} out",
                                               arguments.format, decision->number)});
  const auto until = decision ? std::optional(decision->number) : std::nullopt;
  if (wanted->pairing == last_games_name) return replay_last(arguments, wanted->game, until);
  return replay_stored(arguments, *wanted, until);
}

}  // namespace hilltop::cli
