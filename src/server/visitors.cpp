#include "server/visitors.hpp"

#include <fmt/format.h>
#include <sodium.h>
#include <string_view>
#include <utility>

#include "server/client.hpp"

namespace hilltop::server {
namespace {

constexpr std::string_view visitor_cookie = "hilltop_visitor";

// Returns the key under which clients are counted. Without that of this host, what is stored of
// clients means nothing after this run.
HostKey key_of_clients() {
  if (const auto key = host_key()) return *key;
  HostKey drawn{};
  randombytes_buf(drawn.data(), drawn.size());
  return drawn;
}

}  // namespace

Visitors::Visitors(VisitorCookie cookie)
    : cookie_(std::move(cookie)), client_key_(key_of_clients()) {}

std::optional<SecretHash> Visitors::visitor(const Request& request) {
  const std::string_view secret = cookie(request.cookies, visitor_cookie);
  return secret.size() == new_secret().size() ? std::optional(hash_of(secret)) : std::nullopt;
}

void Visitors::give_cookie(const Request& request, Response& response) const {
  if (visitor(request)) return;
  response.headers.emplace_back(
      "Set-Cookie",
      fmt::format("{}={}; Path={}; Max-Age=31536000; HttpOnly; SameSite=Strict{}", visitor_cookie,
                  new_secret(), cookie_.path, cookie_.https_only ? "; Secure" : ""));
}

std::string Visitors::client(const Request& request) const {
  return hash_of_client(request.address, client_key_);
}

}  // namespace hilltop::server
