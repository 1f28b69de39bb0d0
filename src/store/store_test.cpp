#include "store/store.hpp"

#include <algorithm>
#include <barrier>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <rapidcheck/gtest.h>
#include <semaphore>
#include <set>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "store/schema.hpp"
#include "store/writer.hpp"

namespace hilltop::store {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Access = Store::Access;

class Stored : public testing::Test {
 protected:
  Stored() {
    std::string name = testing::TempDir() + "hilltop-store-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
    folder_ = name;
  }
  ~Stored() override { fs::remove_all(folder_); }

  fs::path file() const { return folder_ / "hilltop.db"; }
  Store open(Access access = Access::create) const {
    auto store = Store::open(file(), access);
    if (!store) throw std::runtime_error(store.error().text);
    return *std::move(store);
  }
  std::string refusal(Access access = Access::create) const {
    const auto store = Store::open(file(), access);
    return store ? "opened" : store.error().text;
  }
  std::string contents() const {
    std::ifstream in(file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& text) const { std::ofstream(file(), std::ios::binary) << text; }
  void sql(const std::string& text) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  }

  fs::path folder_;
};

Key key(std::uint8_t with) {
  Key key{};
  key.fill(with);
  return key;
}

FixtureRow fixture_row(std::uint8_t number = 1) {
  return {
      key(number),
      {{"bold", "Bold", key(100), true, "", ""}, {"Ünï", "Ü", key(101), false, "Ann", "Python"}}};
}

BatchRow block(std::uint32_t first_game, std::uint32_t games) {
  BatchRow block;
  block.first_game = first_game;
  block.games = games;
  block.tallies.resize(2);
  for (tournament::Tally& line : block.tallies) {
    line.games = games;
    line.won = games / 2;
    line.tied = games % 2;
    line.faults = 1;
    line.sum = -7;
  }
  block.tallies[1].best = -3;
  block.notes = {{1,
                  first_game,
                  {FaultKind::timeout, "no output", "Error\n", "turn 0", "move 9",
                   std::chrono::milliseconds(70), /*overloaded=*/true}}};
  block.fault_counts = {{first_game, 0, FaultKind::crashed, false, 1},
                        {first_game, 1, FaultKind::timeout, true, 1}};
  block.layers = 5;
  block.timings = {{}, {7, std::chrono::milliseconds(21), std::chrono::nanoseconds(9'000'001)}};
  block.digest = std::string(62, '0') + "ff";
  block.bytes = {0, 255, 7};
  constexpr std::uint32_t traced_max = 1000;  // larger blocks are of a game without traces
  for (std::uint64_t game = 0; game < games && games <= traced_max; ++game)
    block.traces.push_back(~(game * 0x9e3779b97f4a7c15) << 2 | game % 3);
  return block;
}

// A block of a fixture that is not complete.
BatchRow part_of_it(std::uint32_t first_game, std::uint32_t games) {
  BatchRow part = block(first_game, games);
  part.digest.clear();
  return part;
}

void expect_same(const BatchRow& a, const BatchRow& b) {
  EXPECT_EQ(a.first_game, b.first_game);
  EXPECT_EQ(a.games, b.games);
  EXPECT_EQ(a.tallies, b.tallies);
  EXPECT_EQ(a.traces, b.traces);
  ASSERT_EQ(a.notes.size(), b.notes.size());
  for (std::size_t i = 0; i < a.notes.size(); ++i) {
    EXPECT_EQ(a.notes[i].entry, b.notes[i].entry);
    EXPECT_EQ(a.notes[i].game, b.notes[i].game);
    EXPECT_EQ(a.notes[i].fault.kind, b.notes[i].fault.kind);
    EXPECT_EQ(a.notes[i].fault.detail, b.notes[i].fault.detail);
    EXPECT_EQ(a.notes[i].fault.error_output, b.notes[i].fault.error_output);
    EXPECT_EQ(a.notes[i].fault.asked, b.notes[i].fault.asked);
    EXPECT_EQ(a.notes[i].fault.said, b.notes[i].fault.said);
    EXPECT_EQ(a.notes[i].fault.delay, b.notes[i].fault.delay);
    EXPECT_EQ(a.notes[i].fault.overloaded, b.notes[i].fault.overloaded);
  }
  EXPECT_EQ(a.fault_counts, b.fault_counts);
  EXPECT_EQ(a.disqualified.has_value(), b.disqualified.has_value());
  EXPECT_EQ(a.layers, b.layers);
  EXPECT_EQ(a.digest, b.digest);
  EXPECT_EQ(a.bytes, b.bytes);
  EXPECT_EQ(a.timings, b.timings);
}

TEST_F(Stored, ReturnsTheStoredRows) {
  BatchRow whole = block(10, 5);
  whole.disqualified = {{0, 12, {FaultKind::illegal, "no such box"}}};
  BatchRow plain = block(0, 4'000'000'000);
  plain.layers.reset();
  plain.bytes.clear();
  plain.timings.clear();
  plain.notes.clear();
  plain.fault_counts.clear();
  open().put(fixture_row(), whole);
  open().put(fixture_row(2), plain);
  const std::vector<BatchRow> back = open(Access::read).blocks(key(1));
  ASSERT_EQ(back.size(), 1u);
  expect_same(back[0], whole);
  EXPECT_EQ(back[0].disqualified->game, 12u);
  expect_same(open(Access::read).blocks(key(2)).at(0), plain);
  EXPECT_TRUE(open(Access::read).blocks(key(3)).empty());
}

TEST_F(Stored, ABlockReplacesTheBlocksWithinIt) {
  Store store = open();
  for (std::uint32_t first = 0; first < 40; first += 10) {
    BatchRow part = part_of_it(first, 10);
    part.records = {{first + 3, "game " + std::to_string(first)}};
    store.put(fixture_row(), part);
  }
  EXPECT_EQ(store.blocks(key(1)).size(), 4u);
  store.put(fixture_row(), block(0, 30));
  const std::vector<BatchRow> back = store.blocks(key(1));
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[0].games, 30u);
  EXPECT_EQ(back[1].first_game, 30u);
  EXPECT_EQ(store.records(key(1)).size(), 4u);  // records belong to games, not to blocks
  store.forget(key(1));
  EXPECT_TRUE(store.blocks(key(1)).empty());
  EXPECT_TRUE(store.records(key(1)).empty());
}

TEST_F(Stored, KeepsContestsTheLastOneFirst) {
  Store store = open();
  const ContestRow first{key(1), "one", "[contest]", ~std::uint64_t{0}, 7, fixture_row().bots};
  ContestRow second{key(2), "two", "", 1, 1, {}};
  store.put(first);
  store.put(second);
  EXPECT_EQ(store.contests().at(0).name, "two");
  store.put(first);
  const std::vector<ContestRow> back = store.contests();
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[0].name, "one");
  EXPECT_EQ(back[0].file, "[contest]");
  EXPECT_EQ(back[0].seed, ~std::uint64_t{0});
  EXPECT_EQ(back[0].games, 7u);
  EXPECT_EQ(back[0].bots, fixture_row().bots);
}

