#include "store/writer.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace hilltop::store {
namespace {

// Pending results are written after this time, or when they exceed this size.
constexpr std::chrono::milliseconds wait_max{250};
constexpr std::size_t bytes_max = std::size_t{8} << 20;
// While another program holds the store, no more than this waits in memory.
constexpr std::size_t held_bytes_max = std::size_t{256} << 20;

std::size_t weight(const BatchRow& block) {
  std::size_t bytes = sizeof(BatchRow) + block.bytes.size();
  for (const GameRecord& record : block.records) bytes += sizeof record + record.text.size();
  return bytes;
}

}  // namespace

Writer::Writer(Store store, std::function<void(const Held&)> tell)
    : store_(std::move(store)),
      tell_(std::move(tell)),
      thread_([this](const std::stop_token& stop) { write(stop); }) {}

Writer::~Writer() {
  {
    const std::lock_guard lock(mutex_);
    hurry_ = true;
    patient_ = false;
    thread_.request_stop();
  }
  changed_.notify_all();
}

void Writer::put(const FixtureRow& fixture_row, BatchRow block) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return failure_ || bytes_ <= held_bytes_max; });
  if (failure_) std::rethrow_exception(failure_);
  const bool was_idle = batch_.empty(), was_full = bytes_ > bytes_max;
  std::vector<BatchRow>& blocks =
      batch_.fixtures.try_emplace(fixture_row.key, Unwritten::Blocks{fixture_row, {}})
          .first->second.blocks;
  const std::uint64_t end = std::uint64_t{block.first_game} + block.games;
  std::vector<GameRecord> records;
  std::erase_if(blocks, [&](BatchRow& old) {
    const bool covered =
        old.first_game >= block.first_game && std::uint64_t{old.first_game} + old.games <= end;
    if (!covered) return false;
    bytes_ -= std::min(bytes_, weight(old));
    std::ranges::move(old.records, std::back_inserter(records));
    return true;
  });
  std::ranges::move(block.records, std::back_inserter(records));
  block.records = std::move(records);
  bytes_ += weight(block);
  blocks.push_back(std::move(block));
  // Wakes the waiting thread only when there is something to do, not for each block.
  if (was_idle || (!was_full && bytes_ > bytes_max)) changed_.notify_all();
}

void Writer::forget(const Key& fixture) {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
  batch_.fixtures.erase(fixture);
  batch_.forgotten.insert(fixture);
  changed_.notify_all();
}

void Writer::remove(const Key& fixture, BatchRow block) {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
  batch_.doubted.emplace_back(fixture, std::move(block));
  changed_.notify_all();
}

void Writer::replace(const FixtureRow& fixture_row, std::vector<BatchRow> blocks) {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
  batch_.forgotten.insert(fixture_row.key);
  batch_.fixtures.insert_or_assign(fixture_row.key,
                                   Unwritten::Blocks{fixture_row, std::move(blocks)});
  changed_.notify_all();
}

void Writer::put(const Key& key, QualificationRow check) {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
  batch_.checks.insert_or_assign(key, std::move(check));
  changed_.notify_all();
}

void Writer::finish() {
  std::unique_lock lock(mutex_);
  finish(lock);
}

void Writer::finish_soon() {
  std::unique_lock lock(mutex_);
  patient_ = false;
  finish(lock);
}

std::vector<BatchRow> Writer::finish(const Key& fixture) {
  std::unique_lock lock(mutex_);
  finish(lock);
  return store_.blocks(fixture);  // nothing is being written while the lock is held
}

void Writer::finish(std::unique_lock<std::mutex>& lock) {
  hurry_ = true;
  changed_.notify_all();
  changed_.wait(lock, [this] { return failure_ || (batch_.empty() && !writing_); });
  hurry_ = false;
  if (failure_) std::rethrow_exception(failure_);
}

void Writer::write(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!failure_) {
    changed_.wait(lock, stop, [this] { return !batch_.empty(); });
    if (batch_.empty()) return;
    changed_.wait_for(lock, stop, wait_max, [this] { return hurry_ || bytes_ > bytes_max; });
    const Unwritten batch = std::exchange(batch_, {});
    bytes_ = 0;
    writing_ = true;
    changed_.notify_all();
    lock.unlock();
    std::exception_ptr failure;
    try {
      write_out(batch);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    writing_ = false;
    failure_ = failure;
    changed_.notify_all();
  }
}

void Writer::write_out(const Unwritten& batch) {
  for (;;) try {
      return store_.put(batch);
    } catch (const Held& held) {
      {
        const std::lock_guard lock(mutex_);
        if (!patient_) throw;
      }
      tell_(held);
    }
}

}  // namespace hilltop::store
