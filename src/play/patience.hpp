#pragma once
#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/fault.hpp"

namespace hilltop::play {

// Starts in a row that a bot may fail before its first answer in a run.
constexpr int silent_starts_max = 3;

// Limits the time that each bot costs by silence in a run. A bot that has cost more is not asked
// again in the run and forfeits its games, however many workers, pairings and batches they are in.
// May be used by several threads.
class Patience {
 public:
  // The news of a bot, each told once: its first silence, and that its games are forfeited.
  enum class News { first_silence, forfeits };
  using Tell = std::function<void(std::string_view bot, News news, const std::string& text)>;
  // `lost_max`: the time that a bot may let pass without an answer before it forfeits. `tell` may
  // be null.
  Patience(std::chrono::nanoseconds lost_max, Tell tell)
      : lost_max_(lost_max), tell_(std::move(tell)) {}

  void answered(const std::string& bot);
  // Notes a fault by which a bot gave no answer, and the time that passed until then.
  void silent(const std::string& bot, const Fault& fault, std::chrono::nanoseconds lost);

  // Returns why the bot is not asked any more; nullopt if it is.
  std::optional<std::string> is_over(const std::string& bot) const;

 private:
  struct Of {
    bool has_answered = false;
    int silent_starts = 0;
    std::chrono::nanoseconds lost{0};
    std::string over;  // why; empty if it is not
  };

  const std::chrono::nanoseconds lost_max_;
  const Tell tell_;
  mutable std::mutex mutex_;
  std::map<std::string, Of, std::less<>> bots_;
};

}  // namespace hilltop::play
