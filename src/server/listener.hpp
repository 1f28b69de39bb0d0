#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "server/http.hpp"
#include "server/limits.hpp"

namespace hilltop::server {

// Where a server listens, and how it sees its clients.
struct Address {
  std::string host = "127.0.0.1";  // an IP address
  std::uint16_t port = 8080;       // 0: a free one
  bool behind_proxy = false;       // believes the header X-Forwarded-For
  // What the paths of all requests may begin with, such as "/hilltop"; empty, or of base_refusal().
  std::string base = {};
  // From one address at once: connections or, behind a proxy, what is answered to one client.
  std::size_t connections_of_address = connections_of_address_max;
};

// Speaks HTTP/1.1 with many clients on one thread.
class Listener {
 public:
  // Listens at once. Throws std::runtime_error if the address cannot be had.
  Listener(const Address& address, Site& site);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::uint16_t port() const;
  // Serves until stop() is called, and then at most farewell_ms for the answers under way. Throws
  // if no connection can be accepted any more.
  void run();
  // May be called from any thread.
  void stop();
  std::size_t connections() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hilltop::server
