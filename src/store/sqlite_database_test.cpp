#include "store/sqlite_database.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <string>
#include <unistd.h>

#include "store/store.hpp"

namespace hilltop::store::sqlite_database_test {
namespace {

struct Connections : testing::Test {
  const std::string file = testing::TempDir() + "connection-" + std::to_string(getpid()) + ".db";
  SqliteDatabase database{file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, held_max};

  ~Connections() override { std::filesystem::remove(file); }

  int setting(int which) {
    int value = -1;
    sqlite3_db_config(database.database.getHandle(), which, -1, &value);
    return value;
  }
};

TEST_F(Connections, BelieveNoSchema) {
  EXPECT_EQ(setting(SQLITE_DBCONFIG_DEFENSIVE), 1);
  EXPECT_EQ(setting(SQLITE_DBCONFIG_TRUSTED_SCHEMA), 0);
  EXPECT_EQ(setting(SQLITE_DBCONFIG_ENABLE_TRIGGER), 0);
  EXPECT_EQ(setting(SQLITE_DBCONFIG_ENABLE_VIEW), 0);
}

constexpr const char* without_end =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";

TEST_F(Connections, EndAStatementAtItsLimitOfSteps) {
  const auto endless = database.compile(without_end);
  database.looks = looks_max - 1;
  try {
    endless->step();
    FAIL() << "it ended by itself";
  } catch (const Failure& failure) {
    EXPECT_EQ(std::string(failure.what()).find("the store '" + file + "' is damaged"), 0u)
        << failure.what();
  }
}

TEST_F(Connections, GiveEachStatementTheWholeLimit) {
  database.looks = looks_max;
  const auto long_one = database.compile(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) "
      "SELECT max(i) FROM n");
  ASSERT_TRUE(long_one->step());
  EXPECT_EQ(long_one->number(0), 1'000'000);
  EXPECT_GT(database.looks, 0);
}

}  // namespace
}  // namespace hilltop::store::sqlite_database_test
