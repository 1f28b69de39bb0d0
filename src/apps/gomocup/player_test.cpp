#include "apps/gomocup/player.hpp"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>

#include "games/gomoku/text.hpp"

namespace hilltop::gomocup::player_test {
namespace {

using namespace std::chrono_literals;
using gomoku::FirstToMove;
using Lines = std::vector<std::string>;

// A scripted engine: answers each line that it hears with the lines next to it in the script. If a
// line occurs several times, its answers are used in order. "(sleeps)" takes a second.
class Rote : public Brain {
 public:
  explicit Rote(std::vector<std::pair<std::string, std::string>> part) : part_(std::move(part)) {}

  void say(std::string_view line) override {
    heard.emplace_back(line);
    for (auto& [cue, answer] : part_) {
      if (cue != line) continue;
      cue = "spent";
      awake_at_ = std::max(awake_at_, now);
      for (std::size_t from = 0; from < answer.size();) {
        const std::size_t end = std::min(answer.find('|', from), answer.size());
        const std::string said = answer.substr(from, end - from);
        if (said == "(sleeps)")
          awake_at_ += 1s;
        else
          said_.emplace_back(awake_at_, said);
        from = end + 1;
      }
      return;
    }
  }
  std::expected<std::string, Trouble> hear(Deadline by) override {
    if (said_.empty() && by == Deadline::max())
      return std::unexpected(Trouble{false, "was killed by signal 9"});  // by the arena
    if (said_.empty() || said_.front().first > by) {
      now = std::max(now, by);
      return std::unexpected(Trouble{true, "did not answer in time"});
    }
    const auto [at, line] = said_.front();
    said_.pop_front();
    now = std::max(now, at);
    if (line == "(dies)") return std::unexpected(Trouble{false, "exited with status 3"});
    return line;
  }

  // Returns the lines that it heard since the last call, without INFO and ABOUT.
  Lines news() {
    Lines lines;
    for (const std::string& line : heard)
      if (!line.starts_with("INFO") && line != "ABOUT") lines.push_back(line);
    heard.clear();
    return lines;
  }

  Lines heard;
  Deadline now{};

 private:
  std::vector<std::pair<std::string, std::string>> part_;
  std::deque<std::pair<Deadline, std::string>> said_;
  Deadline awake_at_{};
};

constexpr const char* about = "name=\"Rote\"";
constexpr const char* no_limit = "INFO time_left 2147483647";

// An engine with its player; `part` follows the greeting. It answers the first `abouts` ABOUTs.
struct Game {
  explicit Game(std::vector<std::pair<std::string, std::string>> part,
                const Terms& terms = {.first_to_move = FirstToMove::balance},
                std::uint32_t seed = 5, int abouts = 10)
      : rote([&] {
          const std::string start = "START " + std::to_string(terms.size);
          std::vector<std::pair<std::string, std::string>> all{{start, "OK"}};
          for (int i = 0; i < abouts; ++i) all.emplace_back("ABOUT", about);
          all.insert(all.end(), part.begin(), part.end());
          return all;
        }()),
        player(
            rote, terms, seed, [this](std::string_view line) { notes.emplace_back(line); },
            [this] { return rote.now; }) {
    EXPECT_TRUE(player.begin("/bots/rote"));
    EXPECT_EQ(rote.news(), Lines{"START " + std::to_string(terms.size)});
    board_size = terms.size;
    notes.clear();
  }
  std::string operator()(const std::string& prompt) {
    const auto answer = player.answer(read_prompt(prompt, board_size).value());
    return answer ? *answer : "! " + answer.error();
  }

