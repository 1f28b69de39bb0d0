#include "server/background.hpp"

#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace hilltop::server {
namespace {

constexpr int background_niceness = 10;

}  // namespace

void give_way() { setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), background_niceness); }

Background::Background(int threads) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

Background::~Background() { finish(); }

void Background::post(const std::string& client, Job job) {
  const std::scoped_lock lock(mutex_);
  if (finished_) return;
  const auto [later, first] = later_.try_emplace(client);
  if (!first) return later->second.push_back(std::move(job));
  turns_.push_back({client, std::move(job)});
  come_.notify_one();
}

void Background::finish() {
  {
    const std::scoped_lock lock(mutex_);
    finished_ = true;
  }
  come_.notify_all();
  threads_.clear();  // joins them
  // What is dropped may post while it is destroyed.
  std::deque<Turn> turns;
  std::unordered_map<std::string, std::deque<Job>> later;
  const std::scoped_lock lock(mutex_);
  std::swap(turns, turns_);
  std::swap(later, later_);
}

void Background::work() {
  give_way();
  std::unique_lock lock(mutex_);
  while (true) {
    come_.wait(lock, [this] { return finished_ || !turns_.empty(); });
    if (finished_) return;
    Turn turn = std::move(turns_.front());
    turns_.pop_front();
    lock.unlock();
    turn.job();
    turn.job = nullptr;  // what it holds ends without the lock
    lock.lock();
    end_turn(turn.client);
  }
}

void Background::end_turn(const std::string& client) {
  const auto later = later_.find(client);
  if (later->second.empty()) {
    later_.erase(later);
    return;
  }
  turns_.push_back({client, std::move(later->second.front())});
  later->second.pop_front();
  come_.notify_one();
}

}  // namespace hilltop::server