TEST_F(Stored, KnowsTheVersionsOfABot) {
  const BotRow old{"Ünï", "Ü", key(101), false, "Ann", "Python"};
  const BotRow now{"Ünï", "Ü", key(102), false, "Ann", "Python"};
  Store store = open();
  store.put(fixture_row(1), block(0, 10));
  FixtureRow second = fixture_row(2);
  second.bots = {now, second.bots[0]};
  store.put(second, block(0, 4));
  store.put(ContestRow{key(7), "cup", "file", 1, 10, {now}});
  const auto versions = store.versions("Ünï");
  ASSERT_EQ(versions.size(), 2u);
  EXPECT_EQ(versions[0].bot, now);
  EXPECT_EQ(versions[0].contests, std::vector<std::string>{"cup"});
  ASSERT_EQ(versions[0].played.size(), 1u);
  EXPECT_EQ(versions[0].played[0].fixture, key(2));
  EXPECT_EQ(versions[0].played[0].place, 0u);
  EXPECT_EQ(versions[1].bot, old);
  EXPECT_TRUE(versions[1].contests.empty());
  EXPECT_EQ(versions[1].played[0].place, 1u);
  EXPECT_TRUE(store.versions("nobody").empty());
}

TEST_F(Stored, MergesNewBlocks) {
  Store ours = open();
  Store theirs = Store::open(folder_ / "theirs.db", Access::create).value();
  ours.put(fixture_row(1), block(0, 10));
  theirs.put(fixture_row(1), block(0, 10));
  BatchRow more = block(10, 10);
  more.records = {{11, "eleven"}};
  theirs.put(fixture_row(1), more);
  theirs.put(fixture_row(2), block(0, 3));
  theirs.put(ContestRow{key(9), "cup", "", 1, 1, fixture_row().bots});
  EXPECT_EQ(ours.merge(theirs).taken, 2u);
  EXPECT_EQ(ours.merge(theirs).taken, 0u);
  EXPECT_EQ(ours.blocks(key(1)).size(), 2u);
  EXPECT_EQ(ours.records(key(1)).at(0).text, "eleven");
  expect_same(ours.blocks(key(2)).at(0), block(0, 3));
  EXPECT_EQ(ours.contests().at(0).bots, fixture_row().bots);
}

// Intervals of games that blocks cover, in the order in which the blocks came.
using Intervals = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // first game, games

std::set<std::uint32_t> games_in(const std::vector<BatchRow>& blocks) {
  std::set<std::uint32_t> games;
  for (const BatchRow& block : blocks)
    for (std::uint32_t game = 0; game < block.games; ++game) games.insert(block.first_game + game);
  return games;
}

void expect_none_in_another(const std::vector<BatchRow>& blocks) {
  for (const BatchRow& a : blocks)
    for (const BatchRow& b : blocks)
      EXPECT_TRUE(&a == &b || a.first_game < b.first_game ||
                  a.first_game + a.games > b.first_game + b.games)
          << a.first_game << " +" << a.games << " in " << b.first_game << " +" << b.games;
}

// The order of writing and merging makes no difference to what is stored.
RC_GTEST_PROP(Merged, HoldsTheUnionInAnyOrder, ()) {
  const auto interval =
      rc::gen::pair(rc::gen::inRange<std::uint32_t>(0, 30), rc::gen::inRange<std::uint32_t>(1, 12));
  const auto intervals = rc::gen::scale(0.2, rc::gen::container<Intervals>(interval));
  const auto stores = *rc::gen::container<std::vector<Intervals>>(3, intervals);
  const bool play_alike = *rc::gen::arbitrary<bool>();
  std::string name = testing::TempDir() + "hilltop-merge-XXXXXX";
  RC_ASSERT(mkdtemp(name.data()) != nullptr);
  const fs::path folder = name;
  {
    std::set<std::uint32_t> all;
    std::vector<Store> made;
    for (const Intervals& held : stores) {
      made.push_back(
          Store::open(folder / std::to_string(made.size()), Store::Access::create).value());
      std::set<std::uint32_t> own;
      for (const auto& [first, games] : held) {
        BatchRow played = part_of_it(first, games);
        if (!play_alike) played.bytes.push_back(static_cast<std::uint8_t>(made.size()));
        made.back().put(fixture_row(), played);
        for (std::uint32_t game = 0; game < games; ++game) own.insert(first + game);
        RC_ASSERT(games_in(made.back().blocks(key(1))) == own);
      }
      all.insert(own.begin(), own.end());
    }
    const auto merged = [&](const std::array<std::size_t, 3>& order, const char* into) {
      Store store = Store::open(folder / into, Store::Access::create).value();
      for (const std::size_t i : order) store.merge(made[i]);
      return store.blocks(key(1));
    };
    const auto order = *rc::gen::elementOf(
        std::vector<std::array<std::size_t, 3>>{{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 1, 0}});
    const std::vector<BatchRow> blocks = merged({0, 1, 2}, "all"), other = merged(order, "other");
    RC_ASSERT(games_in(blocks) == all);
    expect_none_in_another(blocks);
    for (const BatchRow& each : blocks) RC_ASSERT(each.damage.empty());
    RC_ASSERT(blocks.size() == other.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) expect_same(blocks[i], other[i]);
  }
  fs::remove_all(folder);
}

