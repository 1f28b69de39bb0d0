#include "server/hosting/stored_tokens.hpp"

#include "server/people_database.hpp"

namespace hilltop::server {

bool StoredTokens::has_host() {
  return database_->alone([&] {
    return database_->database.execAndGet("SELECT count(*) FROM token WHERE author = ''").getInt() >
           0;
  });
}

void StoredTokens::put_host(const SecretHash& token) {
  database_->alone([&] {
    const auto put =
        database_->prepared("INSERT OR REPLACE INTO token (author, hash) VALUES ('', ?)");
    bind_bytes(*put, 1, token);
    put->exec();
  });
}

bool StoredTokens::add_author(const SecretHash& token, const std::string& author) {
  return database_->alone([&] {
    const auto add = database_->prepared(
        "INSERT OR IGNORE INTO token (author, hash) SELECT ?, ? WHERE "
        "(SELECT count(*) FROM token WHERE author != '') < ?");
    add->bind(1, author);
    bind_bytes(*add, 2, token);
    add->bind(3, authors_max);
    return add->exec() > 0;
  });
}

bool StoredTokens::renew_author(const SecretHash& token, const std::string& author) {
  return database_->alone([&] {
    const auto renew =
        database_->prepared("UPDATE token SET hash = ? WHERE author = ? AND author != ''");
    bind_bytes(*renew, 1, token);
    renew->bind(2, author);
    return renew->exec() > 0;
  });
}

std::optional<Token> StoredTokens::token(const SecretHash& token) {
  return database_->alone([&]() -> std::optional<Token> {
    const auto row = database_->prepared("SELECT author FROM token WHERE hash = ?");
    bind_bytes(*row, 1, token);
    if (!row->executeStep()) return std::nullopt;
    const std::string author = row->getColumn(0).getString();
    return Token{author.empty(), author};
  });
}

std::vector<std::string> StoredTokens::authors() {
  return database_->alone([&] {
    std::vector<std::string> authors;
    const auto rows =
        database_->prepared("SELECT author FROM token WHERE author != '' ORDER BY author");
    while (rows->executeStep()) authors.push_back(rows->getColumn(0).getString());
    return authors;
  });
}

bool StoredTokens::remove_author(const std::string& author) {
  return database_->alone([&] {
    const auto gone = database_->prepared("DELETE FROM token WHERE author = ? AND author != ''");
    gone->bind(1, author);
    return gone->exec() > 0;
  });
}

void StoredTokens::remove_host() {
  database_->alone([&] { database_->database.exec("DELETE FROM token WHERE author = ''"); });
}

}  // namespace hilltop::server
