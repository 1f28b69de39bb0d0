#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sodium.h>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/people.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/idle_processes.hpp"
#include "arena/keys.hpp"
#include "arena/pool.hpp"
#include "arena/save.hpp"
#include "core/file.hpp"
#include "core/text.hpp"
#include "report/fault_text.hpp"
#include "report/schemas.hpp"
#include "report/summary.hpp"
#include "report/text_table.hpp"

namespace hilltop::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t games_a_task_max = 1024;

// The checked arguments of `play`.
struct PlayRequest : GameRequest {
  std::vector<arena::Entrant> entrants;
  std::vector<std::string> labels;  // names without the #2 of a second bot
  bool log = false;
  std::string file;  // of a switch from a file; empty if there is none

  bool has_people() const { return std::ranges::any_of(entrants, &arena::Entrant::is_human); }
  std::uint64_t key() const {
    std::vector<std::string> names;
    for (const arena::Entrant& entrant : entrants) names.push_back(entrant.name);
    return arena::fixture_key(seed, game->info->name, names);
  }
};

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
  for (const arena::Entrant& entrant : request.entrants) request.labels.push_back(entrant.name);
  number_namesakes(request.entrants);
  return {};
}

// A switch from a file, typed as --NAME FILE.
struct FileSwitch {
  Switches switches;
  std::string file;
};

std::expected<FileSwitch, Problem> file_switch(const arena::GameModule& game,
                                               const PlayArguments& arguments) {
  FileSwitch found;
  std::vector<std::string> known;
  for (const SwitchFile& of : game.switch_files) known.push_back("--" + std::string(of.name));
  for (const auto& [name, file] : arguments.files) {
    if (!file) continue;
    const auto of = std::ranges::find(game.switch_files, name, &SwitchFile::name);
    if (of == game.switch_files.end())
      return std::unexpected(
          Problem{fmt::format("--{} is not for {}{}", name, game.info->name,
                              known.empty() ? "" : suggestion("--" + name, known))});
    if (arguments.games.value_or("1") != "1")
      return std::unexpected(Problem{fmt::format("--{} is for one game: leave --games out", name)});
    const auto text = read_file(*file, of->bytes_max);
    if (!text)
      return std::unexpected(
          Problem{fmt::format("--{}: cannot read '{}': {}", name, *file, text.error())});
    auto value = of->read(*text, *file);
    if (!value) return std::unexpected(std::move(value).error());
    found.switches.emplace(name, *std::move(value));
    found.file = *file;
  }
  return found;
}

std::expected<PlayRequest, Problem> read_request(const PlayArguments& arguments) {
  const auto game = game_named(*arguments.game);
  if (!game) return std::unexpected(game.error());
  auto from_file = file_switch(**game, arguments);
  if (!from_file) return std::unexpected(std::move(from_file).error());
  auto asked = read_game(**game, arguments, {}, from_file->switches);
  if (!asked) return std::unexpected(std::move(asked).error());
  PlayRequest request{*std::move(asked), {}, {}, arguments.log, std::move(from_file->file)};
  if (request.game->has_substitute) request.conditions.faults.illegal = arena::Sanction::substitute;
  if (const auto seated = seat_players(request, arguments); !seated)
    return std::unexpected(seated.error());
  if (request.has_people() && !arguments.seed) randombytes_buf(&request.seed, sizeof request.seed);
  return request;
}

// Returns a game's result as JSON; figures without a group are next to the points.
Json json_of(const arena::GameReport& report, const std::vector<std::string>& labels) {
  Json seats = Json::array();
  for (std::size_t seat = 0; seat < report.points.size(); ++seat) {
    Json out{{"bot", labels[report.entrants[seat]]}, {"points", report.points[seat]}};
    for (const Figure& figure : report.figures[seat]) {
      Json& at = figure.group.empty() ? out : out[std::string(figure.group)];
      at[std::string(figure.name)] = figure.value ? Json(*figure.value) : Json();
    }
    seats.push_back(std::move(out));
  }
  return {{"seats", std::move(seats)}};
}

void print_json(const Json& games) {
  fmt::print("{}\n", Json{{"schema", report::schema::play}, {"games", games}}.dump(
                         2, ' ', false, Json::error_handler_t::replace));
}

constexpr std::size_t log_bytes_max = 1000;  // per line, which may quote a bot

struct Part {
  arena::BatchResult result;
  std::string log;
  Json games = Json::array();
};

