#pragma once
#include <cstddef>
#include <expected>
#include <memory>
#include <string>

namespace hilltop::server {

// What is used up: the share of all, or that of the client.
enum class Full { all, client };

// Counts what is in use of something that is limited, in all and for each client.
// Safe from any thread.
class Shares {
 public:
  Shares(std::size_t max, std::size_t of_client_max);

  // Something in use, for as long as the object is held; it may outlive this one.
  using Share = std::shared_ptr<const void>;
  // `client`: as in RoomRow; an empty one has no limit of its own.
  std::expected<Share, Full> take(const std::string& client);
  std::size_t in_use() const;

 private:
  struct Counts;
  const std::shared_ptr<Counts> counts_;
};

}  // namespace hilltop::server
