#include "report/game_name.hpp"

#include <gtest/gtest.h>
#include <set>

namespace hilltop::report::game_name_test {
namespace {

using tournament::Fixture;
using tournament::Result;

// A round robin of bots of these names, with two games in each pairing.
struct RoundRobin {
  explicit RoundRobin(const std::vector<std::string>& names) {
    for (const std::string& name : names)
      contest.entrants.push_back({name, "", play::HousePlayer{"kid"}});
    const int bots = static_cast<int>(names.size());
    for (int a = 0; a < bots; ++a)
      for (int b = a + 1; b < bots; ++b)
        results.push_back({.fixture = {.entries = {a, b}, .games = 2},
                           .tallies = {},
                           .notes = {},
                           .fault_counts = {},
                           .disqualified = {},
                           .digest = {}});
  }

  std::string found(const std::string& typed) const {
    const auto name = read_game_name(typed);
    const auto fixture = find_game(contest, name.value(), results);
    if (!fixture) return fixture.error().text;
    return name_of_game(contest, *fixture, name->game);
  }

  arena::Contest contest;
  std::vector<Result> results;
};

TEST(GameName, IsOfOneGame) {
  const RoundRobin all(
      {"a", "b-c", "a,b", "c", "a,b-c", "b", "a\\", "\\,b", "a\\,b", ",", "-", "\\"});
  std::set<std::string> names;
  for (const Result& result : all.results) {
    names.insert(name_of_pairing(all.contest, result.fixture));
    const std::string name = name_of_game(all.contest, result.fixture, 1);
    EXPECT_EQ(all.found(name), name) << "and finds it";
  }
  EXPECT_EQ(names.size(), all.results.size());
}

TEST(GameName, IsTypedAsItIsRead) {
  const RoundRobin plain({"bold", "kid"});
  for (const char* typed : {"bold-kid:2", "kid-bold:2", "bold,kid:2", "kid,bold:2"})
    EXPECT_EQ(plain.found(typed), "bold-kid:2");
  const RoundRobin composed({"J\u00fcrgen", "kid"});
  EXPECT_EQ(composed.found("Ju\u0308rgen-kid:1"), "J\u00fcrgen-kid:1");
  const RoundRobin hyphens({"a-b", "c", "a", "b-c"});
  EXPECT_EQ(hyphens.found("a-b,c:1"), "a-b,c:1");
  EXPECT_EQ(hyphens.found("c-a-b:1"), "a-b,c:1");
  EXPECT_EQ(hyphens.found("a-b-c:1"), "'a-b-c' names several pairings, such as a-b,c and a,b-c");
  EXPECT_NE(plain.found("bold-kit:1").find("did you mean"), std::string::npos);
}

}  // namespace
}  // namespace hilltop::report::game_name_test
