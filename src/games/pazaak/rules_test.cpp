#include "games/pazaak/rules.hpp"

#include <gtest/gtest.h>
#include <set>

#include "games/pazaak/position_for_test.hpp"
#include "match/session.hpp"

namespace hilltop::pazaak::rules_test {
namespace {

constexpr int nobody = -1;
constexpr Seat one{0}, two{1};

// Remembers how the last hand ended and which player was dealt a card.
struct Observer : NoEvents {
  std::optional<Ending> ending;
  int winner = nobody;
  std::vector<int> dealt_to;
  void hand_ends(HandVerdict verdict, const Player& player_one, const Player& player_two) {
    ending = ending_of(verdict, player_one, player_two);
    winner = verdict == HandVerdict::one_wins ? 0 : verdict == HandVerdict::two_wins ? 1 : nobody;
    dealt_to.clear();
  }
  void dealt(int player, const Player&) { dealt_to.push_back(player); }
};

Observer played(State& state, Move move) {
  Observer observer;
  koth.proceed(state, move, any_luck, observer);
  return observer;
}

struct Judgement {
  const char* rule;
  std::vector<int> one;
  Action one_did;
  std::vector<int> two;
  Move two_does;
  std::optional<Ending> ending;  // nullopt if the hand goes on
  int winner = nobody;
};

TEST(Judgement, P7_RowByRow) {
  using enum Action;
  using enum Ending;
  const Move e = Move::end(), s = Move::stand();
  const std::optional<Ending> goes_on;
  const Judgement table[] = {
      {"a: one is over 20", {10, 5, 6}, end, {10, 5}, e, one_bust, 1},
      {"a: one is over 20, both stand", {10, 10, 10}, stand, {1}, s, one_bust, 1},
      {"a: two is over 20", {10, 5}, end, {10, 10, 1}, e, one_bust, 0},
      {"a: two is over 20 and has more than one who stands",
       {9},
       stand,
       {10, 9, 8},
       s,
       one_bust,
       0},
      {"a: two busts with a side card", {10, 5}, end, {10, 9}, Move::play(3), one_bust, 0},
      {"a: both are over 20", {10, 9, 8}, end, {10, 8, 9}, e, both_bust},
      {"a: both are over 20, not level", {10, 10, 1}, stand, {10, 10, 9}, e, both_bust},
      {"b: two, in play, has more", {10, 7}, stand, {10, 8}, e, beaten, 1},
      {"b: one, in play, has more", {10, 8}, end, {10, 7}, s, beaten, 0},
      {"b: one, in play, has more than a hand with a side card",
       {9, 9},
       end,
       {5, 9},
       Move::play(3),
       beaten,
       0},
      {"b: one stands, two in play has less", {10, 7}, stand, {10, 6}, e, goes_on},
      {"b: one stands, two in play has as much", {10, 7}, stand, {10, 7}, e, goes_on},
      {"b: two stands, one in play has less", {10, 6}, end, {10, 7}, s, goes_on},
      {"b: two stands, one in play has as much", {10, 7}, end, {10, 7}, s, goes_on},
      {"c: one has more", {10, 9}, stand, {10, 8}, s, beaten, 0},
      {"c: two has more", {10, 8}, stand, {10, 9}, s, beaten, 1},
      {"c: two has more by a side card", {10, 8}, stand, {10, 6}, Move::play(3), beaten, 1},
      {"c: level", {10, 9}, stand, {10, 9}, s, level},
      {"c: level at 20", {10, 10}, stand, {9, 9, 2}, s, level},
      {"d: both in play, one has more", {10, 9}, end, {1}, e, goes_on},
      {"d: both in play, two has more", {1}, end, {10, 9}, e, goes_on},
  };
  for (const auto& [rule, hand_one, one_did, hand_two, two_does, ending, winner] : table) {
    State state = position({hand_one, {}, one_did}, {hand_two, {3}}, 1);
    const Observer observer = played(state, two_does);
    EXPECT_EQ(observer.ending, ending) << rule;
    EXPECT_EQ(observer.winner, winner) << rule;
    EXPECT_EQ(state.players[0].hands_won, winner == 0) << rule;
    EXPECT_EQ(state.players[1].hands_won, winner == 1) << rule;
    EXPECT_EQ(state.hands, ending ? 2 : 1) << rule;
  }
}

TEST(Judgement, P6_OverOneWaitsForTwo) {
  State state = position({{10, 9, 8}}, {{3}, {}, Action::end}, 0);
  EXPECT_FALSE(played(state, Move::end()).ending);
  EXPECT_EQ(koth.turn(state), two);
  EXPECT_EQ(state.players[1].hand.count(), 2);
}

// The round is complete although player 2 stood long ago.
TEST(Judgement, P6_OneIsJudgedAgainstStandingTwo) {
  State state = position({{10, 8}}, {{10, 7}, {}, Action::stand}, 0);
  const Observer observer = played(state, Move::end());
  EXPECT_EQ(observer.ending, Ending::beaten);
  EXPECT_EQ(observer.winner, 0);
}

TEST(Turn, P4_PlayerOneBeginsWithOneCard) {
  const State state = koth.start(2, luck_that_deals({7, 3}));
  EXPECT_EQ(koth.turn(state), one);
  EXPECT_EQ(values(state.players[0].hand.cards()), std::vector{7});
  EXPECT_EQ(state.players[1].hand.count(), 0);
  EXPECT_EQ(state.players[0].action, Action::none);
}

TEST(Turn, P4_CardsAreDealtInTurnFromOneDeck) {
  const Chance luck = luck_that_deals({2, 7, 3, 5});
  State state = koth.start(2, luck);
  for (int turn = 0; turn < 3; ++turn) koth.apply(state, Move::end(), luck);
  EXPECT_EQ(values(state.players[0].hand.cards()), (std::vector{2, 3}));
  EXPECT_EQ(values(state.players[1].hand.cards()), (std::vector{7, 5}));
  EXPECT_EQ(koth.turn(state), two);
}

TEST(Turn, P4_AStandingPlayerIsNeitherDealtNorAsked) {
  const Chance luck = luck_that_deals({10, 1, 2, 3});
  State state = koth.start(2, luck);
  koth.apply(state, Move::stand(), luck);
  for (const int value : {1, 3, 6}) {
    ASSERT_EQ(koth.turn(state), two);
    EXPECT_EQ(state.players[1].hand.value(), value);
    EXPECT_EQ(state.players[0].hand.value(), 10);
    koth.apply(state, Move::end(), luck);
  }
}

TEST(Turn, P4_ABustPlayerIsAsked) {
  const Chance luck = luck_that_deals({10, 1, 9, 1, 8});
  State state = koth.start(2, luck);
  for (int turn = 0; turn < 4; ++turn) koth.apply(state, Move::end(), luck);
  EXPECT_EQ(koth.turn(state), one);
  EXPECT_EQ(state.players[0].hand.value(), 27);
}

TEST(Turn, P5_TwentyStandsByItself) {
  const Chance luck = luck_that_deals({10, 1, 10, 2});
  State state = koth.start(2, luck);
  koth.apply(state, Move::end(), luck);
  koth.apply(state, Move::end(), luck);
  EXPECT_EQ(koth.turn(state), two);  // 1 was dealt its 20 and not asked; 2 was dealt its card
  EXPECT_EQ(state.players[0].hand.value(), target);
  EXPECT_EQ(state.players[1].hand.value(), 3);
  EXPECT_EQ(koth.view(state, two).opponent().action, Action::stand);
  EXPECT_FALSE(koth.view(state, two).opponent().played);
}

TEST(Turn, P5_TwoTwentiesEndAHandThatNobodyWins) {
  const Chance luck = luck_that_deals({10, 9, 10, 9});
  State state = koth.start(2, luck);
  state.players[1].hand.add(2);  // as if player 2 had one card more
  koth.apply(state, Move::end(), luck);
  ASSERT_EQ(koth.turn(state), two);
  ASSERT_EQ(state.players[1].hand.value(), 11);
  Observer observer;
  koth.proceed(state, Move::end(), luck, observer);
  EXPECT_EQ(observer.ending, Ending::level);
  EXPECT_EQ(state.hands, 2);
}

TEST(Play, P4_AddsTheCardAndStands) {
  State state = position({{10, 5}, {1, 4, 2, 4}}, {{9}, {}, Action::end}, 0);
  played(state, Move::play(4));
  const Player& player = state.players[0];
  EXPECT_EQ(values(player.hand.cards()), (std::vector{10, 5, 4}));
  EXPECT_EQ(values(player.side.cards()), (std::vector{1, 2, 4}));
  EXPECT_EQ(player.action, Action::stand);
  EXPECT_TRUE(player.played);
}

TEST(Play, P9_ShowsAsStandAndThatASideCardWasPlayed) {
  State state = position({{10, 5}, {4, 1}}, {{9}, {}, Action::end}, 0);
  played(state, Move::play(4));
  const View view = koth.view(state, two);
  EXPECT_EQ(view.opponent().action, Action::stand);
  EXPECT_TRUE(view.opponent().played);
  EXPECT_EQ(values(view.opponent().hand.cards()), (std::vector{10, 5, 4}));
  EXPECT_EQ(view.opponent_side_cards(), 1);
}

TEST(Play, P3_TheCardIsGoneInTheNextHand) {
  State state = position({{10, 8}, {1}, Action::stand}, {{10, 4}, {5, 3}}, 1);
  EXPECT_EQ(played(state, Move::play(5)).winner, 1);
  EXPECT_EQ(values(state.players[1].side.cards()), std::vector{3});
  EXPECT_EQ(values(state.players[0].side.cards()), std::vector{1});
}

TEST(Play, P3_TheCardIsGoneAlsoAfterAHandThatNobodyWon) {
  State state = position({{10, 9}, {}, Action::stand}, {{10, 4}, {5, 3}}, 1);
  EXPECT_EQ(played(state, Move::play(5)).ending, Ending::level);
  EXPECT_EQ(values(state.players[1].side.cards()), std::vector{3});
}

TEST(Play, P10_AMissingCardIsRefusedAndReplacedByStand) {
  State state = position({{10, 5}, {4, 1}}, {{9}, {}, Action::end}, 0);
  const View view = koth.view(state, one);
  EXPECT_EQ(koth.refusal(view, Move::play(4)), "");
  EXPECT_EQ(koth.refusal(view, Move::end()), "");
  EXPECT_EQ(koth.refusal(view, Move::stand()), "");
  EXPECT_EQ(koth.refusal(view, Move::play(0)), "PLAY needs a card of the side deck");
  EXPECT_EQ(koth.refusal(view, Move::none()), "no action was set");
  for (const int card : {2, 5, 10, 99, -4})
    EXPECT_EQ(koth.refusal(view, Move::play(card)), "that card is not in the side deck") << card;
  EXPECT_EQ(koth.substitute(view), Move::stand());
  EXPECT_EQ(koth.legal_moves(view),
            (std::vector{Move::end(), Move::stand(), Move::play(4), Move::play(1)}));
}

TEST(Play, P10_StandIsPlayedForAnIllegalMove) {
  Session<Rules> session(koth, 2, any_luck, OnIllegal::substitute);
  std::vector<std::pair<Seat, Move>> moves;
  session.play_through([](Seat, const View&) { return Move::play(9); },
                       OnPlayed([&](Seat seat, Move move) { moves.emplace_back(seat, move); }));
  const std::vector<SeatFault>& faults = session.faults();
  EXPECT_EQ(faults.size(), moves.size());
  for (const auto& [seat, move] : moves) EXPECT_EQ(move, Move::stand());
  EXPECT_EQ(faults[0].fault.kind, FaultKind::illegal);
  EXPECT_EQ(faults[0].fault.detail, "that card is not in the side deck");
  EXPECT_EQ(session.retired(), 0u);
}

TEST(NewHand, P8_BeginsAfresh) {
  State state = position({{10, 8}, {1}, Action::stand, true}, {{10, 9}, {}, Action::end}, 1);
  EXPECT_EQ(played(state, Move::stand()).dealt_to, std::vector{0});
  EXPECT_EQ(koth.turn(state), one);
  EXPECT_EQ(state.players[0].hand.count(), 1);
  EXPECT_EQ(state.players[1].hand.count(), 0);
  for (const Player& player : state.players) {
    EXPECT_EQ(player.action, Action::none);
    EXPECT_FALSE(player.played);
  }
}

TEST(NewHand, P2_TheDeckOfAHandDoesNotDependOnWhatWasPlayed) {
  std::vector<std::vector<int>> seconds;
  for (const Move move : {Move::end(), Move::stand()}) {
    State state = koth.start(2, any_luck);
    while (state.hands == 1) koth.apply(state, move, any_luck);
    koth.apply(state, Move::end(), any_luck);
    seconds.push_back({state.players[0].hand.value(), state.players[1].hand.value()});
  }
  EXPECT_EQ(seconds[0], seconds[1]);
}

TEST(Game, P8_AHandThatNobodyWinsIsNotCounted) {
  State state =
      position({{10, 9}, {}, Action::stand, false, 2}, {{10, 9}, {}, Action::none, false, 1}, 1);
  EXPECT_EQ(played(state, Move::stand()).ending, Ending::level);
  EXPECT_EQ(koth.points(state), (Points{2, 1}));
  EXPECT_TRUE(koth.turn(state));
}

TEST(Game, P8_GoesToTheFirstToWinThree) {
  for (const int winner : {0, 1}) {
    const int low = 17 - winner, high = 16 + winner;
    State state = position({{10, low - 10}, {}, Action::stand, false, 2},
                           {{10, high - 10}, {}, Action::none, false, 2}, 1);
    EXPECT_EQ(played(state, Move::stand()).winner, winner);
    EXPECT_FALSE(koth.turn(state));
    EXPECT_EQ(koth.points(state), (winner == 0 ? Points{3, 2} : Points{2, 3}));
  }
}

TEST(Game, P12_EndsAfterAThousandHands) {
  for (const int hands : {Rules::hands_max - 1, Rules::hands_max}) {
    State state =
        position({{10, 9}, {}, Action::stand, false, 2}, {{10, 9}, {}, Action::none, false, 1}, 1);
    state.hands = hands;
    played(state, Move::stand());
    EXPECT_EQ(static_cast<bool>(koth.turn(state)), hands < Rules::hands_max);
    EXPECT_EQ(koth.points(state), (Points{2, 1}));
  }
}

TEST(Game, P11_LeavingLosesTheGame) {
  State state = position({{10}, {}, Action::none, false, 2}, {{10}, {}, Action::none, false, 1}, 0);
  State other = state;
  koth.retire(state, one, any_luck);
  EXPECT_FALSE(koth.turn(state));
  EXPECT_EQ(koth.points(state), (Points{2, 3}));
  koth.retire(other, two, any_luck);
  EXPECT_FALSE(koth.turn(other));
  EXPECT_EQ(koth.points(other), (Points{3, 1}));
}

TEST(View, P9_HoldsWhatABotMayKnow) {
  const State state =
      position({{10, 5}, {4, 1}, Action::end, false, 2}, {{7, 2}, {3}, Action::stand, true, 1}, 0);
  const View mine = koth.view(state, one), theirs = koth.view(state, two);
  EXPECT_TRUE(mine.is_player_one());
  EXPECT_FALSE(theirs.is_player_one());
  EXPECT_EQ(mine.me().hands_won, 2);
  EXPECT_EQ(mine.opponent().hands_won, 1);
  EXPECT_EQ(theirs.me().hands_won, 1);
  EXPECT_EQ(values(mine.me().hand.cards()), (std::vector{10, 5}));
  EXPECT_EQ(values(mine.opponent().hand.cards()), (std::vector{7, 2}));
  EXPECT_EQ(values(theirs.me().hand.cards()), (std::vector{7, 2}));
  EXPECT_EQ(values(theirs.opponent().hand.cards()), (std::vector{10, 5}));
  EXPECT_EQ(values(mine.me().side.cards()), (std::vector{4, 1}));
  EXPECT_EQ(values(theirs.me().side.cards()), (std::vector{3}));
  EXPECT_EQ(mine.opponent_side_cards(), 1);
  EXPECT_EQ(theirs.opponent_side_cards(), 2);
  EXPECT_EQ(mine.opponent().action, Action::stand);
  EXPECT_EQ(theirs.opponent().action, Action::end);
  EXPECT_TRUE(mine.opponent().played);
  EXPECT_FALSE(theirs.opponent().played);
}

TEST(Switches, AreNamedWhenTheyAreWrong) {
  const auto error = [](std::string_view rules, const Switches& switches) {
    return Rules::under(rules, switches).error().text;
  };
  EXPECT_EQ(error("koht", {}), "pazaak has no rule set 'koht' (did you mean 'koth'? known: koth)");
  for (const SwitchValue& value :
       {SwitchValue(std::int64_t{-1}), SwitchValue(std::int64_t{11}), SwitchValue(true)})
    EXPECT_EQ(error("koth", {{"side_cards", value}}),
              "switch 'side_cards' takes a whole number from 0 to 10");
  EXPECT_TRUE(error("koth", {{"side_card", std::int64_t{4}}})
                  .starts_with("unknown switch 'side_card' (did you mean 'side_cards'?"));
}

}  // namespace
}  // namespace hilltop::pazaak::rules_test
