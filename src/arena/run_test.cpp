// Games and whole tournaments, with bots written to misbehave.
#include "arena/run.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <malloc.h>
#include <numeric>
#include <set>
#include <utility>

#include "arena/any_game_of.hpp"
#include "arena/batch_of.hpp"
#include "arena/fold.hpp"
#include "arena/result_cache.hpp"
#include "core/build_for_test.hpp"
#include "games/pazaak/game.hpp"
#include "games/yahtzee/game.hpp"
#include "play/game_results.hpp"
#include "runner/scratch.hpp"
#include "store/writer.hpp"

namespace hilltop::arena::run_test {
namespace {

using tournament::Format;
using tournament::Stage;
using tournament::TieBreak;

// Plays like another bot, but misbehaves in some games, by their number.
template <class R>
class Doing final : public Bot<R> {
 public:
  using Deed = Move<R> (*)(const View<R>&);
  Doing(std::unique_ptr<Bot<R>> honest, Deed deed, std::uint32_t first_game, std::uint32_t games)
      : honest_(std::move(honest)), deed_(deed), first_game_(first_game), games_(games) {}

  void begin(const Chance& luck) override {
    misbehaves_ = luck.game() - first_game_ < games_;
    honest_->begin(luck);
  }
  Move<R> choose(const View<R>& view) override {
    return misbehaves_ ? deed_(view) : honest_->choose(view);
  }

 private:
  std::unique_ptr<Bot<R>> honest_;
  Deed deed_;
  std::uint32_t first_game_, games_;
  bool misbehaves_ = false;
};

template <class E>
std::unique_ptr<Bot<typename E::Rules>> honest(std::string_view name) {
  for (const auto& bot : E::house_bots())
    if (bot.name == name) return bot.make();
  throw std::logic_error("no such bot");
}

template <class E>
std::vector<HouseBot<typename E::Rules>> with(
    std::initializer_list<HouseBot<typename E::Rules>> more) {
  std::vector<HouseBot<typename E::Rules>> bots(E::house_bots().begin(), E::house_bots().end());
  bots.insert(bots.end(), more);
  return bots;
}

constexpr std::uint32_t always = 0xffffffff;

// These modules have no parts for people and processes, which take long to compile.
struct Yahtzee {
  using Rules = yahtzee::Rules;
  using Text = yahtzee::Text;
  using Log = yahtzee::Log;
  using InlinedBots = yahtzee::Module::InlinedBots;
  static constexpr const GameInfo& info = yahtzee::Module::info;
  static yahtzee::Move illegal(const yahtzee::View&) {
    yahtzee::Keep keep;
    keep.add(7);
    return keep;
  }
  static yahtzee::Move raise(const yahtzee::View&) { throw std::runtime_error("oh dear"); }
  static yahtzee::Move raise_seven(const yahtzee::View&) { throw 7; }
  template <auto deed, std::uint32_t first_game, std::uint32_t games>
  static std::unique_ptr<Bot<Rules>> doing() {
    return std::make_unique<Doing<Rules>>(honest<yahtzee::Module>("greedy"), deed, first_game,
                                          games);
  }
  static std::span<const HouseBot<Rules>> house_bots() {
    static const auto bots = with<yahtzee::Module>({
        {"illegal", "Illegal", "", doing<illegal, 0, always>},
        {"illegal-in-3", "Illegal in game 3", "", doing<illegal, 3, 1>},
        {"throws", "Throws", "", doing<raise, 0, always>},
        {"throws-in-5", "Throws in game 5", "", doing<raise, 5, 1>},
        {"throws-seven", "Throws a number", "", doing<raise_seven, 0, always>},
    });
    return bots;
  }
};

// Draws up to a value that depends on how many games it has begun.
class Counting final : public Bot<pazaak::Rules> {
 public:
  void begin(const Chance&) override { ++begun_; }
  pazaak::Rules::Move choose(const pazaak::Rules::View& view) override {
    return view.me().hand.value() < 13 + begun_ % 7 ? pazaak::Rules::Move::end()
                                                    : pazaak::Rules::Move::stand();
  }

