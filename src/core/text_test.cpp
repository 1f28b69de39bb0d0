#include "core/text.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <tuple>

#include "core/not_entered.hpp"

namespace hilltop::text_test {
namespace {

struct Shown {
  std::string_view text, shown;
};

TEST(Printable, EscapesInvisibleCharacters) {
  using namespace std::string_view_literals;
  for (const auto& [text, shown] : {
           Shown{"Kid é 日本 ⚔ e\u0301 مرحبا", "Kid é 日本 ⚔ e\u0301 مرحبا"},
           Shown{"\033[2J\a\x7f", R"(\x1b[2J\x07\x7f)"}, Shown{"a\0b"sv, R"(a\x00b)"},
           Shown{"\u0085", R"(\xc2\x85)"},                            // C1
           Shown{"\u202egnp.exe", R"(\xe2\x80\xaegnp.exe)"},          // right-to-left override
           Shown{"a\u2066b", R"(a\xe2\x81\xa6b)"},                    // directional isolate
           Shown{"a\u200bb\ufeff", R"(a\xe2\x80\x8bb\xef\xbb\xbf)"},  // zero width
           Shown{"a\u2028b", R"(a\xe2\x80\xa8b)"},                    // line separator
           Shown{"\U000e0041", R"(\xf3\xa0\x81\x81)"},                // tag character
           Shown{"\xe9t\xc3", R"(\xe9t\xc3)"},  // Latin-1, and a truncated character
           Shown{"\xc0\xaf\xed\xa0\x80", R"(\xc0\xaf\xed\xa0\x80)"},  // overlong form, surrogate
       })
    EXPECT_EQ(printable(text, 100), shown);
}

TEST(Printable, IsCut) {
  EXPECT_EQ(printable("abcdef", 3), "abc…");
  EXPECT_EQ(printable("ééé", 3), "éé…");
  EXPECT_EQ(printable("abc", 3), "abc");
}

TEST(Printable, KeepsLines) {
  EXPECT_EQ(printable_lines("a\r\n\nb\u202e", 100), "a\\x0d\n\nb\\xe2\\x80\\xae\n");
  EXPECT_EQ(printable_lines("", 100), "");
}

TEST(Unprintable, NamesTheFirstProblem) {
  EXPECT_EQ(unprintable("The Kid\t日本"), "");
  EXPECT_EQ(unprintable("a\033"), "a control character");
  EXPECT_EQ(unprintable("a\x80"), "not UTF-8");
  EXPECT_EQ(unprintable("a\u202e"), "a character that is not seen, U+202E");
}

TEST(OneLine, HasOneBlankForWhiteSpace) {
  EXPECT_EQ(one_line("\tConnection refused\n\tIs the server  running?\n"),
            "Connection refused Is the server running?");
  EXPECT_EQ(one_line(" \n "), "");
}

TEST(Trimmed, LosesWhiteSpaceAtBothEnds) {
  EXPECT_EQ(trimmed(" \t a  b \r\n"), "a  b");
  EXPECT_EQ(trimmed(" \n "), "");
  EXPECT_EQ(trimmed(""), "");
}

TEST(Columns, AreThoseOfATerminal) {
  const std::tuple<std::string_view, std::size_t, int> texts[] =
      {
          {"", 0, 0},          {"Ann", 3, 3},     {"Zoë", 3, 3},
          {"Zoe\u0308", 4, 3},  // a mark on the letter before it
          {"王小明", 3, 6},    {"カナ", 2, 4},    {"ｶﾅ", 2, 2},
          {"한글", 2, 4},      {"🎲 dice", 6, 7}, {"→ …", 3, 3},
          {"\xff\xfe", 2, 2},
      };
  for (const auto& [text, characters, columns] : texts) {
    EXPECT_EQ(characters_in(text), characters) << text;
    EXPECT_EQ(columns_of(text), columns) << text;
  }
}

TEST(Decimal, HasNoMinusBeforeZero) {
  EXPECT_EQ(decimal(-0.0, 1), "0.0");
  EXPECT_EQ(decimal(-0.04, 1), "0.0");
  EXPECT_EQ(decimal(-0.06, 1), "-0.1");
  EXPECT_EQ(decimal(12.345, 2), "12.35");
  EXPECT_EQ(decimal(-1e-9, 0), "0");
  EXPECT_EQ(decimal(-std::numeric_limits<double>::infinity(), 1), "-inf");
}

TEST(Text, HasNoByteOrderMark) {
  EXPECT_EQ(without_byte_order_mark("\xEF\xBB\xBFname"), "name");
  EXPECT_EQ(without_byte_order_mark("name\xEF\xBB\xBF"), "name\xEF\xBB\xBF");
}

TEST(Wrapped, BreaksBetweenWords) {
  EXPECT_EQ(wrapped("", 5), "");
  EXPECT_EQ(wrapped("12345", 5), "12345\n");
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree\n");
  EXPECT_EQ(wrapped("one two three", 6, "  "), "one\n  two\n  three\n");
  EXPECT_EQ(wrapped("far-too-wide a b\n\nc", 4), "far-too-wide\na b\n\nc\n");
  EXPECT_EQ(wrapped("  a b", 3), "  a\nb\n");
  EXPECT_EQ(wrapped("äöü äöü", 5), "äöü\näöü\n");
}

TEST(NumberIn, IsTheWholeText) {
  EXPECT_EQ(number_in<int>("-17"), -17);
  EXPECT_EQ(number_in<std::uint8_t>("255"), 255);
  EXPECT_EQ(number_in<double>("0.25"), 0.25);
  for (const char* text : {"", " 1", "1 ", "+1", "1.5", "0x1", "256", "-1", "one"})
    EXPECT_EQ(number_in<std::uint8_t>(text), std::nullopt) << text;
}

// A folder's name forges no line of a message.
TEST(NotEntered, IsToldOnOneLine) {
  EXPECT_EQ(NotEntered::text({"meta:1", "no name"}, "bots/evil\nhilltop: all fine"),
            "bots/evil\\x0ahilltop: all fine/meta:1: no name");
}

}  // namespace
}  // namespace hilltop::text_test
