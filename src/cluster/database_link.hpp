#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "cluster/postgresql.hpp"

namespace hilltop::cluster {

// Waits that grow from one to the next, each of a random length, so that many programs do not call
// at once.
class GrowingWait {
 public:
  GrowingWait(std::chrono::milliseconds first, std::chrono::milliseconds longest)
      : first_(first), longest_(longest), next_(first) {}

  // Waits, or returns when a stop is requested.
  void wait(const std::stop_token& stop);
  void begin_anew() { next_ = first_; }

 private:
  std::chrono::milliseconds first_, longest_, next_;
  std::minstd_rand random_{std::random_device()()};
};

// How long a program tries to reach a server that has answered before.
constexpr std::chrono::minutes unreachable_max{10};

// A connection that is made when it is needed, and again when it is lost.
class DatabaseLink {
 public:
  // `waiting`: called with a sentence when the server is lost; may be null.
  DatabaseLink(std::string address, std::function<void(std::string_view)> waiting)
      : address_(std::move(address)), waiting_(std::move(waiting)) {}

  // Calls `ask(connection)`, and again while the server cannot be reached; so `ask` may be called
  // after a call that has had its effect. The first connection must succeed at once. Throws
  // DatabaseUnreachable after unreachable_max or when a stop is requested, and DatabaseRefused.
  template <class Ask>
  auto ask(Ask&& ask, const std::stop_token& stop = {}) {
    GrowingWait pause(first_pause, longest_pause);
    const auto begun = Clock::now();
    while (true) try {
        if (!connection_) connection_.emplace(address_);
        auto answer = ask(*connection_);
        if (is_lost_) say_back();
        was_there_ = true;
        return answer;
      } catch (const DatabaseUnreachable& lost) {
        connection_.reset();
        if (!was_there_ || stop.stop_requested() || Clock::now() - begun > unreachable_max) throw;
        if (!is_lost_) say_lost(lost.what());
        pause.wait(stop);
      }
  }
  // Ends the connection until the next call.
  void rest() { connection_.reset(); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds first_pause{200};
  static constexpr std::chrono::milliseconds longest_pause{60'000};

  void say_lost(const char* why);
  void say_back();

  std::string address_;
  std::function<void(std::string_view)> waiting_;
  std::optional<PostgreSql> connection_;
  bool was_there_ = false, is_lost_ = false;
};

}  // namespace hilltop::cluster