TEST_F(Stored, AFixtureWithItsDigestIsMoreThanTheSameGames) {
  Store store = open();
  const BatchRow part = part_of_it(0, 10);
  EXPECT_TRUE(store.put(fixture_row(), part));
  EXPECT_FALSE(store.put(fixture_row(), part));
  EXPECT_TRUE(store.put(fixture_row(), block(0, 10)));
  EXPECT_FALSE(store.put(fixture_row(), part));
  EXPECT_FALSE(store.put(fixture_row(), block(3, 2)));
  EXPECT_EQ(store.blocks(key(1)).at(0).digest, block(0, 10).digest);
  // It has no other games, whatever a stranger's store says.
  for (const BatchRow& wrong : {block(0, 11), part_of_it(0, 11), block(5, 10)})
    EXPECT_FALSE(store.put(fixture_row(), wrong));
  ASSERT_EQ(store.blocks(key(1)).size(), 1u);
  store.remove(key(1), block(0, 11));
  EXPECT_EQ(store.blocks(key(1)).size(), 1u);
  store.remove(key(1), store.blocks(key(1))[0]);
  EXPECT_TRUE(store.blocks(key(1)).empty());
}

TEST_F(Stored, AStrangersRowsOfABotChangeNothing) {
  Store ours = open();
  const std::vector<BotRow> bots = fixture_row().bots;
  ours.put(ContestRow{key(9), "ours", "", 1, 1, bots});
  ours.put(fixture_row(1), block(0, 10));
  std::vector<BotRow> false_bots = bots;
  for (BotRow& bot : false_bots) {
    bot.house = !bot.house;
    bot.author = "Mallory";
  }
  {
    Store theirs = Store::open(folder_ / "theirs.db", Access::create).value();
    theirs.put({key(2), false_bots}, block(0, 3));
    theirs.put(ContestRow{key(8), "theirs", "", 1, 1, false_bots});
    ours.merge(theirs);
  }
  for (const ContestRow& contest : ours.contests()) {
    EXPECT_EQ(contest.damage, "");
    EXPECT_EQ(contest.bots, bots);
  }
  EXPECT_EQ(ours.blocks(key(1)).at(0).damage + ours.blocks(key(2)).at(0).damage, "");
}

TEST_F(Stored, MergingMendsWhatIsDamaged) {
  const ContestRow contest{key(9), "cup", "", 1, 1, fixture_row().bots};
  {
    Store sound = Store::open(folder_ / "sound.db", Access::create).value();
    sound.put(contest);
    sound.put(key(3), QualificationRow{});
    Store store = open();
    store.put(contest);
    store.put(key(3), QualificationRow{});
  }
  sql("UPDATE contest SET games = 2; UPDATE checked SET layers = 1");
  const Store sound = Store::open(folder_ / "sound.db", Access::read).value();
  Store store = open();
  EXPECT_NE(store.contests().at(0).damage, "");
  Store other = Store::open(folder_ / "other.db", Access::create).value();
  EXPECT_EQ(other.merge(store).damaged_contests, 1u);
  store.merge(sound);
  EXPECT_EQ(store.contests().at(0).damage, "");
  EXPECT_EQ(store.check(key(3))->damage, "");
}

TEST_F(Stored, ARecordBelongsToItsResult) {
  Store ours = open();
  Store theirs = Store::open(folder_ / "theirs.db", Access::create).value();
  BatchRow block_of_ours = block(0, 4), block_of_theirs = block(2, 4);
  block_of_ours.records = {{2, "as it went here", {1}}, {3, "same", {5}}};
  block_of_theirs.records = {{2, "as it went there", {2}}, {3, "same", {5}}};
  ours.put(fixture_row(), block_of_ours);
  theirs.put(fixture_row(), block_of_theirs);
  ours.merge(theirs);
  const std::vector<GameRecord> records = ours.records(key(1), 2, 2);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].text, "as it went here");
  EXPECT_EQ(records[1].text, "as it went there");
  EXPECT_EQ(ours.records(key(1), 3, 3).size(), 1u);
}

// Two runs play one pairing: when the larger block of one comes, it finds the records of its parts.
TEST_F(Stored, RecordsOfABlockThatIsNotStoredAreKept) {
  Store store = open();
  BatchRow theirs = block(0, 4), part = block(1, 2);
  theirs.records = {{1, "theirs", {1}}, {2, "without a fault", {2}}};
  part.records = {{1, "ours", {7}}, {2, "with a fault", {2}, "0 crashed 1\n"}};
  EXPECT_TRUE(store.put(fixture_row(), theirs));
  EXPECT_FALSE(store.put(fixture_row(), part));
  EXPECT_EQ(store.blocks(key(1)).size(), 1u);
  std::vector<std::string> texts;
  for (const GameRecord& record : store.records(key(1)))
    texts.push_back(record.text + record.faults);
  EXPECT_EQ(texts, (std::vector<std::string>{"theirs", "ours", "without a fault",
                                             "with a fault0 crashed 1\n"}));
}

TEST_F(Stored, ForgetsTheIdsOfRolledBackRows) {
  Store store = open();
  BatchRow broken = block(0, 1);
  broken.digest = "no digits";
  Unwritten batch;
  batch.fixtures[key(1)] = {fixture_row(1), {block(5, 1), broken}};
  EXPECT_ANY_THROW(store.put(batch));
  EXPECT_TRUE(store.blocks(key(1)).empty());
  EXPECT_TRUE(store.put(fixture_row(1), block(0, 1)));  // its fixture and bots are inserted again
  EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 1u);
}

TEST_F(Stored, TakesResultsOfAFixtureThatAnotherForgets) {
  Store ours = open(), theirs = open(Access::change);
  ours.put(fixture_row(), block(0, 1));
  theirs.put(fixture_row(), block(1, 1));
  theirs.forget(key(1));
  EXPECT_TRUE(ours.put(fixture_row(), block(2, 1)));
  EXPECT_EQ(theirs.blocks(key(1)).size(), 1u);
}

// ------------------------------------------------------------------------------------ changed rows

