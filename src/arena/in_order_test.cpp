#include "play/in_order.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <latch>
#include <limits>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arena/catalog.hpp"
#include "core/no_threads_for_test.hpp"
#include "play/threads.hpp"

namespace hilltop::arena::in_order_test {
namespace {

using tournament::BatchResult;

play::GameOrder order_of(std::uint32_t first_game, std::uint32_t games) {
  play::GameOrder order{{.first_game = first_game, .games = games}};
  order.contestants = {{"a", "", play::HousePlayer{"bold"}},
                       {"b", "", play::HousePlayer{"cautious"}}};
  return order;
}

// Answers the order that was started last, first; each game comes alone, and has its own number as
// its points.
class Backwards final : public play::GameService {
 public:
  void start(play::OrderId id, play::GameOrder order) override {
    if (fails_ == order.first_game) order.games = 0;
    waiting_.push_back({id, std::move(order)});
    most_under_way = std::max(most_under_way, waiting_.size());
  }
  play::Answer next() override {
    auto& [id, order] = waiting_.back();
    play::Answer answer{id, {.result = BatchResult::none(order.first_game, 2)}, true};
    if (order.games == 0 && fails_ == order.first_game)
      answer.failure = std::make_exception_ptr(std::runtime_error("lost"));
    if (order.games > 0) {
      answer.played.result.games = 1;
      answer.played.result.tallies[0].sum = order.first_game;
      ++order.first_game;
      answer.ended = --order.games == 0;
    }
    if (answer.ended) waiting_.pop_back();
    return answer;
  }
  void cancel() override {
    ++cancelled;
    for (auto& [id, order] : waiting_) order.games = 0;
  }
  void fail_at(std::uint32_t game) { fails_ = game; }

  std::size_t most_under_way = 0;
  int cancelled = 0;

