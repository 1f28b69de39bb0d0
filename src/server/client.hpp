#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/host_key.hpp"

namespace hilltop::server {

// Returns the network by which a client is counted: an IPv4 address, also one in an IPv6 address,
// or the first half of an IPv6 address, which is what one household or one machine gets, as
// "2001:db8:0:1::/64". nullopt if it is no address.
std::optional<std::string> network_of(std::string_view address);

// Returns what is stored of a network: a hash that does not tell it without the key.
std::string hash_of_client(std::string_view network, const HostKey& key);

}  // namespace hilltop::server
