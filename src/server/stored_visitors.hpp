#pragma once
#include <cstdint>
#include <string>

#include "server/secret.hpp"

namespace hilltop::server {

struct PeopleDatabase;

// Browsers that have begun a game here, and since when.
class StoredVisitors {
 public:
  explicit StoredVisitors(PeopleDatabase& database) : database_(&database) {}

  // Notes that the browser is here now. `client`: as in RoomRow. The longest unseen ones, of that
  // client and of all, are forgotten when there are too many.
  void see_visitor(const SecretHash& visitor, const std::string& client);
  // Returns whether the browser was here before a time, in seconds since 1970.
  bool knew_visitor(const SecretHash& visitor, std::int64_t before_s);

 private:
  PeopleDatabase* database_;
};

}  // namespace hilltop::server
