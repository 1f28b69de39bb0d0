#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace hilltop::server {

struct PeopleDatabase;

// The newest run of a hosted contest.
struct RunRow {
  std::string log;            // the end of what it said
  std::optional<int> status;  // its exit code; nullopt: no server has seen its end
};

// The newest run of each hosted contest.
class StoredRuns {
 public:
  explicit StoredRuns(PeopleDatabase& database) : database_(&database) {}

  // Stores the newest run of a contest in the place of the one before.
  void put_run(const std::string& contest, const RunRow& run);
  std::optional<RunRow> run(const std::string& contest);

  // When a contest begins by itself, in seconds since 1970; nullopt: it does not.
  void put_start(const std::string& contest, std::optional<std::int64_t> at);
  std::optional<std::int64_t> start(const std::string& contest);

 private:
  PeopleDatabase* database_;
};

}  // namespace hilltop::server
