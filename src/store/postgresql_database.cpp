#include "store/postgresql_database.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>

#include "core/text.hpp"
#include "store/postgresql_schema.hpp"
#include "store/schema.hpp"

namespace hilltop::store {
namespace {

// Between two tries to connect, at first and at most; a random part of it, so that the programs of
// a cluster do not all come at once.
constexpr std::chrono::milliseconds pause_min{50}, pause_max{5000};

// SQLSTATE codes (https://www.postgresql.org/docs/current/errcodes-appendix.html).
constexpr std::string_view lock_not_available = "55P03", insufficient_privilege = "42501",
                           disk_full = "53100", read_only = "25006", query_canceled = "57014",
                           serialization_failure = "40001", deadlock_detected = "40P01";
// Of what is missing: a table, a column, a schema.
constexpr std::array<std::string_view, 3> missing{"42P01", "42703", "3F000"};

void pause(int attempt) {
  static thread_local std::minstd_rand luck{std::random_device{}()};
  const auto most =
      std::min<std::int64_t>(pause_min.count() << std::min(attempt, 16), pause_max.count());
  std::this_thread::sleep_for(
      std::chrono::milliseconds(std::uniform_int_distribution<std::int64_t>(most / 2, most)(luck)));
}

class PostgresqlStatement : public Statement {
 public:
  PostgresqlStatement(PostgresqlDatabase& database, const std::string& sql)
      : database_(database), sql_(with_dollars(sql)) {
    while (sql_.contains('$' + std::to_string(parameters_.size() + 1))) parameters_.emplace_back();
  }

  void bind(int parameter, std::int64_t value) override { at(parameter) = {std::to_string(value)}; }
  void bind(int parameter, std::string_view value) override { at(parameter) = {escaped(value)}; }
  void bind(int parameter, std::span<const std::uint8_t> value) override {
    at(parameter) = {std::string(value.begin(), value.end()), /*is_binary=*/true};
  }
  bool step() override {
    if (!rows_) rows_ = database_.run(sql_, parameters_);
    return ++row_ < PQntuples(rows_.get());
  }
  bool is_null(int column) const override { return PQgetisnull(rows_.get(), row_, column) != 0; }
  std::int64_t number(int column) const override {
    std::uint64_t number = 0;  // big-endian, of two, four or eight bytes
    const std::string_view value = raw(column);
    if (!value.empty() && static_cast<signed char>(value[0]) < 0) number = ~number;
    for (const char byte : value) number = number << 8 | static_cast<unsigned char>(byte);
    return static_cast<std::int64_t>(number);
  }
  std::string text(int column) const override { return unescaped(raw(column)); }
  std::vector<std::uint8_t> bytes(int column) const override {
    const std::string_view value = raw(column);
    return {value.begin(), value.end()};
  }
  void reset() override {
    rows_.reset();
    row_ = -1;
    parameters_.assign(parameters_.size(), {});
  }

 private:
  BoundValue& at(int parameter) { return parameters_.at(static_cast<std::size_t>(parameter - 1)); }
  std::string_view raw(int column) const {
    return {PQgetvalue(rows_.get(), row_, column),
            static_cast<std::size_t>(PQgetlength(rows_.get(), row_, column))};
  }

  PostgresqlDatabase& database_;
  std::string sql_;
  std::vector<BoundValue> parameters_;
  ServerResult rows_;
  int row_ = -1;
};

}  // namespace

std::string escaped(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    std::string_view rest = bytes;
    const auto character = take_character(rest);
    if (character.value_or(0) == 0) {
      const auto byte = static_cast<unsigned char>(bytes[0]);
      text += '\\';
      for (const int shift : {6, 3, 0}) text += static_cast<char>('0' + (byte >> shift & 7));
      rest = bytes.substr(1);
    } else {
      if (*character == U'\\') text += '\\';
      text += bytes.substr(0, bytes.size() - rest.size());
    }
    bytes = rest;
  }
  return text;
}

