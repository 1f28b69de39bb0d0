#include "apps/gomocup/words.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>

namespace hilltop::gomocup {
namespace {

TEST(Words, AreRead) {
  const struct {
    std::string line;
    Kind kind;
    std::vector<Point> points = {};
  } table[] = {
      {"", Kind::remark},
      {" \r", Kind::remark},
      {"MESSAGE 7,7 looks good", Kind::remark},
      {"message", Kind::remark},
      {"DEBUG: 1,1", Kind::remark},
      {"OK", Kind::ok},
      {"ok", Kind::ok},
      {"OK - everything is good", Kind::ok},
      {"ERROR message - unsupported size", Kind::error},
      {"UNKNOWN command", Kind::unknown},
      {"SWAP", Kind::swap},
      {" swap \r", Kind::swap},
      {"7,8", Kind::points, {{7, 8}}},
      {" 7 , 8 ", Kind::points, {{7, 8}}},
      {"-1,300", Kind::points, {{-1, 300}}},
      {"7,8 9,10", Kind::points, {{7, 8}, {9, 10}}},
      {"7, 8   9 ,10\t0,0", Kind::points, {{7, 8}, {9, 10}, {0, 0}}},
      {"7,8 9,10 1,1 2,2", Kind::other},
      {"7", Kind::other},
      {"7,", Kind::other},
      {",7", Kind::other},
      {"7,8,9", Kind::other},
      {"7,8 x", Kind::other},
      {"99999999999,1", Kind::other},
      {"OKAY", Kind::other},
      {"SWAPPED", Kind::other},
      {"name=\"pbrain\", version=\"1.0\"", Kind::other},
  };
  for (const auto& [line, kind, points] : table) {
    const EngineReply reply = read_reply(line);
    EXPECT_EQ(reply.kind, kind) << line;
    EXPECT_EQ(reply.points, points) << line;
  }
}

RC_GTEST_PROP(Words, PointsRoundTrip, (int x, int y)) {
  RC_ASSERT((read_point(write_point({x, y})) == Point{x, y}));
}

RC_GTEST_PROP(Words, AnyBytesAreOnlyText, (const std::string& line)) { read_reply(line); }

}  // namespace
}  // namespace hilltop::gomocup
