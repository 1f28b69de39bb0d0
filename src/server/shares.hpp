#pragma once
#include <cstddef>
#include <expected>
#include <memory>
#include <string>

namespace hilltop::server {

// Who has as much as there may be.
enum class Full { all, client };

// Counts what is in use of something of which there is so much in all, and so much for each client.
// Safe from any thread.
class Shares {
 public:
  Shares(std::size_t max, std::size_t of_client_max);

  // Something in use, for as long as the object is held; it may outlive this one.
  using Share = std::shared_ptr<const void>;
  // `client`: as in RoomRow; an empty one is nobody's, of whom all have any number.
  std::expected<Share, Full> take(const std::string& client);
  std::size_t in_use() const;

 private:
  struct Counts;
  const std::shared_ptr<Counts> counts_;
};

}  // namespace hilltop::server
