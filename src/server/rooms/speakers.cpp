#include "server/rooms/speakers.hpp"

#include "server/secret.hpp"

namespace hilltop::server {

std::string Speakers::add(const std::shared_ptr<Peer>& peer) {
  std::string secret = new_secret();
  const std::scoped_lock lock(mutex_);
  std::erase_if(peers_, [](const auto& entry) { return entry.second.expired(); });
  peers_.emplace(secret, peer);
  return secret;
}

std::shared_ptr<Peer> Speakers::find(const std::string& secret) {
  const std::scoped_lock lock(mutex_);
  const auto found = peers_.find(secret);
  return found == peers_.end() ? nullptr : found->second.lock();
}

}  // namespace hilltop::server
