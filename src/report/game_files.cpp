#include "report/game_files.hpp"

#include <bit>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "arena/batch_of.hpp"
#include "core/winners.hpp"
#include "report/game_name.hpp"
#include "report/schemas.hpp"

namespace hilltop::report {
namespace {

using tournament::Fixture;
using tournament::GameRecord;

std::vector<std::string> names_by_seat(const StoredContest& stored, const Fixture& fixture,
                                       std::uint32_t game) {
  const play::Batch batch = batch_of(stored.contest, fixture);
  std::vector<std::string> names;
  for (const tournament::EntryId entry : by_seat(fixture, batch, game))
    names.push_back(stored.contest.name_of(entry));
  return names;
}

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string_view result_of(int seat, std::uint64_t top) {
  if ((top >> seat & 1) == 0) return "lost";
  return std::has_single_bit(top) ? "won" : "tied";
}

}  // namespace

std::expected<std::string, Problem> file_of_game(const StoredContest& stored,
                                                 const Fixture& fixture, const GameRecord& game,
                                                 const std::string& format) {
  const auto record = stored.record(fixture, game);
  if (!record) return std::unexpected(record.error());
  return stored.contest.any_game->write(
      *record, format,
      {stored.contest.name,
       fmt::format("{}:{}", fmt::join(names_by_seat(stored, fixture, game.game), ","),
                   tournament::number_of(game.game))});
}

std::expected<std::string, Problem> samples_of_game(const StoredContest& stored,
                                                    const Fixture& fixture,
                                                    const GameRecord& game) {
  const auto record = stored.record(fixture, game);
  if (!record) return std::unexpected(record.error());
  const arena::AnyGame& any_game = *stored.contest.any_game;
  const auto replayed = any_game.replay(*record);
  if (!replayed) return std::unexpected(replayed.error());
  std::uint64_t left = 0;
  for (const Record::Step& step : record->steps)
    if (!step.move) left |= std::uint64_t{1} << step.seat;
  const std::uint64_t top = on_top(replayed->points, left);
  const std::vector<std::string> names = names_by_seat(stored, fixture, game.game);
  const std::string name = name_of_game(stored.contest, fixture, game.game);
  std::string lines;
  std::size_t number = 0;
  const auto ok =
      any_game.positions(*record, [&](const std::string& position, const std::string& asked) {
        const Record::Step& step = record->steps[number++];
        if (!step.move) return;
        Json line{{"schema", schema::sample},
                  {"game", name},
                  {"step", number},
                  {"seat", step.seat},
                  {"bot", names[static_cast<std::size_t>(step.seat)]},
                  {"position", position}};
        if (!asked.empty()) line["asked"] = asked;
        line["move"] = *step.move;
        if (step.note && !step.note->eval.empty()) line["eval"] = step.note->eval;
        if (step.note && step.note->depth) line["depth"] = *step.note->depth;
        if (step.note && step.note->nodes) line["nodes"] = *step.note->nodes;
        line["result"] = result_of(step.seat, top);
        line["points"] = replayed->points;
        lines += line_of(line);
      });
  if (!ok) return std::unexpected(ok.error());
  return lines;
}

}  // namespace hilltop::report