TEST_F(Stored, RecognisesChangedRows) {
  const std::vector<std::string> changes{
      "UPDATE line SET won = won + 1, tied = tied - 1 WHERE place = 0 AND tied > 0",
      "UPDATE line SET won = won - 1 WHERE place = 0",
      "UPDATE line SET sum = sum + 1 WHERE place = 1",
      "UPDATE line SET faults = 0 WHERE place = 1",
      "UPDATE line SET best = best + 4294967296 WHERE place = 1",
      "UPDATE line SET place = 1 - place + 7",
      "DELETE FROM line",
      "DELETE FROM line WHERE place = 1",
      "INSERT INTO line SELECT block, place + 2, games, won, tied, faults, sum, best, NULL, NULL, "
      "NULL FROM line",
      "UPDATE block SET games = games + 1",
      "UPDATE block SET first_game = first_game + 4294967296",
      "UPDATE block SET layers = NULL",
      "UPDATE block SET digest = zeroblob(32)",
      "UPDATE block SET digest = x''",
      "UPDATE block SET results = x'01'",
      "UPDATE block SET results = NULL",
      "UPDATE block SET seal = NULL",
      "UPDATE block SET seal = zeroblob(32)",
      "UPDATE fault SET place = 0",
      "UPDATE fault SET kind = 'sneezed'",
      "UPDATE fault SET detail = 'something else'",
      "UPDATE fault SET disqualifies = 1",
      "DELETE FROM fault",
      "UPDATE fault SET asked = 'another question'",
      "UPDATE fault SET said = ''",
      "UPDATE fault SET delay_ms = delay_ms + 1",
      "UPDATE fault SET overloaded = 0",
      "INSERT INTO fault VALUES (1, 9, 0, 3, 'crashed', 'invented', 0, '', '', '', NULL, 0)",
      "UPDATE fault_count SET faults = 2",
      "UPDATE fault_count SET kind = 'crashed'",
      "UPDATE fault_count SET game = 99",
      "UPDATE fault_count SET overloaded = 1 - overloaded",
      "DELETE FROM fault_count",
      "DELETE FROM sitter",
      "DELETE FROM sitter WHERE place = 1",
      "UPDATE sitter SET bot = 3 - bot",
      "UPDATE bot SET name = 'Bold' WHERE name = 'bold'",
      "UPDATE bot SET content = zeroblob(32) WHERE name = 'bold'",
      "UPDATE bot SET house = 1 - house WHERE name = 'bold'",
      "UPDATE fixture SET seal = NULL",
  };
  for (const std::string& change : changes) {
    fs::remove(file());
    { open().put(fixture_row(), block(3, 11)); }
    sql(change);
    const Store store = open(Access::read);
    const std::vector<BatchRow> back = store.blocks(key(1));
    ASSERT_EQ(back.size(), 1u) << change;
    EXPECT_NE(back[0].damage, "") << change;
    // A damaged block is not merged, and is replaced by new results.
    Store other = Store::open(folder_ / "other.db", Access::create).value();
    EXPECT_EQ(other.merge(store).damaged, 1u) << change;
    EXPECT_TRUE(other.blocks(key(1)).empty()) << change;
    fs::remove(folder_ / "other.db");
    Store again = open(Access::change);
    again.put(fixture_row(), block(3, 11));
    const bool gives_way = std::ranges::any_of(
        again.blocks(key(1)), [](const BatchRow& found) { return found.damage.empty(); });
    EXPECT_TRUE(gives_way) << change;
  }
}

TEST_F(Stored, KnowsAContestThatWasChanged) {
  const std::vector<std::string> changes{
      "UPDATE contest SET seed = '8'",
      "UPDATE contest SET seed = 'soon'",
      "UPDATE contest SET seed = '18446744073709551616'",
      "UPDATE contest SET seed = ''",
      "UPDATE contest SET games = 8",
      "UPDATE contest SET games = games + 4294967296",
      "UPDATE contest SET file = replace(file, 'won', 'sum')",
      "UPDATE contest SET name = 'other'",
      "UPDATE contest SET key = zeroblob(32)",
      "UPDATE contest SET seal = NULL",
      "DELETE FROM entrant WHERE place = 1",
      "UPDATE entrant SET place = 5 WHERE place = 0",
      "UPDATE bot SET name = 'Bold' WHERE name = 'bold'",
      "UPDATE bot SET content = zeroblob(32) WHERE name = 'bold'",
      "UPDATE bot SET house = 1 - house WHERE name = 'bold'",
      "UPDATE bot SET title = 'Kid' WHERE name = 'bold'",
      "UPDATE bot SET author = CASE author WHEN '' THEN 'Ann' ELSE '' END",
      "UPDATE bot SET language = 'C' WHERE language = 'Python'",
      "UPDATE bot SET seal = NULL",
  };
  for (const std::string& change : changes) {
    fs::remove(file());
    { open().put(ContestRow{key(9), "cup", "points = 'won'", 7, 7, fixture_row().bots}); }
    EXPECT_EQ(open(Access::read).contests().at(0).damage, "");
    sql(change);
    EXPECT_NE(open(Access::read).contests().at(0).damage, "") << change;
  }
}

// A changed title takes no game away; it is not merged, and the next run of its bot mends it.
TEST_F(Stored, ABotThatWasChangedIsMendedByTheNextRun) {
  const ContestRow contest{key(9), "cup", "", 1, 1, fixture_row().bots};
  {
    Store store = open();
    store.put(contest);
    store.put(fixture_row(), block(0, 4));
  }
  sql("UPDATE bot SET title = 'Kid' WHERE name = 'bold'");
  Store store = open(Access::change);
  EXPECT_EQ(store.blocks(key(1)).at(0).damage, "");
  EXPECT_TRUE(store.versions("bold").empty());
  const auto merged_to = [&](const char* name) {
    return Store::open(folder_ / name, Access::create).value().merge(store);
  };
  EXPECT_EQ(merged_to("before.db").damaged, 1u);
  store.put(contest);
  EXPECT_EQ(store.contests().at(0).damage, "");
  EXPECT_EQ(store.versions("bold").at(0).played.size(), 1u);
  EXPECT_EQ(merged_to("after.db").taken, 1u);
}

TEST_F(Stored, DoesNotCreditAnotherBotWithAVersionsGames) {
  { open().put(fixture_row(), block(0, 4)); }
  EXPECT_EQ(open(Access::read).versions("bold").at(0).played.size(), 1u);
  sql("UPDATE sitter SET bot = 3 - bot");
  EXPECT_TRUE(open(Access::read).versions("bold").at(0).played.empty());
}

