#pragma once
#include <mutex>
#include <optional>

#include "core/problem.hpp"

namespace hilltop::server {

// Whether strangers' bots can be kept in a sandbox here, as `hilltop doctor` finds. Safe from any
// thread; may take a while.
class HostSandbox {
 public:
  // Returns why they cannot; nullopt if they can. `anew`: looks again if they could not.
  std::optional<Problem> missing(bool anew);

 private:
  std::mutex mutex_;
  std::optional<Problem> missing_;  // once it is known; with an empty text if there is nothing
};

}  // namespace hilltop::server
