#pragma once
#include <mutex>
#include <string_view>

#include "core/json.hpp"

namespace hilltop::server {

// What happens to the server, on standard error: a line each, for people or as JSON.
class EventLog {
 public:
  explicit EventLog(bool json) : json_(json) {}
  // `about`: an object. A line that nothing takes, as on a full disk, is lost. Safe from any
  // thread.
  void write(std::string_view event, const Json& about);

 private:
  const bool json_;
  std::mutex mutex_;
};

}  // namespace hilltop::server