TEST_F(Stored, KnowsACheckThatWasChanged) {
  for (const std::string change :
       {"UPDATE checked SET kind = 'crashed', detail = 'forged'", "UPDATE checked SET layers = 63",
        "UPDATE checked SET key = zeroblob(32)"}) {
    fs::remove(file());
    { open().put(key(1), QualificationRow{{}, 3, {}}); }
    sql(change);
    const Store store = open(Access::read);
    const auto found = store.check(change.find("key") == std::string::npos ? key(1) : key(0));
    ASSERT_TRUE(found) << change;
    EXPECT_NE(found->damage, "") << change;
  }
}

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
  for (int flip = 0; flip < 400; ++flip) {
    const std::size_t byte = flip < 200 ? page_at + luck() % page_bytes : luck() % sound.size();
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
  EXPECT_GT(noticed, 20);
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
      {rewritten("contest", "UNIQUE,", "UNIQUE CHECK (length(hex(zeroblob(300000000))) > 1),"),
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

TEST_F(Stored, KeepsQualifications) {
  const std::string noise("\0\xff\n", 3);
  const QualificationRow passed{{}, 3},
      failed{{{"kid", 7, {FaultKind::crashed, "gone", "", "asked", noise}}}, {}};
  Store store = open();
  EXPECT_FALSE(store.check(key(1)));
  store.put(key(1), failed);
  store.put(key(1), passed);
  store.put(key(2), failed);
  Store other = Store::open(folder_ / "other.db", Access::create).value();
  other.put(key(1), failed);
  other.merge(store);
  EXPECT_TRUE(other.check(key(1))->failure);  // its own result is kept
  EXPECT_FALSE(store.check(key(1))->failure);
  EXPECT_EQ(store.check(key(1))->layers, 3u);
  const QualificationRow back = other.check(key(2)).value();
  EXPECT_FALSE(back.layers);
  EXPECT_EQ(back.failure->against, "kid");
  EXPECT_EQ(back.failure->game, 7u);
  EXPECT_EQ(back.failure->fault.asked, "asked");
  EXPECT_EQ(back.failure->fault.said, noise);
  EXPECT_EQ(back.failure->fault.kind, FaultKind::crashed);
  EXPECT_EQ(back.failure->fault.detail, "gone");
}

// Returns whether another program would now be refused an exclusive lock: SQLite's lock bytes,
// https://www.sqlite.org/src/file/src/os.h.
bool is_locked(const fs::path& file) {
  const pid_t child = fork();  // a program's own locks never block it
  if (child == 0) {
    const int descriptor = open(file.c_str(), O_RDWR);
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = 0x40000000 + 2;
    lock.l_len = 510;
    const bool asked = descriptor >= 0 && fcntl(descriptor, F_GETLK, &lock) == 0;
    _exit(asked && lock.l_type != F_UNLCK ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

TEST_F(Stored, KeepsItsLockAsLongAsItIsOpen) {
  Store store = open();
  EXPECT_TRUE(is_locked(file())) << "of a store that is new";
  store.put(fixture_row(), block(0, 5));
  EXPECT_TRUE(is_locked(file()));
  { const Store another = open(Access::read); }
  EXPECT_TRUE(is_locked(file())) << "after the same program read it";
  { const Store another = open(Access::change); }
  EXPECT_TRUE(is_locked(file())) << "after the same program wrote it";
}

TEST_F(Stored, SaysThatItWasDeletedOrReplaced) {
  for (const bool replaced : {false, true}) {
    Store store = open();
    store.put(fixture_row(), block(0, 1));
    { Store::open(folder_ / "another.db", Access::create).value(); }
    fs::rename(file(), folder_ / "elsewhere.db");
    if (replaced) fs::rename(folder_ / "another.db", file());
    EXPECT_THROW(store.put(fixture_row(), block(1, 1)), Failure);
    for (const auto& left : fs::directory_iterator(folder_)) fs::remove(left);
  }
}

TEST_F(Stored, IsOneFileInTheEnd) {
  { open().put(fixture_row(), block(0, 1)); }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(Stored, IsReadWhereNothingCanBeWritten) {
  if (geteuid() == 0) GTEST_SKIP() << "root writes anywhere";
  { open().put(fixture_row(), block(0, 1)); }
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 1u);
  fs::permissions(folder_, fs::perms::owner_all);
}

// ------------------------------------------------------------------------------------ other files

TEST_F(Stored, SaysThatAChangeWasCutOff) {
  { open().put(fixture_row(), block(0, 1)); }
  const fs::path copy = folder_ / "copy.db";
  {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database,
                           "PRAGMA synchronous = OFF; PRAGMA cache_size = 1; BEGIN IMMEDIATE; "
                           "UPDATE bot SET title = hex(zeroblob(100000))",
                           nullptr, nullptr, nullptr),
              SQLITE_OK);
    for (const char* const journal : {"", "-journal"})
      fs::copy_file(file().string() + journal, copy.string() + journal);
    sqlite3_close(database);
  }
  const auto read = Store::open(copy, Access::read);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().text.find("a change that was cut off"), std::string::npos)
      << read.error().text;
  { Store::open(copy, Access::change).value(); }
  EXPECT_EQ(Store::open(copy, Access::read).value().blocks(key(1)).size(), 1u);
}

// Two programs that write through two names have two journals for one file.
TEST_F(Stored, IsNotWrittenThroughOneOfTwoNames) {
  { open().put(fixture_row(), block(0, 1)); }
  fs::create_hard_link(file(), folder_ / "copy.db");
  EXPECT_NE(refusal(Access::change).find("has 2 names on the disk"), std::string::npos);
  EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 1u);
  fs::remove(folder_ / "copy.db");
  EXPECT_EQ(open(Access::change).blocks(key(1)).size(), 1u);
}

TEST_F(Stored, SaysWhyItCannotBegin) {
  const std::string name = std::string(248, 'n');
  const auto store = Store::open(folder_ / name, Access::create);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().text,
            "the store's name has 248 bytes; at most 247 leave room for the names of its journals");
  EXPECT_TRUE(Store::open(folder_ / name.substr(1), Access::create));
  // What is left of a store that was deleted while it was in use.
  Store deleted = open();
  deleted.put(fixture_row(), block(0, 1));
  for (const bool emptied : {false, true}) {
    fs::remove(file());
    if (emptied) write("");
    EXPECT_NE(refusal().find("was deleted or emptied without its journals"), std::string::npos)
        << refusal();
    EXPECT_TRUE(fs::exists(file().string() + "-wal"));
  }
  for (const char* const journal : {"-wal", "-shm"}) fs::remove(file().string() + journal);
  EXPECT_EQ(refusal(), "opened");
}

