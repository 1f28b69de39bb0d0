#include "play/patience.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace hilltop::play::patience_test {
namespace {

using namespace std::chrono_literals;

const Fault late{FaultKind::timeout, "after 500 ms (no output)"};

class Told : public testing::Test {
 protected:
  std::vector<std::string> news_;
  Patience patience_{60s, [this](std::string_view bot, Patience::News, const std::string& text) {
                       news_.push_back(std::string(bot) + ": " + text);
                     }};
};

TEST_F(Told, ABotThatNeverAnswersHasThreeStarts) {
  for (int start = 0; start < silent_starts_max; ++start) {
    EXPECT_FALSE(patience_.is_over("mute").has_value());
    patience_.silent("mute", late, 5s);
  }
  EXPECT_EQ(patience_.is_over("mute"), "gave no answer in 3 starts");
  EXPECT_FALSE(patience_.is_over("other").has_value());
  patience_.silent("mute", late, 5s);
  EXPECT_EQ(news_, (std::vector<std::string>{
                       "mute: gave no answer (no answer in time: after 500 ms (no output))",
                       "mute: gave no answer in 3 starts; its games in this run are forfeited"}));
}

TEST_F(Told, ABotThatHasAnsweredHasAMinute) {
  patience_.answered("slow");
  for (int game = 0; game < 119; ++game) patience_.silent("slow", late, 500ms);
  EXPECT_FALSE(patience_.is_over("slow").has_value());
  patience_.silent("slow", late, 500ms);
  EXPECT_EQ(patience_.is_over("slow"), "let 60 s pass without an answer");
  EXPECT_EQ(news_.size(), 1u);
}

}  // namespace
}  // namespace hilltop::play::patience_test