std::string unescaped(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto digit = [&](std::size_t at) {
      return i + at < text.size() && text[i + at] >= '0' && text[i + at] <= '7';
    };
    if (text[i] != '\\') {
      bytes += text[i];
    } else if (digit(1) && digit(2) && digit(3)) {
      bytes += static_cast<char>((text[i + 1] - '0') << 6 | (text[i + 2] - '0') << 3 |
                                 (text[i + 3] - '0'));
      i += 3;
    } else if (++i < text.size()) {
      bytes += text[i];
    }
  }
  return bytes;
}

std::string with_dollars(std::string_view sql) {
  std::string text;
  int number = 0;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    if (sql[i] != '?') {
      text += sql[i];
      continue;
    }
    text += '$';
    const bool numbered = i + 1 < sql.size() && sql[i + 1] >= '0' && sql[i + 1] <= '9';
    if (!numbered) text += std::to_string(++number);
  }
  return text;
}

PostgresqlDatabase::PostgresqlDatabase(std::string address, std::chrono::milliseconds wait)
    : address_(std::move(address)), wait_(wait) {}

// What the address itself says of a setting counts more than what stands before it here.
std::expected<void, Problem> PostgresqlDatabase::connect() {
  const std::string connecting = std::to_string(connecting_max.count()),
                    silence = std::to_string(std::chrono::milliseconds(silence_max).count());
  const std::array<const char*, 9> names{
      "connect_timeout",     "tcp_user_timeout", "keepalives_idle",
      "keepalives_interval", "keepalives_count", "fallback_application_name",
      "client_encoding",     "dbname",           nullptr};
  const std::array<const char*, 9> values{
      connecting.c_str(), silence.c_str(), "10", "5", "4", "hilltop", "UTF8",
      address_.c_str(),   nullptr};
  connection_.reset(PQconnectdbParams(names.data(), values.data(), /*expand_dbname=*/1));
  if (!connection_) throw std::bad_alloc();
  if (PQstatus(connection_.get()) == CONNECTION_OK) {
    PQsetNoticeProcessor(connection_.get(), [](void*, const char*) {}, nullptr);
    return {};
  }
  const char* const way_out =
      PQconnectionNeedsPassword(connection_.get()) != 0
          ? "; a password belongs into ~/.pgpass, or the file that PGPASSFILE names"
          : "";
  return std::unexpected(Problem{"the store '" + address_ + "' cannot be reached: " +
                                 one_line(PQerrorMessage(connection_.get())) + way_out});
}

std::unique_ptr<Statement> PostgresqlDatabase::compile(const std::string& sql) {
  return std::make_unique<PostgresqlStatement>(*this, sql);
}

ServerResult PostgresqlDatabase::run(const std::string& statements) {
  return checked(PQexec(connection_.get(), statements.c_str()));
}

ServerResult PostgresqlDatabase::run(const std::string& statement,
                                     std::span<const BoundValue> parameters) {
  constexpr Oid bytea = 17;  // of catalog/pg_type.dat; 0: inferred
  std::vector<Oid> types;
  std::vector<const char*> values;
  std::vector<int> lengths, formats;
  for (const auto& [value, is_binary] : parameters) {
    types.push_back(is_binary ? bytea : 0);
    values.push_back(value ? value->data() : nullptr);
    lengths.push_back(value ? static_cast<int>(value->size()) : 0);
    formats.push_back(is_binary ? 1 : 0);
  }
  return checked(PQexecParams(connection_.get(), statement.c_str(),
                              static_cast<int>(parameters.size()), types.data(), values.data(),
                              lengths.data(), formats.data(), /*resultFormat=*/1));
}

ServerResult PostgresqlDatabase::checked(PGresult* result) {
  ServerResult owned(result);
  const ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail(result);
  return owned;
}

