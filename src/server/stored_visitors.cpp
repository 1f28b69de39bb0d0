#include "server/stored_visitors.hpp"

#include "server/people_database.hpp"

namespace hilltop::server {

void StoredVisitors::see_visitor(const SecretHash& visitor, const std::string& client) {
  database_->alone([&] {
    const Keeping& keeping = database_->keeping;
    SQLite::Transaction all(database_->database);
    const auto see = database_->prepared(
        "INSERT INTO visitor (visitor, since, seen, client) VALUES (?1, ?2, ?2, ?3) "
        "ON CONFLICT (visitor) DO UPDATE SET seen = ?2, client = ?3");
    bind_bytes(*see, 1, visitor);
    see->bind(2, database_->now_s());
    bind_bytes(*see, 3, client);
    see->exec();
    const auto old = database_->prepared("DELETE FROM visitor WHERE seen < ?");
    old->bind(1, database_->now_s() - std::int64_t{save_days_max} * 24 * 60 * 60);
    old->exec();
    const auto of_client = database_->prepared(
        "DELETE FROM visitor WHERE visitor IN (SELECT visitor FROM visitor WHERE client = ?1 "
        "ORDER BY seen DESC LIMIT -1 OFFSET ?2)");
    bind_bytes(*of_client, 1, client);
    of_client->bind(2, keeping.visitors_of_client_max);
    if (!client.empty()) of_client->exec();
    const auto of_all = database_->prepared(
        "DELETE FROM visitor WHERE visitor IN (SELECT visitor FROM visitor "
        "ORDER BY seen DESC LIMIT -1 OFFSET ?)");
    of_all->bind(1, keeping.visitors_max);
    of_all->exec();
    all.commit();
  });
}

bool StoredVisitors::knew_visitor(const SecretHash& visitor, std::int64_t before_s) {
  return database_->alone([&] {
    const auto found = database_->prepared("SELECT 1 FROM visitor WHERE visitor = ? AND since < ?");
    bind_bytes(*found, 1, visitor);
    found->bind(2, before_s);
    return found->executeStep();
  });
}

}  // namespace hilltop::server
