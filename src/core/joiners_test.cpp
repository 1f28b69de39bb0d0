#include "core/joiners.hpp"

#include <gtest/gtest.h>
#include <string_view>

#include "core/look.hpp"
#include "core/text.hpp"

namespace hilltop::joiners_test {
namespace {

TEST(Joiners, AreSeenWherePeopleWriteThem) {
  for (const std::string_view name : {
           "\u2764\ufe0f",  // a red heart, as phones write it
           "I \u2764\ufe0f Pazaak",
           "\u2664\ufe0e",
           "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  // Persian, "I want"
           "\u0646\u0627\u0645\u0647\u200c\u0627\u06cc",        // a non-joiner before alef
           "\u0645\u0650\u200c\u062e",                          // with a vowel mark between
           "\u0915\u094d\u200d\u0937",                          // Hindi: half a letter, joined
           "\u0930\u093e\u0937\u094d\u200c\u091f\u094d\u0930",  // parted
           "\u0d28\u0d4d\u200d",                                // Malayalam, at the end of a word
           "\u0dc1\u0dca\u200d\u0dbb\u0dd3",                    // Sinhala
           "\U0001f469\u200d\U0001f4bb",                        // a woman at a computer
           "\U0001f469\U0001f3fd\u200d\U0001f680",              // with a skin tone
           "\U0001f3f3\ufe0f\u200d\U0001f308",
           "1\ufe0f\u20e3",
           "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",  // Scotland
           "\u845b\U000e0100",  // a form of an ideograph
           "\u1820\u180b",
       }) {
    EXPECT_EQ(unprintable(name), "") << name;
    EXPECT_EQ(printable(name, 100), name);
  }
}

TEST(Joiners, AreRefusedWhereTheyHide) {
  for (const std::string_view name : {
           "a\u200db",
           "a\u200cb",
           "\u200d",
           "\u200c\u0645",
           "\u0645\u200c",
           "\ufe0f",
           "a\ufe0f",
           "1\ufe0f",
           "\u2764\ufe0f\ufe0f",
           "\u2764\u200d",
           "\u200d\u2764",
           "\u0627\u200c\u0645",        // alef never joins the letter after it
           "\u0645\u200d\u0645",        // a joiner where letters join anyway
           "\u0645\u200c\u200c\u0645",  // twice
           "\u0915\u200d\u0937",        // without a virama
           "\u0915\u094d\u200d\u093f",  // before a dependent vowel
           "\U0001f3f4\U000e0067",
           "a\U000e0067\U000e007f",
           "\U0001f3f4\U000e007f",
           "a\U000e0100",
           "a\u180b",
           "a\u034fb",
           "a\u2060b",
           "\u0645\u200e\u0645",
           "\u3164",
           "\u2800",
       })
    EXPECT_NE(unprintable(name), "") << printable(name, 100);
}

TEST(Joiners, DoNotMakeAnotherName) {
  EXPECT_EQ(look_of("\u2764\ufe0f"), look_of("\u2764"));
  EXPECT_EQ(look_of("\u0645\u06cc\u200c\u062e"), look_of("\u0645\u06cc\u062e"));
}

// Text of a bot may consist of them.
TEST(Joiners, AreFoundInTimeInLongText) {
  std::string text = "\u0645";
  for (int i = 0; i < 100'000; ++i) text += "\u0650\u200c";
  EXPECT_NE(printable(text, 1'000'000), "");
}

}  // namespace
}  // namespace hilltop::joiners_test
