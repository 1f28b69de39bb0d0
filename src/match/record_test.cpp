#include "match/record.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

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
  record.sitters = {{"human", "Ann of the Hill"}, {"kid", "kid"}};
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

TEST(Record, AStepHasTheTimeThatStandsBeforeIt) {
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

TEST(Record, EachDamageIsNamedWithItsLine) {
  const std::string head = "hilltop record 1\n";
  const std::pair<std::string, std::string> cases[] = {
      {"", "x:1: not a record: the file is empty"},
      {"garbage\n", "x:1: not a record: the first line must be 'hilltop record 1'"},
      {head + "game g\n", "x:2: the record breaks off: it has no game, rules or seats"},
      {head + "luck zz 0\n", "x:2: luck is a key of hexadecimal digits and the number of a game"},
      {head + "seat human\n", "x:2: a seat is a player and a name"},
      {head + "seat human Ann\nmove 1 END\n", "x:3: a move is the number of a seat and the move"},
      {head + "seat human Ann\nmove 0\n", "x:3: a move is the number of a seat and the move"},
      {head + "seat human Ann\npoints 1 2\n", "x:3: points are one number a seat"},
      {head + "switch a ?\n",
       "x:2: a switch is true, false, a whole number, \"a word\" or [1,2,3]"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(read_record(text, "x").error().text, message);
  EXPECT_NE(read_record(head + "moves 0 END\n", "x").error().text.find("did you mean 'move'"),
            std::string::npos);
}

// Whatever is cut out of a record, reading it ends with a record or a named problem.
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