TEST_F(Stored, ReportsAMissingStore) {
  EXPECT_EQ(refusal(Access::read), "there is no store '" + file().string() + "'");
  EXPECT_EQ(refusal(Access::change), "there is no store '" + file().string() + "'");
  EXPECT_FALSE(fs::exists(file()));
}

TEST_F(Stored, HasBegunWithItsFirstByte) {
  EXPECT_FALSE(Store::begun(file()));
  std::ofstream{file()};
  EXPECT_FALSE(Store::begun(file()));
  EXPECT_FALSE(Store::open(file(), Access::read));
  { const Store created = Store::open(file(), Access::create).value(); }
  EXPECT_TRUE(Store::begun(file()));
  EXPECT_TRUE(Store::begun(folder_));  // there is something, and opening it tells what
}

TEST_F(Stored, RefusesAndKeepsOtherFiles) {
  const auto refused = [&](const std::string& text, const std::string& why) {
    write(text);
    for (const Access access : {Access::create, Access::change, Access::read})
      EXPECT_NE(refusal(access).find(why), std::string::npos) << refusal(access);
    EXPECT_EQ(contents(), text);
  };
  refused("a letter to my aunt", "not an SQLite database");
  refused("x", "not an SQLite database");  // SQLite says that it is empty
  {
    fs::remove(file());
    open().put(fixture_row(), block(0, 1));
  }
  refused(contents().substr(0, 60), "it ends within its first 100 bytes");
  fs::remove(file());
  sql("CREATE TABLE aunt (name)");
  refused(contents(), "a database of another program");
}

// Runs of one contest begin at the same moment in a folder without a store.
TEST_F(Stored, IsMadeBySeveralAtOnce) {
  constexpr int makers = 4, rounds = 100;
  std::barrier together(makers, [&]() noexcept {
    EXPECT_FALSE(fs::exists(file().string() + "-wal"));
    fs::remove(file());
  });
  std::vector<std::jthread> threads;
  for (int i = 0; i < makers; ++i)
    threads.emplace_back([&] {
      for (int round = 0; round < rounds; ++round) {
        together.arrive_and_wait();
        EXPECT_EQ(refusal(), "opened");
      }
    });
}

// Another run makes the store while this one looks at it.
TEST_F(Stored, IsAStoreFromItsFirstMoment) {
  static std::function<void()> meanwhile;
  static sqlite3_io_methods methods{};
  static const sqlite3_io_methods* usual = nullptr;
  static int reads = 0;  // SQLite looks first, when it opens the file
  sqlite3_vfs* const system = sqlite3_vfs_find(nullptr);
  sqlite3_vfs interrupted = *system;
  interrupted.zName = "interrupted";
  interrupted.xOpen = [](sqlite3_vfs*, const char* name, sqlite3_file* opened, int flags,
                         int* out) {
    sqlite3_vfs* const unix = sqlite3_vfs_find("unix");
    const int done = unix->xOpen(unix, name, opened, flags, out);
    if (done != SQLITE_OK || (flags & SQLITE_OPEN_MAIN_DB) == 0) return done;
    methods = *(usual = opened->pMethods);
    methods.xRead = [](sqlite3_file* read, void* to, int bytes, sqlite3_int64 from) {
      const int was = usual->xRead(read, to, bytes, from);
      if (++reads == 2) std::exchange(meanwhile, {})();
      return was;
    };
    opened->pMethods = &methods;
    return done;
  };
  meanwhile = [&] {
    sqlite3_vfs_register(system, 1);
    open();
  };
  sqlite3_vfs_register(&interrupted, 1);
  EXPECT_EQ(refusal(), "opened");
  sqlite3_vfs_register(system, 1);
  sqlite3_vfs_unregister(&interrupted);
  EXPECT_FALSE(meanwhile);
}

TEST_F(Stored, RefusesAndKeepsANewerOne) {
  { open().put(fixture_row(), block(0, 1)); }
  sql("PRAGMA user_version = " + std::to_string(schema_version + 1));
  const std::string before = contents();
  for (const Access access : {Access::create, Access::change, Access::read})
    EXPECT_NE(refusal(access).find("was written by a newer Hilltop"), std::string::npos);
  EXPECT_EQ(contents(), before);
}

TEST_F(Stored, ReportsDamage) {
  {
    Store store = open();
    for (std::uint8_t i = 1; i < 200; ++i) store.put(fixture_row(i), block(0, 10));
  }
  const std::string sound = contents();
  // Truncated files, and files with pages of noise: each page that is read is reported or intact.
  std::vector<std::string> broken{sound.substr(0, sound.size() / 2), sound.substr(0, 4096)};
  for (std::size_t page = 1; page < sound.size() / 4096; page += 3) {
    broken.push_back(sound);
    for (std::size_t i = 0; i < 4096; ++i)
      broken.back()[page * 4096 + i] = static_cast<char>(i * 7);
  }
  for (const std::string& text : broken) {
    write(text);
    const auto store = Store::open(file(), Access::read);
    if (!store) continue;
    EXPECT_NE(store->damage(), "");
    try {
      for (std::uint8_t i = 1; i < 200; ++i) (void)store->blocks(key(i));
      (void)store->contests();
    } catch (const Failure& failure) {
      EXPECT_NE(std::string(failure.what()).find(file().string()), std::string::npos);
    }
  }
  write(sound);
  EXPECT_EQ(open(Access::read).damage(), "");
}

// A trace tells the outcome of its game, and a store that somebody edited is not believed.
TEST_F(Stored, RejectsTracesThatCannotBe) {
  BatchRow without = block(0, 10);
  without.traces.clear();
  open().put(fixture_row(), without);
  expect_same(open(Access::read).blocks(key(1)).at(0), without);
  for (const char* traces : {"x'0102'", "zeroblob(72)", "zeroblob(88)", "x''",
                             "x'03'||zeroblob(79)", "zeroblob(80)", "NULL"}) {
    fs::remove(file());
    open().put(fixture_row(), block(0, 10));
    EXPECT_EQ(open(Access::read).blocks(key(1)).at(0).damage, "");
    sql("UPDATE block SET traces = CAST(" + std::string(traces) + " AS BLOB)");
    EXPECT_NE(open(Access::read).blocks(key(1)).at(0).damage, "") << traces;
  }
}

