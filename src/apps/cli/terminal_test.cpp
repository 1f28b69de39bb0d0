#include "apps/cli/terminal.hpp"

#include <gtest/gtest.h>

namespace hilltop::cli::terminal_test {
namespace {

TEST(Wrapped, BreaksLinesBetweenWordsAndBelowTheLastColumn) {
  EXPECT_EQ(fitted("  run        Play a whole contest and print its ranking\n", 40),
            "  run        Play a whole contest and\n"
            "             print its ranking\n");
  EXPECT_EQ(fitted("Play a whole contest and print its ranking", 16),
            "Play a whole\ncontest and\nprint its\nranking");
  EXPECT_EQ(fitted("  a   x x x x x x x x x x\n\n  b   y\n", 26),
            "  a   x x x x x x x x x x\n\n  b   y\n");
}

TEST(Wrapped, ChangesNothingThatFits) {
  const std::string text = "Usage: hilltop run\n\n  -h,--help   Print this help\n";
  EXPECT_EQ(fitted(text, 30), text);
  EXPECT_EQ(fitted("", 30), "");
}

// Below a column that leaves no room, lines begin at the left.
TEST(Wrapped, KeepsWordsThatAreLongerThanALine) {
  EXPECT_EQ(fitted("see https://example.org/a/long/address for more", 12),
            "see\nhttps://example.org/a/long/address for more");
  EXPECT_EQ(fitted("  --a-long-option-of-it   What it does", 30),
            "  --a-long-option-of-it   What\nit does");
}

}  // namespace
}  // namespace hilltop::cli::terminal_test
