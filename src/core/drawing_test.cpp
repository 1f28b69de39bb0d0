#include "core/drawing.hpp"

#include <gtest/gtest.h>

namespace hilltop::drawing_test {
namespace {

TEST(Drawing, HasLinesOfPieces) {
  Drawing drawing;
  drawing.add("a").add("b").add("c", Ink::strong).end_line().end_line().add("d");
  ASSERT_EQ(drawing.rows(), 3);
  EXPECT_EQ(drawing.lines()[0], (Drawing::Line{{"ab", Ink::plain}, {"c", Ink::strong}}));
  EXPECT_TRUE(drawing.lines()[1].empty());
  EXPECT_EQ(text_of(drawing), "abc\n\nd\n");
  EXPECT_EQ(drawing.columns(), 3);
  drawing.append(Drawing::of("e\nf\n", Ink::faint));
  EXPECT_EQ(text_of(drawing), "abc\n\nd\ne\nf\n");
}

TEST(Drawing, IsPutBesideAnother) {
  const Drawing left = Drawing::of("one\nfour\n"), right = Drawing::of("x\n\nz\n");
  EXPECT_EQ(text_of(beside(left, right, 2)), "one   x\nfour\n      z\n");
  EXPECT_EQ(text_of(beside(Drawing::of("日本\n"), Drawing::of("x\n"), 1)), "日本 x\n");
}

TEST(Drawing, AlignsByColumns) {
  EXPECT_EQ(left_aligned("日", 4), "日  ");
  EXPECT_EQ(right_aligned("日", 4), "  日");
  EXPECT_EQ(right_aligned("long", 2), "long");
}

TEST(Drawing, AbbreviatesNames) {
  const std::tuple<std::string, int, std::string> cases[] = {
      {"Ann", 3, "Ann"},          {"Christopher", 6, "Chris…"}, {"Player 2", 8, "Player 2"},
      {"Player 2", 7, "Playe…2"}, {"Player 2", 3, "P…2"},       {"Player 12", 4, "P…12"},
      {"12345", 3, "12…"},        {"日本語", 4, "日…"},
  };
  for (const auto& [name, columns, shortened] : cases)
    EXPECT_EQ(abbreviated(name, columns, "…"), shortened) << name << ' ' << columns;
}

}  // namespace
}  // namespace hilltop::drawing_test