// Results that are replaced go in the transaction in which those that stay come back.
TEST_F(Stored, ReplacesAllResultsOfAPairingAtOnce) {
  open().put(fixture_row(), block(0, 20));
  Store reader = open(Access::read);
  {
    Writer writer(open());
    writer.replace(fixture_row(), {block(0, 5), block(6, 14)});
    writer.finish();
    const std::vector<BatchRow> kept = reader.blocks(key(1));
    ASSERT_EQ(kept.size(), 2u);
    expect_same(kept[0], block(0, 5));
    expect_same(kept[1], block(6, 14));
    writer.put(fixture_row(), block(5, 1));
    writer.finish();
  }
  EXPECT_EQ(reader.blocks(key(1)).size(), 3u);
}

// The content of a store of the first version is kept.
TEST_F(Stored, MigratesTheFirstVersionWithItsContent) {
  sql(std::string(migrations[0]) +
      "; INSERT INTO bot VALUES (1, 'bold', 'Bold', zeroblob(32), 1);"
      "INSERT INTO bot VALUES (2, 'kid', 'Kid', zeroblob(32), 0);"
      "INSERT INTO contest VALUES (1, zeroblob(32), 'one', 'text', '7', 10, 1);"
      "INSERT INTO entrant VALUES (1, 0, 1), (1, 1, 2);"
      "INSERT INTO fixture VALUES (1, zeroblob(32));"
      "INSERT INTO sitter VALUES (1, 0, 1), (1, 1, 2);"
      "INSERT INTO block VALUES (1, 1, 0, 10, 3, zeroblob(32), x'0102');"
      "INSERT INTO line VALUES (1, 0, 10, 6, 1, 0, 6, NULL), (1, 1, 10, 3, 1, 2, 3, 1);"
      "INSERT INTO fault VALUES (1, 0, 1, 4, 'no answer in time', 'late', 0);"
      "INSERT INTO record VALUES (1, 4, 'move 0 END');"
      "INSERT INTO diary VALUES ('/bots/kid', 'hilltop diary 1 over');"
      "PRAGMA application_id = " +
      std::to_string(application_id) + "; PRAGMA user_version = 1");
  { open(); }
  const Store store = open(Access::read);
  const std::vector<BotRow> bots{{"bold", "Bold", key(0), true, "", ""},
                                 {"kid", "Kid", key(0), false, "", ""}};
  const ContestRow contest = store.contests().at(0);
  EXPECT_EQ(contest.name, "one");
  EXPECT_EQ(contest.bots, bots);
  const BatchRow block = store.blocks(key(0)).at(0);
  EXPECT_EQ(block.damage + contest.damage, "");
  EXPECT_EQ(block.games, 10u);
  EXPECT_EQ(block.tallies.at(0).won, 6);
  EXPECT_EQ(block.tallies.at(1).best, 1);
  EXPECT_EQ(block.notes.at(0).fault.detail, "late");
  EXPECT_EQ(block.bytes, (std::vector<std::uint8_t>{1, 2}));
  EXPECT_TRUE(block.timings.empty());
  EXPECT_EQ(store.records(key(0)).at(0).text, "move 0 END");
}

// Creates a store of every version by its own migrations and migrates it to the latest.
TEST_F(Stored, MigratesEveryVersion) {
  for (int version = 0; version < schema_version; ++version) {
    fs::remove(file());
    std::string script;
    for (int next = 0; next < version; ++next)
      script += std::string(migrations[static_cast<std::size_t>(next)]) + ";";
    sql(script + "PRAGMA application_id = " + std::to_string(application_id) +
        "; PRAGMA user_version = " + std::to_string(version));
    EXPECT_NE(refusal(Access::read).find("of an older Hilltop"), std::string::npos);
    open().put(fixture_row(), block(0, 1));
    EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 1u);
  }
}

// -------------------------------------------------------------------------------------- the writer

TEST_F(Stored, WriterWritesQueuedBlocks) {
  {
    Writer writer(open());
    std::vector<std::jthread> threads;
    for (std::uint8_t thread = 1; thread <= 4; ++thread)
      threads.emplace_back([&writer, thread] {
        for (std::uint32_t i = 0; i < 100; ++i)
          writer.put(fixture_row(thread), part_of_it(i * 10, 10));
      });
    threads.clear();
    writer.finish();
    for (std::uint8_t thread = 1; thread <= 4; ++thread)
      EXPECT_EQ(open(Access::read).blocks(key(thread)).size(), 100u);
    writer.put(fixture_row(1), block(0, 1000));
  }
  EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 1u);
}

// put() wakes the writing thread only if nothing was queued before.
TEST_F(Stored, WriterWritesByItselfAfterSomethingWasDeleted) {
  Store reader = open();
  Writer writer(open());
  writer.forget(key(1));
  writer.put(fixture_row(1), block(0, 1));
  while (reader.blocks(key(1)).empty()) std::this_thread::yield();
  writer.remove(key(1), block(0, 1));
  writer.put(fixture_row(2), block(0, 1));
  while (reader.blocks(key(2)).empty()) std::this_thread::yield();
  EXPECT_TRUE(reader.blocks(key(1)).empty());
}

// Another program, such as a shell of SQLite, may hold the store for as long as it likes.
TEST_F(Stored, WriterWaitsForAnotherProgram) {
  Store ours = Store::open(file(), Access::create, 1ms).value();
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(file().c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  std::binary_semaphore told(0);
  std::string said;
  int times = 0;
  Writer writer(std::move(ours), [&](const Held& held) {
    said = held.what();
    if (++times == 3) told.release();
  });
  writer.put(fixture_row(), block(0, 5));
  told.acquire();
  EXPECT_NE(said.find("is held by another program"), std::string::npos) << said;
  writer.put(fixture_row(), block(5, 5));
  ASSERT_EQ(sqlite3_exec(other, "COMMIT", nullptr, nullptr, nullptr), SQLITE_OK);
  writer.finish();
  EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 2u);
  // Who was told to end does not wait for ever.
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  writer.put(fixture_row(), block(10, 5));
  EXPECT_THROW(writer.finish_soon(), Held);
  EXPECT_THROW(writer.put(fixture_row(), block(15, 5)), Held);
  sqlite3_close(other);
}

