#include "tournament/formats.hpp"

#include <gtest/gtest.h>
#include <set>

namespace hilltop::tournament::formats_test {
namespace {

TEST(Formats, AreNamedOnceAndComplete) {
  std::set<std::string_view> kinds;
  std::set<Format> known;
  for (const FormatTraits& format : formats()) {
    EXPECT_TRUE(kinds.insert(format.kind).second) << format.kind;
    EXPECT_TRUE(known.insert(format.format).second) << format.kind;
    EXPECT_EQ(&traits_of(format.format), &format);
    EXPECT_FALSE(format.games.empty() || format.about.empty()) << format.kind;
    ASSERT_NE(format.schedule, nullptr) << format.kind;
    EXPECT_EQ(format.round.empty(), format.score.empty()) << format.kind;
  }
  EXPECT_EQ(known.size(), static_cast<std::size_t>(*known.rbegin()) + 1) << "a format has no row";
}

TEST(Formats, GiveEveryGameOfTwoContestantsANumber) {
  for (const FormatTraits& format : formats())
    EXPECT_LE(std::uint64_t{games_max_of(format.format)} * format.matches_of_two_max, games_max);
}

TEST(Formats, ScheduleTheirFirstRound) {
  for (const FormatTraits& format : formats()) {
    const Plan plan{.format = format.format,
                    .sets_to_win = std::max(format.sets_to_win, 1),
                    .challengers = {0}};
    Standings none;
    const auto round = make_schedule(plan, {{"a", "b", "c", "d"}, {0, 1, 2, 3}})->next_round(none);
    ASSERT_FALSE(round.empty()) << format.kind;
    for (const Fixture& fixture : round)
      EXPECT_EQ(fixture.entries.size(), format.one_game_for_all ? 4u : 2u) << format.kind;
  }
}

}  // namespace
}  // namespace hilltop::tournament::formats_test
