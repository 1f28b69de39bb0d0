#include "core/digest.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace hilltop::digest_test {
namespace {

TEST(Digest, KnownAnswers) {  // BLAKE2b-256 of nothing, and of "abc" (RFC 7693's algorithm)
  EXPECT_EQ(Digest().hex(), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  Digest digest;
  digest.add(std::vector<std::uint8_t>{'a', 'b', 'c'});
  EXPECT_EQ(digest.hex(), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

TEST(Digest, HashesEverythingAddedSoFar) {
  Digest parts, whole;
  parts.add(std::vector<std::uint8_t>{1, 2});
  const std::string before = parts.hex();
  parts.add(std::vector<std::uint8_t>{3});
  whole.add(std::vector<std::uint8_t>{1, 2, 3});
  EXPECT_EQ(parts.hex(), whole.hex());
  EXPECT_NE(parts.hex(), before);
}

TEST(Digest, TextsDoNotRunTogether) {
  Digest a, b;
  a.add(std::string_view("ab")), a.add(std::string_view("c"));
  b.add(std::string_view("a")), b.add(std::string_view("bc"));
  EXPECT_NE(a.hex(), b.hex());
}

}  // namespace
}  // namespace hilltop::digest_test
