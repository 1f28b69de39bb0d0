#pragma once
#include <SQLiteCpp/SQLiteCpp.h>
#include <map>
#include <memory>
#include <string>

namespace hilltop::server {

// A statement of SQLite that is compiled once and reset when its user is done, so that it holds no
// lock.
class Prepared {
 public:
  explicit Prepared(SQLite::Statement& statement) : statement_(statement) {}
  ~Prepared() { statement_.tryReset(); }
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;
  SQLite::Statement* operator->() const { return &statement_; }
  SQLite::Statement& operator*() const { return statement_; }

 private:
  SQLite::Statement& statement_;
};

// The statements of a database. A statement has one user at a time.
class Statements {
 public:
  explicit Statements(SQLite::Database& database) : database_(database) {}

  Prepared prepared(const std::string& sql) {
    const auto [found, made] = compiled_.try_emplace(sql);
    if (made) found->second = std::make_unique<SQLite::Statement>(database_, sql);
    found->second->reset();
    found->second->clearBindings();
    return Prepared(*found->second);
  }
  void clear() { compiled_.clear(); }

 private:
  SQLite::Database& database_;
  std::map<std::string, std::unique_ptr<SQLite::Statement>> compiled_;
};

}  // namespace hilltop::server
