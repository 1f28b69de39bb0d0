#pragma once
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

#include "store/store.hpp"

namespace hilltop::store {

// Takes results from many threads and writes them on one, what comes within a moment in one
// transaction. So a result is a moment away from being safe, and nobody waits for the disk.
class Writer {
 public:
  explicit Writer(Store store);
  ~Writer();  // writes what is left; what the disk then refuses is lost unless finish() was called
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Returns at once. Blocks that lie in this one's games and were not written yet never are. Throws
  // the Failure for which nothing is written any more.
  void put(const FixtureRow& sitting, BatchRow block);

  // All that is known of a fixture goes before what is put of it next.
  void forget(const Key& fixture);

  void put(const Key& key, QualificationRow check);

  // Returns when all is committed. Throws the Failure why it is not.
  void finish();

 private:
  void write(const std::stop_token& stop);

  Store store_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  Unwritten batch_;
  std::size_t bytes_ = 0;  // of its blocks, about
  bool hurry_ = false;
  bool writing_ = false;
  std::exception_ptr failure_;
  std::jthread thread_;
};

}  // namespace hilltop::store
