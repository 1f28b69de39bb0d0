#pragma once
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

struct pg_conn;
struct pg_result;

namespace hilltop::cluster {

// The server cannot be reached, ends the connection, or has no room for it: a later attempt may
// succeed.
struct DatabaseUnreachable : std::runtime_error {
  using runtime_error::runtime_error;
};

// The server refuses a statement.
struct DatabaseRefused : std::runtime_error {
  DatabaseRefused(const std::string& why, std::string error_code)
      : std::runtime_error(why), code(std::move(error_code)) {}
  std::string code;  // SQLSTATE
};

// A value of a statement: text, a number, or bytes.
struct SqlValue {
  std::string text;
  bool is_bytes = false;

  SqlValue(std::string words) : text(std::move(words)) {}
  SqlValue(std::string_view words) : text(words) {}
  SqlValue(const char* words) : text(words) {}
  template <class Number>
    requires std::is_arithmetic_v<Number>
  SqlValue(Number number) : text(std::to_string(number)) {}
  static SqlValue bytes(std::string content) {
    SqlValue value(std::move(content));
    value.is_bytes = true;
    return value;
  }
};

// The rows of an answer.
class SqlRows {
 public:
  explicit SqlRows(pg_result* result) : result_(result, &free) {}

  std::size_t size() const;
  // Returns a value as text; empty if it is null.
  std::string_view text(std::size_t row, std::size_t column) const;
  long long number(std::size_t row, std::size_t column) const;
  double real(std::size_t row, std::size_t column) const;
  // Also of an answer to run_for_bytes().
  std::string bytes(std::size_t row, std::size_t column) const;

 private:
  static void free(pg_result* result);

  std::shared_ptr<pg_result> result_;
};

// A connection to a PostgreSQL. Each call is one statement in a transaction of its own, and nothing
// stays in the session, so that a pooler may give each call another server process.
class PostgreSql {
 public:
  // `address`: postgresql://USER@HOST/DATABASE, with all that libpq allows. Throws
  // DatabaseUnreachable.
  explicit PostgreSql(const std::string& address);

  // Throws DatabaseUnreachable and DatabaseRefused.
  SqlRows run(const char* statement, const std::vector<SqlValue>& values = {});
  // Does the same for a statement whose columns are all text or bytea, which come as they are and
  // not twice as long in hexadecimal.
  SqlRows run_for_bytes(const char* statement, const std::vector<SqlValue>& values);
  // Runs statements without values in one transaction.
  void run_all(const char* statements);

 private:
  static void close(pg_conn* connection);
  SqlRows run(const char* statement, const std::vector<SqlValue>& values, bool as_bytes);
  SqlRows checked(pg_result* result);

  std::unique_ptr<pg_conn, void (*)(pg_conn*)> connection_;
};

// Returns an address without its user, password and parameters: "HOST/DATABASE".
std::string place_of_database(const std::string& address);

// Returns numbers as an array of PostgreSQL.
std::string sql_array(const std::vector<long long>& numbers);

}  // namespace hilltop::cluster
