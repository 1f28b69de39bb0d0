#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace hilltop::server {

// The hash of a secret, which is all that the server stores of it. Secrets are random and long, so
// a plain hash cannot be turned back by guessing.
using SecretHash = std::array<std::uint8_t, 32>;

// Returns 128 random bits of the system as 32 hexadecimal digits.
std::string new_secret();
SecretHash hash_of(std::string_view secret);

// Returns a short random name, of 80 bits, that is not a secret but cannot be guessed either.
std::string new_name();

}  // namespace hilltop::server
