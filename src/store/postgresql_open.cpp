#include <thread>

#include "core/text.hpp"
#include "store/address.hpp"
#include "store/postgresql_database.hpp"
#include "store/postgresql_schema.hpp"

// Opening a store in a database of PostgreSQL.
namespace hilltop::store {
namespace {

// Problem: no connection can be made. Waits for a server that is just starting.
std::expected<void, Problem> reach(PostgresqlDatabase& database, const std::string& address,
                                   std::chrono::milliseconds wait) {
  constexpr std::chrono::milliseconds attempt_every{100};
  for (std::chrono::milliseconds waited{0};; waited += attempt_every) {
    const auto connected = database.connect();
    if (connected || waited >= wait || PQping(address.c_str()) != PQPING_REJECT) return connected;
    std::this_thread::sleep_for(attempt_every);
  }
}

std::string first_value(const ServerResult& result) { return PQgetvalue(result.get(), 0, 0); }

// Returns the version of the store's schema; 0 if there is no store.
std::int64_t version_of(PostgresqlDatabase& database) {
  const std::string table = std::string(postgresql_namespace) + ".store";
  // A name in a namespace that one may not use is an error, which tells it.
  if (first_value(database.run("SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = '" +
                               std::string(postgresql_namespace) + "' AND tablename = 'store'")) ==
      "0")
    return 0;
  return number_in<std::int64_t>(first_value(database.run("SELECT schema_version FROM " + table)))
      .value_or(-1);
}

// Problem: the server is too old, or its text is of another kind.
std::expected<void, Problem> check_server(PostgresqlDatabase& database,
                                          const std::string& address) {
  constexpr int of_major = 10000;  // of server_version_num
  const std::string number = first_value(database.run("SHOW server_version_num"));
  if (number_in<int>(number).value_or(0) < server_version_min * of_major)
    return std::unexpected(Problem{"the store '" + address + "' is on a server of PostgreSQL " +
                                   first_value(database.run("SHOW server_version")) +
                                   "; Hilltop needs " + std::to_string(server_version_min) +
                                   " or newer"});
  const std::string encoding = first_value(database.run("SHOW server_encoding"));
  if (encoding != "UTF8")
    return std::unexpected(
        Problem{"the database of the store '" + address + "' keeps text in " + encoding +
                "; Hilltop needs UTF8: createdb --encoding=UTF8 --template=template0 makes one"});
  return {};
}

// Makes a store in an empty namespace, or brings an older one up to date, in one transaction that
// holds the lock of writers: of several programs the first does it.
void bring_database_up_to_date(Connection& connection, PostgresqlDatabase& database) {
  connection.in_transaction([&] {
    std::int64_t version = version_of(database);
    if (version == 0)
      database.run("CREATE SCHEMA IF NOT EXISTS " + std::string(postgresql_namespace));
    for (const PostgresqlMigration& step : postgresql_migrations()) {
      if (step.version <= version) continue;
      database.run(std::string(step.sql));
      database.run("UPDATE store SET schema_version = " + std::to_string(step.version));
    }
  });
}

}  // namespace

bool database_has_begun(const std::string& address) {
  PostgresqlDatabase database(address, held_max);
  if (!check_address(address) || !database.connect()) return true;  // then opening it tells why
  try {
    return version_of(database) != 0;
  } catch (const Failure&) {
    return true;
  }
}

std::expected<std::unique_ptr<Connection>, Problem> open_database(const std::string& address,
                                                                  Store::Access access,
                                                                  std::chrono::milliseconds wait) {
  if (const auto ok = check_address(address); !ok) return std::unexpected(ok.error());
  auto opened = std::make_unique<PostgresqlDatabase>(address, wait);
  PostgresqlDatabase& database = *opened;
  if (const auto ok = reach(database, address, wait); !ok) return std::unexpected(ok.error());
  try {
    if (const auto ok = check_server(database, address); !ok) return std::unexpected(ok.error());
    const std::int64_t version = version_of(database);
    if (version == 0 && access != Store::Access::create)
      return std::unexpected(Problem{"there is no store in '" + address + "'"});
    if (version < 0)
      return std::unexpected(Problem{"'" + address +
                                     "' is not a Hilltop store (its version is "
                                     "negative); left unchanged"});
    if (version > schema_version)
      return std::unexpected(Problem{"the store '" + address +
                                     "' was written by a newer Hilltop (version " +
                                     std::to_string(version) + " of the schema, this one knows " +
                                     std::to_string(schema_version) + "); left unchanged"});
    if (access == Store::Access::read && version < schema_version)
      return std::unexpected(Problem{"the store '" + address +
                                     "' is of an older Hilltop: any run that names it brings it "
                                     "up to date"});
    auto connection = std::make_unique<Connection>(std::move(opened));
    if (version < schema_version) bring_database_up_to_date(*connection, database);
    return connection;
  } catch (const Failure& failure) {
    return std::unexpected(Problem{failure.what()});
  }
}

}  // namespace hilltop::store
