// Tests the six bots of the contest against the sentences that describe them.
#include "games/pazaak/bots/bots.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "games/pazaak/position_for_test.hpp"
#include "match/session.hpp"

namespace hilltop::pazaak::bots_test {
namespace {

constexpr Move end = Move::end(), stand = Move::stand();
constexpr auto play = Move::play;

struct Case {
  const char* sentence;
  Before mine, theirs;
  Move move;
};

std::unique_ptr<Bot<Rules>> house_bot(std::string_view name) {
  return std::ranges::find(house_bots(), name, &HouseBot<Rules>::name)->make();
}

Move decision(Bot<Rules>& bot, const Before& mine, const Before& theirs, bool player_one = true) {
  const State state = player_one ? position(mine, theirs, 0) : position(theirs, mine, 1);
  return bot.choose(koth.view(state, player_one ? Seat(0) : Seat(1)));
}

void check(const std::unique_ptr<Bot<Rules>>& bot, const std::vector<Case>& table) {
  for (const auto& [sentence, mine, theirs, move] : table)
    for (const bool player_one : {true, false})
      EXPECT_EQ(decision(*bot, mine, theirs, player_one), move) << sentence;
}

// The opponent's side: in play, or standing.
Before plays_on(std::vector<int> hand) { return {std::move(hand), {}, Action::end}; }
Before stands(std::vector<int> hand) { return {std::move(hand), {}, Action::stand}; }
Before played(std::vector<int> hand) { return {std::move(hand), {}, Action::stand, true}; }

TEST(Bold, DrawsBelowTwenty) {
  check(house_bot("bold"), {
                               {"END while m < 20", {{10, 9}}, {}, end},
                               {"END while m < 20", {{1}}, {}, end},
                               {"else STAND", {{10, 9, 2}}, {}, stand},
                               {"uses no side card", {{10, 9}, {1}}, stands({10, 10}), end},
                           });
}

TEST(Cautious, DrawsBelowFifteen) {
  check(house_bot("cautious"), {
                                   {"END while m < 15", {{10, 4}}, {}, end},
                                   {"else STAND", {{10, 5}}, {}, stand},
                                   {"else STAND", {{10, 9, 2}}, {}, stand},
                                   {"uses no side card", {{10, 5}, {5}}, stands({10, 10}), stand},
                               });
}

TEST(Bastila, PlaysTheLastCardThatFitsElseAssumesTheAverageCard) {
  check(house_bot("bastila"),
        {
            {"a side card makes 17..20: the last such", {{10, 5}, {2, 5, 1, 3}}, {}, play(3)},
            {"the last such, though one makes 20", {{10, 5}, {5, 2}}, {}, play(2)},
            {"16 is too little", {{10, 5}, {5, 1}}, {}, play(5)},
            {"21 is too much", {{10, 7}, {3, 4}}, {}, play(3)},
            {"also when it stood well already", {{10, 9}, {1}}, stands({10, 5}), play(1)},
            {"no side card: m + e = 9 + 5", {{4, 5}, {}}, {}, end},
            {"m + e = 13 + 5, e rounded down", {{10, 3}, {3}}, {}, end},
            {"m + e = 14 + 5", {{10, 4}, {2}}, {}, stand},
            {"e = (220 - 13) / (40 - 8) = 6", {{1, 1, 1, 1, 2, 2, 2, 3}, {}}, {}, stand},
            {"the opponent's cards do not count", {{10, 3}}, plays_on({1, 1, 1, 1, 2, 2}), end},
        });
}

TEST(Kid, GoesByTheBook) {
  check(house_bot("kid"),
        {
            {"o > 20: STAND", {{10}}, plays_on({10, 9, 8}), stand},
            {"m > 20: STAND", {{10, 9, 8}}, plays_on({10}), stand},
            {"m <= 10: END", {{10}, {5}}, stands({9}), end},
            {"b makes exactly 20: PLAY b", {{10, 5}, {2, 5, 4}}, plays_on({10}), play(5)},
            {"b is the greatest below 20 - m", {{10, 5}, {3, 4, 2}}, plays_on({10}), play(4)},
            {"v >= o, level", {{10, 5}, {4}}, plays_on({10, 9}), play(4)},
            {"v > 18 is wanted", {{10, 5}, {3, 2}}, plays_on({10}), end},
            {"v >= o is wanted", {{10, 5}, {4}}, plays_on({10, 10}), end},
            {"finished, m < o: PLAY b if v >= o", {{10, 4}, {3, 2}}, stands({10, 6}), play(3)},
            {"finished, m < o: level counts", {{10, 4}, {2, 1}}, stands({10, 6}), play(2)},
            {"finished, m < o: else END", {{10, 4}, {3}}, stands({10, 8}), end},
            {"finished, m < o: else END, no card", {{10, 8}}, stands({10, 9}), end},
            {"finished, m = o: PLAY the smallest", {{10, 4}, {3, 2, 4}}, stands({10, 4}), play(2)},
            {"finished, m = o: that does not bust", {{10, 7}, {5, 4}}, stands({10, 7}), stand},
            {"finished, m = o: STAND if there is none", {{10, 4}}, stands({10, 4}), stand},
            {"finished, m > o: STAND", {{10, 4}, {2}}, stands({10, 3}), stand},
            {"finished by a side card", {{10, 4}, {2}}, played({10, 3}), stand},
            {"m < o: END", {{10, 8}}, plays_on({10, 9}), end},
            {"o <= 10 and m < 18: END", {{10, 7}}, plays_on({10}), end},
            {"m = o and m >= 18: STAND", {{10, 8}}, plays_on({9, 9}), stand},
            {"m < 18: END", {{10, 7}}, plays_on({10, 2}), end},
            {"else STAND", {{10, 8}}, plays_on({10, 2}), stand},
            {"else STAND, against nothing", {{10, 8}}, {}, stand},
        });
}

TEST(Austin, CountsCards) {
  check(
      house_bot("austin"),
      {
          {"m > 20: STAND", {{10, 9, 8}}, plays_on({10}), stand},
          {"o > 20: STAND", {{3}}, plays_on({10, 9, 8}), stand},
          {"o < m and they stand: STAND", {{3, 2}, {5}}, stands({4}), stand},
          {"they stand: the first with o < m + c", {{10, 4}, {2, 3, 5}}, stands({10, 6}), play(3)},
          {"the first, though another makes 20", {{10, 5}, {3, 5}}, stands({10, 7}), play(3)},
          {"one that makes exactly 20, level", {{10, 7}, {2, 3}}, stands({10, 10}), play(3)},
          {"one that makes exactly 20", {{10, 5}, {4, 5}}, plays_on({10}), play(5)},
          {"no card but for 20 while they draw", {{10, 8}, {1}}, plays_on({10, 2}), stand},
          {"all unseen cards fit: END", {{10}}, {}, end},
          {"8 of 38 unseen: END", {{10, 8}}, {}, end},
          {"8 of 37 unseen: END", {{10, 8}}, plays_on({9}), end},
          {"7 of 37 unseen: STAND", {{10, 8}}, plays_on({2}), stand},
          {"7 of 35, which is 0.2: STAND", {{10, 8}}, plays_on({1, 9, 9}), stand},
          {"4 of 38: STAND", {{10, 9}}, {}, stand},
      });
}

TEST(Austin, IsRecklessWhenBehind) {
  const auto with = [](Before before, int won) {
    before.hands_won = won;
    return before;
  };
  const Before nineteen{{10, 9}};
  check(house_bot("austin"),
        {
            {"behind, they play on", with(nineteen, 0), with(plays_on({9}), 1), end},
            {"behind, they stand level", with(nineteen, 1), with(stands({9, 10}), 2), end},
            {"behind, they stand with more", with(nineteen, 1), with(stands({10, 10}), 2), end},
            {"behind, they stand with less", with(nineteen, 0), with(stands({9, 9}), 1), stand},
            {"behind, they did nothing yet", with(nineteen, 0), with(Before{}, 1), stand},
            {"level", with(nineteen, 1), with(plays_on({9}), 1), stand},
            {"ahead", with(nineteen, 2), with(stands({9, 10}), 1), stand},
            {"no unseen card fits", with({{9, 9, 1}}, 0), with(plays_on({1, 1, 1}), 1), stand},
            {"one unseen card fits", with({{9, 9, 1}}, 0), with(plays_on({1, 1}), 1), end},
            {"m >= 20 stands all the same", with({{10, 9, 8}}, 0), with(plays_on({9}), 1), stand},
            {"a side card comes first", with({{10, 9}, {1}}, 0), with(plays_on({9}), 1), play(1)},
        });
}

TEST(Nestor, AnswersIfEitherSideIsFinished) {
  check(house_bot("nestor"),
        {
            {"m = 20: STAND", {{10, 10}}, plays_on({5}), stand},
            {"m > o: STAND", {{10, 4}, {5}}, stands({10, 3}), stand},
            {"the first with o < m + c", {{10, 4}, {1, 3, 5}}, stands({10, 5}), play(3)},
            {"m = o is not more", {{10, 5}, {2, 5}}, stands({10, 5}), play(2)},
            {"else the first level one", {{10, 4}, {1, 2}}, stands({10, 6}), play(2)},
            {"m + c > 20 is none", {{10, 8}, {3, 2}}, stands({10, 9}), play(2)},
            {"else END", {{10, 4}, {1}}, stands({10, 9}), end},
            {"else END, also when level", {{10, 9}}, stands({9, 10}), end},
            {"finished by a side card", {{10, 4}, {3}}, played({10, 6}), play(3)},
        });
}

TEST(Nestor, ComparesPayoffs) {
  check(house_bot("nestor"),
        {
            {"a side card makes exactly 20", {{10, 5}, {1, 5}}, plays_on({10}), play(5)},
            {"no other side card is played", {{10, 7}, {2, 1}}, {}, stand},
            {"o = 20 and m < 20: END", {{10, 9}}, plays_on({10, 10}), end},
            {"m < 10: END", {{9}}, {}, end},
            // Standing always pays 10 against an empty hand; drawing pays 19 if the card fits, else
            // 4.
            {"31 of 38 fit: 16.2 > 10", {{10, 2}}, {}, end},
            {"16 less 0 of 38 fit: 10.3 > 10", {{10, 6}}, {}, end},
            {"12 of 38 fit: 8.7 < 10", {{10, 7}}, {}, stand},
            {"4 of 38 fit: 5.6 < 10", {{10, 9}}, {}, stand},
            {"14 of 35 fit: 10 = 10, exactly", {{4, 2, 5, 5}}, plays_on({5}), stand},
        });
}

// The two sums as the specification words them, in floating point and without algebra.
struct Payoffs {
  double standing = 0, drawing = 0;
};

Payoffs computed(const View& view) {
  const int m = view.me().hand.value(), o = view.opponent().hand.value();
  std::array<double, 11> unseen;
  unseen.fill(4);
  for (const Hand* hand : {&view.me().hand, &view.opponent().hand})
    for (const int card : hand->cards()) --unseen[static_cast<std::size_t>(card)];
  const auto count = [&](int card) { return unseen[static_cast<std::size_t>(card)]; };
  double n = 0, over = 0;
  for (int card = 1; card <= 10; ++card) {
    n += count(card);
    if (card >= 21 - o) over += count(card);
  }
  const double s = over / n;
  // A bust loses to a hand that is not; two busts are level.
  const auto compared = [](int mine, int theirs) {
    const int a = mine > 20 ? 0 : mine, b = theirs > 20 ? 0 : theirs;
    return a > b ? 1 : a == b ? 0 : -1;
  };
  const auto standing = [&](int theirs) {
    const int won = compared(m, theirs);
    return won > 0 ? 10 : won == 0 ? 1 : 0;
  };
  const auto drawing = [&](int mine, int theirs) {
    const int won = compared(mine, theirs);
    return won > 0 ? 19 : won == 0 ? 9 : 4;
  };
  Payoffs payoffs;
  // "No card" is a choice if the opponent does not lose by it.
  if (compared(m, o) <= 0) payoffs.standing = s * standing(o);
  for (int t = 1; t <= 10; ++t) payoffs.standing += count(t) / n * standing(o + t);
  for (int c = 1; c <= 10; ++c) {
    double of_c = compared(m + c, o) <= 0 ? s * drawing(m + c, o) : 0;
    for (int t = 1; t <= 10; ++t) of_c += (count(t) - (t == c)) / (n - 1) * drawing(m + c, o + t);
    payoffs.drawing += count(c) / n * of_c;
  }
  return payoffs;
}

// A tie of the exact sums stands: docs/decisions/0003-nestor.md.
TEST(Nestor, ComputesTheTwoSumsExactly) {
  constexpr double tie = 1e-9;
  const auto bot = house_bot("nestor");
  std::array<int, 3> seen{};  // STAND, END, ties
  for (std::uint32_t game = 0; game < (sanitized ? 3'000u : 30'000u); ++game) {
    DeckOf deck(Chance(17, game), 1);
    Draw draw = Chance(18, game).on(0);
    Before mine, theirs = plays_on({});
    int m = 0, o = 0;
    for (const int enough = 10 + static_cast<int>(draw.below(9)); m < enough; m += mine.hand.back())
      mine.hand.push_back(deck.deal());
    for (const int enough = static_cast<int>(draw.below(20)); o < enough; o += theirs.hand.back())
      theirs.hand.push_back(deck.deal());
    if (m == target || o == target) continue;
    const State state = position(mine, theirs, 0);
    const View view = koth.view(state, Seat(0));
    const auto [standing, drawing] = computed(view);
    const bool ends = drawing > standing + tie;
    ++seen[std::abs(drawing - standing) <= tie ? 2 : ends];
    ASSERT_EQ(bot->choose(view), ends ? end : stand)
        << "m " << m << " o " << o << " standing " << standing << " drawing " << drawing;
  }
  EXPECT_GT(seen[0], sanitized ? 100 : 1000);
  EXPECT_GT(seen[1], sanitized ? 100 : 1000);
  EXPECT_TRUE(sanitized || seen[2] > 0);
}

// One bot object plays all games of a pairing and must remember none.
TEST(HouseBots, AnswerByTheViewAloneAndLegally) {
  // With four side cards the game is solved for seconds.
  const Rules rules =
      sanitized ? Rules::under("koth", {{"side_cards", std::int64_t{2}}}).value() : koth;
  for (const auto& first : house_bots())
    for (const auto& second : house_bots()) {
      const std::array used{first.make(), second.make()};
      for (std::uint32_t game = 0; game < (sanitized ? 1 : 20); ++game) {
        const std::array fresh{first.make(), second.make()};
        Session<Rules> session(rules, 2, Chance(21, game));
        session.play_through([&](Seat seat, const View& view) {
          const auto i = static_cast<std::size_t>(index(seat));
          const Move move = used[i]->choose(view);
          EXPECT_EQ(fresh[i]->choose(view), move) << first.name << ' ' << second.name;
          return move;
        });
        ASSERT_TRUE(session.faults().empty()) << first.name << ' ' << second.name;
      }
    }
}

}  // namespace
}  // namespace hilltop::pazaak::bots_test