Part play_part(const PlayRequest& request, std::uint32_t first_game, std::uint32_t games,
               arena::IdleProcesses& idle) {
  std::vector<const arena::Entrant*> entrants;
  for (const arena::Entrant& entrant : request.entrants) entrants.push_back(&entrant);
  const arena::Batch batch{.key = request.key(),
                           .first_game = first_game,
                           .games = games,
                           .entrants = entrants,
                           .rotates = entrants.size() == 2,
                           .idle = &idle};
  Part part;
  arena::Observer observer;
  if (request.log)
    observer.log = [&](std::string_view text) { part.log += printable_lines(text, log_bytes_max); };
  if (request.form == Form::json)
    observer.game_over = [&](const arena::GameReport& report) {
      part.games.push_back(json_of(report, request.labels));
    };
  try {
    part.result = request.any_game->play(batch, request.conditions,
                                         observer.log || observer.game_over ? &observer : nullptr);
  } catch (const ListRanOut&) {
    fmt::print("{}", part.log);
    throw;
  }
  return part;
}

std::string summary(const PlayRequest& request, const std::vector<tournament::Tally>& tallies,
                    bool coloured) {
  const Unit unit = request.game->info->unit;
  std::vector<std::string> heading{"bot", "games", "won", "tied", "lost", "faults"};
  if (unit.adds_up)
    heading.emplace_back(unit.name);
  else if (!unit.name.empty())
    heading.insert(heading.end(), {"mean", "best"});
  report::TextTable table(std::move(heading));
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const tournament::Tally& tally = tallies[i];
    std::vector<std::string> row{request.entrants[i].name};
    for (const std::int64_t number :
         {tally.games, tally.won, tally.tied, tally.lost(), tally.faults})
      row.push_back(grouped(number));
    if (unit.adds_up)
      row.push_back(grouped(tally.sum));
    else if (!unit.name.empty())
      row.insert(row.end(), {fmt::format("{:.2f}", report::mean(tally)),
                             std::to_string(tally.best.value_or(0))});
    table.add(std::move(row));
  }
  return table.text(coloured);
}

Exit play_bots(const PlayRequest& request) {
  say_sandbox(request.conditions, request.entrants);
  if (!build_all(request.conditions, request.entrants)) return Exit::could_not;
  // A bot that remembers a pairing plays all its games with one process; one that keeps files plays
  // one game at a time, in order.
  const bool whole = std::ranges::any_of(request.entrants, [](const arena::Entrant& entrant) {
    return entrant.state() == runner::StateScope::pairing;
  });
  const std::uint32_t games_a_task = whole ? request.games : games_a_task_max;
  const std::uint32_t tasks = (request.games - 1) / games_a_task + 1;
  auto all = tournament::BatchResult::none(0, request.entrants.size());
  Json games = Json::array();
  arena::IdleProcesses idle;
  std::vector<int> claims;
  for (std::size_t i = 0; i < request.entrants.size(); ++i)
    if (request.entrants[i].state() == runner::StateScope::folder)
      claims.push_back(static_cast<int>(i));
  arena::work_in_order(
      tasks, request.jobs, [&](std::size_t) { return std::span<const int>(claims); },
      [&](std::size_t task) {
        const auto first = static_cast<std::uint32_t>(task) * games_a_task;
        return play_part(request, first, std::min(games_a_task, request.games - first), idle);
      },
      [&](std::size_t, Part part) {
        part.result.bytes.clear();
        all.add(std::move(part.result));
        for (Json& game : part.games) games.push_back(std::move(game));
        fmt::print(request.form == Form::json ? stderr : stdout, "{}", part.log);
        return true;
      });
  if (request.form == Form::json) {
    print_json(games);
  } else if (!request.log || request.games > 1) {
    fmt::print("{}{}{}", request.log ? "\n" : "",
               summary(request, all.tallies, colours(STDOUT_FILENO)),
               report::faults_text(request.entrants, all.notes));
  }
  return Exit::ran;
}

std::vector<std::string> person_names(const std::string& typed) {
  std::vector<std::string> names;
  for (std::size_t from = 0; from <= typed.size();) {
    const std::size_t comma = std::min(typed.find(',', from), typed.size());
    names.emplace_back(trimmed(std::string_view(typed).substr(from, comma - from)));
    from = comma + 1;
  }
  return names;
}

