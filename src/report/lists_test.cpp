#include "report/lists.hpp"

#include <gtest/gtest.h>

#include "arena/run.hpp"
#include "report/columns.hpp"
#include "report/csv.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace hilltop::report::lists_test {
namespace {

// A contest of three house bots of Pazaak, played once.
struct Played {
  arena::Contest contest;
  arena::ContestReport report;

  explicit Played(const std::string& format)
      : contest(arena::contest_of("[contest]\ngame = \"pazaak\"\n[format]\n" + format, "test",
                                  entrants())
                    .value()),
        report(arena::run_contest(contest, {})) {}

  static std::vector<play::Entrant> entrants() {
    std::vector<play::Entrant> bots;
    for (const char* name : {"kid", "bold", "=nestor"})
      bots.push_back({name, name, play::HousePlayer{name[0] == '=' ? "nestor" : name}});
    return bots;
  }
  Summary summary() const { return summary_of(contest, "test", report); }
};

const Played& round_robin() {
  static const Played played("kind = \"round-robin\"\ngames = 20");
  return played;
}

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

TEST(Csv, HasNoFormulaForAnySpreadsheet) {
  for (const auto& [text, cell] : {
           std::pair("=1+1", "'=1+1"),
           {" =1+1", "' =1+1"},
           {"\u3000@x", "'\u3000@x"},
           {"\uff1d1+1", "'\uff1d1+1"},
           {"\uff0b1", "'\uff0b1"},
           {"\u22121", "'\u22121"},
           {"a;=1+1", "a;'=1+1"},
           {"a; -1;b", "a;' -1;b"},
           {";;+1", ";;'+1"},
           {"\"=1", "\"'\"\"=1\""},
           {"a=1", "a=1"},
           {"a-b;c", "a-b;c"},
           {"; a", "; a"},
           {"", ""},
       })
    EXPECT_EQ(csv_cell(text), cell) << text;
}

TEST(Columns, AreTheSameInEveryForm) {
  const Summary summary = round_robin().summary();
  std::vector<std::string> keys;
  std::string heading;
  for (const Column& column : ranking_columns(summary, in_data)) {
    keys.push_back(column.key);
    heading += (heading.empty() ? "" : ",") + column.key;
  }
  EXPECT_EQ(keys.front(), "rank");
  EXPECT_EQ(keys.back(), "hands");
  EXPECT_EQ(csv(summary).substr(0, heading.size() + 1), heading + '\n');
  const Json document = Json::parse(json(summary));
  EXPECT_EQ(keys_of(document["standings"][0]), keys);
  const std::string shown = text(summary, {});
  for (const Column& column : ranking_columns(summary, in_data))
    EXPECT_NE(shown.find(column.heading), std::string::npos) << column.key;
}

TEST(Columns, HaveOneKeyEach) {
  const Summary summary = round_robin().summary();
  std::set<std::string> keys;
  for (const Column& column : ranking_columns(summary, everywhere))
    EXPECT_TRUE(keys.insert(column.key).second) << column.key;
}

TEST(Lists, HaveTheColumnsOfTheirTables) {
  for (const char* format : {"kind = \"round-robin\"\ngames = 4", "kind = \"cup\"\ngames = 2",
                             "kind = \"swiss\"\ngames = 2"}) {
    const Played played(format);
    const Summary summary = played.summary();
    std::vector<List> lists = outcome_lists(summary);
    lists.push_back(fixture_list(summary));
    for (const List& list : lists) {
      EXPECT_TRUE(list.objects.is_array()) << list.name;
      if (list.columns.empty()) continue;
      for (const std::vector<Json>& row : list.cells)
        EXPECT_EQ(row.size(), list.columns.size()) << list.name;
    }
  }
}

TEST(Csv, KeepsAFormulaFromASpreadsheet) {
  const std::string table = csv(round_robin().summary());
  EXPECT_NE(table.find(",'=nestor,"), std::string::npos) << table;
}

TEST(Csv, HasARowPerBotOfEachFixture) {
  const List fixtures = fixture_list(round_robin().summary());
  ASSERT_EQ(fixtures.objects.size(), 3u);
  EXPECT_EQ(fixtures.cells.size(), 6u);
  EXPECT_EQ(fixtures.cells[1][0], Json(1));
  EXPECT_EQ(fixtures.columns.front(), "fixture");
  EXPECT_EQ(fixtures.columns.back(), "hands");
}

TEST(Pairs, AreTheGamesOfBoth) {
  const Summary summary = round_robin().summary();
  const tournament::Tally* const kid = summary.tally("kid", "bold");
  const tournament::Tally* const bold = summary.tally("bold", "kid");
  ASSERT_NE(kid, nullptr);
  ASSERT_NE(bold, nullptr);
  EXPECT_EQ(kid->won, bold->lost());
  EXPECT_DOUBLE_EQ(share(*kid) + share(*bold), 1);
  EXPECT_EQ(summary.tally("kid", "kid"), nullptr);
  EXPECT_EQ(summary.games(), 60);
}

}  // namespace
}  // namespace hilltop::report::lists_test
