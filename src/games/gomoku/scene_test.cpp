#include "games/gomoku/scene.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "core/source_dir_for_test.hpp"
#include "games/gomoku/positions.hpp"
#include "games/gomoku/screen.hpp"
#include "games/gomoku/text.hpp"
#include "match/scene_laws.hpp"

namespace hilltop::gomoku::scene_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };

// The form of a move, and its stones in the order in which a person lays them.
struct Parts {
  std::string form;
  std::vector<Point> points;
};

struct PartsOf {
  Parts operator()(const Open& move) const {
    return {"open", {move.first_black, move.second_black, move.white}};
  }
  Parts operator()(const TakeBlack&) const { return {"take_black", {}}; }
  Parts operator()(const TakeWhite& move) const { return {"take_white", {move.white}}; }
  Parts operator()(const PlaceTwo& move) const { return {"place_two", {move.black, move.white}}; }
  Parts operator()(const PickColour& move) const {
    return {move.colour == Colour::black ? "pick_black" : "pick_white", {}};
  }
  Parts operator()(const Place& move) const { return {"lay", {move.point}}; }
};

// Writes an answer as docs/scenes.md says: the word of the form, and the stones.
std::string written(const Json& form, const std::vector<Point>& points) {
  std::string line = form["word"];
  for (const Point point : points)
    line += ' ' + std::to_string(point.x) + ' ' + std::to_string(point.y);
  return line;
}

std::string composed(const Json& table, const Move& move) {
  const Parts parts = std::visit(PartsOf{}, move);
  for (const Json& form : table["answers"])
    if (form["id"] == parts.form && form["stones"].size() == parts.points.size())
      return written(form, parts.points);
  return {};
}

// Lays the stones of every form on free points, beginning with each of them in turn.
std::vector<std::string> offered(const Json& table) {
  std::vector<Point> free;
  const int size = table["size"];
  for (int x = 0; x < size; ++x)
    for (int y = 0; y < size; ++y)
      if (table["board"][static_cast<std::size_t>(y)]
                  .get<std::string>()[static_cast<std::size_t>(x)] == '.' &&
          !std::ranges::count(table["forbidden"], Json{{"x", x}, {"y", y}}))
        free.push_back({x, y});
  std::vector<std::string> lines;
  for (const Json& form : table["answers"])
    for (std::size_t first = 0; first < free.size(); ++first) {
      std::vector<Point> points;
      for (std::size_t i = 0; i < form["stones"].size(); ++i)
        points.push_back(free[(first + 7 * i) % free.size()]);
      if (points.size() <= free.size()) lines.push_back(written(form, points));
    }
  return lines;
}

TEST(Scene, OffersWhatIsLegal) {
  for (const Rules& rules : {koth, swap2})
    for (std::uint64_t seed = 0; seed < (sanitized ? 1 : 3); ++seed)
      check_scenes<Scene, Screen>("gomoku", rules, 2, seed, composed, offered, expect);
  for (const auto& [name, size] : rule_sets_without_swap2())
    if (!sanitized || (name == "renju" && size == 20))
      check_scenes<Scene, Screen>("gomoku", rules_of(name, size), 2, 1, composed, offered, expect);
}

TEST(Scene, IsAsItWas) {
  const Seat a{0}, b{1};
  const std::vector<ScenePosition> positions{
      {"opening", "koth-place-two", 0, a},
      {"choosing", "koth-place-two", 1, b},
      {"choosing_swap2", "swap2-place-two", 1, b},
      {"waiting", "koth-place-two", 1, a},
      {"picking", "koth-place-two", 2, a},
      {"stones", "koth-place-two", 4, b},
      {"watched", "koth-take-white", 40},
      {"left", "swap2-leaves-at-the-pick", at_the_end},
      {"tied", "koth-full-board", at_the_end},
      {"over", "koth-six-in-a-row", at_the_end, b},
      {"empty", "freestyle-six-in-a-row", 0, a},
      {"large", "freestyle-20-in-the-far-corner", at_the_end, b},
      {"from_a_position", "renju-20-from-a-position", 0, b},
      {"forbidden", "renju-double-three-is-a-fault", 8, a}};
  check_golden_scenes<Rules, Text, Scene>("gomoku", source_dir() / "src/games/gomoku/golden",
                                          positions, Rules::under, expect);
}

