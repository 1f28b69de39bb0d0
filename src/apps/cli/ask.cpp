#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/advice.hpp"
#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/last_games.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/store_session.hpp"
#include "arena/save.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "report/fault_text.hpp"
#include "report/game_name.hpp"
#include "report/schemas.hpp"
#include "report/text_table.hpp"

// Putting one position to a bot.
namespace hilltop::cli {
namespace {

using report::shown_bytes_a_line_max;

constexpr std::size_t asked_advice_max = 100;  // choices shown as text

// Returns the record of a game, named `game`, up to a decision.
std::expected<Record, Problem> cut_to(std::expected<Record, Problem> record, std::size_t number,
                                      const std::string& game) {
  if (!record) return record;
  if (number > record->steps.size())
    return std::unexpected(report::no_decision(game, record->steps.size(), number));
  record->steps.resize(number - 1);
  record->points.clear();
  return record;
}

// Returns the record of a stored game up to a decision.
std::expected<Record, Problem> stored_record(const AskArguments& arguments,
                                             const report::DecisionName& decision) {
  const auto stored = open_contest(arguments.store, arguments.contest);
  if (!stored) return std::unexpected(stored.error());
  const auto fixture = report::find_game(stored->contest, decision.game,
                                         stored->report().concluded.standings.results);
  if (!fixture) return std::unexpected(fixture.error());
  return cut_to(stored->game(*fixture, decision.game.game), decision.number,
                report::name_of_game(stored->contest, *fixture, decision.game.game));
}

// Returns the record of one of the last games up to a decision.
std::expected<Record, Problem> last_record(const report::DecisionName& decision) {
  const auto found = last_game(decision.game.game);
  if (!found) return std::unexpected(found.error());
  const auto match = OpenedMatch::of(*(*found)->match);
  if (!match) return std::unexpected(match.error());
  return cut_to(match->record((*found)->game), decision.number,
                fmt::format("{}:{}", last_games_name, tournament::number_of(decision.game.game)));
}

// Returns the record that the position names; nullopt if it is a view.
std::expected<std::optional<Record>, Problem> named_record(const AskArguments& arguments) {
  if (leads_to_file(arguments.position)) return arena::load_record(arguments.position);
  const auto decision = report::read_decision_name(arguments.position);
  if (!decision) return std::nullopt;
  return decision->game.pairing == last_games_name ? last_record(*decision)
                                                   : stored_record(arguments, *decision);
}

std::expected<arena::TypedView, Problem> typed_view(const AskArguments& arguments) {
  if (const std::string why = unprintable(arguments.position); !why.empty())
    return std::unexpected(Problem{"a view is one line of printable text: it has " + why});
  // Views of every game have several words; a single one is a mistyped file or decision.
  if (arguments.position.find(' ') == std::string::npos)
    return std::unexpected(Problem{fmt::format(
        "'{}' is not a position: it is not a file, a decision of a stored game (such as "
        "bold-kid:17/12) or a view, which has several words",
        arguments.position)});
  const auto seats = whole("--seats", arguments.seats, 2, 1, 64);
  if (!seats) return std::unexpected(seats.error());
  return arena::TypedView{arguments.position, static_cast<int>(*seats)};
}

Json json_of(const arena::WrittenAdvice& advice) {
  Json choices = Json::array();
  for (const auto& [move, worth] : advice.choices)
    choices.push_back(
        {{"move", move}, {"worth", worth ? Json(number_in<double>(*worth).value()) : Json()}});
  return {{"by", advice.by},
          {"unit", advice.unit},
          {"note", advice.note},
          {"choices", std::move(choices)}};
}

std::string json(const AskArguments& arguments, const GameRequest& request,
                 const play::Entrant& bot, const arena::AnswerToPosition& answer) {
  const auto shown = [](const std::string& text) {
    return Json(printable(text, shown_bytes_a_line_max));
  };
  return Json{{"schema", report::schema::ask},
              {"bot", bot.name},
              {"game", request.game->info->name},
              {"rules", request.any_game->rules_name()},
              {"position", arguments.position},
              {"asked", shown(answer.asked)},
              {"answer", answer.answer.empty() ? Json() : shown(answer.answer)},
              {"fault", answer.fault ? Json(name(answer.fault->kind)) : Json()},
              {"detail", answer.fault ? shown(answer.fault->detail) : Json()},
              {"ms", std::chrono::duration<double, std::milli>(answer.took).count()},
              {"advice", answer.advice ? json_of(*answer.advice) : Json()}}
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         '\n';
}

// `overheard`: the bot's standard error was shown while it played.
std::string text(const play::Entrant& bot, const arena::AnswerToPosition& answer, bool overheard) {
  std::string out;
  if (!answer.asked.empty())
    out += fmt::format("> {}\n", printable(answer.asked, shown_bytes_a_line_max));
  const double ms = std::chrono::duration<double, std::milli>(answer.took).count();
  if (!answer.answer.empty())
    out += fmt::format("< {}\n", printable(answer.answer, shown_bytes_a_line_max));
  out += fmt::format("{} answered after {:.3f} ms\n", bot.name, ms);
  if (answer.advice) out += text_of_advice(*answer.advice, asked_advice_max);
  if (answer.fault)
    out += fmt::format("! {}\n{}", printable(described(*answer.fault), shown_bytes_a_line_max),
                       overheard ? "" : report::indented(answer.fault->error_output, "    | "));
  return out;
}

}  // namespace

Outcome ask(const AskArguments& arguments) {
  auto record = named_record(arguments);
  if (!record) return std::unexpected(record.error());
  std::optional<std::string> named = arguments.game;
  if (!named && *record && !leads_to_folder(arguments.bot)) named = (*record)->game;
  const auto game = game_of(named, arguments.bot);
  if (!game) return std::unexpected(game.error());
  AskArguments asked = arguments;
  if (!asked.guard.error_output) asked.guard.error_output = "all";
  auto request = read_game(**game, asked, {});
  if (!request) return std::unexpected(request.error());
  const auto bot = cli::bot(**game, arguments.bot);
  if (!bot) return std::unexpected(bot.error());
  std::optional<arena::Position> position;
  std::size_t seats = 0;
  if (*record) {
    if ((*record)->game != (*game)->info->name)
      return std::unexpected(Problem{
          fmt::format("the record is of {} and not of {}", (*record)->game, (*game)->info->name)});
    auto rules = (*game)->under((*record)->rules, (*record)->switches);
    if (!rules) return std::unexpected(rules.error());
    request->any_game = *std::move(rules);
    seats = (*record)->players.size();
    position = **std::move(record);
  } else {
    auto view = typed_view(arguments);
    if (!view) return std::unexpected(view.error());
    seats = static_cast<std::size_t>(view->seats);
    position = *std::move(view);
  }
  if (!bot->is_process()) prepare(*request->any_game, std::vector<play::Entrant>(seats, *bot));
  const std::vector<play::Entrant> bots{*bot};
  if (!build_all(request->conditions, bots)) return Exit::could_not;
  const auto answer = request->any_game->ask(*bot, *position, request->conditions);
  if (!answer) return std::unexpected(answer.error());
  const bool overheard = request->conditions.host.overhears == play::BotHost::Overhears::all;
  fmt::print("{}", request->form == Form::json ? json(arguments, *request, *bot, *answer)
                                               : text(*bot, *answer, overheard));
  if (answer->fault) return Exit::could_not;
  if (!arguments.expect || answer->answer == *arguments.expect) return Exit::ran;
  if (request->form == Form::text) fmt::print("! expected {}\n", *arguments.expect);
  return Exit::could_not;
}

}  // namespace hilltop::cli
