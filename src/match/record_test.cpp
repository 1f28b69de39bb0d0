#include "match/record.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <regex>

namespace hilltop {
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

TEST(Record, CountsWhatWasTakenBack) {
  Record record = sample();
  EXPECT_EQ(write(record).find("undone"), std::string::npos);
  record.undone = 2;
  EXPECT_NE(write(record).find("kid kid\nundone 2\nmove 0 END\n"), std::string::npos);
  EXPECT_EQ(read_record(write(record), "x").value(), record);
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

// Returns the lines of a record that matter: no comments, and a time only if a step follows it.
std::string without_comments(std::string_view text) {
  std::string said, time;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.pop_back();
    if (std::regex_match(line, std::regex("# [0-9]+\\.[0-9]{3} ms"))) time = line + '\n';
    if (line.empty() || line.front() == '#') continue;
    if (line.starts_with("move ") || line.starts_with("retire ")) said += time;
    time.clear();
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
}  // namespace hilltop
