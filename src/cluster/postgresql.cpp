#include "cluster/postgresql.hpp"

#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <libpq-fe.h>
#include <utility>

#include "core/text.hpp"

namespace hilltop::cluster {
namespace {

// The classes of SQLSTATE that a later attempt may not meet: connections, resources, and a server
// that starts or ends.
bool may_pass(std::string_view code) {
  return code.empty() || code.starts_with("08") || code.starts_with("53") ||
         code.starts_with("57P") || code.starts_with("40");
}

}  // namespace

void SqlRows::free(pg_result* result) { PQclear(result); }

std::size_t SqlRows::size() const { return static_cast<std::size_t>(PQntuples(result_.get())); }

std::string_view SqlRows::text(std::size_t row, std::size_t column) const {
  const auto at = static_cast<int>(row), of = static_cast<int>(column);
  return {PQgetvalue(result_.get(), at, of),
          static_cast<std::size_t>(PQgetlength(result_.get(), at, of))};
}

long long SqlRows::number(std::size_t row, std::size_t column) const {
  const std::string_view typed = text(row, column);
  long long value = 0;
  if (std::from_chars(typed.data(), typed.data() + typed.size(), value).ec != std::errc{})
    throw std::runtime_error("the database has no number where one belongs");
  return value;
}

double SqlRows::real(std::size_t row, std::size_t column) const {
  const std::string_view typed = text(row, column);
  double value = 0;
  if (std::from_chars(typed.data(), typed.data() + typed.size(), value).ec != std::errc{})
    throw std::runtime_error("the database has no number where one belongs");
  return value;
}

std::string SqlRows::bytes(std::size_t row, std::size_t column) const {
  if (PQfformat(result_.get(), static_cast<int>(column)) == 1)
    return std::string(text(row, column));
  std::size_t size = 0;
  const std::string escaped(text(row, column));
  const std::unique_ptr<unsigned char, void (*)(void*)> plain(
      PQunescapeBytea(reinterpret_cast<const unsigned char*>(escaped.c_str()), &size), &PQfreemem);
  if (!plain) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(plain.get()), size};
}

void PostgreSql::close(pg_conn* connection) { PQfinish(connection); }

PostgreSql::PostgreSql(const std::string& address) : connection_(nullptr, &close) {
  // The address comes last and so may change what stands before it.
  const char* const names[] = {"application_name",
                               "connect_timeout",
                               "keepalives_idle",
                               "keepalives_interval",
                               "keepalives_count",
                               "dbname",
                               nullptr};
  const char* const values[] = {"hilltop", "10", "20", "5", "3", address.c_str(), nullptr};
  connection_.reset(PQconnectdbParams(names, values, 1));
  if (!connection_) throw std::bad_alloc();
  if (PQstatus(connection_.get()) != CONNECTION_OK)
    throw DatabaseUnreachable(one_line(PQerrorMessage(connection_.get())));
  PQsetNoticeProcessor(connection_.get(), [](void*, const char*) {}, nullptr);
}

SqlRows PostgreSql::run(const char* statement, const std::vector<SqlValue>& values) {
  return run(statement, values, false);
}

SqlRows PostgreSql::run_for_bytes(const char* statement, const std::vector<SqlValue>& values) {
  return run(statement, values, true);
}

SqlRows PostgreSql::run(const char* statement, const std::vector<SqlValue>& values, bool as_bytes) {
  std::vector<const char*> texts;
  std::vector<int> lengths, forms;
  for (const SqlValue& value : values) {
    texts.push_back(value.text.data());
    lengths.push_back(static_cast<int>(value.text.size()));
    forms.push_back(value.is_bytes);
  }
  return checked(PQexecParams(connection_.get(), statement, static_cast<int>(values.size()),
                              nullptr, texts.data(), lengths.data(), forms.data(), as_bytes));
}

void PostgreSql::run_all(const char* statements) { checked(PQexec(connection_.get(), statements)); }

SqlRows PostgreSql::checked(pg_result* result) {
  SqlRows rows(result);
  const auto status = PQresultStatus(result);
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return rows;
  const char* const typed =
      result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const std::string code = typed == nullptr ? "" : typed;
  if (may_pass(code)) throw DatabaseUnreachable(one_line(PQerrorMessage(connection_.get())));
  const char* const said = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  throw DatabaseRefused(one_line(said == nullptr ? "it gives no reason" : said), code);
}

namespace {

using Options = std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)>;

Options options_of(const std::string& address) {
  char* error = nullptr;
  Options options(PQconninfoParse(address.c_str(), &error), &PQconninfoFree);
  PQfreemem(error);  // it may quote a password
  return options;
}

}  // namespace

std::string place_of_database(const std::string& address) {
  const Options options = options_of(address);
  std::string host, database;
  for (const PQconninfoOption* each = options.get(); each != nullptr && each->keyword != nullptr;
       ++each) {
    if (each->val == nullptr) continue;
    if (std::strcmp(each->keyword, "host") == 0) host = each->val;
    if (std::strcmp(each->keyword, "dbname") == 0) database = each->val;
  }
  return host + '/' + database;
}

std::string sql_array(const std::vector<long long>& numbers) {
  return fmt::format("{{{}}}", fmt::join(numbers, ","));
}

}  // namespace hilltop::cluster
