#include "server/secret.hpp"

#include <sodium.h>

#include "core/digest.hpp"
#include "core/hex.hpp"

namespace hilltop::server {

std::string new_secret() {
  std::array<std::uint8_t, 16> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return to_hex(bytes);
}

SecretHash hash_of(std::string_view secret) {
  Digest digest;
  digest.add(std::string_view("hilltop secret"));
  digest.add(secret);
  return digest.value();
}

std::string new_name() {
  constexpr std::string_view letters = "0123456789abcdefghjkmnpqrstvwxyz";  // Crockford's base 32
  std::string name;
  std::array<std::uint8_t, 16> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  for (const std::uint8_t byte : bytes) name += letters[byte % letters.size()];
  return name;
}

}  // namespace hilltop::server
