#pragma once
#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/json.hpp"
#include "server/http.hpp"

namespace hilltop::server {

// Somebody in a room, as the server sees its browser.
class Client final : public Channel {
 public:
  void show(std::shared_ptr<const std::string> state) override { heard(Json::parse(*state)); }
  void tell(std::string message) override { heard(Json::parse(message)); }
  void close() override {}
  void refuse() override {}

  // Waits for a state that is as wanted, unless the last one was.
  Json when(const std::function<bool(const Json&)>& wanted) {
    return !state_.is_null() && wanted(state_) ? state_ : until(wanted);
  }
  // Waits for a state in which these seats are this client's. A client that presents keys hears of
  // the room twice, before and after.
  template <class Seats>
  void until_mine(const Seats& seats) {
    until([&](const Json& each) {
      return each["type"] == "state" && std::ranges::all_of(seats, [&](std::size_t seat) {
               return each["players"][seat]["mine"].template get<bool>();
             });
    });
  }
  // Waits for a further message that is as wanted.
  Json until(const std::function<bool(const Json&)>& wanted) {
    std::unique_lock lock(mutex_);
    while (true) {
      has_come_.wait(lock, [&] { return !messages_.empty(); });
      Json message = std::move(messages_.front());
      messages_.pop_front();
      if (message["type"] == "state") state_ = message;
      if (wanted(message)) return message;
    }
  }

 private:
  void heard(Json message) {
    {
      const std::scoped_lock lock(mutex_);
      messages_.push_back(std::move(message));
    }
    has_come_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable has_come_;
  std::deque<Json> messages_;
  Json state_;  // the last one that was waited for, or passed
};

}  // namespace hilltop::server
