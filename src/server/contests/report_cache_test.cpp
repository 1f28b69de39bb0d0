#include "server/contests/report_cache.hpp"

#include <gtest/gtest.h>

namespace hilltop::server::report_cache_test {
namespace {

TEST(ReportCache, KeepsAnswersOfOneStateOfTheStore) {
  ReportCache cache(1000);
  cache.put("kid", 1, "first");
  EXPECT_EQ(cache.find("kid", 1), "first");
  EXPECT_EQ(cache.find("kid", 2), std::nullopt);
  EXPECT_EQ(cache.find("bold", 1), std::nullopt);
  cache.put("bold", 2, "second");
  EXPECT_EQ(cache.find("kid", 1), std::nullopt);
  EXPECT_EQ(cache.find("kid", 2), std::nullopt);
  EXPECT_EQ(cache.bytes(), 10U);
}

TEST(ReportCache, TheOldestMakeRoom) {
  ReportCache cache(10);
  for (const char* key : {"a", "b", "c"}) cache.put(key, 1, "1234");
  EXPECT_EQ(cache.find("a", 1), std::nullopt);
  EXPECT_EQ(cache.find("b", 1), "1234");
  EXPECT_EQ(cache.find("c", 1), "1234");
  cache.put("long", 1, std::string(10, 'x'));
  EXPECT_EQ(cache.find("long", 1), std::nullopt);
  EXPECT_EQ(cache.find("c", 1), "1234");
  EXPECT_EQ(cache.bytes(), 10U);
}

}  // namespace
}  // namespace hilltop::server::report_cache_test
