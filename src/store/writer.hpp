#pragma once
#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "store/store.hpp"

namespace hilltop::store {

// Takes results from many threads and writes them from one, those of a short interval in one
// transaction. So a result is safe within that interval, and no caller waits for the disk.
class Writer {
 public:
  // `tell` is called, on a thread of the writer's, each time that another program has held the
  // store for held_max; results wait in memory meanwhile, and are written when it is released.
  explicit Writer(Store store, std::function<void(const Held&)> tell = [](const Held&) {});
  ~Writer();  // writes the rest; errors of the disk are lost unless finish() was called
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Queues a block and returns at once, unless more than a named limit waits for a store that is
  // held. Queued blocks that lie within its games are dropped. Throws the Failure after which
  // nothing more is written.
  void put(const FixtureRow& fixture_row, BatchRow block);

  // Deletes the stored results of a fixture before its next ones are written.
  void forget(const Key& fixture);
  // Deletes a block that was read and is not believed, before the fixture's next ones are written.
  void remove(const Key& fixture, BatchRow block);
  // Replaces the stored results of a fixture, in one transaction.
  void replace(const FixtureRow& fixture_row, std::vector<BatchRow> blocks);

  void put(const Key& key, QualificationRow check);

  // Returns when everything is committed. Throws the Failure if that is impossible.
  void finish();
  // Does the same, but waits for another program only once more, here and in any other call.
  void finish_soon();
  // Does the same, and returns the stored blocks of a fixture.
  std::vector<BatchRow> finish(const Key& fixture);

 private:
  void write(const std::stop_token& stop);
  void write_out(const Unwritten& batch);
  void finish(std::unique_lock<std::mutex>& lock);

  Store store_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  Unwritten batch_;
  std::size_t bytes_ = 0;  // approximate size of the queued blocks
  bool hurry_ = false;
  bool writing_ = false;
  bool patient_ = true;  // waits for another program as long as it takes
  std::function<void(const Held&)> tell_;
  std::exception_ptr failure_;
  std::jthread thread_;
};

}  // namespace hilltop::store
