// What only a store in a database of PostgreSQL has to do.
#include <atomic>
#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <set>
#include <sqlite3.h>
#include <string>
#include <thread>
#include <vector>

#include "store/address.hpp"
#include "store/each_store_for_test.hpp"
#include "store/postgresql_database.hpp"
#include "store/schema.hpp"
#include "store/writer.hpp"

namespace hilltop::store::postgresql_test {
namespace {

using Access = Store::Access;
using namespace std::chrono_literals;

TEST(Address, IsShownWithoutItsPassword) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"postgresql://host/db", "postgresql://host/db"},
      {"postgres://ann@host:5432/db?sslmode=require",
       "postgres://ann@host:5432/db?sslmode=require"},
      {"postgresql://ann:pw@host/db", "postgresql://ann@host/db"},
      {"postgresql://ann:p@w/?&w@host/db", "postgresql://ann@host/db"},
      {"postgresql://ann:@host/db", "postgresql://ann@host/db"},
      {"postgresql:///db?host=/tmp&password=pw", "postgresql:///db?host=/tmp"},
      {"postgresql:///db?password=pw&user=ann", "postgresql:///db?user=ann"},
      {"postgresql:///db?sslpassword=pw", "postgresql:///db"},
      {"mysql://ann:pw@host/db", "mysql://ann@host/db"},
  };
  for (const auto& [address, without] : cases) {
    EXPECT_TRUE(is_address(address));
    EXPECT_EQ(shown(address), without);
    if (address == without) continue;
    const auto opened = Store::open(address, Access::create);
    ASSERT_FALSE(opened) << address;
    EXPECT_EQ(opened.error().text.find("pw"), std::string::npos) << opened.error().text;
  }
  for (const char* const file : {"hilltop.db", "a/b://c", "://x", "postgresql:db", ""})
    EXPECT_FALSE(is_address(file)) << file;
  EXPECT_EQ(short_name("postgresql://ann@host/course?sslmode=require"), "course");
  EXPECT_EQ(short_name("postgresql://host"), "postgresql");
  EXPECT_EQ(short_name("some/folder/a.db"), "a.db");
}

TEST(Text, OfAnyBytesIsStored) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", ""},
      {"Ünï", "Ünï"},
      {"a\\b", "a\\\\b"},
      {"\\101", "\\\\101"},
      {std::string("\0x", 2), "\\000x"},
      {"\xff\xc3", "\\377\\303"},
      {"\xed\xa0\x80", "\\355\\240\\200"},  // a surrogate
  };
  for (const auto& [bytes, text] : cases) {
    EXPECT_EQ(escaped(bytes), text);
    EXPECT_EQ(unescaped(text), bytes);
  }
}

TEST(Statements, HavePostgresqlsParameters) {
  EXPECT_EQ(with_dollars("a = ? AND b = ?"), "a = $1 AND b = $2");
  EXPECT_EQ(with_dollars("a = ?2 AND b = ?1 AND c < ?2"), "a = $2 AND b = $1 AND c < $2");
}

class Databased : public testing::Test {
 protected:
  void SetUp() override {
    if (!ServerForTest::missing().empty()) GTEST_SKIP() << ServerForTest::missing();
    address_ = ServerForTest::address("databased");
    ServerForTest::sql("databased",
                       "SET client_min_messages = error; DROP SCHEMA IF EXISTS hilltop CASCADE");
  }
  Store open(Access access = Access::create, std::chrono::milliseconds wait = held_max) const {
    auto opened = Store::open(address_, access, wait);
    if (!opened) throw std::runtime_error(opened.error().text);
    return *std::move(opened);
  }
  static std::string asked(const std::string& text) {
    return ServerForTest::sql("databased", text);
  }
  std::string refusal(Access access = Access::read) const {
    const auto opened = Store::open(address_, access);
    return opened ? "opened" : opened.error().text;
  }

  std::string address_;
};

