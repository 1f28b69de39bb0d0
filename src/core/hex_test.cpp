#include "core/hex.hpp"

#include <gtest/gtest.h>

namespace hilltop::hex_test {
namespace {

TEST(Hex, WritesEveryByteAndReadsItBack) {
  std::vector<std::uint8_t> bytes;
  for (int byte = 0; byte < 256; ++byte) bytes.push_back(static_cast<std::uint8_t>(byte));
  const std::string digits = to_hex(bytes);
  EXPECT_EQ(digits.substr(0, 8), "00010203");
  EXPECT_EQ(digits.substr(506), "fdfeff");
  EXPECT_EQ(from_hex(digits), bytes);
  EXPECT_EQ(from_hex(""), std::vector<std::uint8_t>{});
}

TEST(Hex, RefusesOtherText) {
  for (const char* digits : {"0", "0g", "AB", "0x10", "+1", " 1", "012"})
    EXPECT_FALSE(from_hex(digits)) << digits;
}

}  // namespace
}  // namespace hilltop::hex_test
