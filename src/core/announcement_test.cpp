#include "core/announcement.hpp"

#include <future>
#include <gtest/gtest.h>

namespace hilltop::announcement_test {
namespace {

TEST(Announcement, IsMadeOfAStepThatTakesLong) {
  std::promise<void> said;
  const Announcement step([&] { said.set_value(); }, std::chrono::milliseconds(1));
  said.get_future().wait();  // for ever, if it is not
}

TEST(Announcement, IsNotMadeOfAStepThatEndsBefore) {
  bool said = false;
  {
    const Announcement step([&] { said = true; }, std::chrono::hours(1));
  }
  { const Announcement nothing_to_say({}); }
  EXPECT_FALSE(said);
}

}  // namespace
}  // namespace hilltop::announcement_test
