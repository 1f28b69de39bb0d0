#include "report/race.hpp"

#include <algorithm>
#include <bit>

#include "arena/batch_of.hpp"
#include "tournament/formats.hpp"

namespace hilltop::report {
namespace {

using tournament::EntryId;
using tournament::Result;

// Some consecutive games of a result.
struct Part {
  std::uint64_t games = 0;
  std::vector<std::int64_t> won;  // by place in the fixture
};

// Returns the result as `count` parts, in order; as one if its games' results are not stored.
std::vector<Part> parts_of(const StoredContest& stored, const Result& result, std::size_t count) {
  const std::vector<EntryId>& entries = result.fixture.entries;
  const std::vector<play::GameResult> games =
      count > 1 ? stored.results(result.fixture) : std::vector<play::GameResult>();
  if (games.empty() || games.size() != result.fixture.games) {
    Part whole{result.fixture.games, {}};
    for (const tournament::Tally& tally : result.tallies) whole.won.push_back(tally.won);
    return {whole};
  }
  const play::Batch batch = batch_of(stored.contest, result.fixture);
  std::vector<Part> parts(std::min<std::size_t>(count, games.size()));
  for (Part& part : parts) part.won.resize(entries.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    Part& part = parts[i * parts.size() / games.size()];
    ++part.games;
    const std::uint64_t top = play::on_top(games[i]);
    if (std::popcount(top) != 1) continue;
    const EntryId winner =
        by_seat(result.fixture, batch, result.fixture.first_game + static_cast<std::uint32_t>(i))
            .at(static_cast<std::size_t>(std::countr_zero(top)));
    ++part.won[static_cast<std::size_t>(std::ranges::find(entries, winner) - entries.begin())];
  }
  return parts;
}

// Returns the round in which two bots meet if all meet each other and each plays once a round (the
// circle method): all but the last bot sit in a circle, and the last one meets the one that is
// left over.
int round_of(EntryId a, EntryId b, int bots) {
  const int circle = bots % 2 == 0 ? bots - 1 : bots;
  const auto [low, high] = std::minmax(a, b);
  return high == circle ? 2 * low % circle : (low + high) % circle;
}

}  // namespace

std::vector<std::vector<std::size_t>> laps_of(std::span<const Result> results, bool in_rounds) {
  std::vector<std::size_t> left;
  int bots = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].fixture.stage != tournament::Stage::main) continue;
    left.push_back(i);
    bots = std::max(bots, std::ranges::max(results[i].fixture.entries) + 1);
  }
  if (!in_rounds)
    std::ranges::stable_sort(left, {}, [&](std::size_t i) {
      const std::vector<EntryId>& entries = results[i].fixture.entries;
      return entries.size() == 2 ? round_of(entries[0], entries[1], bots) : 0;
    });
  std::vector<std::vector<std::size_t>> laps;
  while (!left.empty()) {
    std::vector<bool> taken(static_cast<std::size_t>(bots));
    std::vector<std::size_t> later, &lap = laps.emplace_back();
    for (const std::size_t i : left) {
      const std::vector<EntryId>& entries = results[i].fixture.entries;
      const bool is_free = std::ranges::none_of(
          entries, [&](EntryId entry) { return taken[static_cast<std::size_t>(entry)]; });
      (is_free ? lap : later).push_back(i);
      for (const EntryId entry : entries)
        if (is_free) taken[static_cast<std::size_t>(entry)] = true;
    }
    left = std::move(later);
  }
  return laps;
}

std::vector<RaceMoment> race_of(const Summary& summary) {
  const std::vector<Result>& results = summary.report.concluded.standings.results;
  const tournament::Format format = summary.contest.plan.format;
  const auto laps = laps_of(results, !tournament::traits_of(format).round.empty());
  RaceMoment now{0, std::vector<std::int64_t>(summary.contest.entrants.size())};
  std::vector<RaceMoment> moments;
  const std::size_t parts_of_a_lap =
      std::max<std::size_t>(1, race_moments_max / std::max<std::size_t>(1, laps.size()));
  // The parts of a lap are moments, or several laps are one moment.
  const std::size_t laps_a_moment = (laps.size() + race_moments_max - 1) / race_moments_max;
  for (std::size_t number = 0; number < laps.size(); ++number) {
    std::vector<std::vector<Part>> parts;
    for (const std::size_t i : laps[number])
      parts.push_back(parts_of(*summary.stored, results[i], parts_of_a_lap));
    for (std::size_t part = 0; part < parts_of_a_lap; ++part) {
      const std::uint64_t before = now.games;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        // A pairing with fewer parts is spread over the lap.
        if ((part + 1) * parts[i].size() / parts_of_a_lap ==
            part * parts[i].size() / parts_of_a_lap)
          continue;
        const Part& played = parts[i][part * parts[i].size() / parts_of_a_lap];
        const std::vector<EntryId>& entries = results[laps[number][i]].fixture.entries;
        now.games += played.games;
        for (std::size_t place = 0; place < entries.size(); ++place)
          now.won[static_cast<std::size_t>(entries[place])] += played.won[place];
      }
      if (now.games > before && (number + 1) % laps_a_moment == 0) moments.push_back(now);
    }
  }
  if (!moments.empty() && moments.back().games < now.games) moments.push_back(now);
  return moments;
}

}  // namespace hilltop::report
