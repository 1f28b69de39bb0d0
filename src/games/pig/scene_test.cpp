#include "games/pig/scene.hpp"

#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "core/source_dir_for_test.hpp"
#include "games/pig/position_for_test.hpp"
#include "games/pig/screen.hpp"
#include "games/pig/text.hpp"
#include "match/scene_laws.hpp"

namespace hilltop::pig::scene_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };

TEST(Scene, OffersWhatIsLegal) {
  const auto compose = [](const Json& table, Move move) {
    return table["answers"][move == Move::roll ? "roll" : "hold"].get<std::string>();
  };
  const auto offered = [](const Json& table) {
    std::vector<std::string> lines;
    for (const Json& answer : table["answers"])
      if (!answer.is_null()) lines.push_back(answer);
    return lines;
  };
  for (const int seats : {2, 3, 10})
    for (std::uint64_t seed = 0; seed < (sanitized ? 2 : 5); ++seed)
      check_scenes<Scene, Screen>("pig", rules_to(30), seats, seed, compose, offered, expect);
}

const auto folder = source_dir() / "src/games/pig/golden";

TEST(Scene, IsAsItWas) {
  const std::vector<ScenePosition> positions{
      {"begin", "standard", 0, Seat(0)},   {"rolled", "standard", 1, Seat(0)},
      {"waiting", "standard", 1, Seat(1)}, {"watched", "standard-four", 30},
      {"left", "target-50-left", 20},      {"over", "standard", at_the_end}};
  check_golden_scenes<Rules, Text, Scene>("pig", folder, positions, Rules::under, expect);
}

TEST(Scene, TellsRollsAndHolds) {
  const Rules rules = rules_to(20);
  const State start = rules.start(2, any_luck);
  Scene::Teller teller(rules, 2, luck_of(start, "6 5 hold 4 1 6 4"));
  teller.opening();
  const auto told = [&](int seat, Move move) {
    return teller.played(Seat(static_cast<std::uint8_t>(seat)), move);
  };
  EXPECT_EQ(told(0, Move::roll),
            (Json{{{"key", "pig.rolled"}, {"seat", 0}, {"die", 6}, {"turn_total", 6}}}));
  told(0, Move::roll);
  EXPECT_EQ(told(0, Move::hold),
            (Json{{{"key", "pig.held"}, {"seat", 0}, {"held", 11}, {"score", 11}}}));
  told(1, Move::roll);
  EXPECT_EQ(told(1, Move::roll),
            (Json{{{"key", "pig.lost_turn"}, {"seat", 1}, {"die", 1}, {"score", 0}}}));
  told(0, Move::roll);
  told(0, Move::roll);
  EXPECT_EQ(told(0, Move::hold).back(), (Json{{"key", "pig.won"}, {"seat", 0}, {"score", 21}}));
}

}  // namespace
}  // namespace hilltop::pig::scene_test