 private:
  int begun_ = 0;
};

struct Pazaak {
  using Rules = pazaak::Rules;
  using Text = pazaak::Text;
  using Log = pazaak::Log;
  using InlinedBots = pazaak::Module::InlinedBots;
  static constexpr const GameInfo& info = pazaak::Module::info;
  static pazaak::Rules::Move play_nine(const pazaak::Rules::View&) {
    return pazaak::Rules::Move::play(9);
  }
  static pazaak::Rules::Move stand(const pazaak::Rules::View&) {
    return pazaak::Rules::Move::stand();
  }
  static pazaak::Rules::Move raise(const pazaak::Rules::View&) {
    throw std::runtime_error("oh dear");
  }
  template <auto deed, std::uint32_t first_game, std::uint32_t games>
  static std::unique_ptr<Bot<Rules>> doing() {
    return std::make_unique<Doing<Rules>>(honest<pazaak::Module>("kid"), deed, first_game, games);
  }
  static std::span<const HouseBot<Rules>> house_bots() {
    static const auto bots = with<pazaak::Module>({
        {"illegal", "Illegal", "", doing<play_nine, 0, always>},
        {"illegal-in-3", "Illegal in game 3", "", doing<play_nine, 3, 1>},
        {"stands", "Stands", "", doing<stand, 0, always>},
        {"throws-in-2", "Throws in game 2", "", doing<raise, 2, 1>},
        {"counting", "Counting", "",
         []() -> std::unique_ptr<Bot<Rules>> { return std::make_unique<Counting>(); },
         /*qualifies=*/false, /*remembers=*/true},
    });
    return bots;
  }
};

const GameModule yahtzee_game = game_module<Yahtzee>(), pazaak_game = game_module<Pazaak>();

// Reads "illegal", or "Ann=illegal": a bot under another name.
play::Entrant entrant(const std::string& what) {
  const std::size_t equals = what.find('=');
  const std::string name = what.substr(0, equals);
  return {name, name,
          play::HousePlayer{equals == std::string::npos ? name : what.substr(equals + 1)}};
}

Contest contest_of(const GameModule& game, Format format, std::uint32_t games,
                   const std::vector<std::string>& bots, const Switches& switches = {}) {
  Contest contest;
  contest.name = "test";
  contest.game = &game;
  contest.rules = "koth";
  contest.any_game = game.under("koth", switches).value();
  contest.plan.format = format;
  contest.plan.games = games;
  contest.plan.seats_fewest = 2;
  if (format == Format::everyone) contest.plan.points.tie = 1;
  for (const std::string& bot : bots) contest.entrants.push_back(entrant(bot));
  return contest;
}

using Names = std::vector<std::string>;

Names left(const Contest& contest, const ContestReport& report) {
  Names names;
  for (const auto entry : report.concluded.field)
    names.push_back(contest.entrants[static_cast<std::size_t>(entry)].name);
  return names;
}

const tournament::Row& row(const Contest& contest, const ContestReport& report,
                           std::string_view name) {
  for (const tournament::Row& row : report.rows)
    if (contest.entrants[static_cast<std::size_t>(row.entry)].name == name) return row;
  throw std::logic_error("no such row");
}

// Two bots head to head, the first in seat 0 of game 0.
class Table {
 public:
  Table(const GameModule& game, const std::string& first, const std::string& second)
      : any_game_(game.under("koth", {}).value()), entrants_{entrant(first), entrant(second)} {}

  tournament::BatchResult play(std::uint32_t games, const play::Conditions& conditions,
                               const play::Observer* observer = nullptr) const {
    const std::vector<const play::Entrant*> both{&entrants_[0], &entrants_[1]};
    return any_game_->play({{.luck = play::FixtureLuck(77), .games = games}, both}, conditions,
                           observer);
  }

