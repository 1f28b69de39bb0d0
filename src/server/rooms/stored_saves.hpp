#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "server/secret.hpp"
#include "server/shares.hpp"

namespace hilltop::server {

struct PeopleDatabase;

// A save of a visitor.
struct SaveRow {
  std::int64_t id = 0;
  std::string record;
  std::int64_t saved = 0;  // seconds since 1970
};

// Saves, each of which its visitor alone finds.
class StoredSaves {
 public:
  explicit StoredSaves(PeopleDatabase& database) : database_(&database) {}

  // Returns the save's number. `client`: as in RoomRow. Error: there is no room for it.
  std::expected<std::int64_t, Full> add_save(const SecretHash& visitor, const std::string& record,
                                             const std::string& client = {});
  std::vector<SaveRow> saves(const SecretHash& visitor);  // the newest first
  std::optional<SaveRow> save(const SecretHash& visitor, std::int64_t id);
  // Returns whether there was such a save.
  bool remove_save(const SecretHash& visitor, std::int64_t id);

 private:
  PeopleDatabase* database_;
};

}  // namespace hilltop::server
