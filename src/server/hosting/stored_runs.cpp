#include "server/hosting/stored_runs.hpp"

#include "server/people_database.hpp"

namespace hilltop::server {

void StoredRuns::put_run(const std::string& contest, const RunRow& run) {
  database_->alone([&] {
    const auto put =
        database_->prepared("INSERT OR REPLACE INTO run (contest, log, status) VALUES (?, ?, ?)");
    put->bind(1, contest);
    put->bind(2, run.log);
    if (run.status) put->bind(3, *run.status);
    put->exec();
  });
}

std::optional<RunRow> StoredRuns::run(const std::string& contest) {
  return database_->alone([&]() -> std::optional<RunRow> {
    const auto row = database_->prepared("SELECT log, status FROM run WHERE contest = ?");
    row->bind(1, contest);
    if (!row->executeStep()) return std::nullopt;
    return RunRow{row->getColumn(0).getString(),
                  row->isColumnNull(1) ? std::nullopt : std::optional(row->getColumn(1).getInt())};
  });
}

void StoredRuns::put_start(const std::string& contest, std::optional<std::int64_t> at) {
  database_->alone([&] {
    const auto put =
        database_->prepared(at ? "INSERT OR REPLACE INTO start (contest, at) VALUES (?, ?)"
                               : "DELETE FROM start WHERE contest = ?");
    put->bind(1, contest);
    if (at) put->bind(2, *at);
    put->exec();
  });
}

std::optional<std::int64_t> StoredRuns::start(const std::string& contest) {
  return database_->alone([&]() -> std::optional<std::int64_t> {
    const auto row = database_->prepared("SELECT at FROM start WHERE contest = ?");
    row->bind(1, contest);
    if (!row->executeStep()) return std::nullopt;
    return row->getColumn(0).getInt64();
  });
}

}  // namespace hilltop::server
