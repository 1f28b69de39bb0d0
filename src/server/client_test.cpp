#include "server/client.hpp"

#include <gtest/gtest.h>

namespace hilltop::server::client_test {
namespace {

TEST(Client, IsCountedByItsNetwork) {
  for (const auto& [address, network] : std::initializer_list<std::pair<const char*, const char*>>{
           {"192.0.2.7", "192.0.2.7"},
           {"::ffff:192.0.2.7", "192.0.2.7"},
           {"::ffff:c000:207", "192.0.2.7"},
           {"2001:db8::1", "2001:db8::/64"},
           {"2001:0DB8:0:0:ffff::7", "2001:db8::/64"},
           {"2001:db8:0:1::1", "2001:db8:0:1::/64"},
           {"fe80::1%eth0", "fe80::/64"},
           {"::1", "::/64"}})
    EXPECT_EQ(network_of(address), network) << address;
  for (const char* other : {"", "unknown", "192.0.2", "192.0.2.7:80", "[::1]", "2001:db8::/64"})
    EXPECT_FALSE(network_of(other)) << other;
}

TEST(Client, IsStoredAsAHashUnderAKey) {
  const HostKey key{1}, other{2};
  EXPECT_EQ(hash_of_client("192.0.2.7", key), hash_of_client("192.0.2.7", key));
  EXPECT_NE(hash_of_client("192.0.2.7", key), hash_of_client("192.0.2.8", key));
  EXPECT_NE(hash_of_client("192.0.2.7", key), hash_of_client("192.0.2.7", other));
  EXPECT_EQ(hash_of_client("192.0.2.7", key).size(), 16);
}

}  // namespace
}  // namespace hilltop::server::client_test
