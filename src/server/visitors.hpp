#pragma once
#include <optional>
#include <string>

#include "core/host_key.hpp"
#include "server/http.hpp"
#include "server/secret.hpp"

namespace hilltop::server {

// The cookie by which a browser finds its saves, its tries and its numbers again.
struct VisitorCookie {
  std::string path;
  bool https_only = false;
};

// How browsers and their networks are known again. Safe from any thread.
class Visitors {
 public:
  explicit Visitors(VisitorCookie cookie);

  // Returns the hash of the browser's cookie; nullopt if it sent none.
  static std::optional<SecretHash> visitor(const Request& request);
  // Gives the browser a cookie if it sent none.
  void give_cookie(const Request& request, Response& response) const;
  // Returns whose share a request takes: a hash of its network.
  std::string client(const Request& request) const;

 private:
  const VisitorCookie cookie_;
  const HostKey client_key_;
};

}  // namespace hilltop::server
