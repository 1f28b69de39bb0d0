#include "games/gomoku/proof.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace hilltop::gomoku::proof_test {
namespace {

constexpr std::int64_t enough = 1'000'000;

VariantBoard board_with(const std::vector<Point>& black, const std::vector<Point>& white,
                        Variant variant = {}) {
  VariantBoard board(variant);
  for (const Point point : black) board.lay(point, Colour::black);
  for (const Point point : white) board.lay(point, Colour::white);
  return board;
}

// Three in a row that Black makes a straight four.
const VariantBoard three = board_with({{5, 5}, {6, 5}, {7, 5}}, {{0, 0}, {2, 9}, {12, 3}});

TEST(Proof, OfAStraightFourNeedsNoReplies) {
  const auto checked = check_proof(three, {Colour::black, {{{8, 5}, -1, {}}}}, enough);
  ASSERT_TRUE(checked) << checked.error();
  EXPECT_EQ(checked->plies, 3);
  EXPECT_EQ(checked->line.size(), 3u);
  EXPECT_EQ(checked->line[0], (Point{8, 5}));
}

// Two stones that an open three makes: every reply has to be answered.
const VariantBoard cross =
    board_with({{5, 7}, {6, 7}, {7, 5}, {7, 6}}, {{0, 0}, {14, 14}, {12, 1}, {1, 12}});

// After 7,7 White may stop the row across or the column; the other becomes a straight four.
Proof two_threes() {
  Proof proof{Colour::black, {{{7, 7}, 1, {}}, {{8, 7}, -1, {}}, {{7, 8}, -1, {}}}};
  for (const Point stop : {Point{3, 7}, Point{4, 7}, Point{8, 7}, Point{9, 7}})
    proof.nodes[0].replies.emplace_back(stop, 2);
  return proof;
}

TEST(Proof, OfTwoThreesAnswersEveryReply) {
  const auto checked = check_proof(cross, two_threes(), enough);
  ASSERT_TRUE(checked) << checked.error();
  EXPECT_EQ(checked->plies, 5);
  EXPECT_GT(checked->stones, 200) << "each legal reply was replayed";
}

TEST(Proof, IsRefusedWhereAnythingIsMissing) {
  const auto refused = [](const VariantBoard& board, const Proof& proof,
                          std::int64_t stones = enough) {
    const auto checked = check_proof(board, proof, stones);
    return checked ? "" : checked.error();
  };
  EXPECT_NE(refused(three, {Colour::black, {}}), "");
  EXPECT_NE(refused(three, {Colour::black, {{{5, 5}, -1, {}}}}), "") << "a taken point";
  EXPECT_NE(refused(three, {Colour::black, {{{1, 1}, -1, {}}}}), "") << "it threatens nothing";
  EXPECT_NE(refused(three, {Colour::white, {{{8, 5}, -1, {}}}}), "") << "the wrong colour";

  Proof proof = two_threes();
  proof.nodes[0].replies.pop_back();
  proof.nodes[0].replies.erase(proof.nodes[0].replies.begin() + 2);
  EXPECT_NE(refused(cross, proof), "") << "8,7 stops the threat and has no answer";
  proof = two_threes();
  proof.nodes[0].threat = -1;
  EXPECT_NE(refused(cross, proof), "");
  proof = two_threes();
  proof.nodes[0].threat = 0;
  EXPECT_NE(refused(cross, proof), "") << "a node that refers to itself";
  proof = two_threes();
  proof.nodes[0].replies[0].second = 7;
  EXPECT_NE(refused(cross, proof), "") << "no such node";
  EXPECT_NE(refused(cross, two_threes(), 50), "") << "too large";

  // White has a four in hand, which it makes in answer.
  const VariantBoard answered =
      board_with({{5, 7}, {6, 7}, {7, 5}, {7, 6}}, {{0, 0}, {0, 1}, {0, 2}, {0, 12}});
  EXPECT_NE(refused(answered, two_threes()), "");
  // White has five in hand.
  const VariantBoard late = board_with({{5, 5}, {6, 5}, {7, 5}}, {{0, 0}, {0, 1}, {0, 2}, {0, 3}});
  EXPECT_NE(refused(late, {Colour::black, {{{8, 5}, -1, {}}}}), "");
}

TEST(Proof, KnowsForbiddenPoints) {
  // White's four can be stopped on one point, where Black would make six.
  const Variant renju{15, RowRule::renju};
  const VariantBoard board =
      board_with({{4, 0}, {4, 1}, {4, 2}, {4, 4}, {4, 5}}, {{1, 3}, {2, 3}, {3, 3}}, renju);
  const auto checked = check_proof(board, {Colour::white, {{{0, 3}, -1, {}}}}, enough);
  ASSERT_TRUE(checked) << checked.error();
  EXPECT_EQ(checked->plies, 3);
  const VariantBoard freestyle =
      board_with({{4, 0}, {4, 1}, {4, 2}, {4, 4}, {4, 5}}, {{1, 3}, {2, 3}, {3, 3}});
  EXPECT_FALSE(check_proof(freestyle, {Colour::white, {{{0, 3}, -1, {}}}}, enough));
}

TEST(Proof, IsWrittenAsJsonLines) {
  std::istringstream lines(write_proof(cross, two_threes()));
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  const auto head = nlohmann::json::parse(line);
  EXPECT_EQ(head["schema"], "hilltop/gomoku-proof/1");
  EXPECT_EQ(head["rows"], "freestyle");
  EXPECT_EQ(head["black"].size(), 4u);
  std::vector<nlohmann::json> nodes;
  while (std::getline(lines, line)) nodes.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(nodes.size(), 3u);
  EXPECT_EQ(nodes[0]["stone"], (nlohmann::json{7, 7}));
  EXPECT_EQ(nodes[0]["threat"], 1);
  EXPECT_EQ(nodes[0]["replies"][0], (nlohmann::json{3, 7, 2}));
  EXPECT_EQ(nodes[1]["threat"], nullptr);
}

}  // namespace
}  // namespace hilltop::gomoku::proof_test
