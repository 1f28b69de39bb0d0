#include "apps/gomocup/words.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>

namespace hilltop::gomocup::words_test {
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
      {"name=\"pbrain\", version=\"1.0\"", Kind::about},
      {"version 1, NAME = \"pbrain\"", Kind::about},
      {"my name is pbrain", Kind::other},
      {"MESSAGE name=\"pbrain\"", Kind::remark},
  };
  for (const auto& [line, kind, points] : table) {
    const EngineReply reply = read_reply(line);
    EXPECT_EQ(reply.kind, kind) << line;
    EXPECT_EQ(reply.points, points) << line;
  }
}

TEST(Words, OfASearchAreRead) {
  const std::pair<std::string, SearchNote> table[] = {
      {"MESSAGE Depth 12-18 | Eval 34 | Time 123ms | H8 I9", {"34", 12, {}}},
      {"MESSAGE Speed 812K | Depth 11-20 | Eval -M15 | Node 1.2M | Time 1s",
       {"-M15", 11, 1'200'000}},
      {"MESSAGE depth=8 score=+120 nodes=104823 pv 7,7", {"+120", 8, 104823}},
      {"MESSAGE ev: -63, d: 10/15, n: 75K", {"-63", 10, 75'000}},
      {"info depth 5 score cp -20 nodes 1000", {"-20", 5, 1000}},
      {"MESSAGE value 52.5%", {"52.5%", {}, {}}},
      {"DEBUG DEPTH 3", {"", 3, {}}},
      // These say nothing of a search.
      {"MESSAGE eval unknown depth deep nodes many", {}},
      {"MESSAGE eval", {}},
      {"MESSAGE eval 1.2.3 depth 1.5 nodes -3", {}},
      {"MESSAGE eval +M depth 99999999999 nodes 99999999999999999999", {}},
      {"MESSAGE eval 12345678901234567 nodes 1e99K", {}},
      {"MESSAGE evaluation 3, time left 200", {}},
      {"", {}},
  };
  for (const auto& [line, wanted] : table) {
    SearchNote note;
    take_search(note, line);
    EXPECT_EQ(note, wanted) << line;
  }
}

TEST(Words, OfALaterLineReplaceThose) {
  SearchNote note;
  take_search(note, "MESSAGE depth 1 eval 5 nodes 100");
  take_search(note, "MESSAGE depth 2 eval x");
  EXPECT_EQ(note, (SearchNote{"5", 2, 100}));
}

RC_GTEST_PROP(Words, OfAnySearchFitALine, (const std::string& line)) {
  SearchNote note;
  take_search(note, "eval " + line);
  if (!note.empty()) RC_ASSERT(read_search_note(write(note)) == note);
}

RC_GTEST_PROP(Words, PointsRoundTrip, (int x, int y)) {
  RC_ASSERT((read_point(write_point({x, y})) == Point{x, y}));
}

RC_GTEST_PROP(Words, AnyBytesAreOnlyText, (const std::string& line)) { read_reply(line); }

}  // namespace
}  // namespace hilltop::gomocup::words_test
