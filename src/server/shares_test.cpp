#include "server/shares.hpp"

#include <gtest/gtest.h>
#include <latch>
#include <optional>
#include <thread>

#include "server/rooms/bot_threads.hpp"

namespace hilltop::server::shares_test {
namespace {

TEST(Shares, HasSoMuchForAllAndForEach) {
  std::optional<Shares> shares(std::in_place, 3, 2);
  auto ann = shares->take("ann");
  const auto more = shares->take("ann");
  EXPECT_EQ(shares->take("ann").error(), Full::client);
  const auto bob = shares->take("bob");
  ASSERT_TRUE(ann && more && bob);
  EXPECT_EQ(shares->in_use(), 3);
  EXPECT_EQ(shares->take("cid").error(), Full::all);
  ann->reset();
  EXPECT_EQ(shares->in_use(), 2);
  ann = shares->take("ann");
  EXPECT_TRUE(ann);
  shares.reset();  // a share may be held longer
}

TEST(Shares, WhoIsNotKnownHasNoShare) {
  Shares shares(3, 1);
  const auto one = shares.take(""), two = shares.take("");
  EXPECT_TRUE(one && two);
}

TEST(BotThreads, APlaceIsInUseUntilItsJobsAreDone) {
  BotThreads threads(1, 1);
  std::latch begun(1), may_end(1);
  {
    const auto place = threads.place_for("ann");
    ASSERT_TRUE(place);
    (*place)->post([&] {
      begun.count_down();
      may_end.wait();
    });
  }
  begun.wait();
  EXPECT_FALSE(threads.place_for("bob"));
  may_end.count_down();
  while (!threads.place_for("bob")) std::this_thread::yield();
  threads.finish();
}

}  // namespace
}  // namespace hilltop::server::shares_test
