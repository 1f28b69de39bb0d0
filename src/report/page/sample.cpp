#include "report/page/sample.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "arena/batch_of.hpp"
#include "report/changes.hpp"
#include "report/watched.hpp"

namespace hilltop::report {
namespace {

using tournament::EntryId;
using tournament::Fixture;
using tournament::Result;

// Returns the first games of a fixture.
std::vector<play::GameResult> first_games(const StoredContest& stored, const Fixture& fixture,
                                          play::Batch batch, std::uint32_t games) {
  std::vector<play::GameResult> kept = stored.results(fixture);
  kept.resize(std::min<std::size_t>(kept.size(), games));
  if (!kept.empty()) return kept;
  batch.games = games;
  return play::game_results(stored.contest.any_game->play(batch, stored.contest.conditions).bytes,
                            fixture.entries.size(), games);
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
    const play::Batch batch = batch_of(stored.contest, fixture);
    const auto games = static_cast<std::uint32_t>(std::min<std::uint64_t>(share, fixture.games));
    std::uint32_t game = fixture.first_game;
    for (const play::GameResult& played : first_games(stored, fixture, batch, games)) {
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

Json packed(Json game) {
  Json before;
  for (Json& step : game["steps"]) {
    Json scene = std::move(step["scene"]);
    step.erase("scene");
    if (before.is_null()) {
      step["scene"] = scene;
    } else {
      step["changes"] = changes(before, scene);
    }
    before = std::move(scene);
  }
  return game;
}

namespace {

// Collects games, each once, within the limits.
class Sample {
 public:
  explicit Sample(const StoredContest& stored, const std::vector<Result>& results)
      : stored_(stored), results_(results) {}

  bool is_full() const { return games_.size() >= games_shown_max || cut_; }
  std::size_t size() const { return games_.size(); }

  std::expected<void, Problem> add(std::size_t number, std::uint32_t game) {
    if (!seen_.emplace(number, game).second) return {};
    const Fixture& fixture = results_[number].fixture;
    auto found = watched(stored_, fixture, game, std::nullopt);
    if (!found) return std::unexpected(found.error());
    const Json& result = (*found)["steps"].back()["scene"]["result"];
    (*found)["winners"] = result.is_null() ? Json::array() : result["winners"];
    Json shown = packed(*std::move(found));
    const std::size_t bytes = shown.dump(-1, ' ', false, Json::error_handler_t::replace).size();
    cut_ = bytes_ + bytes > shown_bytes_max;
    if (cut_) return {};
    bytes_ += bytes;
    games_.emplace(std::pair(number, game), std::move(shown));
    return {};
  }

  ShownGames in_order() && {
    ShownGames shown{Json::array(), cut_};
    for (auto& [place, game] : games_) shown.games.push_back(std::move(game));
    return shown;
  }

 private:
  const StoredContest& stored_;
  const std::vector<Result>& results_;
  std::set<std::pair<std::size_t, std::uint32_t>> seen_;  // by result and number
  std::map<std::pair<std::size_t, std::uint32_t>, Json> games_;
  std::size_t bytes_ = 0;
  bool cut_ = false;
};

}  // namespace

std::expected<ShownGames, Problem> shown_games(const Summary& summary,
                                               std::span<const FaultGroup> faults) {
  const StoredContest& stored = *summary.stored;
  const std::vector<Result>& results = summary.report.concluded.standings.results;
  Sample sample(stored, results);
  if (!stored.contest.game->has_scenes) return std::move(sample).in_order();
  const std::vector<std::size_t> order = best_first(stored, summary.report);
  std::vector<KeptFault> first_faults;
  for (const FaultGroup& group : faults)
    if (!group.kept.empty()) first_faults.push_back(group.kept.front());
  for (const std::size_t number : order)
    if (const auto& notes = results[number].notes; !notes.empty())
      first_faults.push_back({&notes.front(), &results[number]});
  for (const auto& [note, result] : first_faults)
    if (!sample.is_full() && sample.size() < games_shown_of_faults_max)
      if (auto added = sample.add(static_cast<std::size_t>(result - results.data()), note->game);
          !added)
        return std::unexpected(added.error());
  for (std::uint32_t turn = 0; turn < games_shown_of_a_fixture_max; ++turn)
    for (const std::size_t number : order)
      if (!sample.is_full() && turn < results[number].fixture.games)
        if (auto added = sample.add(number, results[number].fixture.first_game + turn); !added)
          return std::unexpected(added.error());
  return std::move(sample).in_order();
}

}  // namespace hilltop::report
