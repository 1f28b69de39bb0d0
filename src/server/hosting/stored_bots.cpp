#include "server/hosting/stored_bots.hpp"

#include "server/people_database.hpp"

namespace hilltop::server {

void StoredBots::put(const HostedBot& bot) {
  database_->alone([&] {
    const auto put = database_->prepared(
        "INSERT OR REPLACE INTO bot (name, author, plays, held) VALUES (?, ?, ?, ?)");
    put->bind(1, bot.name);
    put->bind(2, bot.author);
    put->bind(3, bot.plays);
    put->bind(4, bot.held);
    put->exec();
  });
}

void StoredBots::add_version(const std::string& bot, const BotVersion& version) {
  database_->alone([&] {
    SQLite::Transaction all(database_->database);
    const auto add = database_->prepared(
        "INSERT INTO version (bot, number, uploaded, title, content) VALUES (?, ?, ?, ?, ?)");
    add->bind(1, bot);
    add->bind(2, version.number);
    add->bind(3, version.uploaded);
    add->bind(4, version.title);
    bind_bytes(*add, 5, version.content);
    add->exec();
    const auto trim = database_->prepared(
        "DELETE FROM version WHERE bot = ?1 AND number NOT IN (SELECT number FROM version "
        "WHERE bot = ?1 ORDER BY number DESC LIMIT ?2)");
    trim->bind(1, bot);
    trim->bind(2, versions_max);
    trim->exec();
    all.commit();
  });
}

void StoredBots::put_check(const std::string& bot, int version, bool passed,
                           const std::string& found) {
  database_->alone([&] {
    const auto put = database_->prepared(
        "UPDATE version SET passed = ?, found = ? WHERE bot = ? AND number = ?");
    put->bind(1, static_cast<int>(passed));
    put->bind(2, found);
    put->bind(3, bot);
    put->bind(4, version);
    put->exec();
  });
}

std::string StoredBots::check(const std::string& bot, int version) {
  return database_->alone([&] {
    const auto row = database_->prepared("SELECT found FROM version WHERE bot = ? AND number = ?");
    row->bind(1, bot);
    row->bind(2, version);
    return row->executeStep() ? row->getColumn(0).getString() : std::string();
  });
}

std::vector<HostedBot> StoredBots::bots(const std::optional<std::string>& only) {
  return database_->alone([&] {
    std::vector<HostedBot> bots;
    const auto rows = database_->prepared(
        "SELECT name, author, plays, held, number, uploaded, title, content, passed FROM bot LEFT "
        "JOIN version ON bot = name WHERE ?1 IS NULL OR name = ?1 ORDER BY name, number DESC");
    if (only) rows->bind(1, *only);
    while (rows->executeStep()) {
      const std::string name = rows->getColumn(0).getString();
      if (bots.empty() || bots.back().name != name)
        bots.push_back({name, rows->getColumn(1).getString(), rows->getColumn(2).getInt(),
                        rows->getColumn(3).getInt()});
      if (rows->isColumnNull(4)) continue;
      bots.back().versions.push_back(
          {rows->getColumn(4).getInt(), rows->getColumn(5).getInt64(),
           rows->getColumn(6).getString(), hash_in(rows->getColumn(7)),
           rows->isColumnNull(8) ? std::nullopt : std::optional(rows->getColumn(8).getInt() != 0)});
    }
    return bots;
  });
}

std::optional<HostedBot> StoredBots::bot(const std::string& name) {
  std::vector<HostedBot> found = bots(name);
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

void StoredBots::remove_bot(const std::string& name) {
  database_->alone([&] {
    SQLite::Transaction all(database_->database);
    for (const char* gone :
         {"DELETE FROM bot WHERE name = ?", "DELETE FROM version WHERE bot = ?"}) {
      const auto statement = database_->prepared(gone);
      statement->bind(1, name);
      statement->exec();
    }
    all.commit();
  });
}

}  // namespace hilltop::server