TEST_F(Stored, WriterKeepsTheRecordsOfPartsThatAreNeverWritten) {
  Writer writer(open());
  for (std::uint32_t game = 0; game < 3; ++game) {
    BatchRow part = block(game, 1);
    part.records = {{game, "a game"}};
    writer.put(fixture_row(), part);
  }
  writer.put(fixture_row(), block(0, 3));
  writer.finish();
  EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 1u);
  EXPECT_EQ(open(Access::read).records(key(1)).size(), 3u);
}

// Everything that was reported as committed is stored, at whatever moment the writer is killed.
TEST_F(Stored, SurvivesAKill) {
  { open(); }
  for (int round = 1; round <= 5; ++round) {
    std::array<int, 2> told{};
    ASSERT_EQ(pipe(told.data()), 0);
    const pid_t child = fork();
    if (child == 0) {
      Writer writer(open(Access::change));
      for (std::uint32_t game = 0;; ++game) {
        writer.put(fixture_row(), block(game, 1));
        if (game % 7 == 0) {
          writer.finish();
          if (::write(told[1], &game, sizeof game) != sizeof game) std::_Exit(1);
        }
      }
    }
    close(told[1]);
    std::uint32_t committed = 0;
    for (int words = 0; words < 5 * round; ++words)
      ASSERT_EQ(read(told[0], &committed, sizeof committed), ssize_t{sizeof committed});
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    while (read(told[0], &committed, sizeof committed) == ssize_t{sizeof committed}) continue;
    close(told[0]);
    const Store store = open(Access::change);
    EXPECT_EQ(store.damage(), "");
    const std::vector<BatchRow> back = store.blocks(key(1));
    ASSERT_GT(back.size(), committed);
    for (std::uint32_t game = 0; game <= committed; ++game) EXPECT_EQ(back[game].first_game, game);
  }
}

class SharedStore : public Stored {
 protected:
  void share(int kills, std::mt19937& luck);
};

// Two runs share a store with readers; each may be killed or end at any moment.
void SharedStore::share(int kills, std::mt19937& luck) {
  constexpr std::uint8_t writers = 4, readers = 4;
  { open(); }
  struct Child {
    pid_t id = 0;
    int told = -1;
    std::uint32_t committed = 0;  // blocks committed by a writer
  };
  std::vector<Child> children(writers + readers);
  const auto start = [&](std::size_t number) {
    std::array<int, 2> pipes{};
    if (pipe(pipes.data()) != 0) throw std::runtime_error("no pipe");
    Child& child = children[number];
    const std::uint32_t from = child.committed;
    child.id = fork();
    if (child.id != 0) {
      close(pipes[1]);
      child.told = pipes[0];
      return;
    }
    const auto tell = [&](std::uint32_t word) {
      if (::write(pipes[1], &word, sizeof word) != sizeof word) std::_Exit(1);
    };
    const auto own = static_cast<std::uint8_t>(number + 1);
    for (std::uint32_t game = from;; ++game) {
      if (number < writers) {
        Writer writer(open(Access::change));  // the last one removes the journal
        for (const std::uint32_t end = game + 5; game < end; ++game) {
          writer.put(fixture_row(own), block(game, 1));
          writer.finish();
          tell(game + 1);
        }
        --game;
      } else {
        const Store store = open(Access::read);
        for (std::uint8_t i = 1; i <= writers; ++i)
          for (const BatchRow& back : store.blocks(key(i)))
            if (!back.damage.empty()) std::_Exit(3);
        tell(game);
      }
    }
  };
  const auto hear = [](Child& child) {
    std::uint32_t word = 0;
    const bool heard = read(child.told, &word, sizeof word) == ssize_t{sizeof word};
    if (heard) child.committed = std::max(child.committed, word);
    return heard;
  };
  for (std::size_t i = 0; i < children.size(); ++i) start(i);
  for (int kill_number = 0; kill_number < kills; ++kill_number) {
    Child& child = children[luck() % children.size()];
    for (std::uint32_t words = luck() % 8 + 1; words > 0; --words) ASSERT_TRUE(hear(child));
    kill(child.id, SIGKILL);
    waitpid(child.id, nullptr, 0);
    while (hear(child)) continue;
    close(child.told);
    start(static_cast<std::size_t>(&child - children.data()));
  }
  for (Child& child : children) {
    kill(child.id, SIGKILL);
    waitpid(child.id, nullptr, 0);
    while (hear(child)) continue;
    close(child.told);
  }
  const Store store = open(Access::change);
  EXPECT_EQ(store.damage(), "");
  for (std::uint8_t i = 0; i < writers; ++i) {
    const std::vector<BatchRow> back = store.blocks(key(static_cast<std::uint8_t>(i + 1)));
    ASSERT_GE(back.size(), children[i].committed);
    EXPECT_GT(children[i].committed, 0u);
    for (std::uint32_t game = 0; game < children[i].committed; ++game)
      EXPECT_EQ(back[game].first_game, game);
  }
}

TEST_F(SharedStore, SurvivesKillsOfItsWritersAndReaders) {
  const char* const wished = std::getenv("HILLTOP_KILLS");  // scripts/nightly kills for minutes
  constexpr int kills_a_store = 60;  // readers read all that was ever written
  std::mt19937 luck(3);
  for (int kills = wished == nullptr ? kills_a_store : 10 * std::stoi(wished); kills > 0;
       kills -= kills_a_store) {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
    ASSERT_NO_FATAL_FAILURE(share(std::min(kills, kills_a_store), luck));
  }
}

// A limit on the file size simulates a full disk.
TEST_F(Stored, AFullDiskLosesNothingThatWasCommitted) {
  { open().put(fixture_row(1), block(0, 10)); }
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{400'000, 400'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    Writer writer(open(Access::change));
    try {
      for (std::uint32_t game = 10;; ++game) {
        BatchRow large = block(game, 1);
        large.bytes.assign(10'000, 1);
        writer.put(fixture_row(1), large);
        if (game % 5 == 0) writer.finish();
      }
    } catch (const Failure& failure) {
      std::_Exit(std::string(failure.what()).find("hilltop.db") != std::string::npos ? 7 : 1);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
  const Store store = open(Access::change);
  EXPECT_EQ(store.damage(), "");
  EXPECT_GT(store.blocks(key(1)).size(), 1u);
  expect_same(store.blocks(key(1))[0], block(0, 10));
}

}  // namespace
}  // namespace hilltop::store
