#pragma once
#include <chrono>
#include <cstdint>
#include <expected>
#include <libpq-fe.h>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"
#include "store/connection.hpp"
#include "store/database.hpp"
#include "store/store.hpp"

// A store in a database of PostgreSQL. It works behind a pooler that gives each transaction another
// connection (pgbouncer in transaction mode): settings, locks and statements end with their
// transaction. Included only by the store's own files.
namespace hilltop::store {

// Older servers are refused.
inline constexpr int server_version_min = 13;

// Max time for a connection to be made; a silent server counts as gone after about silence_max.
inline constexpr std::chrono::seconds connecting_max{10}, silence_max{30};

// A transaction is given up after so many that were cut off one after the other.
inline constexpr int repeats_max = 20;

// A statement that takes longer is ended; so is the connection of a program that does nothing for
// so long in a transaction.
inline constexpr std::chrono::seconds statement_max{100}, idle_max{60};

struct Finish {
  void operator()(PGconn* connection) const { PQfinish(connection); }
  void operator()(PGresult* result) const { PQclear(result); }
};
using ServerConnection = std::unique_ptr<PGconn, Finish>;
using ServerResult = std::unique_ptr<PGresult, Finish>;

// A parameter of a statement, as libpq takes it; nullopt is NULL.
struct BoundValue {
  std::optional<std::string> value;
  bool is_binary = false;  // bytes of a bytea; else text of a type that the server infers
};

// PostgreSQL's text is UTF-8 without zeros, but what a bot said may be any bytes. Each byte that
// cannot be stored is written as \ and three octal digits, and \ as \\, so that decode(…, 'escape')
// gives the bytes.
std::string escaped(std::string_view bytes);
std::string unescaped(std::string_view text);

// Returns a statement with the parameters ?1, ?2, … or ?, ?, … as $1, $2, …
std::string with_dollars(std::string_view sql);

class PostgresqlDatabase : public Database {
 public:
  // `wait`: for another program that writes, and for a server that is gone.
  PostgresqlDatabase(std::string address, std::chrono::milliseconds wait);

  // Problem: no connection can be made.
  std::expected<void, Problem> connect();

  std::unique_ptr<Statement> compile(const std::string& sql) override;
  void begin(Use use) override;
  void commit() override;
  void roll_back() noexcept override;
  void recover(const Lost& lost, int attempt) override;
  std::uint64_t version() override;
  // The server looks after its own files.
  std::string damage() override { return {}; }

  // Runs statements, and returns what the last one gave.
  ServerResult run(const std::string& statements);
  ServerResult run(const std::string& statement, std::span<const BoundValue> parameters);

 private:
  ServerResult checked(PGresult* result);
  [[noreturn]] void fail(const PGresult* result);
  // Returns whether the transaction that was being committed has taken effect.
  bool has_committed();

  std::string address_;
  std::chrono::milliseconds wait_;
  ServerConnection connection_;
  std::optional<Use> use_;         // of the open transaction
  std::string transaction_;        // its number, if it writes
  std::uint64_t own_changes_ = 0;  // transactions of this connection that wrote
};

// As Store::begun and Store::open.
bool database_has_begun(const std::string& address);
std::expected<std::unique_ptr<Connection>, Problem> open_database(const std::string& address,
                                                                  Store::Access access,
                                                                  std::chrono::milliseconds wait);

}  // namespace hilltop::store
