#pragma once
#include <stdexcept>
#include <string>
#include <utility>

namespace hilltop::server {

// The disk failed. what() names the file, for a log; reason() does not, and is for clients.
class StoreFailure : public std::runtime_error {
 public:
  StoreFailure(const std::string& what, std::string reason)
      : std::runtime_error(what), reason_(std::move(reason)) {}
  const std::string& reason() const { return reason_; }

 private:
  std::string reason_;
};

}  // namespace hilltop::server