  int board_size = 15;
  Rote rote;
  Lines notes;
  EnginePlayer player;
};

const std::string three = R"([((7,7),"B"),((7,8),"W"),((8,8),"B")])";
const std::string four = R"([((3,3),"W"),((7,7),"B"),((7,8),"W"),((8,8),"B")])";
const std::string five = R"([((3,3),"W"),((4,4),"B"),((7,7),"B"),((7,8),"W"),((8,8),"B")])";

TEST(EnginePlayer, NotesNoEmptyLines) {
  Game game({{"TURN 7,7", "1,1||"}, {"TURN 8,8", "2,2||"}},
            {.first_to_move = FirstToMove::black, .book = true});
  EXPECT_EQ(game(R"(1 [((7,7),"B")])"), "(1,1)");
  EXPECT_EQ(game(R"(3 [((1,1),"W"),((7,7),"B"),((8,8),"B")])"), "(2,2)");
  EXPECT_EQ(game.notes, Lines{});
}

TEST(EnginePlayer, SaysTheTermsFirst) {
  Rote rote({{"START 15", "MESSAGE hello||ok fine"}, {"ABOUT", about}});
  Lines notes;
  EnginePlayer player(
      rote, {.move_ms = 500, .game_ms = 60'000, .max_node = 99, .rule = 1}, 1,
      [&](std::string_view line) { notes.emplace_back(line); }, [&] { return rote.now; });
  ASSERT_TRUE(player.begin("/bots/rote"));
  EXPECT_EQ(rote.heard, (Lines{"START 15", "INFO timeout_turn 400", "INFO timeout_match 60000",
                               "INFO max_memory 367001600", "INFO game_type 2", "INFO rule 1",
                               "INFO folder /bots/rote", "INFO max_node 99", "ABOUT"}));
  EXPECT_EQ(notes, (Lines{"MESSAGE hello", about}));
}

TEST(EnginePlayer, SaysWhyAGameCannotBegin) {
  const std::pair<std::string, std::string> table[] = {
      {"ERROR 20 only", "refuses a board of 15 x 15: 'ERROR 20 only'"},
      {"UNKNOWN", "refuses a board of 15 x 15: 'UNKNOWN'"},
      {"MESSAGE hm", "was killed by signal 9"},
      {"(dies)", "exited with status 3"},
  };
  for (const auto& [answer, error] : table) {
    Rote rote({{"START 15", answer}});
    EnginePlayer player(rote, {}, 1, [](std::string_view) {}, [&] { return rote.now; });
    const auto begun = player.begin(".");
    ASSERT_FALSE(begun);
    EXPECT_EQ(begun.error(), error);
  }
}

// A question by SWAP2BOARD: our prompt, the stones as the engine hears them, its answer, and ours.
TEST(EnginePlayer, TranslatesSwap2) {
  const struct {
    std::string prompt;
    Lines stones;
    std::string said, answer;
  } table[] = {
      {"A []", {}, "7,7 7,8 8,8", "(7,7)(8,8)(7,8)"},
      {"B " + three, {"7,7", "7,8", "8,8"}, "SWAP", "B"},
      {"B " + three, {"7,7", "7,8", "8,8"}, "3,3", "W(3,3)"},
      {"B " + three, {"7,7", "7,8", "8,8"}, "3,3 4,4", "(4,4)(3,3)"},
      {"C " + five, {"4,4", "3,3", "7,7", "7,8", "8,8"}, "SWAP", "B"},
      {"C " + five, {"4,4", "3,3", "7,7", "7,8", "8,8"}, "1,1", "W"},
      {"A []", {}, "SWAP", "answers SWAP2BOARD with 'SWAP'"},
      {"A []", {}, "1,1", "answers SWAP2BOARD with '1,1'"},
      {"B " + three, {"7,7", "7,8", "8,8"}, "1,1 2,2 3,3", "answers SWAP2BOARD with '1,1 2,2 3,3'"},
      {"C " + five,
       {"4,4", "3,3", "7,7", "7,8", "8,8"},
       "1,1 2,2",
       "answers SWAP2BOARD with '1,1 2,2'"},
      {"A []", {}, "MESSAGE hm", "! was killed by signal 9"},
  };
  for (const auto& [prompt, stones, said, answer] : table) {
    Game game({{"DONE", said}}, {.first_to_move = FirstToMove::balance}, 5, /*abouts=*/2);
    EXPECT_EQ(game(prompt), answer) << prompt << ' ' << said;
    Lines wanted{"SWAP2BOARD"};
    wanted.insert(wanted.end(), stones.begin(), stones.end());
    wanted.push_back("DONE");
    EXPECT_EQ(game.rote.news(), wanted);
  }
}

TEST(EnginePlayer, AsksAgainWithColours) {
  // The engine's own are 1: white where it has not opened, black where it has.
  Game chooser({{"DONE", "ERROR colours?"}, {"DONE", "SWAP"}});
  EXPECT_EQ(chooser("B " + three), "B");
  EXPECT_EQ(chooser.rote.news(), (Lines{"SWAP2BOARD", "7,7", "7,8", "8,8", "DONE", "SWAP2BOARD",
                                        "7,7,2", "7,8,1", "8,8,2", "DONE"}));
  Game opener({{"DONE", "7,7 7,8 8,8"}, {"DONE", "ERROR colours?"}, {"DONE", "SWAP"}});
  EXPECT_EQ(opener("A []"), "(7,7)(8,8)(7,8)");
  opener.rote.news();
  EXPECT_EQ(opener("C " + five), "B");
  EXPECT_EQ(opener.rote.news(),
            (Lines{"SWAP2BOARD", "4,4", "3,3", "7,7", "7,8", "8,8", "DONE", "SWAP2BOARD", "4,4,1",
                   "3,3,2", "7,7,1", "7,8,2", "8,8,1", "DONE"}));
}

TEST(EnginePlayer, OpensFromTheBookWhereSwap2IsUnknown) {
  for (const std::string answer : {"UNKNOWN command", "ERROR what?"}) {
    Game game({{"DONE", answer}, {"DONE", answer}});
    EXPECT_TRUE(gomoku::read_open(game("A []")));
    EXPECT_EQ(game("C " + five).size(), 1u);
    EXPECT_EQ(game.rote.news(), (Lines{"SWAP2BOARD", "DONE"}));  // asked once
  }
}

TEST(EnginePlayer, OpensFromTheBookWhereSwap2IsIgnored) {
  Game game({{"RESTART", "OK"}, {"DONE", ""}, {"DONE", "9,9"}});
  game.rote.heard.clear();
  EXPECT_TRUE(gomoku::read_open(game("A []")));
  EXPECT_EQ(game.rote.heard, (Lines{no_limit, "ABOUT", "SWAP2BOARD", "DONE", "ABOUT"}));
  game.rote.heard.clear();
  EXPECT_EQ(game("C " + five).size(), 1u);
  EXPECT_EQ(game.rote.heard, Lines{});
  // The stones of SWAP2BOARD may be on its board.
  EXPECT_EQ(game("0 " + five), "(9,9)");
  EXPECT_EQ(game.rote.heard.front(), no_limit);
  EXPECT_EQ(game.rote.news().front(), "RESTART");
}

TEST(EnginePlayer, NeedsNoAnswerToRestart) {
  Game game({{"DONE", "SWAP"}, {"DONE", "9,9"}});
  EXPECT_EQ(game("B " + three), "B");
  EXPECT_EQ(game("1 " + four), "(9,9)");
}

TEST(EnginePlayer, WaitsForAboutWhileStartLasts) {
  // The engine allocates its memory after INFO, which takes it 3 of the 5 s.
  Rote rote({{"START 15", "OK"}, {"ABOUT", "(sleeps)|(sleeps)|(sleeps)|" + std::string(about)}});
  Lines notes;
  EnginePlayer player(
      rote, {}, 1, [&](std::string_view line) { notes.emplace_back(line); },
      [&] { return rote.now; });
  ASSERT_TRUE(player.begin("."));
  EXPECT_EQ(notes, Lines{about});
  EXPECT_EQ(rote.now, Deadline{} + 3s);
}

TEST(EnginePlayer, TakesALateAnswerToAbout) {
  const std::string six_seconds = "(sleeps)|(sleeps)|(sleeps)|(sleeps)|(sleeps)|(sleeps)|";
  const struct {
    std::chrono::seconds prompt_at;
    Lines heard;
  } table[] = {
      // It answers before the prompt, so that it is asked for SWAP2BOARD between two ABOUTs.
      {7s, {no_limit, "ABOUT", "SWAP2BOARD", "DONE", "ABOUT"}},
      // It answers after that: the answer is not taken for one that it ignores SWAP2BOARD.
      {5s, {no_limit, "SWAP2BOARD", "DONE"}},
  };
  for (const auto& [prompt_at, heard] : table) {
    Rote rote({{"START 15", "OK"},
               {"ABOUT", six_seconds + about},
               {"ABOUT", about},
               {"DONE", "7,7 7,8 8,8"},
               {"ABOUT", about}});
    EnginePlayer player(
        rote, {.move_ms = 5000, .first_to_move = FirstToMove::balance}, 1, [](std::string_view) {},
        [&] { return rote.now; });
    ASSERT_TRUE(player.begin("."));
    EXPECT_EQ(rote.now, Deadline{} + 5s);
    rote.heard.clear();
    rote.now = Deadline{} + prompt_at;
    EXPECT_EQ(player.answer(read_prompt("A []").value()).value(), "(7,7)(8,8)(7,8)");
    EXPECT_EQ(rote.heard, heard);
  }
}

TEST(EnginePlayer, WaitsForAnAboutThatWasBehindTheOpening) {
  // The answer to the ABOUT behind its stones comes late, before the ERROR for the next INFO, which
  // is not the answer to SWAP2BOARD: that would be asked twice, and the second taken for a stone.
  Game game({{"DONE", "7,7 7,8 8,8"},
             {"ABOUT", std::string()},
             {no_limit, std::string()},
             {no_limit, std::string(about) + "|ERROR time_left"},
             {"ABOUT", about},
             {"ABOUT", about},
             {"DONE", "9,9"},
             {"DONE", "10,10"}},
            {.first_to_move = FirstToMove::balance}, 5, /*abouts=*/2);
  EXPECT_EQ(game("A []"), "(7,7)(8,8)(7,8)");
  game.rote.news();
  EXPECT_EQ(game("C " + five), "W");
  EXPECT_EQ(game.rote.news(), (Lines{"SWAP2BOARD", "4,4", "3,3", "7,7", "7,8", "8,8", "DONE"}));
}

TEST(EnginePlayer, DoesWithoutAnAnswerToAbout) {
  // No ABOUT would tell whose ERROR it is, so the second form is not tried.
  Game game({{"DONE", "ERROR colours?"}}, {.first_to_move = FirstToMove::balance}, 5, /*abouts=*/0);
  game.rote.heard.clear();
  EXPECT_NE(game("C " + five).front(), '!');
  EXPECT_EQ(game.rote.heard,
            (Lines{no_limit, "SWAP2BOARD", "4,4", "3,3", "7,7", "7,8", "8,8", "DONE"}));
}

TEST(EnginePlayer, TakesNoErrorOfTheFirstFormForThatOfTheSecond) {
  // It says ERROR to the line SWAP2BOARD and to each stone, and knows colours.
  Game game({{"DONE", "ERROR|ERROR|ERROR|ERROR"}, {"DONE", "SWAP"}});
  EXPECT_EQ(game("B " + three), "B");
  // This one does not know colours either.
  Game other({{"DONE", "ERROR|ERROR|ERROR|ERROR"}, {"DONE", "ERROR|ERROR"}, {"DONE", "9,9"}});
  EXPECT_NE(other("C " + five).front(), '!');
  EXPECT_EQ(other("0 " + five), "(9,9)");
}

TEST(EnginePlayer, ReadsAnAnswerToAboutOfAnyForm) {
  Rote rote({{"START 15", "OK"},
             {"ABOUT", "Rote by nobody"},
             {"ABOUT", "Rote by nobody"},
             {"DONE", "depth 1|depth 2|7,7 7,8 8,8"},
             {"ABOUT", "Rote by nobody"}});
  EnginePlayer player(
      rote, {.first_to_move = FirstToMove::balance}, 1, [](std::string_view) {},
      [&] { return rote.now; });
  ASSERT_TRUE(player.begin("."));
  EXPECT_EQ(player.answer(read_prompt("A []").value()).value(), "(7,7)(8,8)(7,8)");
}

TEST(EnginePlayer, DoesNotAskForSwap2WhereItWouldMeanAnotherGame) {
  for (const Terms& terms : {Terms{.first_to_move = FirstToMove::black},
                             Terms{.first_to_move = FirstToMove::balance, .book = true}}) {
    Game game({}, terms);
    EXPECT_TRUE(gomoku::read_open(game("A []")));
    EXPECT_EQ(game("C " + five).size(), 1u);
    EXPECT_EQ(game.rote.news(), Lines{});
  }
}

TEST(EnginePlayer, LetsTheEngineLayTheWhiteStoneThatTheRuleOfThumbWants) {
  const std::string open = R"([((0,0),"B"),((7,7),"W"),((14,14),"B")])";
  Game game({{"DONE", "UNKNOWN"}, {"DONE", "6,6"}, {"TURN 8,8", "5,5"}});
  EXPECT_EQ(game("B " + open), "W(6,6)");
  EXPECT_EQ(game.rote.news(), (Lines{"SWAP2BOARD", "0,0", "7,7", "14,14", "DONE", "BOARD", "0,0,2",
                                     "7,7,1", "14,14,2", "DONE"}));
  EXPECT_EQ(game(R"(1 [((0,0),"B"),((6,6),"W"),((7,7),"W"),((8,8),"B"),((14,14),"B")])"), "(5,5)");
  EXPECT_EQ(game.rote.news(), Lines{"TURN 8,8"});
}

TEST(EnginePlayer, HandsOverTheBoardOnceAndThenStones) {
  Game game({{"DONE", "SWAP"}, {"RESTART", "OK"}, {"DONE", "9,9"}, {"TURN 1,1", "10,10"}});
  EXPECT_EQ(game("B " + three), "B");
  game.rote.news();
  // We are black, white moved first: four stones and its latest last.
  EXPECT_EQ(game(R"(1 [((3,3),"W"),((7,7),"B"),((7,8),"W"),((8,8),"B")])"), "(9,9)");
  EXPECT_EQ(game.rote.heard.front(), no_limit);  // an engine may drop its first line
  EXPECT_EQ(game.rote.news(),
            (Lines{"RESTART", "BOARD", "7,7,1", "7,8,2", "8,8,1", "3,3,2", "DONE"}));
  EXPECT_EQ(game(R"(3 [((1,1),"W"),((3,3),"W"),((7,7),"B"),((7,8),"W"),((8,8),"B"),((9,9),"B")])"),
            "(10,10)");
  EXPECT_EQ(game.rote.news(), Lines{"TURN 1,1"});
  game.player.end();
  EXPECT_EQ(game.rote.news(), Lines{"END"});
}

TEST(EnginePlayer, BeginsOnAnEmptyBoard) {
  Game game({{"BEGIN", "10,10"}, {"TURN 19,19", "9,9"}},
            {.size = 20, .first_to_move = FirstToMove::balance});
  EXPECT_EQ(game("0 []"), "(10,10)");
  EXPECT_EQ(game.rote.news(), Lines{"BEGIN"});
  EXPECT_EQ(game(R"(2 [((10,10),"B"),((19,19),"W")])"), "(9,9)");
  EXPECT_EQ(game.rote.news(), Lines{"TURN 19,19"});
}

TEST(EnginePlayer, AnswersTheFirstStoneOfAll) {
  Game game({{"TURN 7,7", "8,8"}, {"TURN 6,6", "9,9"}}, {.first_to_move = FirstToMove::balance});
  EXPECT_EQ(game(R"(1 [((7,7),"B")])"), "(8,8)");
  EXPECT_EQ(game(R"(3 [((6,6),"B"),((7,7),"B"),((8,8),"W")])"), "(9,9)");
  EXPECT_EQ(game.rote.news(), (Lines{"TURN 7,7", "TURN 6,6"}));
}

TEST(EnginePlayer, TellsTheBoardAgainIfBlackPassed) {  // G16
  const std::string after_two = R"(2 [((7,7),"B"),((8,8),"W")])";
  Game renju({{"TURN 7,7", "8,8"}, {"RESTART", "OK"}, {"DONE", "9,9"}},
             {.rule = 4, .first_to_move = FirstToMove::balance});
  EXPECT_EQ(renju(R"(1 [((7,7),"B")])"), "(8,8)");
  EXPECT_EQ(renju(after_two), "(9,9)");
  EXPECT_EQ(renju.rote.news(), (Lines{"TURN 7,7", "RESTART", "BOARD", "8,8,1", "7,7,2", "DONE"}));
  Game other({{"TURN 7,7", "8,8"}}, {.first_to_move = FirstToMove::balance});
  EXPECT_EQ(other(R"(1 [((7,7),"B")])"), "(8,8)");
  EXPECT_EQ(other(after_two), "! cannot be asked: the board has no new stone of its opponent");
}

TEST(EnginePlayer, KnowsItsColourFromTheStones) {
  // Which field of BOARD each of ours has tells our colour.
  const struct {
    std::string first, prompt, wanted;
    FirstToMove rule;
  } table[] = {
      {"A []", "0 " + three, "7,8,1", FirstToMove::balance},  // they took black
      {"A []", "0 " + four, "7,8,2", FirstToMove::balance},   // they took white
      {"A []", R"(1 [((2,2),"B"),((7,7),"B"),((7,8),"W"),((8,8),"B")])", "7,8,1",
       FirstToMove::black},
      {"", "0 " + five, "7,8,1", FirstToMove::balance},  // they picked: white moves first
      {"", "0 " + five, "7,8,2", FirstToMove::black},
      {"", R"(1 [((2,2),"W"),((3,3),"W"),((4,4),"B"),((7,7),"B"),((7,8),"W"),((8,8),"B")])",
       "7,8,2", FirstToMove::balance},
      // Nobody opened: the contest gave the position.
      {"", "0 " + three, "7,8,1", FirstToMove::balance},
      {"", "0 " + three, "7,8,2", FirstToMove::black},
      {"", "1 " + four, "7,8,1", FirstToMove::black},
      {"", "1 " + four, "7,8,2", FirstToMove::balance},
      {"", "0 " + four, "7,8,2", FirstToMove::balance},
      {"", "1 " + five, "7,8,1", FirstToMove::balance},
  };
  for (const auto& [first, prompt, wanted, rule] : table) {
    Game game({{"DONE", "0,14"}}, {.first_to_move = rule, .book = true});
    if (!first.empty()) game(first);
    EXPECT_EQ(game(prompt), "(0,14)");
    EXPECT_EQ(std::ranges::count(game.rote.news(), wanted), 1) << prompt;
  }
}

TEST(EnginePlayer, KeepsTheStoneThatCameWithTheColour) {
  Game game({{"DONE", "1,1"}, {"RESTART", "UNKNOWN"}, {"DONE", "9,9"}});
  EXPECT_EQ(game("C " + five), "W");
  EXPECT_EQ(game("0 " + five), "(1,1)");
  game.rote.news();
  EXPECT_EQ(game(R"(2 [((1,1),"W"),((2,2),"B"),((3,3),"W"),((4,4),"B"),((7,7),"B"),((7,8),"W"),)"
                 R"(((8,8),"B")])"),
            "(9,9)");
  const Lines news = game.rote.news();
  EXPECT_EQ(news.front(), "RESTART");
  EXPECT_EQ(news[news.size() - 2], "2,2,2");  // the latest
}

const Terms book{.first_to_move = FirstToMove::balance, .book = true};

TEST(EnginePlayer, ReadsOnUntilAMove) {
  Game game({{"DONE", "MESSAGE 1,1|DEBUG|ERROR time_left?|UNKNOWN|OK|3,3 4,4|depth 7|9,9"}}, book);
  EXPECT_EQ(game("0 " + three), "(9,9)");
  EXPECT_EQ(game.notes, (Lines{"MESSAGE 1,1", "DEBUG", "ERROR time_left?", "UNKNOWN", "OK",
                               "3,3 4,4", "depth 7"}));
}

TEST(EnginePlayer, KeepsWhatTheEngineSaysOfItsSearch) {
  Game game({{"DONE", "MESSAGE depth 1 eval 5|MESSAGE depth 2|9,9|MESSAGE depth 30"},
             {"TURN 2,2", "10,10"}},
            {.first_to_move = FirstToMove::balance, .book = true});
  EXPECT_EQ(game("0 " + three), "(9,9)");
  EXPECT_EQ(game.player.search(), (SearchNote{"5", 2, {}}));
  EXPECT_EQ(game(R"(2 [((2,2),"B"),((7,7),"B"),((7,8),"W"),((8,8),"B"),((9,9),"W")])"), "(10,10)");
  EXPECT_TRUE(game.player.search().empty());
}

TEST(EnginePlayer, TakesNoAnswerFromBeforeTheQuestion) {
  Game game({{"DONE", "9,9|5,5|MESSAGE more"}, {"TURN 2,2", "10,10"}}, book);
  EXPECT_EQ(game("0 " + three), "(9,9)");
  EXPECT_EQ(game(R"(2 [((2,2),"B"),((7,7),"B"),((7,8),"W"),((8,8),"B"),((9,9),"W")])"), "(10,10)");
}

TEST(EnginePlayer, PassesOnWhatTheRulesWillRefuse) {
  for (const std::string point : {"15,3", "-1,0", "7,7"})
    EXPECT_EQ(Game({{"DONE", point}}, book)("0 " + three), '(' + point + ')');
}

TEST(EnginePlayer, SaysWhatTheEngineDidWrong) {
  const std::pair<std::string, std::string> table[] = {
      {"(dies)", "! exited with status 3"},
      {"ERROR out of memory|(dies)", "! exited with status 3, but 'ERROR out of memory'"},
  };
  for (const auto& [said, error] : table)
    EXPECT_EQ(Game({{"DONE", said}}, book)("0 " + three), error);
}

TEST(EnginePlayer, LeavesALateEngineToTheArena) {
  const struct {
    std::string said, note, answer;
  } table[] = {
      {"", "no move in 475 ms", "! was killed by signal 9"},
      {"ERROR bad board", "no move in 475 ms, but 'ERROR bad board'",
       "! was killed by signal 9, but 'ERROR bad board'"},
      {"(sleeps)|9,9", "no move in 475 ms", "(9,9)"},
      {"(sleeps)|ERROR slow|(sleeps)|9,9", "no move in 475 ms", "(9,9)"},
  };
  for (const auto& [said, note, answer] : table) {
    Game game({{"DONE", said}}, book);
    EXPECT_EQ(game("0 " + three), answer);
    EXPECT_EQ(std::ranges::count(game.notes, "hilltop-gomocup: " + note), 1) << said;
  }
}

TEST(EnginePlayer, KeepsTheTimeOfAGame) {
  const Terms terms{
      .move_ms = 60'000, .game_ms = 2'500, .first_to_move = FirstToMove::balance, .book = true};
  Game game({{"DONE", "(sleeps)|9,9"}, {"TURN 2,2", "(sleeps)|10,10"}, {"TURN 3,3", ""}}, terms);
  const auto time_left = [&] {
    const Lines heard = std::exchange(game.rote.heard, {});
    return *std::ranges::find_if(heard, [](const auto& line) { return line.starts_with("INFO"); });
  };
  EXPECT_EQ(game("0 " + three), "(9,9)");
  EXPECT_EQ(time_left(), "INFO time_left 2500");
  EXPECT_EQ(game(R"(2 [((2,2),"B"),((7,7),"B"),((7,8),"W"),((8,8),"B"),((9,9),"W")])"), "(10,10)");
  EXPECT_EQ(time_left(), "INFO time_left 1500");
  EXPECT_EQ(game(R"(4 [((2,2),"B"),((3,3),"B"),((7,7),"B"),((7,8),"W"),((8,8),"B"),((9,9),"W"),)"
                 R"(((10,10),"W")])"),
            "! was killed by signal 9");
  EXPECT_EQ(game.notes.back(), "hilltop-gomocup: it used up its 2500 ms for the game");
  EXPECT_EQ(time_left(), "INFO time_left 500");
}

TEST(EnginePlayer, StartsInAnotherTimeThanThatOfTheGame) {
  Rote rote({{"START 15", std::string("MESSAGE soon")}});
  Lines notes;
  EnginePlayer player(
      rote, {.move_ms = 60'000, .game_ms = 100}, 1,
      [&](std::string_view line) { notes.emplace_back(line); }, [&] { return rote.now; });
  EXPECT_FALSE(player.begin("."));
  EXPECT_EQ(notes, (Lines{"MESSAGE soon", "hilltop-gomocup: no answer to START in 5000 ms"}));
}

TEST(Prompts, AreRead) {
  EXPECT_EQ(read_prompt("A []")->phase, gomoku::Phase::opening);
  EXPECT_EQ(read_prompt("B " + three)->phase, gomoku::Phase::choosing);
  EXPECT_EQ(read_prompt("C " + five)->board.stones(), 5);
  EXPECT_EQ(read_prompt("17 " + three)->turn, 17);
  for (const std::string line : {"", "A", "D []", "1x []", "A [", "EXIT TIE"})
    EXPECT_FALSE(read_prompt(line)) << line;
}

// Each game is asked for as the first one was: nothing is kept but the answer to ABOUT.
TEST(EnginePlayer, BeginsAnotherGame) {
  Game game({{"SWAP2BOARD", ""},
             {"DONE", "7,7 7,8 8,8"},
             {"RESTART", "OK"},
             {"SWAP2BOARD", ""},
             {"DONE", "7,7 7,8 8,8"}},
            {.game_ms = 9000, .max_node = 7, .first_to_move = FirstToMove::balance});
  const std::string opened = game("A []");
  const Lines first = game.rote.news();
  EXPECT_TRUE(game.player.begin_again(6));
  EXPECT_EQ(game.rote.heard[0], "INFO time_left 9000");  // never a bare RESTART
  EXPECT_EQ(game.rote.heard[1], "RESTART");
  EXPECT_EQ(std::ranges::count(game.rote.heard, "INFO max_node 7"), 1);
  EXPECT_EQ(game.rote.news(), Lines{"RESTART"});
  EXPECT_EQ(game("A []"), opened);
  EXPECT_EQ(game.rote.news(), first);
}

TEST(EnginePlayer, DoesNotGoOnWithAnEngineThatDoesNotBeginAgain) {
  for (const char* answer : {"UNKNOWN command", "ERROR what?", "", "(dies)"}) {
    Game game({{"SWAP2BOARD", ""}, {"DONE", "7,7 7,8 8,8"}, {"RESTART", answer}});
    game("A []");
    EXPECT_FALSE(game.player.begin_again(6)) << answer;
  }
  // One that never answers ABOUT is asked all the same.
  Game silent({{"SWAP2BOARD", ""}, {"DONE", "7,7 7,8 8,8"}, {"RESTART", "OK"}},
              {.first_to_move = FirstToMove::balance}, 5, /*abouts=*/0);
  silent("A []");
  const auto before = silent.rote.now;
  EXPECT_TRUE(silent.player.begin_again(6));
  EXPECT_EQ(silent.rote.now, before);
}

TEST(NewGame, IsASeedAndAnOpponent) {
  const auto game = read_new_game("NEW 123 Pebble (Python) +x=3").value();
  EXPECT_EQ(game.seed, 123u);
  EXPECT_EQ(game.opponent, "Pebble (Python) +x=3");
  for (const char* wrong : {"NEW", "NEW 123", "NEW x y", "NEW -1 y", "new 1 y", "B []"})
    EXPECT_FALSE(read_new_game(wrong)) << wrong;
}

}  // namespace
}  // namespace hilltop::gomocup::player_test