 private:
  std::vector<std::pair<play::OrderId, play::GameOrder>> waiting_;
  std::uint32_t fails_ = ~std::uint32_t{0};
};

constexpr std::uint32_t games_a_unit = 4;

std::vector<play::Piece> whole(std::size_t unit) {
  return {order_of(static_cast<std::uint32_t>(unit) * games_a_unit, games_a_unit)};
}

TEST(InOrder, TakesUnitsInOrderWhateverTheOrderOfTheAnswers) {
  Backwards service;
  std::vector<std::int64_t> sums;
  std::vector<std::size_t> arrived(1000);
  play::play_in_order(service, {.units = 1000,
                                .pieces = whole,
                                .arrived = [&](std::size_t unit, play::PlayedGames& games,
                                               bool) { arrived[unit] += games.result.games; },
                                .take =
                                    [&](std::size_t unit, const play::PlayedGames& played) {
                                      EXPECT_EQ(unit, sums.size());
                                      EXPECT_EQ(played.result.games, games_a_unit);
                                      sums.push_back(played.result.tallies[0].sum);
                                      return true;
                                    }});
  ASSERT_EQ(sums.size(), 1000u);
  for (std::size_t i = 0; i < sums.size(); ++i)
    EXPECT_EQ(sums[i], static_cast<std::int64_t>(4 * (4 * i) + 6));
  EXPECT_EQ(std::ranges::count(arrived, games_a_unit), 1000);
  EXPECT_EQ(service.most_under_way, play::units_ahead_usual);
  EXPECT_EQ(service.cancelled, 0);
}

TEST(InOrder, HasNothingToDoWithoutUnits) {
  Backwards service;
  play::play_in_order(service, {});
  EXPECT_EQ(service.most_under_way, 0u);
}

// Known games are not ordered, and stand where they belong.
TEST(InOrder, OrdersTheGamesBetweenKnownOnes) {
  Backwards service;
  const auto known = [](std::uint32_t first_game, std::uint32_t games) {
    BatchResult block = BatchResult::none(first_game, 2);
    block.games = games;
    block.tallies[0].sum = 1000;
    return block;
  };
  std::uint32_t ordered = 0;
  play::PlayedGames all;
  play::play_in_order(service, {.units = 1,
                                .pieces =
                                    [&](std::size_t) {
                                      return play::pieces_of(
                                          order_of(10, 20),
                                          std::vector{known(12, 3), known(20, 4)});
                                    },
                                .arrived = [&](std::size_t, play::PlayedGames& games,
                                               bool) { ordered += games.result.games; },
                                .take =
                                    [&](std::size_t, play::PlayedGames played) {
                                      all = std::move(played);
                                      return true;
                                    }});
  EXPECT_EQ(ordered, 13u);
  EXPECT_EQ(all.result.games, 20u);
  EXPECT_EQ(all.result.first_game, 10u);
  EXPECT_EQ(all.result.tallies[0].sum,
            2000 + (10 + 11) + (15 + 16 + 17 + 18 + 19) + (24 + 25 + 26 + 27 + 28 + 29));
}

// Looking for units to begin costs nothing once all have begun, however many wait for answers.
TEST(InOrder, LooksAtEachUnitNotAtEachAnswer) {
  class Unlimited final : public play::GameService {
   public:
    void start(play::OrderId id, play::GameOrder order) override { of_all.start(id, order); }
    play::Answer next() override { return of_all.next(); }
    void cancel() override { of_all.cancel(); }
    std::size_t units_ahead() const override { return std::numeric_limits<std::size_t>::max(); }
    Backwards of_all;
  } service;
  constexpr std::size_t units = 1000;
  std::size_t looks = 0, taken = 0;
  play::play_in_order(service, {.units = units,
                                .pieces = whole,
                                .claims = [&](std::size_t) -> std::span<const int> {
                                  ++looks;
                                  return {};
                                },
                                .take =
                                    [&](std::size_t, const play::PlayedGames&) {
                                      ++taken;
                                      return true;
                                    }});
  EXPECT_EQ(taken, units);
  EXPECT_EQ(service.of_all.most_under_way, units);
  EXPECT_LE(looks, 2 * units);
}

// Unit i claims things i % 3 and 3 + i % 2: each is held by one unit at a time, in order.
TEST(InOrder, ClaimsAreExclusiveAndInOrder) {
  constexpr std::size_t units = 600;
  std::vector<std::array<int, 2>> claimed(units);
  for (std::size_t i = 0; i < units; ++i)
    claimed[i] = {static_cast<int>(i % 3), 3 + static_cast<int>(i % 2)};
  std::array<int, 5> held{};
  std::array<std::vector<std::size_t>, 5> order;
  Backwards service;
  play::play_in_order(
      service, {.units = units,
                .pieces =
                    [&](std::size_t unit) {
                      for (const int claim : claimed[unit]) {
                        const auto c = static_cast<std::size_t>(claim);
                        EXPECT_EQ(held[c]++, 0);
                        order[c].push_back(unit);
                      }
                      return whole(unit);
                    },
                .claims = [&](std::size_t unit) { return std::span<const int>(claimed[unit]); },
                .arrived =
                    [&](std::size_t unit, play::PlayedGames&, bool ended) {
                      for (const int claim : claimed[unit])
                        held[static_cast<std::size_t>(claim)] -= ended;
                    },
                .take = [](std::size_t, const play::PlayedGames&) { return true; }});
  for (const auto& of_claim : order) EXPECT_TRUE(std::ranges::is_sorted(of_claim));
  EXPECT_EQ(order[0].size(), units / 3);
  EXPECT_GT(service.most_under_way, 0u);
}

TEST(InOrder, StopsWhenToldTo) {
  Backwards service;
  std::vector<std::size_t> taken;
  play::play_in_order(
      service,
      {.units = 1000, .pieces = whole, .take = [&](std::size_t unit, const play::PlayedGames&) {
         taken.push_back(unit);
         return unit < 7;
       }});
  EXPECT_EQ(taken, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(service.cancelled, 1);
}

// Played games arrive, so that they can be stored; of the units only the first short one is taken.
TEST(InOrder, AStopLosesNoGame) {
  Backwards service;
  std::stop_source stop;
  std::uint32_t arrived = 0, taken = 0;
  play::play_in_order(service, {.units = 100,
                                .pieces = whole,
                                .arrived =
                                    [&](std::size_t, play::PlayedGames& games, bool) {
                                      arrived += games.result.games;
                                      if (arrived == 10) stop.request_stop();
                                    },
                                .take =
                                    [&](std::size_t unit, const play::PlayedGames& played) {
                                      EXPECT_EQ(unit, 0u);
                                      taken += played.result.games;
                                      return false;
                                    },
                                .stop = stop.get_token()});
  EXPECT_EQ(arrived, 10u);
  EXPECT_EQ(taken, 0u);  // the last units were answered first
}

TEST(InOrder, StartsNothingAfterAStop) {
  Backwards service;
  std::stop_source stop;
  stop.request_stop();
  std::size_t taken = 0;
  play::play_in_order(service, {.units = 100,
                                .pieces = whole,
                                .take =
                                    [&](std::size_t, const play::PlayedGames& played) {
                                      EXPECT_EQ(played.result.games, 0u);
                                      return ++taken, false;
                                    },
                                .stop = stop.get_token()});
  EXPECT_EQ(taken, 1u);
  EXPECT_EQ(service.most_under_way, 0u);
}

TEST(InOrder, AFailureComesOutAfterTheOthersHaveArrived) {
  Backwards service;
  service.fail_at(80 * games_a_unit);
  std::uint32_t arrived = 0;
  const auto run = [&] {
    play::play_in_order(service,
                        {.units = 90,
                         .pieces = whole,
                         .arrived = [&](std::size_t, play::PlayedGames& games,
                                        bool) { arrived += games.result.games; },
                         .take = [](std::size_t, const play::PlayedGames&) { return true; }});
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(arrived, 9 * games_a_unit);
  EXPECT_EQ(service.cancelled, 1);
}

TEST(InOrder, WhatTakeThrowsComesOut) {
  Backwards service;
  const auto run = [&] {
    play::play_in_order(service, {.units = 1000,
                                  .pieces = whole,
                                  .take = [](std::size_t unit, const play::PlayedGames&) -> bool {
                                    if (unit == 30) throw std::runtime_error("unit 30");
                                    return true;
                                  }});
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(service.cancelled, 1);
}

// Games of bold against cautious on threads.
class OnThreads : public testing::TestWithParam<int> {
 protected:
  // Returns the results of 64 units.
  std::vector<std::uint8_t> bytes(int workers) {
    play::Threads threads(workers, venue_);
    std::vector<std::uint8_t> all;
    play::play_in_order(
        threads,
        {.units = 64, .pieces = whole, .take = [&](std::size_t, const play::PlayedGames& played) {
           all.insert(all.end(), played.result.bytes.begin(), played.result.bytes.end());
           return true;
         }});
    return all;
  }

  std::unique_ptr<AnyGame> pazaak_ = find_game("pazaak").value()->under("koth", {}).value();
  play::Conditions conditions_;
  play::HomeVenue venue_{*pazaak_, conditions_, {}};
};
INSTANTIATE_TEST_SUITE_P(Workers, OnThreads, testing::Values(1, 2, 8));

TEST_P(OnThreads, GamesAreThoseOfOneBatch) {
  const play::GameOrder order = order_of(0, 64 * games_a_unit);
  const play::Venue::Table table = venue_.table(order);
  const BatchResult one = pazaak_->play({order, table.entrants}, conditions_);
  EXPECT_EQ(bytes(GetParam()), one.bytes);
}

TEST_P(OnThreads, AnOrderThatIsCancelledAnswersOnce) {
  play::Threads threads(GetParam(), venue_);
  std::set<play::OrderId> answered;
  for (play::OrderId id = 0; id < 100; ++id) threads.start(id, order_of(0, 1000));
  threads.cancel();
  for (int i = 0; i < 100; ++i) {
    const play::Answer answer = threads.next();
    EXPECT_TRUE(answer.ended);
    EXPECT_TRUE(answered.insert(answer.order).second);
  }
  threads.start(100, order_of(0, 10));
  EXPECT_EQ(threads.next().played.result.games, 10u);
}

// Fails each order, once it is told to.
class Broken final : public play::Venue {
 public:
  Table table(const play::GameOrder&) const override {
    told_.wait();
    throw std::runtime_error("broken");
  }
  void tell() { told_.count_down(); }

 private:
  mutable std::latch told_{1};
};

TEST_P(OnThreads, AFailureCancelsTheOrdersThatHaveNotBegun) {
  Broken venue;
  play::Threads threads(GetParam(), venue);
  for (play::OrderId id = 0; id < 100; ++id) threads.start(id, order_of(0, 10));
  venue.tell();
  int failures = 0;
  for (int i = 0; i < 100; ++i) failures += threads.next().failure != nullptr;
  EXPECT_GE(failures, 1);
  EXPECT_LE(failures, GetParam());
}

TEST(OnThreadsAlone, PlaysAllIfTheSystemGivesNoThreads) {
  const auto pazaak = find_game("pazaak").value()->under("koth", {}).value();
  const play::Conditions conditions;
  const play::HomeVenue venue(*pazaak, conditions, {});
  play::Threads threads(8, venue);
  const NoThreads none;
  std::uint32_t games = 0;
  play::play_in_order(
      threads,
      {.units = 100, .pieces = whole, .take = [&](std::size_t, const play::PlayedGames& played) {
         games += played.result.games;
         return true;
       }});
  EXPECT_EQ(games, 400u);
}

}  // namespace
}  // namespace hilltop::arena::in_order_test