 private:
  std::unique_ptr<AnyGame> any_game_;
  std::vector<play::Entrant> entrants_;
};

const play::Conditions loses{}, stands{.faults = {.illegal = play::Sanction::substitute}},
    disqualifies{.faults = {play::Sanction::disqualify, play::Sanction::disqualify}};

TEST(Sanctions, LoseCostsThatGameAlone) {
  const tournament::BatchResult honest = Table(pazaak_game, "a=kid", "b=bold").play(8, loses);
  const tournament::BatchResult illegal =
      Table(pazaak_game, "a=illegal-in-3", "b=bold").play(8, loses);
  ASSERT_EQ(illegal.notes.size(), 1u);
  EXPECT_EQ(illegal.notes[0].entry, 0);
  EXPECT_EQ(illegal.notes[0].game, 3u);
  EXPECT_EQ(illegal.notes[0].fault.kind, FaultKind::illegal);
  EXPECT_EQ(illegal.notes[0].fault.detail, "that card is not in the side deck");
  EXPECT_FALSE(illegal.disqualified);
  EXPECT_EQ(illegal.tallies[0].faults, 1);
  EXPECT_EQ(illegal.tallies[1].faults, 0);
  EXPECT_EQ(illegal.tallies[0].games, 8);
  std::vector<std::vector<int>> with_fault, without;
  for (const auto& [points, first] :
       {std::pair{&with_fault, "a=illegal-in-3"}, std::pair{&without, "a=kid"}}) {
    play::Observer observer;
    observer.game_over = [&](const play::GameReport& game) { points->push_back(game.points); };
    Table(pazaak_game, first, "b=bold").play(8, loses, &observer);
  }
  EXPECT_EQ(with_fault[3][0], 3) << "b sits in seat 0 of game 3, and wins it";
  without[3] = with_fault[3];
  EXPECT_EQ(with_fault, without);
}

TEST(Sanctions, WhoThrowsIsBroken) {
  const tournament::BatchResult result =
      Table(pazaak_game, "a=throws-in-2", "b=bold").play(5, loses);
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0].game, 2u);
  EXPECT_EQ(result.notes[0].fault.kind, FaultKind::crashed);
  EXPECT_EQ(result.notes[0].fault.detail, "oh dear");
  EXPECT_EQ(result.tallies[0].games, 5);
  const tournament::BatchResult seven =
      Table(yahtzee_game, "a=throws-seven", "b=dummy").play(1, loses);
  EXPECT_EQ(seven.notes.at(0).fault.detail, "threw an object that is not a std::exception");
  EXPECT_EQ(seven.tallies[1].won, 1);
  EXPECT_EQ(seven.tallies[0].won, 0);
}

TEST(Sanctions, StandStands) {
  const tournament::BatchResult illegal =
      Table(pazaak_game, "a=illegal", "b=bold").play(50, stands);
  const tournament::BatchResult standing =
      Table(pazaak_game, "a=stands", "b=bold").play(50, stands);
  EXPECT_EQ(illegal.bytes, standing.bytes);
  EXPECT_GT(illegal.tallies[0].faults, 50);
  EXPECT_EQ(illegal.notes.size(), tournament::fault_notes_min);
  EXPECT_EQ(standing.tallies[0].faults, 0);
  EXPECT_FALSE(illegal.disqualified);
}

TEST(Sanctions, StandIsForIllegalAnswersAlone) {
  const tournament::BatchResult result =
      Table(pazaak_game, "a=throws-in-2", "b=bold").play(3, stands);
  EXPECT_EQ(result.notes.at(0).fault.kind, FaultKind::crashed);
  EXPECT_EQ(result.tallies[0].faults, 1);
}

TEST(Sanctions, DisqualifyEndsTheRun) {
  const tournament::BatchResult result =
      Table(pazaak_game, "a=kid", "b=illegal-in-3").play(8, disqualifies);
  ASSERT_TRUE(result.disqualified);
  EXPECT_EQ(result.disqualified->entry, 1);
  EXPECT_EQ(result.disqualified->game, 3u);
  EXPECT_EQ(result.tallies[0].games, 4);
}

// The stored part of an interrupted fixture is summed from the results of its games.
TEST(Results, AddUpToTheTally) {
  struct Case {
    const GameModule& game;
    std::vector<std::string> bots;
  };
  for (const auto& [game, bots] :
       {Case{yahtzee_game, {"greedy", "illegal-in-3", "throws-in-5"}},
        Case{yahtzee_game, {"dummy"}}, Case{pazaak_game, {"illegal-in-3", "throws-in-2"}},
        Case{pazaak_game, {"throws-in-2", "kid"}}}) {
    std::vector<play::Entrant> entrants;
    for (const std::string& bot : bots) entrants.push_back(entrant(bot));
    std::vector<const play::Entrant*> sit;
    for (const play::Entrant& each : entrants) sit.push_back(&each);
    const play::Batch batch{{.luck = play::FixtureLuck(77), .first_game = 1, .games = 41}, sit};
    const tournament::BatchResult played = game.under("koth", {}).value()->play(batch, loses);
    std::vector<tournament::Tally> lines(bots.size());
    std::uint32_t number = batch.first_game;
    for (const play::GameResult& result :
         play::game_results(played.bytes, bots.size(), batch.games))
      play::add_game(lines, result, batch.first_player(number++));
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i].faults = played.tallies[i].faults;
    EXPECT_EQ(lines, played.tallies) << game.info->name;
  }
}