// Tables, columns, whether they may be NULL, and keys.
TEST_F(Databased, HasTheTablesOfAFile) {
  open();
  std::set<std::string> ours, theirs;
  sqlite3* file = nullptr;
  ASSERT_EQ(sqlite3_open(":memory:", &file), SQLITE_OK);
  for (const std::string_view each : migrations)
    ASSERT_EQ(sqlite3_exec(file, std::string(each).c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
  const auto take = [](void* to, int, char** values, char**) {
    static_cast<std::set<std::string>*>(to)->insert(values[0]);
    return 0;
  };
  ASSERT_EQ(sqlite3_exec(file,
                         "SELECT t.name || '.' || c.name || ' ' || c.type || ' ' || (c.\"notnull\" "
                         "OR c.pk) || ' ' || (c.pk > 0) FROM sqlite_schema AS t, "
                         "pragma_table_info(t.name) AS c WHERE t.type = 'table'",
                         take, &ours, nullptr),
            SQLITE_OK);
  sqlite3_close(file);
  std::string rows = asked(
      "SELECT string_agg(relname || '.' || attname || ' ' || CASE atttypid WHEN 20 THEN 'INTEGER' "
      "WHEN 25 THEN 'TEXT' WHEN 17 THEN 'BLOB' END || ' ' || attnotnull::int || ' ' || (EXISTS "
      "(SELECT FROM pg_index WHERE indrelid = c.oid AND indisprimary AND attnum = ANY (indkey)))"
      "::int, chr(10)) FROM pg_class AS c JOIN pg_attribute ON attrelid = c.oid WHERE relnamespace "
      "= 'hilltop'::regnamespace AND relkind = 'r' AND attnum > 0 AND relname != 'store'");
  rows += '\n';
  for (std::size_t begin = 0, end; (end = rows.find('\n', begin)) != rows.npos; begin = end + 1)
    theirs.insert(rows.substr(begin, end - begin));
  EXPECT_EQ(ours, theirs);
}

TEST_F(Databased, SaysWhatIsMissing) {
  EXPECT_FALSE(Store::begun(address_));
  EXPECT_EQ(refusal(), "there is no store in '" + address_ + "'");
  open();
  EXPECT_TRUE(Store::begun(address_));
  EXPECT_EQ(refusal(), "opened");
}

TEST_F(Databased, RefusesANewerOneAndBringsAnOlderUpToDate) {
  open().put(fixture_row(), block(0, 1));
  asked("UPDATE store SET schema_version = " + std::to_string(schema_version + 1));
  for (const Access access : {Access::create, Access::change, Access::read})
    EXPECT_NE(refusal(access).find("was written by a newer Hilltop"), std::string::npos);
  // An older one that this version cannot have made keeps all it has.
  asked("UPDATE store SET schema_version = -1");
  EXPECT_NE(refusal(Access::create).find("its version is negative"), std::string::npos);
  asked("UPDATE store SET schema_version = " + std::to_string(schema_version));
  EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 1u);
}

TEST_F(Databased, IsMadeBySeveralAtOnce) {
  std::vector<std::jthread> threads;
  for (std::uint8_t number = 1; number <= 6; ++number)
    threads.emplace_back([this, number] { open().put(fixture_row(number), block(0, 1)); });
  threads.clear();
  for (std::uint8_t number = 1; number <= 6; ++number)
    EXPECT_EQ(open(Access::read).blocks(key(number)).size(), 1u);
}

TEST_F(Databased, TellsWhenAnotherConnectionHasChangedIt) {
  Store ours = open(), theirs = open();
  const std::uint64_t before = ours.version();
  ours.put(fixture_row(), block(0, 1));
  EXPECT_EQ(ours.version(), before);
  theirs.put(fixture_row(2), block(0, 1));
  EXPECT_NE(ours.version(), before);
}

TEST_F(Databased, RepeatsWhatWasCutOff) {
  Store store = open();
  store.put(fixture_row(1), block(0, 1));
  ServerForTest::cut_connections();
  EXPECT_EQ(store.blocks(key(1)).size(), 1u);
  ServerForTest::cut_connections();
  EXPECT_TRUE(store.put(fixture_row(2), block(0, 1)));
  ServerForTest::restart();
  EXPECT_TRUE(store.put(fixture_row(3), block(0, 1)));
  EXPECT_EQ(store.blocks(key(2)).size(), 1u);
}

// Connections are cut at any moment, also between a commit and its answer.
TEST_F(Databased, LosesAndDoublesNothingWhileConnectionsAreCut) {
  constexpr std::uint32_t blocks = 60;
  std::atomic<std::uint32_t> stored = 0;
  Store store = open();
  const std::uint64_t before = store.version();
  std::jthread cutter([&](const std::stop_token& stop) {  // once while each block is stored
    for (std::uint32_t cut_at = 0; !stop.stop_requested(); cut_at = stored + 1) {
      while (stored < cut_at && !stop.stop_requested()) std::this_thread::yield();
      ServerForTest::cut_connections();
    }
  });
  for (std::uint32_t game = 0; game < blocks; ++game)
    stored += store.put(fixture_row(), part_of_it(game, 1));
  cutter.request_stop();
  cutter.join();
  EXPECT_EQ(stored, blocks);  // none was found to be there already
  EXPECT_EQ(store.blocks(key(1)).size(), blocks);
  EXPECT_EQ(store.version(), before);  // nor was any written twice
}

TEST_F(Databased, AWriterWaitsForAServerThatIsAway) {
  Store ours = open(Access::create, 1ms);
  ServerForTest::stop();
  std::atomic<int> told = 0;
  {
    Writer writer(std::move(ours), [&](const Held&) {
      if (++told == 3) ServerForTest::start();
    });
    writer.put(fixture_row(), block(0, 5));
    writer.finish();
  }
  EXPECT_GE(told, 3);
  EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 1u);
}

