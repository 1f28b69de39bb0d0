#include "server/contests/upsets.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hilltop::server::upsets_test {
namespace {

constexpr std::int64_t noon_s = 1'000'000;

Json pair(const char* a, const char* b, int games, int a_won, int tied = 0) {
  return {{"a", a},         {"b", b},       {"games", games},
          {"a_won", a_won}, {"tied", tied}, {"b_won", games - a_won - tied}};
}

// Ace is rated highest, and cub lowest.
Json document(Json pairs) {
  return {{"ratings",
           {{{"bot", "ace"}, {"elo", 200.0}},
            {{"bot", "bee"}, {"elo", 100.0}},
            {{"bot", "cub"}, {"elo", 0.0}}}},
          {"pairs", std::move(pairs)}};
}

std::function<FirstRun()> began(std::int64_t time_s) {
  return [=] { return [=](const std::string&, const std::string&) { return time_s; }; };
}

FirstRun asked_again() {
  ADD_FAILURE() << "the runs are read once";
  return {};
}

TEST(Upsets, AreWonByTheBotThatIsRatedLowerTheGreatestFirst) {
  const Json pairs = Json::array(
      {pair("ace", "bee", 10, 4), pair("cub", "ace", 10, 6, 1), pair("bee", "cub", 10, 8)});
  EXPECT_EQ(Upsets().of(document(pairs), noon_s, began(noon_s)), (Json{{{"winner", "cub"},
                                                                        {"loser", "ace"},
                                                                        {"by", 200.0},
                                                                        {"games", 10},
                                                                        {"won", 6},
                                                                        {"tied", 1}},
                                                                       {{"winner", "bee"},
                                                                        {"loser", "ace"},
                                                                        {"by", 100.0},
                                                                        {"games", 10},
                                                                        {"won", 6},
                                                                        {"tied", 0}}}));
}

TEST(Upsets, NeedARatingOfBothAndAWinner) {
  const auto found = [](Json pairs) {
    return Upsets().of(document(std::move(pairs)), noon_s, began(noon_s));
  };
  EXPECT_EQ(found(Json::array({pair("ace", "bee", 10, 4, 2)})), Json::array());
  EXPECT_EQ(found(Json::array({pair("new", "ace", 10, 9)})), Json::array());
  EXPECT_EQ(found(Json::array()), Json::array());
  Json of_everyone = document(Json::array());
  of_everyone.erase("pairs");
  EXPECT_EQ(Upsets().of(of_everyone, noon_s, began(noon_s)), Json::array());
}

TEST(Upsets, AreAtMostAFew) {
  Json pairs = Json::array(), ratings = Json::array();
  for (int bot = 0; bot < 9; ++bot) {
    const std::string name(1, static_cast<char>('a' + bot));
    ratings.push_back({{"bot", name}, {"lead", bot}});
    pairs.push_back(pair("zero", name.c_str(), 3, 3));
  }
  ratings.push_back({{"bot", "zero"}, {"lead", -1}});
  const Json found = Upsets().of({{"ratings", ratings}, {"pairs", pairs}}, noon_s, began(noon_s));
  ASSERT_EQ(found.size(), upsets_max);
  EXPECT_EQ(found[0]["loser"], "i");
}

TEST(Upsets, LastADayFromTheFirstRunOfBoth) {
  const Json one = document(Json::array({pair("ace", "bee", 10, 4)}));
  Upsets upsets;
  EXPECT_EQ(upsets.of(one, noon_s, began(noon_s - 10)).size(), 1u);
  EXPECT_EQ(upsets.fresh_until_s(), noon_s - 10 + upset_lasts_s);
  EXPECT_EQ(upsets.of(one, noon_s - 11 + upset_lasts_s, asked_again).size(), 1u);
  EXPECT_EQ(upsets.of(one, noon_s - 10 + upset_lasts_s, asked_again).size(), 0u);
  EXPECT_EQ(Upsets().of(one, noon_s, began(0)).size(), 0u) << "of an older version";
}

TEST(Upsets, ArePlayedWhenTheirPairingGrowsHoweverOldTheRunIs) {
  const auto run = began(noon_s - 3 * upset_lasts_s);
  Upsets upsets;
  const Json before = document(Json::array({pair("ace", "bee", 10, 4), pair("ace", "cub", 10, 4)}));
  EXPECT_EQ(upsets.of(before, noon_s, run), Json::array());
  const Json grown = document(Json::array({pair("ace", "bee", 20, 8), pair("ace", "cub", 10, 4)}));
  const Json found = upsets.of(grown, noon_s + 60, asked_again);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]["winner"], "bee");
  EXPECT_EQ(found[0]["games"], 20);
  EXPECT_EQ(upsets.fresh_until_s(), noon_s + 60 + upset_lasts_s);
}

}  // namespace
}  // namespace hilltop::server::upsets_test