// Returns the record of a new game.
std::expected<Record, Problem> fresh_record(const PlayRequest& request,
                                            const std::optional<std::string>& names) {
  Record record{.game = std::string(request.game->info->name),
                .rules = std::string(request.any_game->rules_name()),
                .switches = request.any_game->switches(),
                .luck_key = request.key(),
                .luck_game = 0,
                .players = {},
                .steps = {},
                .points = {}};
  std::vector<std::string> given;
  if (names) given = person_names(*names);
  std::size_t people = 0;
  for (const arena::Entrant& entrant : request.entrants) {
    std::string name = entrant.name;
    if (entrant.is_human())
      name = people < given.size() ? given[people]
                                   : fmt::format("Player {}", record.players.size() + 1);
    people += entrant.is_human();
    if (entrant.is_process())
      return std::unexpected(
          Problem{"people play with house bots and each other; '" + name + "' is a folder"});
    if (const std::string why = arena::name_refusal(name); !why.empty())
      return std::unexpected(Problem{"--names: " + why});
    record.players.push_back(
        {entrant.is_human() ? "human" : std::get<arena::HousePlayer>(entrant.player).bot, name});
  }
  if (given.size() > people)
    return std::unexpected(
        Problem{fmt::format("--names: {} names for {} people", given.size(), people)});
  return record;
}

std::expected<std::unique_ptr<arena::AnyGame>, Problem> game_for(const Record& record) {
  const auto game = arena::find_game(record.game);
  if (!game) return std::unexpected(game.error());
  for (const Record::Player& player : record.players) {
    if (const auto known = cli::player(**game, player.player); !known || known->is_process())
      return std::unexpected(Problem{"there is no player '" + player.player + "'"});
    if (const std::string why = arena::name_refusal(player.name); !why.empty())
      return std::unexpected(Problem{why});
  }
  auto any_game = (*game)->under(record.rules, record.switches);
  if (!any_game) return any_game;
  if (const auto fits = (*any_game)->check(record); !fits) return std::unexpected(fits.error());
  return any_game;
}

Outcome play_people(const PlayRequest& request, const PlayArguments& arguments) {
  auto first = fresh_record(request, arguments.names);
  if (!first) return std::unexpected(first.error());
  std::FILE* screen = request.form == Form::json ? stderr : stdout;
  Json games = Json::array();
  const Acceptable acceptable = [](const Record& record) -> std::expected<void, Problem> {
    if (const auto found = game_for(record); !found) return std::unexpected(found.error());
    return {};
  };
  const auto title_of = [](const arena::AnyGame& game, const Record& of) {
    return fmt::format("{}, {}. Type help for what you can do. Key {:016x}.", game.info().title,
                       game.rules_name(), of.luck_key);
  };
  Console console(screen, arguments.ascii);
  if (!console.redraws()) console.print(title_of(*request.any_game, *first) + "\n\n");
  Record record = *std::move(first);
  Exit exit = Exit::ran;
  std::optional<Problem> ran_out;  // of the list in the file
  std::string file = request.file.empty() ? "" : request.file + ": ";
  while (true) {
    const auto any_game = game_for(record);
    if (!any_game) {
      ran_out = Problem{file + any_game.error().text};
      break;
    }
    for (const Record::Player& player : record.players)
      prepare(**any_game, player.player, static_cast<int>(record.players.size()));
    const std::string title = title_of(**any_game, record);
    const auto game_session = (*any_game)->open(std::move(record));
    Departure left{};
    auto wish = Wish::another;
    try {
      do {
        left = play_at_terminal(*game_session, console, title, acceptable, wish == Wish::this_one);
        if (left.why != Departure::Why::game_over) break;
        games.push_back(json_of(game_session->report(), names_of(left.record)));
        wish = ask_wish(*game_session, console, title);
        if (wish == Wish::this_one) games.erase(games.size() - 1);
      } while (wish == Wish::this_one);
    } catch (const ListRanOut& list) {
      ran_out = Problem{file + list.what()};
      break;
    }
    using enum Departure::Why;
    if (left.why == quit) break;
    if (left.why == input_ended) {
      console.print("");  // so that the message is not on a screen that goes away
      say("hilltop: the input ended before the game was over\n");
      exit = Exit::could_not;
      break;
    }
    if (left.why == game_over && wish == Wish::none) break;
    record = std::move(left.record);
    if (left.why == loaded) file.clear();
    if (left.why == loaded) continue;
    record.undone = 0;
    record.steps.clear();
    record.points.clear();
    ++record.luck_game;
  }
  if (request.form == Form::json) print_json(games);
  if (ran_out) return std::unexpected(*ran_out);
  return exit;
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
    return play_bots(*request);
  } catch (const ListRanOut& ran_out) {
    return std::unexpected(
        Problem{(request->file.empty() ? "" : request->file + ": ") + ran_out.what()});
  }
}

}  // namespace hilltop::cli
