#include "server/contests/versions.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "server/json.hpp"

namespace hilltop::server::versions_test {
namespace {

const std::string filler(200, 'x');  // so that changes are shorter than the whole

std::string document(int done) {
  return written(
      {{"filler", filler}, {"live", {{"done", done}}}, {"list", Json::array({1, done})}});
}

Json after(const Versions& versions, std::uint64_t since) {
  return Json::parse(versions.since(since));
}

TEST(Versions, TellWhatHasChangedSinceOneThatIsKnown) {
  Versions versions;
  EXPECT_EQ(versions.newest(), 0U);
  versions.put(document(1));
  const std::uint64_t first = versions.newest();
  versions.put(document(1));
  EXPECT_EQ(versions.newest(), first) << "it is the same";
  versions.put(document(2));
  versions.put(document(3));
  EXPECT_GT(versions.newest(), first);
  const Json changed = after(versions, first);
  EXPECT_EQ(changed["version"], versions.newest());
  EXPECT_EQ(changed["changes"],
            Json::parse(R"([["live","done",2],["list",1,2],["live","done",3],["list",1,3]])"));
  EXPECT_EQ(after(versions, versions.newest())["changes"], Json::array());
}

TEST(Versions, TellTheWholeToWhoHasNoneThatIsKnown) {
  Versions versions;
  for (std::size_t i = 0; i < versions_back_max + 2; ++i)
    versions.put(document(static_cast<int>(i)));
  const Json whole = Json::parse(document(static_cast<int>(versions_back_max + 1)));
  for (const std::uint64_t since : {std::uint64_t{0}, std::uint64_t{1}, versions.newest() + 1})
    EXPECT_EQ(after(versions, since)["document"], whole) << since;
}

TEST(Versions, TellTheWholeWhereItIsShorter) {
  Versions versions;
  versions.put(R"({"a":1})");
  const std::uint64_t first = versions.newest();
  versions.put(R"({"a":2})");
  EXPECT_EQ(after(versions, first)["document"], Json::parse(R"({"a":2})"));
}

}  // namespace
}  // namespace hilltop::server::versions_test
