#include "match/record.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <regex>

namespace hilltop::record_test {
namespace {

Record sample() {
  Record record;
  record.game = "pazaak";
  record.rules = "koth";
  record.switches = {{"side_cards", std::int64_t{5}},
                     {"on", true},
                     {"word", std::string("a b")},
                     {"list", std::vector<std::int64_t>{1, -2}},
                     {"none", std::vector<std::int64_t>{}}};
  record.luck_key = 0xfedcba9876543210;
  record.luck_game = 4'000'000'000;
  record.players = {{"human", "Ann of the Hill"}, {"kid", "kid"}};
  record.steps = {{0, "END"}, {1, "PLAY 3"}, {0, std::nullopt}};
  record.points = {0, 3};
  return record;
}

TEST(Record, RoundTrips) { EXPECT_EQ(read_record(write(sample()), "x").value(), sample()); }

TEST(Record, CommentsAndEmptyLinesSayNothing) {
  std::string text = write(sample());
  text.insert(text.find("game "), "# a comment\n\n");
  EXPECT_EQ(read_record(text, "x").value(), sample());
}

TEST(Record, MayBeginWithAByteOrderMark) {
  EXPECT_EQ(read_record("\xEF\xBB\xBF" + write(sample()), "x").value(), sample());
  EXPECT_EQ(read_record("\xEF\xBB\xBFnothing", "x").error().text.substr(0, 16), "x:1: not a recor");
}

TEST(Record, AStepHasTheTimeOfTheLineBeforeIt) {
  Record record = sample();
  record.steps.front().took = std::chrono::microseconds(1'234'005);
  EXPECT_NE(write(record).find("# 1234.005 ms\nmove "), std::string::npos);
  EXPECT_EQ(read_record(write(record), "x").value(), record);
  for (const std::string other :
       {"# 1 ms", "# 1.0000 ms", "# -1.000 ms", "# 1.-05 ms", "# x.000 ms", "#1.000 ms",
        "# 1.000 s", "# 1000000000000000.000 ms"}) {
    std::string text = write(sample());
    text.insert(text.find("move "), other + '\n');
    EXPECT_EQ(read_record(text, "x").value(), sample()) << other;
  }
}

TEST(Record, AForfeitHasTheFaultOfTheLineBeforeIt) {
  Record record = sample();
  record.steps.back().took = std::chrono::microseconds(1);
  record.steps.back().fault = Fault{FaultKind::crashed, "exited with status 3: really"};
  EXPECT_NE(write(record).find("# 0.001 ms\n# crashed: exited with status 3: really\nretire 0\n"),
            std::string::npos);
  EXPECT_EQ(read_record(write(record), "x").value(), record);
  for (const std::string other : {"# crushed: by a stone", "# crashed", "#crashed: so", "# : "}) {
    std::string text = write(sample());
    text.insert(text.find("retire "), other + '\n');
    EXPECT_EQ(read_record(text, "x").value(), sample()) << other;
  }
  std::string text = write(sample());
  text.insert(text.find("move "), "# crashed: a comment before a move\n");
  EXPECT_EQ(read_record(text, "x").value(), sample());
}

TEST(Record, AMoveHasWhatItsBotSaysOfIt) {
  Record record = sample();
  record.steps.front().took = std::chrono::microseconds(1);
  record.steps.front().note = SearchNote{"+M7", 12, 3};
  EXPECT_NE(write(record).find("# 0.001 ms\n# eval +M7 depth 12 nodes 3\nmove 0 END\n"),
            std::string::npos);
  EXPECT_EQ(read_record(write(record), "x").value(), record);
  for (const std::string other : {"# depth x", "# eval", "# nodes 3 depth 1", "#depth 3"}) {
    std::string text = write(sample());
    text.insert(text.find("move "), other + '\n');
    EXPECT_EQ(read_record(text, "x").value(), sample()) << other;
  }
  std::string text = write(sample());
  text.insert(text.find("retire "), "# depth 3\n");
  EXPECT_EQ(read_record(text, "x").value(), sample());
}

TEST(Record, AFaultIsWrittenInOneLine) {
  Record record = sample();
  record.steps.back().fault = Fault{FaultKind::illegal, "a\nmove 0 END"};
  EXPECT_NE(write(record).find("# illegal answer: a\\x0amove 0 END\n"), std::string::npos);
  record.steps.back().fault->detail.assign(10'000, 'x');
  EXPECT_LE(write(record).size(), write(sample()).size() + fault_detail_bytes_max + 50);
}

TEST(Record, CountsWhatWasTakenBack) {
  Record record = sample();
  EXPECT_EQ(write(record).find("undone"), std::string::npos);
  record.undone = 2;
  EXPECT_NE(write(record).find("kid kid\nundone 2\nmove 0 END\n"), std::string::npos);
  EXPECT_EQ(read_record(write(record), "x").value(), record);
}

TEST(Record, ABotInAFolderIsNamedInOneWord) {
  for (const std::string name : {"Tiny", "Tiny the 2nd", "100 %", "%20", "bot:x", "小さい"}) {
    Record record = sample();
    record.players[1].player = player_of_bot(name);
    EXPECT_EQ(record.players[1].player.find(' '), std::string::npos);
    EXPECT_EQ(bot_of_player(record.players[1].player), name);
    EXPECT_EQ(read_record(write(record), "x").value(), record);
  }
  Record record = sample();
  record.players[1] = {player_of_bot("A 5% bot"), "Ann's rival"};
  EXPECT_NE(write(record).find("\nseat bot:A%205%25%20bot Ann's rival\n"), std::string::npos);
  for (const char* const other : {"human", "kid", "bot", "bot:", "bot:a%", "bot:a%2", "bot:a%21"})
    EXPECT_FALSE(bot_of_player(other).has_value()) << other;
}

TEST(Record, EachDamageIsNamedWithItsLine) {
  const std::string head = "hilltop record 1\n";
  const std::pair<std::string, std::string> cases[] = {
      {"", "x:1: not a record: the file is empty"},
      {"garbage\n", "x:1: not a record: the first line must be 'hilltop record 1'"},
      {head + "game g\n", "x:2: the record breaks off: it has no game, rules or seats"},
      {head + "undone 0\n", "x:2: undone takes a whole number from 1"},
      {head + "luck zz 0\n", "x:2: luck is a key of hexadecimal digits and the number of a game"},
      {head + "seat human\n", "x:2: a seat is a player and a name"},
      {head + "seat bot: Ann\n",
       "x:2: a bot in a folder is bot:NAME, with %20 for a space and %25 for a percent sign"},
      {head + "seat bot:a%2x Ann\n",
       "x:2: a bot in a folder is bot:NAME, with %20 for a space and %25 for a percent sign"},
      {head + "seat human Ann\nmove 1 END\n", "x:3: a move is the number of a seat and the move"},
      {head + "seat human Ann\nmove 0\n", "x:3: a move is the number of a seat and the move"},
      {head + "seat human Ann\npoints 1 2\n", "x:3: points are one number per seat"},
      {head + "switch a ?\n",
       "x:2: a switch is true, false, a whole number, \"a word\" or [1,2,3]"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(read_record(text, "x").error().text, message);
  EXPECT_NE(read_record(head + "moves 0 END\n", "x").error().text.find("did you mean 'move'"),
            std::string::npos);
}

TEST(Record, ALineThatWriteWouldChangeIsRefused) {
  const std::string head = "hilltop record 1\ngame g\nrules r\n";
  const std::string luck = "luck 0000000000000007 0\n", seat = "seat human Ann\n";
  const std::pair<std::string, std::string> cases[] = {
      {head + seat, "x:4: 'luck 0000000000000000 0' is expected here"},
      {head + "luck 7 0\n" + seat, "x:4: 'luck 0000000000000007 0' is expected here"},
      {"hilltop record 1\nrules r\ngame g\n" + luck + seat, "x:2: 'game g' is expected here"},
      {"hilltop record 1\ngame f\n\ngame g\nrules r\n" + luck + seat,
       "x:2: 'game g' is expected here"},
      {head + "switch a 1\nswitch a 2\n" + luck + seat, "x:4: 'switch a 2' is expected here"},
      {head + "switch b 1\nswitch a 1\n" + luck + seat, "x:4: 'switch a 1' is expected here"},
      {head + "switch a 01\n" + luck + seat, "x:4: 'switch a 1' is expected here"},
      {head + "switch a [1,]\n" + luck + seat, "x:4: 'switch a [1]' is expected here"},
      {head + luck + seat + "move 00 END\n", "x:6: 'move 0 END' is expected here"},
      {head + luck + seat + "# 01.000 ms\nmove 0 END\n", "x:6: '# 1.000 ms' is expected here"},
      {head + luck + seat + "points 1\nmove 0 END\n", "x:6: 'move 0 END' is expected here"},
      {head + luck + seat + "points 1\npoints 2\n", "x:6: 'points 2' is expected here"},
      {head + luck + "seat human Ann\r\r\n",
       "x:5: a carriage return is allowed only at the end of a line"},
      {head + luck + seat + "points 1 \n", "x:6: 'points 1' is expected here"},
  };
  for (const auto& [text, message] : cases) {
    const auto read = read_record(text, "x");
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().text, message);
  }
  EXPECT_TRUE(read_record(head + luck + seat + "# 1.000 ms\n", "x")) << "a comment";
}

// Returns the lines of a record that matter: no comments, except a time that a step follows and the
// fault of a forfeit.
std::string without_comments(std::string_view text) {
  std::string said, time, fault;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.pop_back();
    if (std::regex_match(line, std::regex("# [0-9]+\\.[0-9]{3} ms"))) time = line + '\n';
    if (line.starts_with("# crashed: ")) fault = line + '\n';
    if (line.empty() || line.front() == '#') continue;
    if (line.starts_with("move ") || line.starts_with("retire ")) said += time;
    if (line.starts_with("retire ")) said += fault;
    time.clear();
    fault.clear();
    said += line + '\n';
  }
  return said;
}

// Adds, removes or swaps lines, or changes a character.
std::string damaged(std::string text) {
  std::vector<std::string> lines;
  for (std::size_t end = 0; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1))
    lines.push_back(text.substr(0, end + 1));
  const auto any_line = [&] { return *rc::gen::inRange<std::size_t>(0, lines.size()); };
  switch (*rc::gen::inRange(0, 4)) {
    case 0: lines.insert(lines.begin() + static_cast<int>(any_line()), lines[any_line()]); break;
    case 1: lines.erase(lines.begin() + static_cast<int>(any_line())); break;
    case 2: std::swap(lines[any_line()], lines[any_line()]); break;
    default: {
      std::string& line = lines[any_line()];
      const auto at = *rc::gen::inRange<std::size_t>(0, line.size());
      const std::string some = *rc::gen::element<std::string>(
          "", " ", "  ", "0", "00", "1", "-", ",", "\"", "\t", "\r", "\n", "# ", "E", "x");
      line.replace(at, *rc::gen::inRange<std::size_t>(0, 3), some);
    }
  }
  std::string all;
  for (const std::string& line : lines) all += line;
  return all;
}

RC_GTEST_PROP(Record, AnAcceptedRecordIsWrittenBackEqual, ()) {
  Record record = sample();
  record.steps.front().took = std::chrono::microseconds(1'234'005);
  record.steps.back().fault = Fault{FaultKind::crashed, "exited with status 3"};
  const std::string text = damaged(damaged(write(record)));
  if (const auto read = read_record(text, "x")) RC_ASSERT(write(*read) == without_comments(text));
}

// Reading a damaged record returns a record or a Problem.
RC_GTEST_PROP(Record, SurvivesDamage, ()) {
  std::string text = write(sample());
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
  const auto length = *rc::gen::inRange<std::size_t>(0, 30);
  text.replace(at, length, *rc::gen::arbitrary<std::string>());
  const auto read = read_record(text, "x");
  if (!read) RC_ASSERT(read.error().text.starts_with("x:"));
  if (read) RC_ASSERT(read_record(write(*read), "y").has_value());
}

}  // namespace
}  // namespace hilltop::record_test