Json told(const Rules& rules, std::initializer_list<std::pair<int, Move>> moves) {
  Scene::Teller teller(rules, 2, no_chance);
  Json all = teller.opening();
  for (const auto& [seat, move] : moves)
    for (Json& event : teller.played(Seat(static_cast<std::uint8_t>(seat)), move))
      all.push_back(std::move(event));
  return all;
}

std::string keys(const Json& events) {
  std::string text;
  for (const Json& event : events)
    text += (text.empty() ? "" : " ") + event["key"].get<std::string>().substr(7);
  return text;
}

TEST(Scene, TellsTheThreeChoices) {
  const Open open{{7, 7}, {8, 8}, {14, 0}};
  EXPECT_EQ(keys(told(koth, {{0, open}, {1, TakeBlack{}}})),
            "begins opened laid laid laid took moves_first");
  EXPECT_EQ(keys(told(koth, {{0, open}, {1, TakeWhite{{1, 1}}}})),
            "begins opened laid laid laid took laid moves_first");
  const Json two =
      told(swap2, {{0, open}, {1, PlaceTwo{{1, 1}, {2, 2}}}, {0, PickColour{Colour::black}}});
  EXPECT_EQ(keys(two), "begins opened laid laid laid placed_two laid laid picked moves_first");
  EXPECT_EQ(two.back(), (Json{{"key", "gomoku.moves_first"}, {"seat", 1}, {"colour", "white"}}));
  EXPECT_EQ(two[2], (Json{{"key", "gomoku.laid"},
                          {"seat", 0},
                          {"colour", "black"},
                          {"x", 7},
                          {"y", 7},
                          {"number", 1}}));
}

TEST(Scene, TellsWhoHasBlackWithoutSwap2) {
  const Json begun = told(rules_of("renju"), {{0, Place{{7, 7}}}});
  EXPECT_EQ(keys(begun), "dealt laid");
  EXPECT_EQ(begun[0], (Json{{"key", "gomoku.dealt"}, {"seat", 0}, {"other", 1}}));
}

TEST(Scene, TellsTheWinnerWithItsRow) {
  const Json all = told(koth, {{0, Open{{3, 3}, {4, 4}, {0, 14}}},
                               {1, TakeBlack{}},
                               {1, Place{{5, 5}}},
                               {0, Place{{14, 0}}},
                               {1, Place{{6, 6}}},
                               {0, Place{{14, 2}}},
                               {1, Place{{7, 7}}}});
  Json row = Json::array();
  for (int i = 3; i <= 7; ++i) row.push_back({{"x", i}, {"y", i}});
  EXPECT_EQ(all.back(),
            (Json{{"key", "gomoku.won"}, {"seat", 1}, {"colour", "black"}, {"row", row}}));
}

TEST(VariantBoard, NamesTheStonesOfAllWinningRows) {
  VariantBoard board;
  for (int i = 0; i < 5; ++i) board.lay({i, 2}, Colour::black);
  for (int i = 0; i < 5; ++i)
    if (i != 2) board.lay({2, i}, Colour::black);
  EXPECT_EQ(board.winning_stones({2, 2}).size(), 9u);
  EXPECT_EQ(board.winning_stones({0, 2}).size(), 5u);
  EXPECT_TRUE(board.winning_stones({9, 9}).empty());
  VariantBoard four;
  for (int i = 0; i < 4; ++i) four.lay({i, i}, Colour::white);
  EXPECT_TRUE(four.winning_stones({1, 1}).empty());
}

}  // namespace
}  // namespace hilltop::gomoku::scene_test
