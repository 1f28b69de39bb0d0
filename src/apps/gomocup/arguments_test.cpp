#include "apps/gomocup/arguments.hpp"

#include <gtest/gtest.h>
#include <tuple>

namespace hilltop::gomocup::arguments_test {
namespace {

using Words = std::vector<std::string>;

TEST(Arguments, TheLastTwoAreTheJudges) {
  const auto read = read_arguments(
      Words{"--move-ms", "1000", "--book", "./pbrain-x", "--seed", "7", "--help", "42"});
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->terms.move_ms, 1000);
  EXPECT_TRUE(read->terms.book);
  EXPECT_EQ(read->engine, (Words{"./pbrain-x", "--seed", "7"}));
  EXPECT_EQ(read->seed, 42u);
  EXPECT_FALSE(read->help);
}

TEST(Arguments, AllOptionsAreRead) {
  const auto read =
      read_arguments(Words{"--move-ms", "1000", "--start-ms", "2000", "--game-ms", "3000",
                           "--memory-mb", "0", "--max-node", "5000000", "--rule", "1",
                           "--first-to-move", "balance", "--log", "a.log", "x", "y", "0"});
  ASSERT_TRUE(read) << read.error();
  const Terms& terms = read->terms;
  EXPECT_EQ(terms.start_ms, 2000);
  EXPECT_EQ(terms.game_ms, 3000);
  EXPECT_EQ(terms.memory_mb, 0);
  EXPECT_EQ(terms.max_node, 5'000'000);
  EXPECT_EQ(terms.rule, 1);
  EXPECT_EQ(terms.first_to_move, gomoku::FirstToMove::balance);
  EXPECT_EQ(read->log, "a.log");
  EXPECT_EQ(read->engine, Words{"x"});
  EXPECT_EQ(read->opponent, "y");
}

TEST(Arguments, RulesAreTheContests) {
  const std::tuple<std::string, std::int64_t, gomoku::FirstToMove> table[] = {
      {"koth", 0, gomoku::FirstToMove::black},
      {"swap2", 0, gomoku::FirstToMove::balance},
      {"freestyle", 0, gomoku::FirstToMove::balance},
      {"standard", 1, gomoku::FirstToMove::balance},
      {"renju", 4, gomoku::FirstToMove::balance}};
  for (const auto& [name, rule, first] : table) {
    const auto read = read_arguments(Words{"--rules", name, "--size", "20", "x", "y", "0"});
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->terms.rule, rule) << name;
    EXPECT_EQ(read->terms.first_to_move, first) << name;
    EXPECT_EQ(read->terms.size, 20);
  }
  const auto later = read_arguments(
      Words{"--rules", "renju", "--rule", "1", "--first-to-move", "black", "x", "y", "0"});
  EXPECT_EQ(later->terms.rule, 1);
  EXPECT_EQ(later->terms.first_to_move, gomoku::FirstToMove::black);
  EXPECT_EQ(later->terms.size, 15);
}

TEST(Arguments, MistakesAreNamed) {
  const std::pair<Words, std::string> table[] = {
      {{}, "needs an engine, an opponent's name and a seed"},
      {{"x", "y"}, "needs an engine, an opponent's name and a seed"},
      {{"x", "y", "z"}, "the last argument is a seed from 0 to 2147483647, not 'z'"},
      {{"x", "y", "-1"}, "the last argument is a seed from 0 to 2147483647, not '-1'"},
      {{"--book", "y", "1"}, "there is no engine to run"},
      {{"--bok", "x", "y", "1"}, "no option '--bok'"},
      {{"--move-ms", "0", "x", "y", "1"},
       "--move-ms is a whole number from 20 to 86400000, not '0'"},
      {{"--move-ms", "y", "1"}, "--move-ms is a whole number from 20 to 86400000, not ''"},
      {{"--log", "y", "1"}, "--log needs a file"},
      {{"--size", "19", "x", "y", "1"}, "--size is 15 or 20, not '19'"},
      {{"--rules", "caro", "x", "y", "1"},
       "--rules: unknown rule set 'caro' of gomoku (known: koth, swap2, freestyle, standard, "
       "renju)"},
      {{"--first-to-move", "white", "x", "y", "1"},
       "--first-to-move is black or balance, not 'white'"},
  };
  for (const auto& [words, error] : table) {
    const auto read = read_arguments(words);
    ASSERT_FALSE(read) << error;
    EXPECT_EQ(read.error(), error);
  }
  EXPECT_TRUE(read_arguments(Words{"--help"})->help);
}

}  // namespace
}  // namespace hilltop::gomocup::arguments_test
