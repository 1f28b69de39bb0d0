#include "arena/agreed_draw.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "arena/catalog.hpp"
#include "arena/save.hpp"

namespace hilltop::arena::agreed_draw_test {
namespace {

Record begun(std::string_view game, std::string_view rules, std::vector<std::string> moves) {
  const GameModule& module = **find_game(game);
  Record record = new_record(module, **module.under(std::string(rules), {}),
                             {{"human", "Ann"}, {"human", "Bob"}});
  for (std::size_t i = 0; i < moves.size(); ++i)
    record.steps.push_back({static_cast<int>(i % 2), moves[i]});
  return record;
}

TEST(AgreedDraw, EndsAGameOfGomokuUnderEveryRuleSet) {
  for (const auto& [rules, moves] :
       std::initializer_list<std::pair<std::string_view, std::vector<std::string>>>{
           {"freestyle", {"(7,7)"}},
           {"standard", {"(7,7)", "(8,8)"}},
           {"renju", {"(7,7)", "(8,8)", "(9,9)"}},
           {"koth", {"(0,0)(0,2)(0,4)", "take B", "(7,7)"}},
           {"swap2", {"(0,0)(0,2)(0,4)", "(0,6)(0,8)", "pick B"}}}) {
    // In the last one A picks, and white moves.
    Record before = begun("gomoku", rules, moves);
    if (rules == "koth") before.steps.back().seat = 1;
    const auto after = agreed_draw(before);
    ASSERT_TRUE(after) << rules << ": " << after.error().text;
    EXPECT_EQ(after->points, (std::vector<int>{0, 0}));
    EXPECT_FALSE(is_agreed_draw(before));
    EXPECT_TRUE(has_agreed_draw(before));
    EXPECT_TRUE(is_agreed_draw(*after));
    // A saved game is read again, and ends the same.
    const auto read = read_record(write(*after), "the save");
    ASSERT_TRUE(read) << rules;
    EXPECT_EQ(*read, *after);
    const auto game = game_of(*read, {});
    ASSERT_TRUE(game) << rules << ": " << game.error().text;
    const auto session = (*game)->open(Record(*read));
    EXPECT_FALSE(session->pending());
    EXPECT_EQ(session->events().back()["key"], "gomoku.agreed");
    Record again = *after;
    forget_agreed_draw(again);
    again.points.clear();
    EXPECT_EQ(again, before);
  }
}

TEST(AgreedDraw, IsRefusedWhereThereIsNone) {
  const auto why = [](Record record) { return agreed_draw(std::move(record)).error().text; };
  const std::string none = "this game has no draw by agreement, or not yet";
  EXPECT_EQ(why(begun("gomoku", "freestyle", {})), none);
  EXPECT_EQ(why(begun("gomoku", "koth", {"(0,0)(0,2)(0,4)"})), none);
  EXPECT_EQ(why(begun("pig", "standard", {})), none);
  EXPECT_FALSE(has_agreed_draw(begun("pig", "standard", {})));
  Record against_a_bot = begun("gomoku", "freestyle", {"(7,7)"});
  against_a_bot.players.back() = {"greedy", "Greedy"};
  EXPECT_EQ(why(against_a_bot), "only people agree on a draw");
  const Record over = *agreed_draw(begun("gomoku", "freestyle", {"(7,7)"}));
  EXPECT_EQ(why(over), "the game is over");
}

}  // namespace
}  // namespace hilltop::arena::agreed_draw_test
