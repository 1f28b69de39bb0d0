#include "server/contests/page_document.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/changes.hpp"

namespace hilltop::server::page_document_test {
namespace {

Json pair(const char* a, const char* b, int games, int a_won, int b_won, int tied) {
  return {{"a", a}, {"b", b}, {"games", games}, {"a_won", a_won}, {"b_won", b_won}, {"tied", tied}};
}

Json document() {
  Json bots = Json::array();
  for (const char* bot : {"a", "b", "c"}) bots.push_back({{"bot", bot}});
  return {{"schema", "hilltop/contest/1"},
          {"bots", std::move(bots)},
          {"standings", Json::array({{{"bot", "c"}}, {{"bot", "a"}}})},
          {"pairs", Json::array({pair("c", "a", 10, 7, 2, 1), pair("b", "c", 5, 1, 4, 0)})},
          {"race",
           {{"unit", "won"},
            {"bots", {"a", "b", "c"}},
            {"points", Json::array({{{"games", 15}, {"points", {2, 1, 11}}}})}}}};
}

TEST(PageDocument, HasPairsInTheOrderOfItsBotsAndTheRaceOfTheBest) {
  const Json page = page_document(document());
  // a and b, a and c, b and c.
  EXPECT_EQ(page["pairs"],
            Json({{"games", {0, 10, 5}}, {"a_won", {0, 2, 1}}, {"tied", {0, 1, 0}}}));
  EXPECT_EQ(page["race"]["bots"], Json({"c", "a"}));
  EXPECT_EQ(page["race"]["points"][0]["points"], Json({11, 2}));
  EXPECT_EQ(page["standings"], document()["standings"]);
}

TEST(PageDocument, OfNoPairsAndNoBotsIsOne) {
  Json none = document();
  none.erase("pairs");
  EXPECT_FALSE(page_document(none).contains("pairs"));
  none["pairs"] = none["bots"] = none["standings"] = Json::array();
  EXPECT_EQ(page_document(none)["pairs"]["games"], Json::array());
}

TEST(PageDocument, AFewGamesMoreAreAFewChanges) {
  Json later = document();
  later["pairs"][0]["games"] = 11;
  later["pairs"][0]["a_won"] = 8;
  EXPECT_EQ(report::changes(page_document(document()), page_document(later)),
            Json({{"pairs", "games", 1, 11}}));
}

}  // namespace
}  // namespace hilltop::server::page_document_test
