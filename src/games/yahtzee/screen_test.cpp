#include "games/yahtzee/screen.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sstream>

#include "core/text.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "games/yahtzee/score_cards.hpp"
#include "match/text.hpp"

namespace hilltop::yahtzee::screen_test {
namespace {

using enum Category;

static_assert(hilltop::Screen<Screen, Rules>);
static_assert(!Screen::saves_anywhere);

// A person in the middle of a turn.
class AtTheScreen : public testing::Test {
 protected:
  View at_stage(int stage) {
    state_.stage = stage;
    return rules_.view(state_, Seat(0));
  }

  Move reads(std::string_view line, int stage = 0) {
    return Screen::read(at_stage(stage), line).value();
  }

  std::string complains(std::string_view line, int stage = 0) {
    return Screen::read(at_stage(stage), line).error();
  }

  const Rules rules_ = rules_of("cab201-advanced");
  State state_ = position(rules_, {3, 4, 3, 3, 6}, {{sixes, 18}, {full_house, 0}}, 2);
};

TEST_F(AtTheScreen, IsToldWhatComesNextInTheseWords) {
  EXPECT_EQ(Screen::before(at_stage(0)), "Roll 1");
  EXPECT_EQ(Screen::before(at_stage(1)), "");
  EXPECT_EQ(Screen::before(at_stage(2)), "");
  EXPECT_EQ(Screen::question(at_stage(0)), "Roll 2 or choose a combination to score");
  EXPECT_EQ(Screen::question(at_stage(1)), "Roll 3 or choose a combination to score");
  EXPECT_EQ(Screen::question(at_stage(2)), "Choose a combination to score");
  EXPECT_EQ(Screen::after(at_stage(0), Score{chance}), "Your turn has ended - click OK");
  EXPECT_EQ(Screen::after(at_stage(0), Keep{}), "");
}

TEST_F(AtTheScreen, SeesDiceCardsAndTotals) {
  EXPECT_EQ(Screen::show(at_stage(0), {"Ann", "Bob"}),
            R"(Round 1 of 13: Ann

Die    1    2    3    4    5
      [3]  [4]  [3]  [3]  [6]

                   Ann    Bob
Aces
Twos
Threes
Fours
Fives
Sixes               18
Sub-Total           18      0
Bonus for 63+        0      0
Upper Total         18      0
Three of a Kind
Four of a Kind
Full House           0
Small Straight
Large Straight
Chance
Yahtzee
Yahtzee Bonus        0      0
Lower Total          0      0
Grand Total         18      0

Grand Totals: Ann 18, Bob 0
Would score now: Aces 0, Twos 0, Threes 9, Fours 4, Fives 0, Three of a Kind 19, Four of a Kind 0,
  Small Straight 0, Large Straight 0, Chance 19, Yahtzee 0
)");
}

TEST_F(AtTheScreen, HoldsDiceByTheirNumbers) {
  EXPECT_EQ(reads("hold 1 3 4"), Move(keep({0, 2, 3})));
  EXPECT_EQ(reads("  HOLD  1,3, 4 "), Move(keep({0, 2, 3})));
  EXPECT_EQ(reads("hold 134"), Move(keep({0, 2, 3})));
  EXPECT_EQ(reads("hold 5 1", 1), Move(keep({4, 0})));
  EXPECT_EQ(reads("hold 1 2 3 4 5"), Move(keep({0, 1, 2, 3, 4})));
}

TEST_F(AtTheScreen, RollsAllOrTheDiceNamed) {
  EXPECT_EQ(reads("roll"), Move(Keep{}));
  EXPECT_EQ(reads("roll 2 5"), Move(keep({0, 2, 3})));
  EXPECT_EQ(reads("Roll 5 2", 1), Move(keep({0, 2, 3})));
  EXPECT_EQ(reads("roll 1 2 3 4 5"), Move(Keep{}));
}

TEST_F(AtTheScreen, ScoresByFullShortAndBegunNames) {
  const std::pair<std::string_view, Category> cases[] = {
      {"score chance", chance},
      {"chance", chance},
      {"score ch", chance},
      {"score c", chance},
      {"Score Three of a Kind", three_of_a_kind},
      {"score three_of_a_kind", three_of_a_kind},
      {"three-of", three_of_a_kind},
      {"3k", three_of_a_kind},
      {"4K", four_of_a_kind},
      {"score four of", four_of_a_kind},
      {"fours", fours},
      {"4s", fours},
      {"ss", small_straight},
      {"sm", small_straight},
      {"ls", large_straight},
      {"score l", large_straight},
      {"y", yahtzee},
      {"yaht", yahtzee},
      {"1s", aces},
      {"a", aces},
      {"2s", twos},
      {"tw", twos},
      {"3s", threes},
      {"threes", threes},
      {"5s", fives},
      {"fi", fives},
  };
  for (const auto& [typed, category] : cases)
    for (const int stage : {0, 1, 2})
      EXPECT_EQ(reads(typed, stage), Move(Score{category})) << typed;
}

TEST_F(AtTheScreen, UnderstandsEveryShortNameOfTheHelp) {
  state_ = rules_.start(1, any_luck);
  const std::string help = Screen::help(at_stage(0));
  for (const Category category : categories) {
    const std::size_t at = help.find(std::string(title(category)) + " (");
    ASSERT_NE(at, std::string::npos) << title(category);
    const std::size_t begin = help.find('(', at) + 1;
    EXPECT_EQ(reads(help.substr(begin, help.find(')', at) - begin)), Move(Score{category}));
  }
}

TEST_F(AtTheScreen, SaysInOneLineWhatIsWrong) {
  EXPECT_EQ(complains(""), "Hold dice, such as hold 1 3, or score in a box, such as ch");
  EXPECT_EQ(complains("", 2), "Score in a box, such as ch");
  EXPECT_EQ(complains("help me"), "There is no such answer");
  EXPECT_EQ(complains("score"), "There is no such answer");
  EXPECT_EQ(complains("score f"), "That could be Fours or Fives or Four of a Kind or Full House");
  EXPECT_EQ(complains("three"), "That could be Threes or Three of a Kind");
  EXPECT_EQ(complains("hold"), "Say which dice to hold");
  EXPECT_EQ(complains("hold 6"), "Dice are numbered 1 to 5");
  EXPECT_EQ(complains("hold 0"), "Dice are numbered 1 to 5");
  EXPECT_EQ(complains("hold threes"), "Dice are numbered 1 to 5");
  EXPECT_EQ(complains("hold 1 3 1"), "Die 1 is named twice");
  EXPECT_EQ(complains("roll 7"), "Dice are numbered 1 to 5");
  EXPECT_EQ(complains("roll 2 2"), "Die 2 is named twice");
  EXPECT_EQ(complains("6s"), "Sixes is filled");
  EXPECT_EQ(complains("score full house"), "Full House is filled");
}

TEST_F(AtTheScreen, HasNoRollLeftAfterTheThird) {
  EXPECT_EQ(complains("roll", 2), "No roll is left: score in a box, such as ch");
  EXPECT_EQ(complains("hold 1", 2), "No roll is left: score in a box, such as ch");
}

TEST_F(AtTheScreen, ReadsWhatItSaysToType) {
  const Move moves[] = {Keep{}, keep({0, 2}), keep({0, 1, 2, 3, 4}), Score{three_of_a_kind}};
  for (const Move& move : moves) EXPECT_EQ(reads(Screen::typed(at_stage(0), move)), move);
  EXPECT_EQ(Screen::typed(at_stage(0), keep({2, 0})), "hold 1 3");
  const auto words = Screen::words(at_stage(2));
  for (const std::string& word : words)
    EXPECT_EQ(Screen::read(at_stage(2), word).has_value(), word != "score") << word;
  EXPECT_EQ(std::ranges::find(words, "hold"), words.end());
}

TEST_F(AtTheScreen, DrawsCardsDiceAndWhatEachBoxWouldScore) {
  const DrawnTable drawn = Screen::draw(at_stage(1), {"Ann", "Bob"}, {.columns = 80});
  EXPECT_EQ(text_of(drawn.table), R"(                   now  Ann  Bob
Aces            1s   0
Twos            2s   0
Threes          3s   9
Fours           4s   4
Fives           5s   0
Sixes           6s       18
Sub-Total                18    0
Bonus for 63+             0    0
Upper Total              18    0
Three of a Kind 3k  19
Four of a Kind  4k   0
Full House      fh        0
Small Straight  ss   0
Large Straight  ls   0
Chance          ch  19
Yahtzee          y   0
Yahtzee Bonus             0    0
Lower Total               0    0
Grand Total              18    0
)");
  EXPECT_EQ(text_of(drawn.aside), R"(Round 1 of 13, roll 2 of 3

  1     2     3     4     5
+---+ +---+ +---+ +---+ +---+
| 3 | | 4 | | 3 | | 3 | | 6 |
+---+ +---+ +---+ +---+ +---+
)");
}

TEST_F(AtTheScreen, DrawsNoDiceThatAreNotRolledYet) {
  for (const Moment moment : {Moment::before, Moment::after}) {
    const DrawnTable drawn = Screen::draw(at_stage(0), {"Ann", "Bob"}, {.moment = moment});
    EXPECT_NE(text_of(drawn.aside).find("|   | |   |"), std::string::npos);
    EXPECT_EQ(text_of(drawn.table).find("now"), std::string::npos);
  }
}

TEST(DrawnCards, FitNextToTheDiceOnAnyScreen) {
  const Rules rules = rules_of("cab201-advanced");
  const std::string longest(24, 'n');
  for (const bool unicode : {false, true})
    for (int columns = 80; columns <= 160; columns += 8)
      for (int seats = 1; seats <= 6; ++seats) {
        const State state = rules.start(seats, any_luck);
        std::vector<std::string> names(static_cast<std::size_t>(seats), longest);
        names[0] = "Ann";
        const DrawnTable drawn = Screen::draw(rules.view(state, Seat(0)), names,
                                              {.unicode = unicode, .columns = columns});
        EXPECT_EQ(drawn.table.rows(), 20);
        EXPECT_LE(drawn.table.columns() + 3 + drawn.aside.columns(), columns) << seats;
        const std::string heading = text_of(drawn.table).substr(0, text_of(drawn.table).find('\n'));
        EXPECT_NE(heading.find("Ann"), std::string::npos);
        // Names that are cut alike are told apart by the numbers of their seats.
        for (int seat = 2; seats > 2 && columns == 80 && seat <= seats; ++seat)
          EXPECT_NE(heading.find(std::to_string(seat)), std::string::npos) << heading;
      }
}

TEST_F(AtTheScreen, ExplainsTheAnswers) {
  EXPECT_EQ(Screen::help(at_stage(2)),
            "  score NAME  fills a box and ends the turn: Aces (1s), Twos (2s), Threes (3s),\n"
            "              Fours (4s), Fives (5s), Three of a Kind (3k), Four of a Kind (4k),\n"
            "              Small Straight (ss), Large Straight (ls), Chance (ch), Yahtzee (y)\n");
  EXPECT_TRUE(Screen::help(at_stage(1))
                  .starts_with("  hold 1 3    holds dice 1 and 3 and rolls the others\n"
                               "  roll        rolls all five dice; 'roll 2 4' rolls only these\n"));
}

TEST(ScreenOfTheContest, ShowsOnesOwnCardAndSortedTotals) {
  const Rules koth = rules_of("koth");
  const State state = position(koth, {3, 3, 3, 3, 3}, {{yahtzee, 50}, {threes, 9}}, 3);
  const std::string shown = Screen::show(koth.view(state, Seat(0)), {"Ann", "Bob", "Cid"});
  EXPECT_TRUE(shown.starts_with("Round 1 of 13\n\nDie "));
  EXPECT_NE(shown.find("                   You\nAces\n"), std::string::npos);
  EXPECT_NE(shown.find("Grand Totals of all players, lowest first: 0, 0, 59\n"), std::string::npos);
  EXPECT_NE(shown.find("Would score now: Three of a Kind 15, Four of a Kind 15, Full House 25, "
                       "Small Straight 30,\n  Large Straight 40, Chance 15\n"),
            std::string::npos);
  for (const std::string_view name : {"Ann", "Bob", "Cid"})
    EXPECT_EQ(shown.find(name), std::string::npos);
}

TEST(ScreenOfTheContest, ExplainsAForcedJoker) {
  const Rules koth = rules_of("koth");
  const State state = position(koth, {3, 3, 3, 3, 3}, {{yahtzee, 50}});
  EXPECT_EQ(Screen::read(koth.view(state, Seat(0)), "score chance").error(),
            "Sorry, this Yahtzee is a joker: the box of its face is open, so five 3s must be "
            "scored in threes");
}

TEST(ScreenEnding, AnnouncesTheWinners) {
  const Rules basic = rules_of("cab201-basic");
  State state = position(basic, {3, 3, 3, 3, 3}, {{chance, 20}}, 2);
  EXPECT_TRUE(Screen::ending(basic, state, {"Ann", "Bob"}).ends_with("\n\nAnn wins with 20\n"));
  state.cards[1].fill(sixes, 20);
  const std::string ending = Screen::ending(basic, state, {"Ann", "Bob"});
  EXPECT_TRUE(ending.ends_with("\n\nAnn and Bob tie with 20\n"));
  EXPECT_TRUE(ending.starts_with("                   Ann    Bob\nAces\n"));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(ScoreCards, NamesAreCountedInCodePoints) {
  const std::vector<Card> cards(2);
  const std::vector<std::string> names{"Zo\xc3\xab \xe2\x98\x85\xe2\x98\x85\xe2\x98\x85", "Bob"};
  const std::vector<std::string> lines = lines_of(score_cards(cards, names));
  EXPECT_EQ(columns_of(names[0]), 7);
  EXPECT_EQ(columns_of(lines[0]), 15 + 2 + 7 + 2 + 5);
  EXPECT_EQ(columns_of(lines.back()), columns_of(lines[0]));
}

TEST(ScoreCards, ManyCardsStandInBlocksThatFitTheScreen) {
  const std::vector<Card> cards(64);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < 64; ++i) names.push_back(std::string(i % 24, 'n') + 'x');
  int blocks = 0;
  for (const std::string& line : lines_of(score_cards(cards, names))) {
    EXPECT_LE(columns_of(line), columns_max);
    blocks += line.starts_with("Grand Total");
  }
  EXPECT_GT(blocks, 6);
  EXPECT_LT(blocks, 32);
}

// Every number ends below the end of its player's name, however long the names are.
RC_GTEST_PROP(ScoreCards, ColumnsAreAligned, ()) {
  std::vector<std::string> names(4);
  for (std::string& name : names)
    for (int length = *rc::gen::inRange(1, 25); length > 0; --length) name += "\xc3\xa9";
  std::vector<Card> cards(names.size());
  for (Card& card : cards) card.fill(chance, *rc::gen::inRange(5, 31));
  int width = 0;
  for (const std::string& line : lines_of(score_cards(cards, names))) {
    RC_ASSERT(columns_of(line) <= columns_max);
    if (line.starts_with(' ')) width = columns_of(line);
    if (line.starts_with("Grand Total") || line.starts_with("Chance"))
      RC_ASSERT(columns_of(line) == width);
  }
}

TEST(InLines, BreaksBetweenItems) {
  EXPECT_EQ(in_lines("Totals", {"Ann 1", "Bob 2"}), "Totals: Ann 1, Bob 2\n");
  EXPECT_EQ(in_lines("Totals", {}), "Totals:\n");
  const std::string long_item(60, 'x');
  EXPECT_EQ(in_lines("T", {long_item, long_item}), "T: " + long_item + ",\n  " + long_item + '\n');
}

RC_GTEST_PROP(ScreenRead, EndsWithALegalMoveOrAComplaint, (const std::string& noise)) {
  const Rules rules = rules_of("cab201-advanced");
  State state = position(rules, {3, 3, 3, 3, 3}, {{yahtzee, 50}, {threes, 6}});
  state.stage = *rc::gen::inRange(0, 3);
  const View view = rules.view(state, Seat(0));
  const std::string start =
      *rc::gen::element<std::string>("", "hold ", "roll ", "score ", "hold 1 ", "score f");
  const auto read = Screen::read(view, start + noise);
  if (read) RC_ASSERT(rules.refusal(view, *read).empty());
  if (!read) RC_ASSERT(!read.error().empty());
}

}  // namespace
}  // namespace hilltop::yahtzee::screen_test
