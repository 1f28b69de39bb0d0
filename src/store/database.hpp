#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/failure.hpp"

// What a store needs of its database, an SQLite file or a database of PostgreSQL. Statements are
// written once, in the SQL that both understand. Included only by the store's own files.
namespace hilltop::store {

// The connection is gone, and nothing of the open transaction has taken effect.
struct Lost : Held {
  using Held::Held;
};

// A statement and, once it runs, its current row. Parameters, ?1 or ?, count from 1, columns from
// 0; a parameter that is not bound is NULL. All of it throws a Failure.
class Statement {
 public:
  virtual ~Statement() = default;
  virtual void bind(int parameter, std::int64_t value) = 0;
  virtual void bind(int parameter, std::string_view value) = 0;
  virtual void bind(int parameter, std::span<const std::uint8_t> value) = 0;

  // Goes to the next row, the first time to the first one. Returns whether there is one.
  virtual bool step() = 0;
  virtual bool is_null(int column) const = 0;
  virtual std::int64_t number(int column) const = 0;
  virtual std::string text(int column) const = 0;
  virtual std::vector<std::uint8_t> bytes(int column) const = 0;

  // Forgets the rows and the bound values.
  virtual void reset() = 0;
};

class Database {
 public:
  enum class Use { read, write };

  virtual ~Database() = default;
  virtual std::unique_ptr<Statement> compile(const std::string& sql) = 0;

  // Begin and end a transaction. Reading sees one state of the store; while one connection writes,
  // no other does.
  virtual void begin(Use use) = 0;
  virtual void commit() = 0;
  virtual void roll_back() noexcept = 0;

  // Connects again. `attempt`: how often the transaction was repeated before; beyond a limit this
  // throws what was lost as Held.
  virtual void recover(const Lost& lost, int attempt) = 0;

  // As those of Store.
  virtual std::uint64_t version() = 0;
  virtual std::string damage() = 0;
};

// A statement in use, reset when its user is done, so that it holds no lock.
class Query {
 public:
  explicit Query(Statement& statement) : statement_(statement) {}
  ~Query() { statement_.reset(); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  Statement* operator->() const { return &statement_; }
  Statement& operator*() const { return statement_; }

 private:
  Statement& statement_;
};

// The statements of a database. A statement has one user at a time.
class Queries {
 public:
  explicit Queries(Database& database) : database_(database) {}

  Query prepared(const std::string& sql) {
    const auto [found, made] = compiled_.try_emplace(sql);
    if (made) try {
        found->second = database_.compile(sql);
      } catch (...) {
        compiled_.erase(found);
        throw;
      }
    return Query(*found->second);
  }

 private:
  Database& database_;
  std::map<std::string, std::unique_ptr<Statement>> compiled_;
};

}  // namespace hilltop::store
