#include "server/hosting/start_clock.hpp"

#include <gtest/gtest.h>
#include <latch>

namespace hilltop::server::start_clock_test {
namespace {

using namespace std::chrono_literals;
const auto now = [] { return StartClock::Time::clock::now(); };

TEST(StartClock, StrikesAtOnceIfTheTimeIsOver) {
  std::latch struck(1);
  StartClock clock([&] { struck.count_down(); });
  clock.set(now() - 1h);
  struck.wait();
}

TEST(StartClock, StrikesAtTheNewestTimeOnly) {
  std::latch struck(1);
  StartClock clock([&] { struck.count_down(); });  // a second call would break the latch
  clock.set(now() + 1h);
  clock.set(std::nullopt);
  clock.set(now() + 5ms);
  struck.wait();
}

TEST(StartClock, EndsWhileItWaits) {
  StartClock never([] { ADD_FAILURE(); });
  never.set(now() + 1h);
}

TEST(StartClock, IsSetByItsOwnCall) {
  std::latch struck(2);
  StartClock* self = nullptr;
  StartClock clock([&] {
    if (!struck.try_wait()) struck.count_down();
    if (!struck.try_wait()) self->set(now());
  });
  self = &clock;
  clock.set(now());
  struck.wait();
}

}  // namespace
}  // namespace hilltop::server::start_clock_test
