#include "report/game_lines.hpp"

#include <gtest/gtest.h>

#include "play/entrant.hpp"

namespace hilltop::report::game_lines_test {
namespace {

// Games of "a b" and "c", the first of which "c" opens.
struct TwoBots {
  std::vector<play::Entrant> entrants{{"a b", "", play::HousePlayer{"kid"}},
                                      {"c", "", play::HousePlayer{"bold"}}};
  std::vector<const play::Entrant*> seated{&entrants[0], &entrants[1]};
  play::Batch batch{{.luck = play::FixtureLuck(0xabc), .games = 9, .first_seat = 1}, seated};

  GameLines lines(GamesForm form, bool moves) const {
    return {form, {"a b-c", 3, "main", batch, {"a b", "c"}}, 3, moves};
  }
};

std::string line_of(const GameLines& lines, std::uint32_t game, const play::GameResult& result,
                    std::string_view steps = {}) {
  std::string out = "before\n";
  lines.add(out, result, game, steps);
  return out.substr(7);
}

TEST(GameLines, WritesAnObject) {
  const TwoBots two;
  EXPECT_EQ(line_of(two.lines(GamesForm::json_lines, false), 0, {{-1, 7}, 30, 0}),
            R"({"schema":"hilltop/game/1","game":"a b-c:1","fixture":3,"number":1,"stage":"main",)"
            R"("luck":"0000000000000abc","deal":0,"decisions":30,"seats":[)"
            R"({"bot":"c","points":-1,"result":"lost","forfeited":false},)"
            R"({"bot":"a b","points":7,"result":"won","forfeited":false}]})"
            "\n");
}

TEST(GameLines, FillsTheSeatsThatATableHasMore) {
  const TwoBots two;
  EXPECT_EQ(games_head(GamesForm::csv, 2, true),
            "game,fixture,number,stage,luck,deal,decisions,bot_0,points_0,result_0,forfeited_0,"
            "bot_1,points_1,result_1,forfeited_1,steps\n");
  EXPECT_EQ(line_of(two.lines(GamesForm::csv, true), 1, {{2, 2}, 5, 0b10}),
            "a b-c:2,3,2,main,0000000000000abc,1,5,a b,2,won,false,c,2,lost,true,,,,,\n");
  EXPECT_EQ(line_of(two.lines(GamesForm::csv, false), 1, {{2, 2}, 5, 0}),
            "a b-c:2,3,2,main,0000000000000abc,1,5,a b,2,tied,false,c,2,tied,false,,,,\n");
}

TEST(GameLines, ReadsTheStepsOfARecord) {
  const TwoBots two;
  const std::string record = "# 0.250 ms\nmove 1 take W(3,4)\nmove 0 \"\x07\nretire 1\n";
  EXPECT_EQ(two.lines(GamesForm::json_lines, true).steps_of(record),
            R"-({"seat":1,"move":"take W(3,4)","ms":0.250},{"seat":0,"move":"\"\\x07"},)-"
            R"-({"seat":1,"move":null})-");
  EXPECT_EQ(two.lines(GamesForm::csv, true).steps_of(record),
            "\"# 0.250 ms; move 1 take W(3,4); move 0 \"\"\\x07; retire 1\"");
}

TEST(GameLines, SaysWhyASeatLeft) {
  const TwoBots two;
  const std::string record = "# 0.250 ms\n# crashed: exited: \"\x07\nretire 1\n";
  EXPECT_EQ(two.lines(GamesForm::json_lines, true).steps_of(record),
            R"-({"seat":1,"move":null,"ms":0.250,"fault":"crashed","detail":"exited: \"\\x07"})-");
  EXPECT_EQ(two.lines(GamesForm::csv, true).steps_of(record), "# 0.250 ms; retire 1");
}

TEST(GameLines, HasWhatABotSaysOfItsMove) {
  const TwoBots two;
  const std::string record =
      "# 0.250 ms\n# eval +3 depth 4 nodes 5\nmove 1 END\n# depth 6\nmove 0 END\n";
  EXPECT_EQ(two.lines(GamesForm::json_lines, true).steps_of(record),
            R"-({"seat":1,"move":"END","ms":0.250,"eval":"+3","depth":4,"nodes":5},)-"
            R"-({"seat":0,"move":"END","depth":6})-");
  EXPECT_EQ(two.lines(GamesForm::csv, true).steps_of(record),
            "# 0.250 ms; # eval +3 depth 4 nodes 5; move 1 END; # depth 6; move 0 END");
}

TEST(GameLines, RefusesWhatIsNoRecord) {
  const TwoBots two;
  for (const char* const text : {"tea\n",
                                 "move\n",
                                 "move 1\n",
                                 "move 1 \n",
                                 "move x END\n",
                                 "move 01 END\n",
                                 "retire\n",
                                 "# 1 ms\n",
                                 "# 1.2.3 ms\nmove 0 END\n",
                                 "# -1 ms\nmove 0 END\n",
                                 "# 1e9 ms\nmove 0 END\n",
                                 "# .5 ms\nmove 0 END\n",
                                 "# 00.5 ms\nmove 0 END\n",
                                 "move 0 END\n\n",
                                 "# crushed: by\nretire 0\n",
                                 "# crashed: so\nmove 0 END\n",
                                 "# crashed\nretire 0\n",
                                 "# depth x\nmove 0 END\n",
                                 "# depth 3\nretire 0\n",
                                 "# depth 3\n# depth 4\nmove 0 END\n",
                                 "# crashed: so\n"})
    EXPECT_FALSE(two.lines(GamesForm::json_lines, true).steps_of(text)) << text;
}

}  // namespace
}  // namespace hilltop::report::game_lines_test
