// The thread that writes for many others, into every kind of store.
#include "store/writer.hpp"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

#include "store/each_store_for_test.hpp"

namespace hilltop::store::writer_test {
namespace {

using Access = Store::Access;

TEST_P(EachStore, ReplacesAllResultsOfAPairingAtOnce) {
  open().put(fixture_row(), block(0, 20));
  Store reader = open(Access::read);
  {
    Writer writer(open());
    writer.replace(fixture_row(), {block(0, 5), block(6, 14)});
    writer.finish();
    const std::vector<BatchRow> kept = reader.blocks(key(1));
    ASSERT_EQ(kept.size(), 2u);
    expect_same(kept[0], block(0, 5));
    expect_same(kept[1], block(6, 14));
    writer.put(fixture_row(), block(5, 1));
    writer.finish();
  }
  EXPECT_EQ(reader.blocks(key(1)).size(), 3u);
}

TEST_P(EachStore, WritesQueuedBlocks) {
  {
    Writer writer(open());
    std::vector<std::jthread> threads;
    for (std::uint8_t thread = 1; thread <= 4; ++thread)
      threads.emplace_back([&writer, thread] {
        for (std::uint32_t i = 0; i < 100; ++i)
          writer.put(fixture_row(thread), part_of_it(i * 10, 10));
      });
    threads.clear();
    writer.finish();
    for (std::uint8_t thread = 1; thread <= 4; ++thread)
      EXPECT_EQ(open(Access::read).blocks(key(thread)).size(), 100u);
    writer.put(fixture_row(1), block(0, 1000));
  }
  EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 1u);
}

// put() wakes the writing thread only if nothing was queued before.
TEST_P(EachStore, WritesByItselfAfterSomethingWasDeleted) {
  Store reader = open();
  Writer writer(open());
  writer.forget(key(1));
  writer.put(fixture_row(1), block(0, 1));
  while (reader.blocks(key(1)).empty()) std::this_thread::yield();
  writer.remove(key(1), block(0, 1));
  writer.put(fixture_row(2), block(0, 1));
  while (reader.blocks(key(2)).empty()) std::this_thread::yield();
  EXPECT_TRUE(reader.blocks(key(1)).empty());
}

TEST_P(EachStore, KeepsTheRecordsOfPartsThatAreNeverWritten) {
  Writer writer(open());
  for (std::uint32_t game = 0; game < 3; ++game) {
    BatchRow part = block(game, 1);
    part.records = {{game, "a game"}};
    writer.put(fixture_row(), part);
  }
  writer.put(fixture_row(), block(0, 3));
  writer.finish();
  EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 1u);
  EXPECT_EQ(open(Access::read).records(key(1)).size(), 3u);
}

}  // namespace
}  // namespace hilltop::store::writer_test
