#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <unordered_map>

namespace hilltop::server {

using SteadyClock = std::chrono::steady_clock;

// A bucket of tokens: `burst` at first, and `per_second` more each second up to that.
class Bucket {
 public:
  Bucket(double burst, double per_second, SteadyClock::time_point now)
      : burst_(burst), per_second_(per_second), tokens_(burst), filled_(now) {}

  // Takes a token. Returns false if there is none.
  bool take(SteadyClock::time_point now) {
    const double seconds = std::chrono::duration<double>(now - filled_).count();
    tokens_ = std::min(burst_, tokens_ + seconds * per_second_);
    filled_ = now;
    if (tokens_ < 1) return false;
    tokens_ -= 1;
    return true;
  }
  SteadyClock::time_point last_use() const { return filled_; }

 private:
  double burst_, per_second_, tokens_;
  SteadyClock::time_point filled_;
};

// A bucket per key, of which there are at most `keys_max`: beyond, the one that was used least
// recently is forgotten.
class Buckets {
 public:
  Buckets(double burst, double per_second, std::size_t keys_max)
      : burst_(burst), per_second_(per_second), keys_max_(keys_max) {}

  bool take(const std::string& key, SteadyClock::time_point now) {
    auto found = buckets_.find(key);
    if (found == buckets_.end()) {
      if (buckets_.size() >= keys_max_)
        buckets_.erase(std::ranges::min_element(
            buckets_, {}, [](const auto& entry) { return entry.second.last_use(); }));
      found = buckets_.emplace(key, Bucket(burst_, per_second_, now)).first;
    }
    return found->second.take(now);
  }
  std::size_t size() const { return buckets_.size(); }

 private:
  double burst_, per_second_;
  std::size_t keys_max_;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace hilltop::server
