#include "games/tictactoe/scene.hpp"

#include <gtest/gtest.h>

#include "core/source_dir_for_test.hpp"
#include "games/tictactoe/screen.hpp"
#include "games/tictactoe/text.hpp"
#include "match/scene_laws.hpp"

namespace hilltop::tictactoe::scene_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };

TEST(Scene, OffersWhatIsLegal) {
  const auto compose = [](const Json& table, Move move) {
    return table["answers"][static_cast<std::size_t>(move.cell - 1)].get<std::string>();
  };
  const auto offered = [](const Json& table) {
    std::vector<std::string> lines;
    for (const Json& answer : table["answers"])
      if (!answer.is_null()) lines.push_back(answer);
    return lines;
  };
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    check_scenes<Scene, Screen>("tictactoe", Rules{}, 2, seed, compose, offered, expect);
}

TEST(Scene, IsAsItWas) {
  const Seat x{0};
  const std::vector<ScenePosition> positions{{"begin", "classic", 0, x},
                                             {"middle", "classic", 4, x},
                                             {"watched", "classic", 4},
                                             {"over", "classic", at_the_end}};
  check_golden_scenes<Rules, Text, Scene>("tictactoe", source_dir() / "src/games/tictactoe/golden",
                                          positions, Rules::under, expect);
}

TEST(Scene, TellsTheEnd) {
  const Rules rules;
  const Chance none(0, 0);
  const auto last_of = [&](std::initializer_list<int> moves) {
    Scene::Teller teller(rules, 2, none);
    Json events;
    int seat = 0;
    for (const int cell : moves) events = teller.played(Seat(seat++ % 2), {cell});
    return events.back();
  };
  EXPECT_EQ(last_of({1, 4, 2, 5, 3}),
            (Json{{"key", "tictactoe.won"}, {"seat", 0}, {"line", {1, 2, 3}}}));
  EXPECT_EQ(last_of({5, 1, 2, 8, 4, 6, 3, 7, 9}), (Json{{"key", "tictactoe.tied"}}));
  Scene::Teller left(rules, 2, none);
  EXPECT_EQ(left.retired(Seat(0)),
            (Json{{{"key", "tictactoe.left"}, {"seat", 0}},
                  {{"key", "tictactoe.won"}, {"seat", 1}, {"line", Json::array()}}}));
}

}  // namespace
}  // namespace hilltop::tictactoe::scene_test