void PostgresqlDatabase::fail(const PGresult* result) {
  const char* const field = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const std::string_view code = field != nullptr ? field : "";
  const char* const primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string said =
      one_line(primary != nullptr ? primary : PQerrorMessage(connection_.get()));
  const std::string place = "the store '" + address_ + "' ";
  const bool is_gone = code.empty() || PQstatus(connection_.get()) != CONNECTION_OK;
  if (is_gone) connection_.reset();
  if (is_gone || code == serialization_failure || code == deadlock_detected)
    throw Lost(place + "does not answer: " + said);
  if (code == lock_not_available) throw Held(place + "is held by another program");
  if (code == insufficient_privilege)
    throw Failure(place + "may not be used so by the role '" + PQuser(connection_.get()) + "' (" +
                  said + "): its owner grants the right");
  if (code == disk_full)
    throw Failure(place +
                  "cannot grow: the server's disk is full; what was written before is kept");
  if (code == read_only)
    throw Failure(place + "cannot be written: it, or its server, is read-only");
  if (code == query_canceled)
    throw Failure(place + "did not answer a question within " +
                  std::to_string(statement_max.count()) + " s (" + said + ")");
  if (std::ranges::find(missing, code) != missing.end())
    throw Failure(place + "is damaged, or was removed while it was in use (" + said +
                  "); left unchanged: name another with --store, or restore a copy");
  throw Failure(place + "cannot be used: " + said);
}

// Waits for the lock only as long as for another program that holds a file. Writers follow one
// another, so what a transaction reads is the last state.
void PostgresqlDatabase::begin(Use use) {
  const auto ms = [](std::chrono::milliseconds time) {
    return std::to_string(std::max<std::int64_t>(time.count(), 1));  // 0 would be no limit
  };
  const std::string settings = "SET LOCAL search_path = " + std::string(postgresql_namespace) +
                               ", pg_temp; SET LOCAL statement_timeout = " + ms(statement_max) +
                               "; SET LOCAL idle_in_transaction_session_timeout = " + ms(idle_max);
  if (use == Use::read) {
    run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; " + settings);
    use_ = use;
    return;
  }
  run("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; " + settings +
      "; SET LOCAL lock_timeout = " + ms(wait_));
  use_ = use;
  const ServerResult begun =
      run("SELECT pg_advisory_xact_lock(" + std::to_string(application_id) + "), txid_current()");
  transaction_ = PQgetvalue(begun.get(), 0, 1);
}

void PostgresqlDatabase::commit() {
  const bool writes = use_ == Use::write;
  try {
    const ServerResult ended =
        run(writes ? "UPDATE store SET changes = changes + 1; COMMIT" : "COMMIT");
    if (std::string_view(PQcmdStatus(ended.get())) != "COMMIT")
      throw Failure("the store '" + address_ + "' did not commit a transaction");
  } catch (const Lost&) {
    if (writes && !has_committed()) throw;
  }
  own_changes_ += writes;
  use_.reset();
}

bool PostgresqlDatabase::has_committed() {
  const Lost cut_off("the store '" + address_ + "' does not answer");
  for (int attempt = 0;; ++attempt) try {
      recover(cut_off, attempt);
      const ServerResult status = run("SELECT txid_status(" + transaction_ + ")");
      const std::string_view is = PQgetvalue(status.get(), 0, 0);
      // The server has not noticed yet that the connection is gone.
      if (is != "in progress") return is == "committed";
    } catch (const Lost&) {
      continue;
    }
}

void PostgresqlDatabase::roll_back() noexcept {
  use_.reset();
  if (PQstatus(connection_.get()) == CONNECTION_OK)
    ServerResult(PQexec(connection_.get(), "ROLLBACK"));
}

void PostgresqlDatabase::recover(const Lost& lost, int attempt) {
  if (attempt >= repeats_max) throw Held(lost.what());
  if (attempt > 0) pause(attempt);
  if (PQstatus(connection_.get()) == CONNECTION_OK) return;
  const auto end = std::chrono::steady_clock::now() + wait_;
  for (int tries = 0;; ++tries) {
    const auto connected = connect();
    if (connected) return;
    if (std::chrono::steady_clock::now() >= end) throw Held(connected.error().text);
    pause(tries);
  }
}

std::uint64_t PostgresqlDatabase::version() {
  const ServerResult changes = run("SELECT changes FROM store");
  return number_in<std::uint64_t>(PQgetvalue(changes.get(), 0, 0)).value_or(0) - own_changes_;
}

}  // namespace hilltop::store
