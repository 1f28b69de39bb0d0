#include "apps/gomocup/engine_program.hpp"

#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "apps/gomocup/words.hpp"
#include "games/gomoku/engine/search.hpp"

namespace hilltop::gomocup::engine_program_test {
namespace {

using namespace std::chrono_literals;
using gomoku::Colour;

// What the engine answers, without its messages. A clock of the test's own goes on by `step` each
// time that it is read.
std::vector<std::string> answers(const std::string& lines, std::int64_t nodes = 300,
                                 std::chrono::milliseconds step = {}, std::string* messages = {},
                                 std::uint64_t seed = 1) {
  std::istringstream in(lines);
  std::ostringstream out;
  Deadline now{};
  EngineProgram(in, out, {.nodes = nodes, .seed = seed}, [&] { return now += step; }).run();
  std::vector<std::string> answers;
  std::istringstream said(out.str());
  for (std::string line; std::getline(said, line);) {
    if (!line.starts_with("MESSAGE"))
      answers.push_back(line);
    else if (messages != nullptr)
      *messages += line + '\n';
  }
  return answers;
}

using Lines = std::vector<std::string>;

TEST(EngineProgram, AnswersCommands) {
  const std::pair<const char*, Lines> table[] = {
      {"START 15\nSTART 20\nSTART 19\nSTART\n",
       {"OK", "OK", "ERROR boards are 15 or 20", "ERROR boards are 15 or 20"}},
      {"RECTSTART 15,20\n", {"ERROR boards are square: 15 or 20"}},
      {"RESTART\nBEGIN\nTURN 1,1\nBOARD\nDONE\nSWAP2BOARD\nDONE\n",
       Lines(5, "ERROR there was no START")},
      {"START 15\nBEGIN\nRESTART\nBEGIN\n", {"OK", "7,7", "OK", "7,7"}},
      {"START 20\nBEGIN\n", {"OK", "10,10"}},
      {"START 15\nTURN 15,1\nTURN x\n",
       {"OK", "ERROR that point is not free", "ERROR that point is not free"}},
      {"START 15\nBOARD\n1,1,1\n1,1,2\nDONE\n", {"OK", "ERROR that point is not free"}},
      {"START 15\nBOARD\n1,1,3\nDONE\nBOARD\n1,1\nDONE\nYXBOARD\n2,2,\nDONE\n",
       {"OK", "ERROR a stone is X,Y,1 (own) or X,Y,2", "ERROR a stone is X,Y,1 (own) or X,Y,2",
        "ERROR a stone is X,Y,1 (own) or X,Y,2"}},
      {"START 15\nBOARD\n1,1,1\n1;1\nDONE\n", {"OK", "ERROR that point is not free"}},
      {"START 15\nBEGIN\nTAKEBACK 7,7\nTAKEBACK 7,7\nBEGIN\n",
       {"OK", "7,7", "OK", "ERROR no stone is there", "7,7"}},
      {"START 15\nINFO rule 8\nBEGIN\n", {"OK", "ERROR rules are 0, 1 or 4"}},
      {"START 15\nSWAP2BOARD\n1,1\nDONE\n", {"OK", "ERROR stones are 0, 3 or 5"}},
      {"START 15\nSWAP2BOARD\n1,1\n1,1\n2,2\nDONE\n", {"OK", "ERROR that point is not free"}},
      {"FLY\nEND\nSTART 15\n", {"UNKNOWN command"}},
      {"INFO\nINFO x\nINFO rule -1\nINFO rule 99999999999999999999\n", {}},
      {"start 15\r\n  begin \r\r\nend", {"OK", "7,7"}},
  };
  for (const auto& [lines, expected] : table) EXPECT_EQ(answers(lines), expected) << lines;
  EXPECT_TRUE(answers("ABOUT\n").at(0).starts_with("name=\"Hilltop\""));
}

TEST(EngineProgram, PlaysTheEnginesMoveAtALimitOfNodes) {
  gomoku::VariantBoard board;
  board.lay({7, 7}, Colour::black);
  board.lay({8, 8}, Colour::white);
  board.lay({6, 7}, Colour::black);
  gomoku::Search<15> search;
  const auto best = search.run(board, Colour::white, {.nodes = 2'000}).best;
  const std::string asked = "BOARD\n7,7,2\n8,8,1\n6,7,2\nDONE\n";
  EXPECT_EQ(answers("START 15\n" + asked, 2'000).back(), write_point(best));
  EXPECT_EQ(answers("START 15\nINFO max_node 2000\n" + asked, 7).back(), write_point(best));
}

TEST(EngineProgram, StopsByItsClockAndSaysWhatItSearched) {
  std::string messages;
  const std::string game = "START 15\nINFO timeout_turn 400\nTURN 7,7\nTURN 8,8\n";
  const auto said = answers(game, 0, std::chrono::milliseconds(40), &messages);
  ASSERT_EQ(said.size(), 3u);
  SearchNote note;
  take_search(note, messages.substr(0, messages.find('\n')));
  ASSERT_TRUE(!note.eval.empty() && note.depth && note.nodes);
  EXPECT_LT(*note.nodes, 5'000u) << "the clock stops it after some ten questions";
}

// An engine with a clock that goes on by a millisecond each time that it is read, and with input
// that comes, of its last line, once the clock was read so often.
struct Timed {
  std::vector<std::string> said;
  int reads = 0;

  Timed(const std::string& lines, int comes_after) {
    std::istringstream in(lines);
    std::ostringstream out;
    Deadline now{};
    const auto last = static_cast<std::streamoff>(lines.find_last_of('\n', lines.size() - 2) + 1);
    const auto waits = [&] { return in.tellg() < last || reads >= comes_after; };
    const auto read = [&] {
      ++reads;
      return now += std::chrono::milliseconds(1);
    };
    EngineProgram(in, out, {}, read, waits).run();
    std::istringstream all(out.str());
    for (std::string line; std::getline(all, line);) said.push_back(line);
  }
};

TEST(EngineProgram, HearsEndAndStopWhileItThinks) {
  for (const std::string end : {"\n", "\r\n"})
    for (const std::string word : {"END", "stop", "YXSTOP"}) {
      const Timed heard(
          "START 15" + end + "INFO timeout_turn 3000" + end + "TURN 7,7" + end + word + end, 40);
      EXPECT_EQ(heard.said.size(), 3U) << "OK, MESSAGE and a move, which it knows by then";
      EXPECT_LT(heard.reads, 60) << word;
    }
}

TEST(EngineProgram, AScriptIsAnsweredBeforeItsEnd) {
  const Timed script("START 15\nINFO timeout_turn 300\nTURN 7,7\nEND\n", 0);
  EXPECT_GT(script.reads, 200);
  EXPECT_TRUE(read_point(script.said.back()));
}

TEST(EngineProgram, EveryCommandLooksAtItsClock) {
  const std::string dense =
      "BOARD\n1,1,1\n2,1,1\n5,1,2\n3,3,1\n3,5,2\n4,4,1\n6,6,2\n8,1,1\n8,3,1\n9,9,2\n10,3,2\n11,7,"
      "2\n"
      "DONE\n";
  for (const std::string& asked :
       {std::string("TURN 7,7\n"), "INFO rule 1\n" + dense, "INFO rule 4\n" + dense,
        std::string("SWAP2BOARD\n7,7\n8,8\n9,9\nDONE\n"),
        std::string("SWAP2BOARD\n7,7\n8,8\n9,9\n1,1\n2,2\nDONE\n"),
        std::string("INFO timeout_match 9000\nINFO time_left -20\nTURN 7,7\n")}) {
    const Timed hurried("START 15\nINFO timeout_turn 1\n" + asked, 1'000'000);
    const EngineReply reply = read_reply(hurried.said.back());
    EXPECT_TRUE(reply.kind == Kind::swap || reply.kind == Kind::points) << asked;
    EXPECT_LT(hurried.reads, 60) << asked;
    EXPECT_GT(hurried.reads, 4) << asked;
  }
}

TEST(EngineProgram, AnswersSwap2) {
  for (const char* lines : {"", "7,7\n8,8\n9,9\n", "7,7\n8,8\n9,9\n1,1\n2,2\n"}) {
    const auto said = answers(std::string("START 15\nSWAP2BOARD\n") + lines + "DONE\n");
    ASSERT_EQ(said.size(), 2u);
    const EngineReply reply = read_reply(said[1]);
    EXPECT_TRUE(reply.kind == Kind::swap || reply.kind == Kind::points) << said[1];
    if (std::string(lines).empty()) {
      EXPECT_EQ(reply.points.size(), 3u);
    }
  }
}

TEST(EngineProgram, OpensByItsSeedAndNotTwiceAlike) {
  for (const int size : {15, 20}) {
    const std::string start = "START " + std::to_string(size) + '\n', asked = "SWAP2BOARD\nDONE\n";
    const auto two = answers(start + asked + asked), other = answers(start + asked, 300, {}, {}, 2);
    EXPECT_EQ(two, answers(start + asked + asked));
    EXPECT_NE(two.at(1), two.at(2));
    EXPECT_NE(two.at(1), other.at(1));
    const auto points = read_reply(two.at(1)).points;
    ASSERT_EQ(points.size(), 3U) << two.at(1);
    for (const Point point : points) EXPECT_TRUE(point.x < size && point.y < size);
    std::string stones = asked;
    for (const Point point : {points[0], points[1], points[2]})
      stones.insert(stones.size() - 5, write_point(point) + '\n');
    const Kind kind = read_reply(answers(start + stones).at(1)).kind;
    EXPECT_TRUE(kind == Kind::swap || kind == Kind::points) << size;
  }
}

// The beginning of what a program of analysis sends: a position.
const std::string analysed =
    "start 15\nyxshowinfo\ninfo max_node 2000\nyxboard\n7,7,2\n8,8,1\n6,7,2\ndone\n";

TEST(EngineProgram, NamesTheBestLinesOfAPosition) {
  std::string messages;
  const Lines said = answers(analysed + "yxnbest 3\n", 0, {}, &messages);
  ASSERT_EQ(said.size(), 2U) << "YXBOARD is not answered";
  EXPECT_TRUE(
      messages.starts_with("MESSAGE INFO MAX_THREAD_NUM 64\nMESSAGE INFO MAX_HASH_SIZE 22\n"));
  std::set<std::string> firsts;
  for (const char* number : {"MESSAGE (1) ", "MESSAGE (2) ", "MESSAGE (3) "}) {
    const std::size_t at = messages.find(number);
    ASSERT_NE(at, messages.npos) << messages;
    const std::string line = messages.substr(at, messages.find('\n', at) - at);
    const std::size_t points = line.find("line ") + 5;
    firsts.insert(line.substr(points, line.find(' ', points) - points));
    EXPECT_NE(line.find(" eval "), line.npos) << line;
  }
  EXPECT_EQ(firsts.size(), 3U) << messages;
  EXPECT_EQ(firsts.count(said.back()), 1U);
  EXPECT_EQ(said.back(), answers("START 15\nBOARD\n7,7,2\n8,8,1\n6,7,2\nDONE\n", 2'000).back())
      << "the first line is the move";
  EXPECT_EQ(answers(analysed + "yxnbest 0\nyxnbest\nyxhashclear\nabout\n").size(), 4U);
  EXPECT_EQ(answers("yxnbest 1\nyxshowforbid\n"), Lines(2, "ERROR there was no START"));
}

TEST(EngineProgram, SaysEachIterationOnlyIfAskedAndPlaysTheSame) {
  std::string silent, watched, marked;
  const Lines played = answers(analysed + "yxnbest 1\n", 0, {}, &silent);
  EXPECT_EQ(answers("info show_detail 2\n" + analysed + "yxnbest 1\n", 0, {}, &watched), played);
  EXPECT_EQ(answers("info show_detail 1\n" + analysed + "yxnbest 1\n", 0, {}, &marked), played);
  EXPECT_EQ(silent.find("MESSAGE depth 1 "), silent.npos);
  for (const char* depth : {"MESSAGE depth 1 ", "MESSAGE depth 2 ", "MESSAGE depth 3 "})
    EXPECT_NE(watched.find(depth), watched.npos) << watched;
  EXPECT_NE(marked.find("MESSAGE REALTIME BEST " + played.back()), marked.npos) << marked;
  EXPECT_EQ(watched.substr(watched.rfind("MESSAGE (1)")),
            silent.substr(silent.rfind("MESSAGE (1)")))
      << "watching a search changes nothing in it";
}

TEST(EngineProgram, ObeysALimitOfDepth) {
  std::string messages;
  answers("info max_depth 3\n" + analysed + "yxnbest 1\n", 0, {}, &messages);
  EXPECT_NE(messages.find("(1) depth 3 "), messages.npos) << messages;
}

TEST(EngineProgram, ShowsForbiddenPoints) {
  const std::string stones =
      "yxboard\n7,5,1\n0,0,2\n7,6,1\n14,14,2\n5,7,1\n0,14,2\n6,7,1\n"
      "14,0,2\ndone\nyxshowforbid\n";
  EXPECT_EQ(answers("start 15\ninfo rule 4\n" + stones), (Lines{"OK", "FORBID 0707."}));
  EXPECT_EQ(answers("start 15\nyxshowinfo\ninfo rule 2\n" + stones), (Lines{"OK", "FORBID 0707."}))
      << "Yixin's number of renju";
  EXPECT_EQ(answers("start 15\n" + stones), (Lines{"OK", "FORBID ."}));
}

struct ByRule {
  const char* what;
  int rule;
  const char* board;  // 1: the engine's
  std::vector<std::string> right;
  bool is_right;  // or any other
};

TEST(EngineProgram, PlaysByTheExactRule) {
  const ByRule table[] = {
      {"six win",
       0,
       "1,1,1\n2,1,1\n3,1,1\n5,1,1\n6,1,1\n0,9,2\n2,9,2\n4,9,2\n9,9,2\n",
       {"4,1"},
       true},
      {"six are nothing",
       1,
       "1,1,1\n2,1,1\n3,1,1\n5,1,1\n6,1,1\n0,9,2\n2,9,2\n4,9,2\n9,9,2\n",
       {"4,1"},
       false},
      {"six are forbidden",
       4,
       "1,1,1\n2,1,1\n3,1,1\n5,1,1\n6,1,1\n0,9,2\n2,9,2\n4,9,2\n6,11,2\n9,13,2\n",
       {"4,1"},
       false},
      {"its own five first",
       1,
       "1,1,1\n2,1,1\n3,1,1\n4,1,1\n1,9,2\n2,9,2\n3,9,2\n4,9,2\n",
       {"0,1", "5,1"},
       true},
      {"a block of five",
       4,
       "1,1,1\n2,1,1\n3,1,1\n9,4,1\n0,9,1\n1,9,2\n2,9,2\n3,9,2\n4,9,2\n",
       {"5,9"},
       true},
      {"six of the opponent are nothing to block",
       1,
       "0,3,1\n1,1,2\n2,1,2\n3,1,2\n5,1,2\n6,1,2\n12,12,1\n10,12,1\n8,3,1\n9,9,1\n",
       {"4,1"},
       false},
      {"two threes are forbidden",
       4,
       "7,5,1\n7,6,1\n5,7,1\n6,7,1\n0,0,2\n14,14,2\n0,14,2\n14,0,2\n",
       {"7,7"},
       false},
      {"White may make two threes",
       4,
       "7,5,1\n7,6,1\n5,7,1\n6,7,1\n0,0,2\n14,14,2\n0,14,2\n14,0,2\n3,0,2\n",
       {"7,7", "7,4", "4,7", "8,7", "7,3", "7,8", "3,7"},
       true},
  };
  for (const ByRule& test : table) {
    SCOPED_TRACE(test.what);
    const auto said = answers(
        "START 15\nINFO rule " + std::to_string(test.rule) + "\nBOARD\n" + test.board + "DONE\n",
        3'000);
    ASSERT_EQ(said.size(), 2u);
    EXPECT_EQ(std::ranges::count(test.right, said[1]) > 0, test.is_right) << said[1];
  }
}

TEST(Settings, ATableFillsWithinTheMemory) {
  const auto bytes = [](const char* said, std::int64_t turn_ms) {
    Settings settings;
    settings.take("timeout_turn " + std::to_string(turn_ms));
    settings.take(said);
    return settings.table_bytes();
  };
  EXPECT_EQ(bytes("rule 0", 1), 2 << 20);
  EXPECT_EQ(bytes("rule 0", 110), 4'656'000);  // 97 ms
  EXPECT_EQ(bytes("thread_num 2", 110), 9'312'000);
  EXPECT_EQ(bytes("rule 0", 1'000'000), 165 << 20) << "half of what the program does not need";
  EXPECT_EQ(bytes("max_memory 1000", 1'000), 2 << 20);
  EXPECT_EQ(bytes("max_memory 0", 1'000), 42'000'000);       // 875 ms
  EXPECT_EQ(bytes("timeout_match 1750", 1'000), 4'800'000);  // 100 ms
  EXPECT_EQ(bytes("hash_size 32768", 10'000), 32 << 20);
  for (const char* most : {"max_memory 9223372036854775807", "hash_size 9223372036854775807"})
    EXPECT_LE(bytes(most, 86'400'000), table_bytes_max);
}

TEST(Settings, AllMovesOfAGameHaveATableOfOneSize) {
  Settings settings;
  for (const char* said : {"timeout_turn 1000", "timeout_match 60000"}) settings.take(said);
  const std::int64_t first = settings.table_bytes();
  settings.take("time_left 2000");
  EXPECT_EQ(settings.table_bytes(), first);
}

TEST(EngineProgram, WritesAMoveAndItsMessageAtOnce) {
  struct CountsWrites : std::stringbuf {
    int sync() override { return ++writes, 0; }
    int writes = 0;
  } written;
  std::istringstream in("START 15\nTURN 7,7\n");
  std::ostream out(&written);
  EngineProgram(in, out, {.nodes = 100}).run();
  EXPECT_TRUE(written.str().starts_with("OK\nMESSAGE ")) << written.str();
  EXPECT_EQ(written.writes, 2);
}

// Its clock goes on by `wait` each time that it is read, as if it waited for a processor.
TEST(EngineProgram, StopsEarlierWhereItWaitsForAProcessor) {
  const auto time_of = [](const std::string& moves, std::chrono::milliseconds wait) {
    std::istringstream in("START 15\nINFO timeout_turn 1000\n" + moves);
    std::ostringstream out;
    std::chrono::milliseconds passed{};
    EngineProgram(in, out, {.nodes = 0}, [&] { return Deadline{passed += wait}; }).run();
    return passed.count() - 3 * wait.count();  // until the first move was asked for
  };
  EXPECT_GT(time_of("TURN 7,7\n", 1ms), 860);
  const auto first = time_of("TURN 7,7\n", 60ms), both = time_of("TURN 7,7\nTURN 0,0\n", 60ms);
  EXPECT_GT(first, 600);
  EXPECT_LE(first, 875 - 60);
  EXPECT_LE(both - first, 875);
  EXPECT_GT(time_of("TURN 7,7\n", 300ms), 300) << "waits take at most half of the time";
}

TEST(TimePlan, LeavesAMarginAndAShareOfTheMatch) {
  EXPECT_EQ(thinking_ms({.turn_ms = 1'000}), 875);
  EXPECT_EQ(thinking_ms({.turn_ms = 400}), 350);
  EXPECT_EQ(thinking_ms({.turn_ms = 30'000}), 29'750);
  EXPECT_EQ(thinking_ms({.turn_ms = 0}), 5);
  EXPECT_EQ(thinking_ms({.turn_ms = 30'000, .match_ms = 180'000, .left_ms = 180'000}), 11'240);
  EXPECT_EQ(thinking_ms({.turn_ms = 30'000, .match_ms = 180'000, .left_ms = 100}), 1);
  // A match of moves that all take what they may never ends by time.
  Clocks clocks{.turn_ms = 5'000, .match_ms = 20'000, .left_ms = 20'000};
  for (int move = 0; move < 112; ++move) clocks.left_ms -= thinking_ms(clocks);
  EXPECT_GT(clocks.left_ms, 0);
}

}  // namespace
}  // namespace hilltop::gomocup::engine_program_test
