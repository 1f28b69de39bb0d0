#include "server/client.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <netinet/in.h>
#include <sodium.h>
#include <span>

namespace hilltop::server {
namespace {

constexpr std::size_t network_bytes = 8;
constexpr std::array<std::uint8_t, 12> before_ipv4{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

// Distinguishes this hash from others with the key.
constexpr std::string_view purpose = "hilltop client ";

}  // namespace

std::optional<std::string> network_of(std::string_view address) {
  // inet_pton() takes no zone of a link (fe80::1%eth0).
  const std::string plain(address.substr(0, address.find('%')));
  std::array<char, INET6_ADDRSTRLEN> text{};
  in_addr ipv4{};
  if (inet_pton(AF_INET, plain.c_str(), &ipv4) == 1)
    return inet_ntop(AF_INET, &ipv4, text.data(), text.size());
  std::array<std::uint8_t, sizeof(in6_addr)> ipv6{};
  if (inet_pton(AF_INET6, plain.c_str(), ipv6.data()) != 1) return std::nullopt;
  if (std::ranges::equal(before_ipv4, std::span(ipv6).first<before_ipv4.size()>()))
    return inet_ntop(AF_INET, ipv6.data() + before_ipv4.size(), text.data(), text.size());
  std::fill(ipv6.begin() + network_bytes, ipv6.end(), std::uint8_t{0});
  return std::string(inet_ntop(AF_INET6, ipv6.data(), text.data(), text.size())) + "/64";
}

std::string hash_of_client(std::string_view network, const HostKey& key) {
  const std::string text = std::string(purpose).append(network);
  std::string hash(crypto_generichash_BYTES_MIN, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                     reinterpret_cast<const unsigned char*>(text.data()), text.size(), key.data(),
                     key.size());
  return hash;
}

}  // namespace hilltop::server
