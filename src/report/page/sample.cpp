#include "report/page/sample.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "report/game_name.hpp"

namespace hilltop::report {
namespace {

using tournament::EntryId;
using tournament::Fixture;
using tournament::Result;

// Returns the first games of a fixture.
std::vector<arena::GameResult> first_games(const StoredContest& stored, const Fixture& fixture,
                                           arena::Batch batch, std::uint32_t games) {
  std::vector<arena::GameResult> kept = stored.results(fixture);
  kept.resize(std::min<std::size_t>(kept.size(), games));
  if (!kept.empty()) return kept;
  batch.games = games;
  return arena::game_results(stored.contest.any_game->play(batch, stored.contest.conditions).bytes,
                             fixture.entries.size(), games);
}

// Returns a game with its log and tables.
std::expected<ShownGame, Problem> shown(const StoredContest& stored, const Fixture& fixture,
                                        std::uint32_t game) {
  std::vector<const arena::Entrant*> entrants;
  const arena::Batch batch = stored.batch_to(fixture, game, entrants);
  ShownGame shown{
      name_of_game(stored.contest, fixture, game), by_seat(fixture, batch, game), {}, {}, {}};
  arena::Observer observer;
  std::uint32_t now = batch.first_game;
  observer.game_over = [&](const arena::GameReport&) { ++now; };
  observer.log = [&](std::string_view text) {
    if (now == game) shown.told.emplace_back(text);
  };
  observer.table = [&](std::string_view text) {
    if (now != game) return;
    if (shown.told.back().empty())  // the logs of some games have no closing
      shown.told.pop_back();
    else
      shown.tables.emplace_back(text);
  };
  std::vector<std::uint8_t> bytes;
  if (stored.cache().deterministic(fixture)) {
    bytes = stored.contest.any_game->play(batch, stored.contest.conditions, &observer).bytes;
  } else {
    now = game;
    const auto record = stored.game(fixture, game);
    if (!record) return std::unexpected(record.error());
    auto replayed = stored.contest.any_game->replay(*record, &observer);
    if (!replayed)
      return std::unexpected(Problem{shown.name + ": " + std::move(replayed).error().text});
    bytes = std::move(replayed->bytes);
  }
  for (arena::GameResult& result : arena::game_results(bytes, fixture.entries.size(), batch.games))
    shown.result = std::move(result);
  shown.result.points.resize(fixture.entries.size());
  return shown;
}

std::size_t bytes_of(const ShownGame& game) {
  std::size_t bytes = 0;
  for (const auto* texts : {&game.told, &game.tables})
    for (const std::string& text : *texts) bytes += text.size();
  return bytes;
}

// Returns the indexes of the results, those of the best bots first.
std::vector<std::size_t> best_first(const StoredContest& stored,
                                    const arena::ContestReport& report) {
  std::vector<std::size_t> place(stored.contest.entrants.size(), report.rows.size());
  for (std::size_t row = 0; row < report.rows.size(); ++row)
    place[static_cast<std::size_t>(report.rows[row].entry)] = row;
  const auto worst_of = [&](std::size_t number) {
    std::size_t worst = 0;
    for (const EntryId entry : report.concluded.standings.results[number].fixture.entries)
      worst = std::max(worst, place[static_cast<std::size_t>(entry)]);
    return worst;
  };
  std::vector<std::size_t> order(report.concluded.standings.results.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, worst_of);
  return order;
}

}  // namespace

Measured measured(const StoredContest& stored, const arena::ContestReport& report) {
  Measured measured{std::vector<Measured::Of>(stored.contest.entrants.size()), 0, 0};
  const std::vector<Result>& results = report.concluded.standings.results;
  const std::uint64_t share =
      std::max<std::uint64_t>(1, games_measured_max / std::max<std::size_t>(1, results.size()));
  for (const Result& result : results) {
    const Fixture& fixture = result.fixture;
    measured.of_games += fixture.games;
    if (measured.games >= games_measured_max) continue;
    std::vector<const arena::Entrant*> entrants;
    const arena::Batch batch = batch_of(stored.contest, fixture, entrants);
    const auto games = static_cast<std::uint32_t>(std::min<std::uint64_t>(share, fixture.games));
    std::uint32_t game = fixture.first_game;
    for (const arena::GameResult& played : first_games(stored, fixture, batch, games)) {
      const std::vector<EntryId> seated = by_seat(fixture, batch, game++);
      for (std::size_t seat = 0; seat < seated.size(); ++seat) {
        Measured::Of& of = measured.entries[static_cast<std::size_t>(seated[seat])];
        of.points.push_back(played.points[seat]);
        of.decisions.push_back(static_cast<int>(played.decisions));
      }
      ++measured.games;
    }
  }
  return measured;
}

std::expected<std::vector<ShownGame>, Problem> shown_games(const Summary& summary,
                                                           std::span<const FaultGroup> faults) {
  const StoredContest& stored = *summary.stored;
  const std::vector<Result>& results = summary.report.concluded.standings.results;
  const std::vector<std::size_t> order = best_first(stored, summary.report);
  std::map<std::pair<std::size_t, std::uint32_t>, ShownGame> games;  // by result and number
  std::size_t bytes = 0;
  const auto full = [&] { return games.size() >= games_shown_max || bytes >= shown_bytes_max; };
  const auto add = [&](std::size_t number, std::uint32_t game) -> std::expected<void, Problem> {
    if (games.contains({number, game})) return {};
    auto found = shown(stored, results[number].fixture, game);
    if (!found) return std::unexpected(std::move(found).error());
    bytes += bytes_of(*found);
    games.emplace(std::pair(number, game), *std::move(found));
    return {};
  };
  std::vector<KeptFault> first_faults;
  for (const FaultGroup& group : faults)
    if (!group.kept.empty()) first_faults.push_back(group.kept.front());
  for (const std::size_t number : order)
    if (const auto& notes = results[number].notes; !notes.empty())
      first_faults.push_back({&notes.front(), &results[number]});
  for (const auto& [note, result] : first_faults)
    if (!full() && games.size() < games_shown_of_faults_max)
      if (auto added = add(static_cast<std::size_t>(result - results.data()), note->game); !added)
        return std::unexpected(added.error());
  for (std::uint32_t turn = 0; turn < games_shown_of_a_fixture_max; ++turn)
    for (const std::size_t number : order)
      if (!full() && turn < results[number].fixture.games)
        if (auto added = add(number, results[number].fixture.first_game + turn); !added)
          return std::unexpected(added.error());
  std::vector<ShownGame> in_order;
  for (auto& [place, game] : games) in_order.push_back(std::move(game));
  return in_order;
}

}  // namespace hilltop::report
