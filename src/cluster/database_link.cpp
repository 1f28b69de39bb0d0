#include "cluster/database_link.hpp"

#include <algorithm>
#include <condition_variable>
#include <fmt/format.h>
#include <mutex>

namespace hilltop::cluster {

void GrowingWait::wait(const std::stop_token& stop) {
  std::uniform_real_distribution<> share(0.5, 1);
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any never;
  never.wait_for(lock, stop, next_ * share(random_), [] { return false; });
  next_ = std::min(2 * next_, longest_);
}

void DatabaseLink::say_lost(const char* why) {
  is_lost_ = true;
  if (waiting_)
    waiting_(
        fmt::format("{} does not answer ({}); asking again", place_of_database(address_), why));
}

void DatabaseLink::say_back() {
  is_lost_ = false;
  if (waiting_) waiting_(fmt::format("{} answers again", place_of_database(address_)));
}

}  // namespace hilltop::cluster
