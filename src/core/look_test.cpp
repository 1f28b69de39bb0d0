#include "core/look.hpp"

#include <gtest/gtest.h>

namespace hilltop::look_test {
namespace {

TEST(Look, IsOneOfNamesThatLookAlike) {
  for (const auto& [one, other] : {std::pair("Kid", "Kіd"),      // Cyrillic i
                                   {"caf\u00e9", "cafe\u0301"},  // composed or not
                                   {"Ｋｉｄ", "Kid"},            // full width
                                   {"bot\u200bA", "botA"},       // a space of no width
                                   {"Optimal", "0ptima1"},
                                   {"a b", "\u00a0a \u3000b\u2003"},
                                   {"\u3000\u00a0", ""},
                                   {"ΑΒΕ", "ABE"}})
    EXPECT_EQ(look_of(one), look_of(other)) << one << ' ' << other;
}

TEST(Look, TellsOtherNamesApart) {
  for (const auto& [one, other] :
       {std::pair("Kid", "kid"), {"café", "cafe"}, {"v1", "v2"}, {"日本", "日木"}, {"a b", "ab"}})
    EXPECT_NE(look_of(one), look_of(other)) << one << ' ' << other;
}

TEST(Look, OfWhatIsNoTextIsItself) {
  EXPECT_EQ(look_of("\xff\xfe"), "\xff\xfe");
  EXPECT_EQ(look_of(""), "");
}

}  // namespace
}  // namespace hilltop::look_test
