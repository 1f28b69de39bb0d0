// What a store returns of the rows that it was given, changed ones among them. Each test runs with
// every kind of store (each_store_for_test.hpp).
#include "store/store.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck.h>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/build_for_test.hpp"
#include "store/each_store_for_test.hpp"

namespace hilltop::store::store_test {
namespace {

using Access = Store::Access;

TEST_P(EachStore, ReturnsTheStoredRows) {
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

TEST_P(EachStore, ABlockReplacesTheBlocksWithinIt) {
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

TEST_P(EachStore, KeepsContestsTheLastOneFirst) {
  Store store = open();
  const ContestRow first{key(1), "one", "[contest]", "18446744073709551615", 7, fixture_row().bots};
  ContestRow second{key(2), "two", "", "3f0k9-m2c4d-7q8rs-tvwx0-yz1a2b", 1, {}};
  store.put(first);
  store.put(second);
  EXPECT_EQ(store.contests().at(0).name, "two");
  store.put(first);
  const std::vector<ContestRow> back = store.contests();
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[0].name, "one");
  EXPECT_EQ(back[0].file, "[contest]");
  EXPECT_EQ(back[0].seed, "18446744073709551615");
  EXPECT_EQ(back[1].seed, second.seed);
  EXPECT_EQ(back[0].games, 7u);
  EXPECT_EQ(back[0].bots, fixture_row().bots);
}

TEST_P(EachStore, KnowsTheVersionsOfABot) {
  const BotRow old{"Ünï", "Ü", key(101), false, "Ann", "Python"};
  const BotRow now{"Ünï", "Ü", key(102), false, "Ann", "Python"};
  Store store = open();
  store.put(fixture_row(1), block(0, 10));
  FixtureRow second = fixture_row(2);
  second.bots = {now, second.bots[0]};
  store.put(second, block(0, 4));
  store.put(ContestRow{key(7), "cup", "file", "1", 10, {now}});
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

TEST_P(EachStore, MergesNewBlocks) {
  Store ours = open();
  Store theirs = open(Access::create, "theirs");
  ours.put(fixture_row(1), block(0, 10));
  theirs.put(fixture_row(1), block(0, 10));
  BatchRow more = block(10, 10);
  more.records = {{11, "eleven"}};
  theirs.put(fixture_row(1), more);
  theirs.put(fixture_row(2), block(0, 3));
  theirs.put(ContestRow{key(9), "cup", "", "1", 1, fixture_row().bots});
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
TEST_P(EachStore, HoldsTheUnionInAnyOrder) {
  // The rule is the same code with every database, and PostgreSQL makes its stores slowly.
  int left = std::string_view(GetParam()) == "file" ? std::numeric_limits<int>::max() : 10;
  const bool holds = rc::check([&] {
    if (left-- <= 0) return;
    const auto interval = rc::gen::pair(rc::gen::inRange<std::uint32_t>(0, 30),
                                        rc::gen::inRange<std::uint32_t>(1, 12));
    const auto intervals = rc::gen::scale(0.2, rc::gen::container<Intervals>(interval));
    const auto stores = *rc::gen::container<std::vector<Intervals>>(3, intervals);
    const bool play_alike = *rc::gen::arbitrary<bool>();
    std::set<std::uint32_t> all;
    std::vector<Store> made;
    for (const Intervals& held : stores) {
      const std::string name = "made" + std::to_string(made.size());
      drop(name);
      made.push_back(open(Access::create, name));
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
      drop(into);
      Store store = open(Access::create, into);
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
  });
  EXPECT_TRUE(holds);
}

TEST_P(EachStore, AFixtureWithItsDigestIsMoreThanTheSameGames) {
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

TEST_P(EachStore, AStrangersRowsOfABotChangeNothing) {
  Store ours = open();
  const std::vector<BotRow> bots = fixture_row().bots;
  ours.put(ContestRow{key(9), "ours", "", "1", 1, bots});
  ours.put(fixture_row(1), block(0, 10));
  std::vector<BotRow> false_bots = bots;
  for (BotRow& bot : false_bots) {
    bot.house = !bot.house;
    bot.author = "Mallory";
  }
  {
    Store theirs = open(Access::create, "theirs");
    theirs.put({key(2), false_bots}, block(0, 3));
    theirs.put(ContestRow{key(8), "theirs", "", "1", 1, false_bots});
    ours.merge(theirs);
  }
  for (const ContestRow& contest : ours.contests()) {
    EXPECT_EQ(contest.damage, "");
    EXPECT_EQ(contest.bots, bots);
  }
  EXPECT_EQ(ours.blocks(key(1)).at(0).damage + ours.blocks(key(2)).at(0).damage, "");
}

TEST_P(EachStore, MergingMendsWhatIsDamaged) {
  const ContestRow contest{key(9), "cup", "", "1", 1, fixture_row().bots};
  {
    Store sound = open(Access::create, "sound");
    sound.put(contest);
    sound.put(key(3), QualificationRow{});
    Store store = open();
    store.put(contest);
    store.put(key(3), QualificationRow{});
  }
  sql("UPDATE contest SET games = 2; UPDATE checked SET layers = 1");
  const Store sound = open(Access::read, "sound");
  Store store = open();
  EXPECT_NE(store.contests().at(0).damage, "");
  Store other = open(Access::create, "other");
  EXPECT_EQ(other.merge(store).damaged_contests, 1u);
  store.merge(sound);
  EXPECT_EQ(store.contests().at(0).damage, "");
  EXPECT_EQ(store.check(key(3))->damage, "");
}

TEST_P(EachStore, ARecordBelongsToItsResult) {
  Store ours = open();
  Store theirs = open(Access::create, "theirs");
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
TEST_P(EachStore, RecordsOfABlockThatIsNotStoredAreKept) {
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

TEST_P(EachStore, ForgetsTheIdsOfRolledBackRows) {
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

TEST_P(EachStore, TakesResultsOfAFixtureThatAnotherForgets) {
  Store ours = open(), theirs = open(Access::change);
  ours.put(fixture_row(), block(0, 1));
  theirs.put(fixture_row(), block(1, 1));
  theirs.forget(key(1));
  EXPECT_TRUE(ours.put(fixture_row(), block(2, 1)));
  EXPECT_EQ(theirs.blocks(key(1)).size(), 1u);
}

// ------------------------------------------------------------------------------------ changed rows

// With sanitizers half of the changes are made in a database: its rows are judged by the same
// code.
std::vector<std::string> some_of(const std::vector<std::string>& changes, std::string_view kind) {
  if (!sanitized || kind == "file") return changes;
  std::vector<std::string> some;
  for (std::size_t i = 0; i < changes.size(); i += 2) some.push_back(changes[i]);
  return some;
}

TEST_P(EachStore, RecognisesChangedRows) {
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
  for (const std::string& change : some_of(changes, GetParam())) {
    drop();
    { open().put(fixture_row(), block(3, 11)); }
    sql(change);
    const Store store = open(Access::read);
    const std::vector<BatchRow> back = store.blocks(key(1));
    ASSERT_EQ(back.size(), 1u) << change;
    EXPECT_NE(back[0].damage, "") << change;
    // A damaged block is not merged, and is replaced by new results.
    Store other = open(Access::create, "other");
    EXPECT_EQ(other.merge(store).damaged, 1u) << change;
    EXPECT_TRUE(other.blocks(key(1)).empty()) << change;
    drop("other");
    Store again = open(Access::change);
    again.put(fixture_row(), block(3, 11));
    const bool gives_way = std::ranges::any_of(
        again.blocks(key(1)), [](const BatchRow& found) { return found.damage.empty(); });
    EXPECT_TRUE(gives_way) << change;
  }
}

TEST_P(EachStore, KeepsTheFirstSeedThatWasDrawn) {
  Store store = open(), other = open();
  EXPECT_FALSE(store.drawn_seed(key(1)).has_value());
  EXPECT_EQ(store.put_drawn_seed(key(1), std::nullopt, {"a"}).seed, "a");
  EXPECT_EQ(other.put_drawn_seed(key(1), std::nullopt, {"b"}).seed, "a");  // it came later
  EXPECT_EQ(store.put_drawn_seed(key(1), DrawnSeed{"a"}, {"a", true}).shown, true);
  EXPECT_EQ(store.put_drawn_seed(key(1), DrawnSeed{"a", true}, {"c"}).seed, "c");
  EXPECT_EQ(other.put_drawn_seed(key(1), DrawnSeed{"a", true}, {"d"}).seed, "c");
  EXPECT_EQ(other.drawn_seed(key(1))->seed, "c");
  EXPECT_FALSE(other.drawn_seed(key(1))->shown);
  EXPECT_FALSE(other.drawn_seed(key(2)).has_value());
}

TEST_P(EachStore, AFolderHoldsOneNameInTheContestsOfAName) {
  Store store = open();
  store.put_name_holders("class", {{"ada", "s1"}, {"bob", "s2"}});
  store.put_name_holders("other", {{"ada", "s3"}});
  store.put_name_holders("class", {{"eve", "s1"}});
  EXPECT_EQ(store.name_holders("class"), (NameHolders{{"bob", "s2"}, {"eve", "s1"}}));
  EXPECT_EQ(store.name_holders("other"), (NameHolders{{"ada", "s3"}}));
  EXPECT_EQ(store.name_holders("none"), NameHolders());
}

TEST_P(EachStore, KnowsAContestThatWasChanged) {
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
  for (const std::string& change : some_of(changes, GetParam())) {
    drop();
    { open().put(ContestRow{key(9), "cup", "points = 'won'", "7", 7, fixture_row().bots}); }
    EXPECT_EQ(open(Access::read).contests().at(0).damage, "");
    sql(change);
    EXPECT_NE(open(Access::read).contests().at(0).damage, "") << change;
  }
}

// A changed title takes no game away; it is not merged, and the next run of its bot mends it.
TEST_P(EachStore, ABotThatWasChangedIsMendedByTheNextRun) {
  const ContestRow contest{key(9), "cup", "", "1", 1, fixture_row().bots};
  {
    Store store = open();
    store.put(contest);
    store.put(fixture_row(), block(0, 4));
  }
  sql("UPDATE bot SET title = 'Kid' WHERE name = 'bold'");
  Store store = open(Access::change);
  EXPECT_EQ(store.blocks(key(1)).at(0).damage, "");
  EXPECT_TRUE(store.versions("bold").empty());
  const auto merged_to = [&](const char* name) { return open(Access::create, name).merge(store); };
  EXPECT_EQ(merged_to("before").damaged, 1u);
  store.put(contest);
  EXPECT_EQ(store.contests().at(0).damage, "");
  EXPECT_EQ(store.versions("bold").at(0).played.size(), 1u);
  EXPECT_EQ(merged_to("after").taken, 1u);
}

TEST_P(EachStore, DoesNotCreditAnotherBotWithAVersionsGames) {
  { open().put(fixture_row(), block(0, 4)); }
  EXPECT_EQ(open(Access::read).versions("bold").at(0).played.size(), 1u);
  sql("UPDATE sitter SET bot = 3 - bot");
  EXPECT_TRUE(open(Access::read).versions("bold").at(0).played.empty());
}

TEST_P(EachStore, KeepsWhyABotFailedItsCheck) {
  const Fault late{FaultKind::timeout, "no output", "Error\n",
                   "turn 0",           "move 9",    std::chrono::milliseconds(70),
                   /*overloaded=*/true};
  const Fault slow{FaultKind::timeout, "no output", "", "turn 0", "", std::chrono::milliseconds(0)};
  for (const Fault& fault : {late, slow, Fault{FaultKind::crashed, "exited with status 1"}}) {
    {
      open().put(key(1), QualificationRow{{{"bold", 3, fault}}, 3, {}});
    }
    const auto kept = open(Access::read).check(key(1));
    ASSERT_TRUE(kept && kept->failure);
    EXPECT_EQ(kept->damage, "");
    EXPECT_EQ(kept->failure->against, "bold");
    EXPECT_EQ(kept->failure->game, 3u);
    EXPECT_EQ(kept->failure->fault, fault);
  }
}

TEST_P(EachStore, KnowsACheckThatWasChanged) {
  for (const std::string change :
       {"UPDATE checked SET kind = 'crashed', detail = 'forged'", "UPDATE checked SET layers = 63",
        "UPDATE checked SET key = zeroblob(32)"}) {
    drop();
    { open().put(key(1), QualificationRow{{}, 3, {}}); }
    sql(change);
    const Store store = open(Access::read);
    const auto found = store.check(change.find("key") == std::string::npos ? key(1) : key(0));
    ASSERT_TRUE(found) << change;
    EXPECT_NE(found->damage, "") << change;
  }
}

TEST_P(EachStore, KeepsQualifications) {
  const std::string noise("\0\xff\n", 3);
  const QualificationRow passed{{}, 3},
      failed{{{"kid", 7, {FaultKind::crashed, "gone", "", "asked", noise}}}, {}};
  Store store = open();
  EXPECT_FALSE(store.check(key(1)));
  store.put(key(1), failed);
  store.put(key(1), passed);
  store.put(key(2), failed);
  Store other = open(Access::create, "other");
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

// A trace tells the outcome of its game, and an edited store is not believed.
TEST_P(EachStore, RejectsTracesThatCannotBe) {
  BatchRow without = block(0, 10);
  without.traces.clear();
  open().put(fixture_row(), without);
  expect_same(open(Access::read).blocks(key(1)).at(0), without);
  for (const char* traces : {"x'0102'", "zeroblob(72)", "zeroblob(88)", "x''",
                             "x'03'||zeroblob(79)", "zeroblob(80)", "NULL"}) {
    drop();
    open().put(fixture_row(), block(0, 10));
    EXPECT_EQ(open(Access::read).blocks(key(1)).at(0).damage, "");
    sql("UPDATE block SET traces = CAST(" + std::string(traces) + " AS BLOB)");
    EXPECT_NE(open(Access::read).blocks(key(1)).at(0).damage, "") << traces;
  }
}

}  // namespace
}  // namespace hilltop::store::store_test
