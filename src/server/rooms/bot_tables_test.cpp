#include "server/rooms/bot_tables.hpp"

#include <gtest/gtest.h>
#include <latch>
#include <stdexcept>

namespace hilltop::server::bot_tables_test {
namespace {

BotTables::Build ready() {
  return [](const Progress&) { return std::make_shared<int>(1); };
}

std::string outcome(BotTables::Table& table) {
  std::string told;
  std::latch built(1);
  table.when_built([&](const std::string& failure) {
    told = failure;
    built.count_down();
  });
  built.wait();
  return told;
}

TEST(BotTables, BuildsOneAfterAnotherWhatIsStillHeld) {
  BotTables tables(3);
  std::latch begun(1), go_on(1);
  std::atomic<int> at_once = 0, most = 0;
  const auto counted = [&](const Progress&) {
    most = std::max(most.load(), ++at_once);
    --at_once;
    return std::make_shared<int>(1);
  };
  const auto first = *tables.hold("first", [&](const Progress& progress) {
    begun.count_down();
    go_on.wait();
    return counted(progress);
  });
  begun.wait();
  bool built = false;
  auto dropped = *tables.hold("dropped", [&](const Progress&) {
    built = true;
    return std::make_shared<int>(1);
  });
  const auto last = *tables.hold("last", counted);
  EXPECT_EQ(tables.hold("last", ready()), last);
  EXPECT_FALSE(first->built());
  dropped = nullptr;
  go_on.count_down();
  EXPECT_EQ(outcome(*last), "");
  EXPECT_TRUE(first->built());
  EXPECT_FALSE(built);
  EXPECT_EQ(most, 1);
}

TEST(BotTables, OnlySoManyAreHeld) {
  BotTables tables(2);
  const auto a = *tables.hold("a", ready());
  auto b = *tables.hold("b", ready());
  EXPECT_EQ(outcome(*b), "");
  EXPECT_FALSE(tables.hold("c", ready()));
  EXPECT_FALSE(tables.room_for("c"));
  EXPECT_TRUE(tables.room_for("a"));
  EXPECT_EQ(*tables.hold("a", ready()), a);
}

TEST(BotTables, AreFreedWithTheirLastHolder) {
  BotTables tables(1);
  const auto memory = std::make_shared<int>(1);
  {
    const auto table = *tables.hold("a", [&](const Progress&) { return memory; });
    EXPECT_EQ(outcome(*table), "");
    EXPECT_GT(memory.use_count(), 1);
  }
  // The builder is the last to let go of them, before it builds what comes next.
  while (!tables.room_for("b")) std::this_thread::yield();
  const auto other = *tables.hold("b", ready());
  EXPECT_EQ(outcome(*other), "");
  EXPECT_EQ(memory.use_count(), 1);
}

TEST(BotTables, TellWhyTheyCouldNotBeBuilt) {
  BotTables tables(1);
  const auto table = *tables.hold("a", [](const Progress&) -> std::shared_ptr<const void> {
    throw std::runtime_error("full");
  });
  EXPECT_EQ(outcome(*table), "full");
}

TEST(BotTables, TheEndInterruptsTheBuilding) {
  BotTables tables(1);
  std::latch begun(1);
  const auto table =
      *tables.hold("a", [&](const Progress& progress) -> std::shared_ptr<const void> {
        begun.count_down();
        while (true) progress(0, 1);
      });
  begun.wait();
  tables.finish();
  EXPECT_FALSE(table->built());
}

}  // namespace
}  // namespace hilltop::server::bot_tables_test
