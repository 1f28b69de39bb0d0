// Files that were damaged, or changed by other programs.
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <sqlite3.h>
#include <string>
#include <utility>
#include <vector>

#include "core/build_for_test.hpp"
#include "store/store.hpp"
#include "store/stored_for_test.hpp"

namespace hilltop::store::file_damage_test {
namespace {

namespace fs = std::filesystem;
using Access = Store::Access;

// Flips 200 bits of the page that holds the tallies, and 200 bits anywhere.
TEST_F(Stored, NoFlippedBitChangesATallyUnnoticed) {
  constexpr std::uint8_t fixtures = 20;
  {
    Store store = open();
    for (std::uint8_t i = 1; i <= fixtures; ++i) store.put(fixture_row(i), block(i, 10));
  }
  const std::string sound = contents();
  int page_of_tallies = 0;
  {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
    const auto take = [](void* to, int, char** values, char**) {
      *static_cast<int*>(to) = std::atoi(values[0]);
      return 0;
    };
    EXPECT_EQ(sqlite3_exec(database, "SELECT rootpage FROM sqlite_schema WHERE name = 'line'", take,
                           &page_of_tallies, nullptr),
              SQLITE_OK);
    sqlite3_close(database);
  }
  constexpr std::size_t page_bytes = 4096;
  const std::size_t page_at = static_cast<std::size_t>(page_of_tallies - 1) * page_bytes;
  std::mt19937 luck(7);
  int noticed = 0;
  constexpr int flips = sanitized ? 100 : 400;
  for (int flip = 0; flip < flips; ++flip) {
    const std::size_t byte =
        flip < flips / 2 ? page_at + luck() % page_bytes : luck() % sound.size();
    std::string text = sound;
    text[byte] = static_cast<char>(text[byte] ^ 1 << luck() % 8);
    write(text);
    const auto store = Store::open(file(), Access::read);
    noticed += !store;
    if (!store) continue;
    try {
      for (std::uint8_t i = 1; i <= fixtures; ++i)
        for (const BatchRow& back : store->blocks(key(i))) {
          noticed += !back.damage.empty();
          if (back.damage.empty()) expect_same(back, block(i, 10));
        }
    } catch (const Failure&) {
      ++noticed;
    }
  }
  EXPECT_GT(noticed, flips / 20);
}

// Returns what changes the definition of a table in the file.
std::string rewritten(const std::string& table, const std::string& from, const std::string& to) {
  return "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '" + from +
         "', '" + to + "') WHERE name = '" + table + "'";
}

TEST_F(Stored, RefusesForeignObjects) {
  const std::vector<std::pair<std::string, std::string>> additions{
      {"CREATE TRIGGER sly AFTER UPDATE ON contest BEGIN DELETE FROM block; END", "trigger 'sly'"},
      {"CREATE VIEW more AS SELECT * FROM line", "view 'more'"},
      {"ALTER TABLE line RENAME TO tally; CREATE VIEW line AS WITH RECURSIVE n(i) AS (SELECT 1 "
       "UNION "
       "ALL SELECT i FROM n) SELECT tally.* FROM tally, n",
       "'tally"},
      {"CREATE TABLE aunt (name)", "'aunt"},
      {"CREATE INDEX fast ON line (won)", "index 'fast'"},
      {"ALTER TABLE line ADD COLUMN bribe INTEGER", "column 'line.bribe'"},
      {"ALTER TABLE line ADD COLUMN g INTEGER AS (won + 1)", "column 'line.g'"},
      {"DROP TABLE checked", "'checked"},
      {rewritten("block", "UNIQUE (fixture, first_game)",
                 "FOREIGN KEY (fixture) REFERENCES entrant ON DELETE CASCADE, "
                 "UNIQUE (fixture, first_game)"),
       "it defines 'block' unlike"},
      {rewritten("contest", "BLOB NOT NULL,",
                 "BLOB NOT NULL CHECK (length(hex(zeroblob(300000000))) > 1),"),
       "it defines 'contest' unlike"},
      {rewritten("line", "won    INTEGER NOT NULL", "won    INTEGER NOT NULL ON CONFLICT IGNORE"),
       "it defines 'line' unlike"},
      {rewritten("bot", "name    TEXT NOT NULL", "name    TEXT NOT NULL COLLATE NOCASE"),
       "it defines 'bot' unlike"},
      {rewritten("fixture", ") STRICT", ")"), "it defines 'fixture' unlike"},
  };
  for (const auto& [addition, named] : additions) {
    fs::remove(file());
    { open().put(fixture_row(), block(0, 1)); }
    sql(addition);
    const std::string before = contents();
    for (const Access access : {Access::create, Access::change, Access::read})
      EXPECT_NE(refusal(access).find(named), std::string::npos) << refusal(access);
    EXPECT_EQ(contents(), before);
  }
}

// Older versions commented their tables in other words.
TEST_F(Stored, AcceptsOtherComments) {
  { open().put(fixture_row(), block(0, 1)); }
  sql(rewritten("block", "CREATE TABLE block (",
                "CREATE TABLE block ( -- Games, ''played'' once.\n"));
  EXPECT_EQ(open(Access::change).blocks(key(1)).size(), 1u);
}

}  // namespace
}  // namespace hilltop::store::file_damage_test
