#include "server/background.hpp"

#include <gtest/gtest.h>
#include <latch>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace hilltop::server::background_test {
namespace {

// Notes which jobs were done, in their order.
class Notes {
 public:
  Job job(std::string name) {
    return [this, name = std::move(name)] {
      const std::scoped_lock lock(mutex_);
      done_.push_back(name);
    };
  }
  std::vector<std::string> done() {
    const std::scoped_lock lock(mutex_);
    return done_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> done_;
};

// Threads may still look at what their jobs use when these are done: it is declared before them.

TEST(Background, ClientsTakeTurns) {
  Notes notes;
  std::latch all_came(1), all_done(1);
  Background background(1);
  background.post("first", [&] { all_came.wait(); });
  for (const char* name : {"a1", "a2", "a3", "b1", "b2", "c1"})
    background.post(std::string(1, name[0]), notes.job(name));
  background.post("a", [&] { all_done.count_down(); });
  all_came.count_down();
  all_done.wait();
  EXPECT_EQ(notes.done(), (std::vector<std::string>{"a1", "b1", "c1", "a2", "b2", "a3"}));
}

TEST(Background, OneClientHasOneThread) {
  Notes notes;
  std::latch begun(1), go_on(1), all_done(1), other(1);
  Background background(2);
  background.post("a", [&] {
    begun.count_down();
    go_on.wait();
  });
  background.post("a", notes.job("a2"));
  background.post("a", [&] { all_done.count_down(); });
  begun.wait();
  background.post("b", [&] { other.count_down(); });
  other.wait();  // the second thread is free, and leaves a2 alone
  EXPECT_TRUE(notes.done().empty());
  go_on.count_down();
  all_done.wait();
  EXPECT_EQ(notes.done(), std::vector<std::string>{"a2"});
}

TEST(Background, MovesAreDoneWhileItIsFull) {
  std::latch moved(1);
  Workers workers(1);
  Background background(1);
  for (int i = 0; i < 100; ++i) background.post(std::to_string(i), [&] { moved.wait(); });
  workers.post([&] { moved.count_down(); });
  moved.wait();
}

TEST(Background, DropsAtItsEndWhatHasNotBegun) {
  Notes notes;
  std::latch begun(1), ending(1);
  Background background(1);
  background.post("a", [&] {
    begun.count_down();
    ending.wait();
  });
  const auto held = std::make_shared<int>(1);
  background.post("a", [held] {});
  background.post("b", notes.job("b"));
  begun.wait();
  std::jthread end([&] { background.finish(); });
  // Once it takes no more jobs, it is at its end.
  for (bool ends = false; !ends;) {
    const auto probe = std::make_shared<int>(1);
    background.post("c", [probe] {});
    ends = probe.use_count() == 1;
  }
  ending.count_down();
  end.join();
  EXPECT_EQ(held.use_count(), 1);
  EXPECT_TRUE(notes.done().empty());
}

}  // namespace
}  // namespace hilltop::server::background_test
