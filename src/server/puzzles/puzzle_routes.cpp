#include "server/puzzles/puzzle_routes.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "arena/puzzle_stock.hpp"
#include "core/text.hpp"
#include "report/analysis.hpp"
#include "server/json.hpp"

namespace hilltop::server {
namespace {

constexpr std::size_t puzzle_answer_bytes_max = 1024;
constexpr std::int64_t day_seconds = 24 * 60 * 60;

// A puzzle that a request names.
struct NamedPuzzle {
  const arena::GameModule& game;
  std::size_t number, count;
  const arena::StockedPuzzle& puzzle;
};

std::expected<NamedPuzzle, Response> puzzle_of(const Exchange& exchange) {
  const auto game = arena::find_game(exchange.matched[0]);
  if (!game) return std::unexpected(error(404, game.error()));
  if ((*game)->puzzles == nullptr)
    return std::unexpected(error(404, "there are no puzzles of this game"));
  const auto& puzzles = arena::stock_of(**game).puzzles;
  const auto number = number_in<std::size_t>(exchange.matched[1]);
  if (!number || *number < 1 || *number > puzzles.size())
    return std::unexpected(
        error(404, fmt::format("there is no such puzzle; the last one is {}", puzzles.size())));
  return NamedPuzzle{**game, *number, puzzles.size(), puzzles[*number - 1]};
}

Json json_of_choice(const arena::JudgedAnswer& choice, const arena::PuzzlePart& part) {
  return {{"typed", choice.typed},
          {"lost", report::json_by_worth(choice.lost, part.costs)},
          {"line", choice.line}};
}

void list_puzzles(Exchange exchange) {
  const std::int64_t day = arena::today();
  Json games = Json::array();
  for (const arena::GameModule& game : arena::catalog()) {
    if (game.puzzles == nullptr) continue;
    const std::size_t count = arena::stock_of(game).puzzles.size();
    games.push_back({{"game", game.info->name},
                     {"title", game.info->title},
                     {"count", count},
                     {"today", arena::puzzle_of_day(count, day)}});
  }
  exchange.reply(json_response({{"schema", "hilltop/puzzles/1"},
                                {"day", iso_time(day * day_seconds).substr(0, 10)},
                                {"games", std::move(games)}}));
}

void show_puzzle(Exchange exchange) {
  const auto named = puzzle_of(exchange);
  if (!named) return exchange.reply(named.error());
  const arena::PuzzlePart& part = *named->game.puzzles;
  const auto game = named->game.under(part.rule_set, {}).value();
  const auto session = game->open(arena::for_people(named->puzzle, named->game));
  Json costs = Json::array();
  for (const WorthInfo& cost : part.costs)
    costs.push_back({{"worth", cost.name}, {"unit", cost.unit}, {"is_share", cost.is_share}});
  const int plies = named->puzzle.about.plies;
  exchange.reply(json_response({{"schema", "hilltop/puzzle/1"},
                                {"game", named->game.info->name},
                                {"title", named->game.info->title},
                                {"rules", part.rule_set},
                                {"number", named->number},
                                {"count", named->count},
                                {"plies", plies == 0 ? Json(nullptr) : Json(plies)},
                                {"found_by", named->puzzle.about.found_by},
                                {"bots", part.bots.size()},
                                {"costs", std::move(costs)},
                                {"asks", session->prompt().asks},
                                {"scene", session->scene(session->pending(), Moment::deciding)}}));
}

void judge_answer(Exchange exchange) {
  const auto named = puzzle_of(exchange);
  if (!named) return exchange.reply(named.error());
  const Json wish = Json::parse(exchange.request.body, nullptr, false);
  if (!wish.is_object() || !wish.contains("answer") || !wish["answer"].is_string())
    return exchange.reply(error(400, "the body is not a JSON object with an answer"));
  const arena::PuzzlePart& part = *named->game.puzzles;
  const auto judge = part.judge();
  const auto answer = judge->judge(named->puzzle.record, text_in(wish, "answer"));
  if (!answer) return exchange.reply(error(422, answer.error()));
  Json choices = Json::array();
  for (const arena::JudgedAnswer& choice : judge->compare(named->puzzle.record))
    choices.push_back(json_of_choice(choice, part));
  exchange.reply(json_response({{"schema", "hilltop/puzzle-answer/1"},
                                {"right", answer->is_best},
                                {"choice", json_of_choice(*answer, part)},
                                {"best", std::move(choices)}}));
}

}  // namespace

std::vector<Route> puzzle_routes() {
  using enum Method;
  using enum Who;
  using enum Takes;
  return {
      {get, "/api/puzzles", anyone, a_while, 0,
       "The games that have puzzles, with the number of today's.", list_puzzles},
      {get, "/api/puzzles/{game}/{number}", anyone, a_while, 0,
       "A puzzle: the position as its player sees it.", show_puzzle},
      {post, "/api/puzzles/{game}/{number}", anyone, longer, puzzle_answer_bytes_max,
       "Judges an answer, and tells the right one.", judge_answer},
  };
}

}  // namespace hilltop::server
