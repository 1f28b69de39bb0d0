#include "store/each_store_for_test.hpp"

#include <cstdlib>
#include <fstream>
#include <libpq-fe.h>
#include <regex>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace hilltop::store {
namespace {

// Returns a command for the shell that runs as the server's user: PostgreSQL refuses root.
std::string as_the_server(const std::string& command) {
  const std::string as_user = geteuid() == 0 ? "runuser -u postgres -- " : "";
  return "PATH=\"$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1):$PATH\"; cd "
         "/; " +
         as_user + command;
}

bool ran(const std::string& command) { return std::system(as_the_server(command).c_str()) == 0; }

// A cluster in a folder of its own, reached by a socket there.
class Server {
 public:
  static Server& the() {
    static Server server;
    return server;
  }

  std::string missing, folder;

  std::string conninfo(const std::string& database) const {
    std::string host;
    for (const char each : folder) host += each == '/' ? "%2F" : std::string(1, each);
    return "postgresql://postgres@/" + database + "?host=" + host;
  }
  bool start() const {
    return ran("pg_ctl start --wait --silent -D " + folder + "/data -l " + folder +
               "/log -o \"-k " + folder +
               " -c listen_addresses= -c fsync=off -c max_connections=100\" >" + folder +
               "/out 2>&1");
  }
  void stop() const {
    ran("pg_ctl stop --wait --silent --mode immediate -D " + folder + "/data >/dev/null 2>&1");
  }

 private:
  Server() {
    if (!ran("sh -c 'command -v initdb pg_ctl' >/dev/null 2>&1")) {
      missing = geteuid() == 0 ? "no PostgreSQL that the user postgres can start (package "
                                 "postgresql)"
                               : "PostgreSQL is not installed (package postgresql)";
      return;
    }
    std::string name = testing::TempDir() + "hilltop-pg-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
    folder = name;
    ::chmod(folder.c_str(), 0777);
    if (!ran("initdb --no-sync --auth=trust --username=postgres --encoding=UTF8 --locale=C "
             "--pgdata=" +
             folder + "/data >/dev/null") ||
        !start())
      missing = "PostgreSQL does not start here";
    // Ends it when this program has ended, in whatever way.
    const std::string afterwards =
        "(tail --pid=" + std::to_string(getpid()) + " -f /dev/null; " +
        as_the_server("pg_ctl stop --mode immediate -D " + folder + "/data") + "; rm -rf " +
        folder + ") >/dev/null 2>&1 &";
    if (std::system(afterwards.c_str()) != 0) throw std::runtime_error("no shell");
  }
};

// Returns the first value of the last statement's answer.
std::string asked(const std::string& database, const std::string& text) {
  const std::unique_ptr<PGconn, void (*)(PGconn*)> connection(
      PQconnectdb(Server::the().conninfo(database).c_str()), PQfinish);
  const std::unique_ptr<PGresult, void (*)(PGresult*)> result(
      PQexec(connection.get(), text.c_str()), PQclear);
  const ExecStatusType status = PQresultStatus(result.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
    throw std::runtime_error(text + ": " + PQerrorMessage(connection.get()));
  return PQntuples(result.get()) > 0 ? PQgetvalue(result.get(), 0, 0) : "";
}

class Files : public StoresForTest {
 public:
  Files() {
    std::string name = testing::TempDir() + "hilltop-stores-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
    folder_ = name;
  }
  ~Files() override { std::filesystem::remove_all(folder_); }
  std::string name(const std::string& store) override { return folder_ / (store + ".db"); }
  void drop(const std::string& store) override {
    for (const char* const ending : {"", "-wal", "-shm"})
      std::filesystem::remove(name(store) + ending);
  }
  void sql(const std::string& store, const std::string& text) override {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(name(store).c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << text;
    sqlite3_close(database);
  }

 private:
  std::filesystem::path folder_;
};

class Databases : public StoresForTest {
 public:
  std::string name(const std::string& store) override {
    std::string address = ServerForTest::address(store);
    if (used_.insert(store).second) drop(store);  // what another test has left
    return address;
  }
  // Dropping the tables would take a hundred times as long.
  void drop(const std::string& store) override {
    used_.insert(store);
    ServerForTest::address(store);
    if (asked(store, "SELECT to_regnamespace('hilltop') IS NULL") == "t") return;
    ServerForTest::sql(
        store,
        "DELETE FROM block; DELETE FROM game_record; DELETE FROM contest; DELETE FROM fixture; "
        "DELETE FROM bot; DELETE FROM checked; DELETE FROM drawn_seed; DELETE FROM name_holder; "
        "SELECT setval(pg_get_serial_sequence(tables, 'id'), 1, false) "
        "FROM unnest(ARRAY['bot', 'contest', 'fixture', 'block']) AS tables");
  }
  void sql(const std::string& store, const std::string& text) override {
    static const std::vector<std::pair<std::regex, std::string>> spellings{
        {std::regex("zeroblob\\((\\d+)\\)"), "decode(repeat('00', $1), 'hex')"},
        {std::regex("x'([0-9a-f]*)'"), "'\\x$1'::bytea"},
        {std::regex("AS BLOB"), "AS BYTEA"},
        {std::regex("\\bchar\\("), "chr("}};
    std::string translated = text;
    for (const auto& [from, to] : spellings) translated = std::regex_replace(translated, from, to);
    ServerForTest::sql(store, translated);
  }

 private:
  std::set<std::string> used_;
};

}  // namespace

const std::string& ServerForTest::missing() { return Server::the().missing; }

std::string ServerForTest::address(const std::string& database) {
  if (asked("postgres", "SELECT count(*) FROM pg_database WHERE datname = '" + database + "'") ==
      "0")
    asked("postgres", "CREATE DATABASE \"" + database + "\"");
  return Server::the().conninfo(database);
}

std::string ServerForTest::sql(const std::string& database, const std::string& text) {
  return asked(database, "SET search_path = hilltop; " + text);
}

void ServerForTest::cut_connections() {
  asked("postgres",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid() AND "
        "backend_type = 'client backend'");
}

void ServerForTest::stop() { Server::the().stop(); }

void ServerForTest::start() {
  if (!Server::the().start()) throw std::runtime_error("PostgreSQL does not start again");
}

void ServerForTest::restart() {
  stop();
  start();
}

void EachStore::SetUp() {
  if (std::string_view(GetParam()) == "file") {
    stores_ = std::make_unique<Files>();
    return;
  }
  if (!ServerForTest::missing().empty()) GTEST_SKIP() << ServerForTest::missing();
  stores_ = std::make_unique<Databases>();
}

INSTANTIATE_TEST_SUITE_P(Kinds, EachStore, testing::Values("file", "postgresql"),
                         [](const auto& kind) { return std::string(kind.param); });

}  // namespace hilltop::store
