#pragma once
#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tournament/tournament.hpp"

// Tournaments without games, for tests.
namespace hilltop::tournament {

inline Field field_of(std::vector<std::string> names) {
  Field field{std::move(names), {}};
  for (std::size_t i = 0; i < field.names.size(); ++i)
    field.entries.push_back(static_cast<EntryId>(i));
  return field;
}

// Replaces the arena: `score(entry, game)` is an entry's score in a game.
struct Scripted {
  std::function<int(EntryId, std::uint32_t)> score;
  std::vector<Fixture> played;

  std::vector<Result> operator()(const std::vector<Fixture>& round) {
    std::vector<Result> results;
    for (const Fixture& fixture : round) {
      played.push_back(fixture);
      Result result{fixture, std::vector<Tally>(fixture.entries.size()), {}, {}, {}};
      for (std::uint32_t game = fixture.first_game; game < fixture.first_game + fixture.games;
           ++game)
        add(result, game);
      results.push_back(std::move(result));
    }
    return results;
  }

  void add(Result& result, std::uint32_t game) const {
    std::vector<int> scores;
    for (const EntryId entry : result.fixture.entries) scores.push_back(score(entry, game));
    const int top = std::ranges::max(scores);
    const auto tops = std::ranges::count(scores, top);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const bool on_top = scores[i] == top;
      result.tallies[i].add({1, on_top && tops == 1, on_top && tops > 1, 0, scores[i], scores[i]});
    }
  }
};

using Ranks = std::vector<std::pair<EntryId, int>>;

inline Ranks ranks(const Concluded& c, const Plan& plan) {
  Ranks out;
  for (const Row& row : table(c.standings, c.field, plan)) out.emplace_back(row.entry, row.rank);
  return out;
}

// Returns a field of `bots` contestants whose names sort in the order of the list.
inline Field field_of(int bots) {
  std::vector<std::string> names;
  for (int i = 0; i < bots; ++i) names.push_back("bot " + std::to_string(100 + i));
  return field_of(std::move(names));
}

// Entry 0 is the best seed and always beats the entries after it.
inline Scripted by_seed() {
  return {[](EntryId e, std::uint32_t) { return -e; }, {}};
}

// Gives each entry its strength as the score of every game.
inline Scripted of_strength(std::vector<int> strengths) {
  return {[=](EntryId e, std::uint32_t) { return strengths[static_cast<std::size_t>(e)]; }, {}};
}

// Ties all games.
inline Scripted all_tied() {
  return {[](EntryId, std::uint32_t) { return 0; }, {}};
}

}  // namespace hilltop::tournament