// The hot path and the observed one are two loops, which must agree, faults included.
TEST(Watching, ChangesNoResult) {
  for (const char* second : {"b=bold", "b=illegal-in-3", "b=throws-in-2"})
    for (const play::Conditions& conditions : {loses, stands, disqualifies}) {
      std::string log;
      play::Observer observer;
      observer.log = [&](std::string_view text) { log += text; };
      const Table table(pazaak_game, "a=nestor", second);
      const tournament::BatchResult plain = table.play(6, conditions),
                                    watched = table.play(6, conditions, &observer);
      EXPECT_EQ(plain.bytes, watched.bytes) << second;
      EXPECT_EQ(plain.tallies, watched.tallies) << second;
      EXPECT_EQ(plain.notes.size(), watched.notes.size()) << second;
      EXPECT_TRUE(log.starts_with("New Game!\n"));
    }
}

// Two bots that play alike: the games of a deal differ only in their sides.
TEST(Mirrored, EachDealIsPlayedFromBothSides) {
  const auto any_game = pazaak_game.under("koth", {}).value();
  const play::Entrant a = entrant("a=kid"), b = entrant("b=kid");
  const std::vector<const play::Entrant*> both{&a, &b};
  const auto played = [&](bool mirrored, std::uint32_t games) {
    std::vector<play::GameReport> reports;
    play::Observer observer;
    observer.game_over = [&](const play::GameReport& report) { reports.push_back(report); };
    any_game->play({{.luck = play::FixtureLuck(7), .games = games, .mirrored = mirrored}, both},
                   loses, &observer);
    return reports;
  };
  const auto fresh = played(false, 20), mirrored = played(true, 40);
  std::set<std::vector<int>> outcomes;
  for (std::uint32_t deal = 0; deal < 20; ++deal) {
    const play::GameReport &one = mirrored[2 * deal], &other = mirrored[2 * deal + 1];
    EXPECT_EQ(one.points, fresh[deal].points) << "deal " << deal;
    EXPECT_EQ(other.points, fresh[deal].points) << "deal " << deal;
    EXPECT_EQ(one.entrants, (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(other.entrants, (std::vector<std::size_t>{1, 0}));
    outcomes.insert(one.points);
  }
  EXPECT_GT(outcomes.size(), 3u) << "each deal is another";
}

TEST(Mirrored, TheOwnLuckOfHouseBotsIsThatOfTheDeal) {
  const auto any_game = pazaak_game.under("koth", {}).value();
  const play::Entrant a = entrant("a=illegal-in-3"), b = entrant("b=bold");
  const std::vector<const play::Entrant*> both{&a, &b};
  const tournament::BatchResult result =
      any_game->play({{.luck = play::FixtureLuck(7), .games = 10, .mirrored = true}, both}, loses);
  ASSERT_EQ(result.notes.size(), 2u);
  EXPECT_EQ(result.notes[0].game, 6u);
  EXPECT_EQ(result.notes[1].game, 7u);
}

TEST(Mirrored, ADealMayBeCut) {
  const auto any_game = pazaak_game.under("koth", {}).value();
  const play::Entrant a = entrant("a=kid"), b = entrant("b=bold");
  const std::vector<const play::Entrant*> both{&a, &b};
  const auto bytes = [&](std::uint32_t first, std::uint32_t games) {
    return any_game
        ->play(
            {{.luck = play::FixtureLuck(7), .first_game = first, .games = games, .mirrored = true},
             both},
            loses)
        .bytes;
  };
  std::vector<std::uint8_t> parts = bytes(0, 3);
  for (const std::uint8_t byte : bytes(3, 7)) parts.push_back(byte);
  EXPECT_EQ(parts, bytes(0, 10));
}

// A disqualified bot is out from the start: the others play as if it had not entered.
TEST(Tournament, IsPlayedAgainWithoutWhoWasDisqualified) {
  for (const Format format : {Format::everyone, Format::round_robin, Format::gauntlet, Format::cup,
                              Format::swiss, Format::hill})
    for (const char* bad : {"illegal", "illegal-in-3", "throws", "throws-in-5"}) {
      Contest with_bad = contest_of(yahtzee_game, format, 20, {"dummy", bad, "in-order", "greedy"});
      Contest without = contest_of(yahtzee_game, format, 20, {"dummy", "in-order", "greedy"});
      with_bad.plan.challengers = {0, 1};
      without.plan.challengers = {0};
      with_bad.conditions = disqualifies;
      const ContestReport report = run_contest(with_bad, {}), expected = run_contest(without, {});
      EXPECT_EQ(report.digest, expected.digest) << bad;
      EXPECT_EQ(left(with_bad, report), (Names{"dummy", "in-order", "greedy"})) << bad;
      EXPECT_TRUE(report.failed.empty()) << "house bots are not checked";
      ASSERT_EQ(report.concluded.disqualified.size(), 1u) << bad;
      EXPECT_EQ(report.concluded.disqualified[0].entry, 1) << bad;
      ASSERT_EQ(report.rows.size(), 3u);
      for (const char* name : {"dummy", "in-order", "greedy"}) {
        EXPECT_EQ(row(with_bad, report, name).tally, row(without, expected, name).tally) << name;
        EXPECT_EQ(row(with_bad, report, name).rank, row(without, expected, name).rank) << name;
      }
    }
}

// The first fault in canonical order is found first, with any number of workers.
TEST(Tournament, DisqualifiesInCanonicalOrder) {
  for (const int jobs : {1, 2, 8}) {
    Contest contest = contest_of(yahtzee_game, Format::everyone, 100,
                                 {"throws-in-5", "dummy", "illegal-in-3", "greedy"});
    contest.conditions = disqualifies;
    const ContestReport report = run_contest(contest, {.jobs = jobs, .progress = {}});
    ASSERT_EQ(report.concluded.disqualified.size(), 2u);
    EXPECT_EQ(report.concluded.disqualified[0].entry, 2);
    EXPECT_EQ(report.concluded.disqualified[0].game, 3u);
    EXPECT_EQ(report.concluded.disqualified[1].entry, 0);
    EXPECT_EQ(report.concluded.disqualified[1].game, 5u);
    EXPECT_EQ(left(contest, report), (Names{"dummy", "greedy"}));
  }
}

TEST(Tournament, WithOneLeftPlaysNothing) {
  Contest contest = contest_of(yahtzee_game, Format::everyone, 5, {"greedy", "illegal", "throws"});
  contest.conditions = disqualifies;
  const ContestReport report = run_contest(contest, {});
  EXPECT_EQ(left(contest, report), Names{"greedy"});
  EXPECT_TRUE(report.concluded.standings.results.empty());
}

TEST(Tournament, UnderLoseEverybodyStays) {
  const Contest contest =
      contest_of(yahtzee_game, Format::everyone, 10, {"dummy", "illegal", "throws-in-5"});
  const ContestReport report = run_contest(contest, {});
  EXPECT_EQ(left(contest, report), (Names{"dummy", "illegal", "throws-in-5"}));
  EXPECT_EQ(row(contest, report, "illegal").tally.faults, 10);
  EXPECT_EQ(row(contest, report, "illegal").tally.won, 0);
  EXPECT_EQ(row(contest, report, "throws-in-5").tally.faults, 1);
}

TEST(Tournament, HasOneDigestWhateverTheNumberOfWorkers) {
  const Names six{"bold", "cautious", "bastila", "kid", "austin", "nestor"};
  constexpr std::uint32_t many = sanitized ? 60 : 300, odd = sanitized ? 21 : 101;
  std::vector<Contest> contests;
  contests.push_back(contest_of(pazaak_game, Format::round_robin, many, six));
  contests.push_back(contest_of(pazaak_game, Format::round_robin, many, six));
  contests.back().plan.mirrored = true;
  contests.push_back(contest_of(pazaak_game, Format::gauntlet, many, six));
  contests.back().plan.challengers = {1, 4};
  contests.push_back(contest_of(pazaak_game, Format::cup, odd, six));
  contests.push_back(contest_of(pazaak_game, Format::swiss, odd, six));
  contests.push_back(contest_of(pazaak_game, Format::hill, odd, six));
  contests.push_back(
      contest_of(yahtzee_game, Format::everyone, 100, {"dummy", "in-order", "greedy", "x=dummy"}));
  std::set<std::string> digests;
  for (const Contest& contest : contests) {
    const ContestReport one = run_contest(contest, {});
    for (const int jobs : {2, 8}) {
      const ContestReport shared = run_contest(contest, {.jobs = jobs, .progress = {}});
      EXPECT_EQ(shared.digest, one.digest);
      ASSERT_EQ(shared.rows.size(), one.rows.size());
      for (std::size_t i = 0; i < one.rows.size(); ++i) {
        EXPECT_EQ(shared.rows[i].entry, one.rows[i].entry);
        EXPECT_EQ(shared.rows[i].tally, one.rows[i].tally);
      }
    }
    EXPECT_TRUE(digests.insert(one.digest).second);
  }
}

// Its games are one batch for any number of workers; if cut, they would differ.
TEST(Tournament, AHouseBotThatRemembersPlaysAPairingThrough) {
  Contest contest = contest_of(pazaak_game, Format::round_robin, 300, {"bold", "kid", "counting"});
  const std::string cut = run_contest(contest, {}).digest;
  contest.entrants.back().player = play::HousePlayer{"counting", true};
  const std::string whole = run_contest(contest, {}).digest;
  EXPECT_NE(whole, cut);
  for (const int jobs : {2, 8})
    EXPECT_EQ(run_contest(contest, {.jobs = jobs, .progress = {}}).digest, whole);
}

// All dice are the same, and with them the games.
TEST(Tournament, TheDigestTellsMirroredDealsFromFresh) {
  const Switches ones{{"dice", std::vector<std::int64_t>(2 * 13 * 3 * 5, 1)}};
  Contest fresh =
      contest_of(yahtzee_game, Format::round_robin, 4, {"a=in-order", "b=in-order"}, ones);
  Contest mirrored =
      contest_of(yahtzee_game, Format::round_robin, 4, {"a=in-order", "b=in-order"}, ones);
  mirrored.plan.mirrored = true;
  const ContestReport one = run_contest(fresh, {}), other = run_contest(mirrored, {});
  EXPECT_EQ(one.rows[0].tally, other.rows[0].tally);
  EXPECT_NE(one.digest, other.digest);
  EXPECT_NE(one.concluded.standings.results[0].digest, other.concluded.standings.results[0].digest);
}

TEST(Tournament, TheDigestDependsOnSeedAndNamesNotOnTheOrderOfTheList) {
  const auto digest = [](const Names& bots, std::uint64_t seed) {
    Contest contest = contest_of(pazaak_game, Format::round_robin, 50, bots);
    contest.seed = seed;
    return run_contest(contest, {}).digest;
  };
  const std::string first = digest({"kid", "austin", "nestor"}, 1);
  EXPECT_EQ(digest({"nestor", "kid", "austin"}, 1), first);
  EXPECT_NE(digest({"kid", "austin", "nestor"}, 2), first);
  EXPECT_NE(digest({"kid", "austin", "n=nestor"}, 1), first);
}

// A stored result can be played again from the names and the seed alone: the key, and which bot
// begins.
TEST(Tournament, APairsGamesFollowFromItsNamesAndTheSeed) {
  std::set<int> first_seats;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Contest contest = contest_of(pazaak_game, Format::round_robin, 50, {"nestor", "bold"});
    contest.seed = seed;
    const std::vector<const play::Entrant*> by_name{&contest.entrants[1], &contest.entrants[0]};
    play::Batch batch{{.games = 50}, by_name};
    batch.luck = play::FixtureLuck(play::luck_key(seed, "pazaak", Names{"bold", "nestor"}));
    batch.first_seat = batch.luck.first_seat(2);
    first_seats.insert(batch.first_seat);
    Digest digest;
    digest.add(contest.any_game->play(batch, contest.conditions).bytes);
    EXPECT_EQ(run_contest(contest, {}).concluded.standings.results.at(0).digest, digest.hex());
  }
  EXPECT_EQ(first_seats.size(), 2u);
}

// The opener that a Swiss tournament names sits in seat 0.
TEST(Tournament, WhoIsSaidToOpenSitsFirst) {
  Contest contest = contest_of(pazaak_game, Format::swiss, 3, {"kid", "nestor", "bold", "austin"});
  contest.plan.swiss_rounds = 6;
  const ContestReport report = run_contest(contest, {});
  std::set<bool> first_by_name;
  for (const auto& result : report.concluded.standings.results) {
    const tournament::Fixture& fixture = result.fixture;
    Names names;
    std::vector<const play::Entrant*> entrants;
    for (const auto entry : fixture.entries) {
      entrants.push_back(&contest.entrants[static_cast<std::size_t>(entry)]);
      names.push_back(entrants.back()->name);
    }
    play::Batch batch{{.first_game = fixture.first_game, .games = 3}, entrants};
    batch.luck = play::FixtureLuck(play::luck_key(contest.seed, "pazaak", names));
    const std::size_t opens = fixture.opens == fixture.entries[0] ? 0 : 1;
    first_by_name.insert(opens == 0);
    batch.first_seat = 0;
    if (batch.first_player(fixture.first_game) != opens) batch.first_seat = 1;
    Digest digest;
    digest.add(names[opens]);
    digest.add(contest.any_game->play(batch, contest.conditions).bytes);
    EXPECT_EQ(result.digest, digest.hex());
  }
  EXPECT_EQ(first_by_name.size(), 2u);
}

// In games of two, another bot changes no other pairing.
TEST(Tournament, ANewBotLeavesOldPairsAlone) {
  const Contest few = contest_of(pazaak_game, Format::round_robin, 50, {"kid", "nestor"});
  const Contest more = contest_of(pazaak_game, Format::round_robin, 50, {"bold", "kid", "nestor"});
  const ContestReport of_few = run_contest(few, {}), of_more = run_contest(more, {});
  const auto& pairs = of_more.concluded.standings.results;
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_EQ(pairs[2].fixture.entries, (std::vector<int>{1, 2}));
  EXPECT_EQ(pairs[2].digest, of_few.concluded.standings.results.at(0).digest);
}

TEST(Tournament, ProgressCountsEveryGameInOrder) {
  std::vector<std::uint64_t> done;
  const Contest contest = contest_of(pazaak_game, Format::round_robin, 128, {"kid", "bold"});
  run_contest(contest, {.jobs = 2, .progress = [&](const ContestProgress& progress) {
                          EXPECT_EQ(progress.games_planned, 128u);
                          EXPECT_EQ(progress.round, 1);
                          done.push_back(progress.games_done);
                        }});
  EXPECT_EQ(done.front(), 0u);
  EXPECT_EQ(done.back(), 128u);
  EXPECT_TRUE(std::ranges::is_sorted(done));
}

TEST(Tournament, TheReportSoFarHasEveryGameThatWasCounted) {
  const Contest contest =
      contest_of(pazaak_game, Format::round_robin, 128, {"kid", "bold", "nestor"});
  std::uint64_t done = 0, reported = 0;
  RunOptions options{
      .jobs = 2, .progress = [&](const ContestProgress& progress) { done = progress.games_done; }};
  options.events.batch = [&](const auto& so_far) {
    reported = 0;
    for (const tournament::Result& result : so_far().concluded.standings.results)
      reported += result.fixture.games;
    EXPECT_EQ(reported, done);
  };
  run_contest(contest, options);
  EXPECT_EQ(reported, 3 * 128u);
}

// A cache of the results of a contest, in a store of its own.
struct CacheInFile {
  explicit CacheInFile(const Contest& contest)
      : cache(contest, bots_of(contest), &known, &writer) {}
  static std::vector<store::BotRow> bots_of(const Contest& contest) {
    std::vector<store::BotRow> bots;
    for (const play::Entrant& entrant : contest.entrants) bots.push_back(identify(entrant).value());
    return bots;
  }

  runner::Scratch folder;
  std::string file = folder.path() / "store.db";
  store::Store known = store::Store::open(file, store::Store::Access::create).value();
  store::Writer writer{store::Store::open(file, store::Store::Access::change).value()};
  ResultCache cache;
};

TEST(Tournament, StoredGamesOfLaterPairingsAreKnownFromTheStart) {
  const Contest contest =
      contest_of(pazaak_game, Format::round_robin, 128, {"kid", "bold", "nestor"});
  const tournament::Fixture last = run_contest(contest, {}).concluded.standings.results[2].fixture;
  CacheInFile stored(contest);
  ResultCache& cache = stored.cache;
  play::Batch batch = batch_of(contest, last);
  batch.games = 64;
  cache.keep(last, contest.any_game->play(batch, contest.conditions));
  stored.writer.finish();
  std::vector<std::uint64_t> known, ahead;
  RunOptions options{.progress =
                         [&](const ContestProgress& progress) {
                           EXPECT_EQ(progress.games_planned, 3 * 128u);
                           known.push_back(progress.games_done + progress.games_ahead);
                           ahead.push_back(progress.games_ahead);
                         },
                     .cache = &cache,
                     .recall_only = true,
                     .partial = true};
  EXPECT_FALSE(run_contest(contest, options).complete);
  EXPECT_EQ(known.back(), 64u);
  known.clear();
  options.recall_only = false;
  EXPECT_TRUE(run_contest(contest, options).complete);
  EXPECT_EQ(known.front(), 64u);
  EXPECT_TRUE(std::ranges::is_sorted(known));
  EXPECT_EQ(known.back(), 3 * 128u);
  EXPECT_EQ(ahead.back(), 0u);
}

TEST(Tournament, PartsAreStoredUnlessTheServiceHasThemAnyhow) {
  constexpr std::uint32_t games = sanitized ? 20'000 : 100'000;
  const Contest contest =
      contest_of(pazaak_game, Format::round_robin, games, {"kid", "bold", "cautious"});
  const ContestReport whole = run_contest(contest, {});
  for (const bool stores_parts : {true, false}) {
    CacheInFile stored(contest);
    std::stop_source stop;
    const auto in_the_second = [&](const ContestProgress& progress) {
      if (progress.games_done > games) stop.request_stop();
    };
    RunOptions options{.progress = in_the_second,
                       .cache = &stored.cache,
                       .stores_parts = stores_parts,
                       .stop = stop.get_token()};
    EXPECT_FALSE(run_contest(contest, options).complete);
    stored.writer.finish();
    const auto stored_games = [&](std::size_t fixture) {
      std::uint32_t sum = 0;
      for (const auto& block :
           stored.cache.recall(whole.concluded.standings.results[fixture].fixture))
        sum += block.games;
      return sum;
    };
    EXPECT_EQ(stored_games(0), games);
    EXPECT_LT(stored_games(1), games);
    EXPECT_EQ(stored_games(1) > 0, stores_parts);
    EXPECT_EQ(run_contest(contest, {.cache = &stored.cache}).digest, whole.digest);
  }
}

// Returns the bytes of heap that the plan of a contest takes, by its games per pair.
std::size_t heap_of_plan(std::uint32_t games) {
  const auto in_use = [] {
    const struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
  };
  const Contest contest = contest_of(pazaak_game, Format::round_robin, games, {"kid", "bold"});
  const std::size_t before = in_use();
  std::optional<std::size_t> planned;
  std::stop_source stop;
  run_contest(contest, {.progress =
                            [&](const ContestProgress& progress) {
                              if (!planned) planned = in_use() - before;
                              EXPECT_EQ(progress.games_planned, games);
                              stop.request_stop();
                            },
                        .stop = stop.get_token()});
  return planned.value();
}

TEST(Tournament, APlanTakesNoMemoryAGame) {
  EXPECT_LT(heap_of_plan(tournament::games_max), heap_of_plan(1000) + 100'000);
}

Contest two_games_with_play_off(std::uint64_t seed) {
  Contest contest =
      contest_of(yahtzee_game, Format::everyone, 2, {"last=throws", "a=greedy", "b=greedy"});
  contest.plan.tie_breaks = {TieBreak::play_off};
  contest.seed = seed;
  return contest;
}

TEST(PlayOff, IsAmongTheTiedAlone) {
  std::uint64_t seed = 0;
  const auto is_tied = [](const ContestReport& report) {
    return report.concluded.standings.results.size() > 1;
  };
  while (seed < 100 && !is_tied(run_contest(two_games_with_play_off(seed), {}))) ++seed;
  const Contest contest = two_games_with_play_off(seed);
  const ContestReport report = run_contest(contest, {});
  ASSERT_TRUE(is_tied(report)) << "one seed in two has 1:1";
  EXPECT_EQ(row(contest, report, "a").points, 1);
  EXPECT_EQ(row(contest, report, "b").points, 1);
  const auto& results = report.concluded.standings.results;
  for (std::size_t i = 1; i < results.size(); ++i) {
    EXPECT_EQ(results[i].fixture.stage, Stage::play_off);
    EXPECT_EQ(results[i].fixture.entries, (std::vector<int>{1, 2}));
    EXPECT_EQ(results[i].fixture.first_game, 1 + i);
    EXPECT_EQ(results[i].fixture.games, 1u);
  }
  const int winner = results.back().tallies[0].won == 1 ? 1 : 2;
  EXPECT_EQ(report.rows[0].entry, winner);
  EXPECT_EQ(report.rows[0].rank, 1);
  EXPECT_EQ(report.rows[1].rank, 2);
  EXPECT_EQ(report.rows[2].entry, 0);
  EXPECT_EQ(report.rows[2].rank, 3);
  for (const int jobs : {2, 8})
    EXPECT_EQ(run_contest(contest, {.jobs = jobs, .progress = {}}).digest, report.digest);
}

// All dice are the same, so that the two always tie: the rank is shared after the named limit.
TEST(PlayOff, EndsAndTheRankIsShared) {
  const Switches ones{{"dice", std::vector<std::int64_t>(2 * 13 * 3 * 5, 1)}};
  Contest contest =
      contest_of(yahtzee_game, Format::everyone, 3, {"a=in-order", "b=in-order"}, ones);
  contest.plan.tie_breaks = {TieBreak::play_off};
  const ContestReport report = run_contest(contest, {});
  EXPECT_EQ(report.concluded.standings.results.size(), 1 + tournament::play_off_games_max);
  ASSERT_EQ(report.rows.size(), 2u);
  for (const tournament::Row& row : report.rows) {
    EXPECT_EQ(row.rank, 1);
    EXPECT_EQ(row.points, 3);
    EXPECT_EQ(row.tally.tied, 3);
  }
}

}  // namespace
}  // namespace hilltop::arena::run_test
