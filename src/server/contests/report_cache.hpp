#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace hilltop::server {

// Answers by their key, while the store is in the state that they were made of: at most `bytes_max`
// with their keys; beyond, the oldest make room. Safe from any thread.
class ReportCache {
 public:
  explicit ReportCache(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  // `version`: the number of the store's state.
  std::optional<std::string> find(const std::string& key, std::uint64_t version) {
    const std::scoped_lock lock(mutex_);
    const auto found = version == version_ ? answers_.find(key) : answers_.end();
    return found == answers_.end() ? std::nullopt : std::optional(found->second);
  }

  void put(const std::string& key, std::uint64_t version, const std::string& answer) {
    const std::scoped_lock lock(mutex_);
    if (version != version_) {
      answers_.clear();
      keys_.clear();
      bytes_ = 0;
      version_ = version;
    }
    const std::size_t bytes = key.size() + answer.size();
    if (bytes > bytes_max_ || !answers_.try_emplace(key, answer).second) return;
    keys_.push_back(key);
    bytes_ += bytes;
    while (bytes_ > bytes_max_) {
      const auto oldest = answers_.find(keys_.front());
      bytes_ -= oldest->first.size() + oldest->second.size();
      answers_.erase(oldest);
      keys_.pop_front();
    }
  }

  std::size_t bytes() {
    const std::scoped_lock lock(mutex_);
    return bytes_;
  }

 private:
  const std::size_t bytes_max_;
  std::mutex mutex_;
  std::uint64_t version_ = 0;
  std::size_t bytes_ = 0;
  std::unordered_map<std::string, std::string> answers_;
  std::deque<std::string> keys_;  // in the order in which they came
};

}  // namespace hilltop::server
