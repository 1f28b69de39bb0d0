#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "server/http.hpp"

namespace hilltop::server {

// Clients that stay with a stream of events, which cannot be spoken on: what they say comes in
// requests of their own, with a secret that only their stream was told. Safe from any thread.
class Speakers {
 public:
  // Returns the secret with which the peer is found as long as it stays.
  std::string add(const std::shared_ptr<Peer>& peer);
  // Returns the peer with this secret; null if it is gone.
  std::shared_ptr<Peer> find(const std::string& secret);

 private:
  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<Peer>> peers_;
};

}  // namespace hilltop::server