TEST_F(Databased, WaitsForAnotherProgramThatWrites) {
  open();
  Store ours = open(Access::change, 1ms);
  const std::unique_ptr<PGconn, void (*)(PGconn*)> other(PQconnectdb(address_.c_str()), PQfinish);
  PQclear(PQexec(
      other.get(),
      ("BEGIN; SELECT pg_advisory_xact_lock(" + std::to_string(application_id) + ")").c_str()));
  try {
    ours.put(fixture_row(), block(0, 1));
    FAIL() << "it did not wait";
  } catch (const Held& held) {
    EXPECT_NE(std::string(held.what()).find("is held by another program"), std::string::npos);
  }
  EXPECT_TRUE(ours.blocks(key(1)).empty());  // readers do not wait
  PQclear(PQexec(other.get(), "ROLLBACK"));
  EXPECT_TRUE(ours.put(fixture_row(), block(0, 1)));
}

// What docs/clusters.md grants.
TEST_F(Databased, NeedsNoMoreThanTheDocumentedRights) {
  open().put(fixture_row(), block(0, 1));
  asked(
      "DO $$ BEGIN CREATE ROLE reader LOGIN; CREATE ROLE player LOGIN; CREATE ROLE nobody LOGIN; "
      "EXCEPTION WHEN duplicate_object THEN NULL; END $$; "
      "GRANT USAGE ON SCHEMA hilltop TO reader, player; "
      "GRANT SELECT ON ALL TABLES IN SCHEMA hilltop TO reader, player; "
      "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA hilltop TO player; "
      "REVOKE INSERT, DELETE ON hilltop.store FROM player");
  const auto as = [&](const std::string& role) {
    std::string address = address_;
    return address.replace(address.find("postgres@"), 8, role);
  };
  EXPECT_EQ(Store::open(as("reader"), Access::read)->blocks(key(1)).size(), 1u);
  Store player = Store::open(as("player"), Access::create).value();
  EXPECT_TRUE(player.put(fixture_row(2), block(0, 1)));
  player.put(ContestRow{key(1), "cup", "", "1", 1, fixture_row().bots});
  Store reader = Store::open(as("reader"), Access::change).value();
  try {
    reader.put(fixture_row(3), block(0, 1));
    FAIL() << "a reader writes";
  } catch (const Failure& failure) {
    EXPECT_NE(std::string(failure.what()).find("by the role 'reader' (permission denied"),
              std::string::npos)
        << failure.what();
  }
  const auto refused = Store::open(as("nobody"), Access::read);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text.find("by the role 'nobody'"), std::string::npos);
}

}  // namespace
}  // namespace hilltop::store::postgresql_test
