#include "games/pazaak/scene.hpp"

#include <gtest/gtest.h>
#include <map>

#include "core/build_for_test.hpp"
#include "core/source_dir_for_test.hpp"
#include "games/pazaak/log.hpp"
#include "games/pazaak/position_for_test.hpp"
#include "games/pazaak/screen.hpp"
#include "games/pazaak/text.hpp"
#include "match/scene_laws.hpp"

namespace hilltop::pazaak::scene_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };
const auto folder = source_dir() / "src/games/pazaak/golden";

std::string composed(const Json& table, Move move) {
  const Json& answers = table["answers"];
  if (!move.plays()) return answers[move == Move::end() ? "end" : "stand"];
  for (const Json& play : answers["play"])
    if (play["card"] == move.card()) return play["answer"];
  return {};
}

std::vector<std::string> offered(const Json& table) {
  const Json& answers = table["answers"];
  std::vector<std::string> lines{answers["end"], answers["stand"]};
  for (const Json& play : answers["play"]) lines.push_back(play["answer"]);
  return lines;
}

TEST(Scene, OffersWhatIsLegal) {
  for (const std::int64_t cards : {0, 4, 10})
    for (std::uint64_t seed = 0; seed < (sanitized ? 6 : 20); ++seed)
      check_scenes<Scene, Screen>("pazaak", Rules::under("koth", {{"side_cards", cards}}).value(),
                                  2, seed, composed, offered, expect);
}

TEST(Scene, KeepsTheSideDecksAndTheOrderOfTheDeck) {
  const auto disguise = [](State& state, Seat seat, Draw& pick) {
    SideDeck& side = state[opponent(seat)].side;
    std::uint64_t luck = pick.word64();
    side = SideDeck(side.count(), luck);
    state.deck = DeckOf(Chance(pick.word64(), 0), 1).deck();
  };
  for (std::uint64_t seed = 0; seed < (sanitized ? 12 : 50); ++seed)
    check_scene_secrets<Scene>(koth, 2, seed, disguise, expect);
}

TEST(Scene, ShowsTheOwnSideDeckOnly) {
  const State state =
      position({{5, 4}, {4, 1}, Action::end}, {{7, 10}, {3}, Action::stand, true}, 0);
  const auto decks = [&](std::optional<Seat> seat) {
    const Json table = Scene::table(koth.view(state, seat.value_or(Seat(0))),
                                    {seat, Moment::deciding, Seat(0)}, {});
    return Json{table["players"][0]["side_deck"], table["players"][1]["side_deck"]};
  };
  EXPECT_EQ(decks(Seat(0)), (Json{{4, 1}, nullptr}));
  EXPECT_EQ(decks(Seat(1)), (Json{nullptr, {3}}));
  EXPECT_EQ(decks({}), (Json{nullptr, nullptr}));
}

TEST(Scene, IsAsItWas) {
  const Seat nestor{0}, kid{1};
  const std::vector<ScenePosition> positions{{"begin", "koth", 0, nestor},
                                             {"middle", "koth", 5, kid},
                                             {"waiting", "koth", 5, nestor},
                                             {"next_hand", "koth", 8, nestor},
                                             {"opponent_stands", "koth", 14, nestor},
                                             {"watched", "koth", 20},
                                             {"both_bust", "koth-both-bust", at_the_end},
                                             {"left", "koth-left", at_the_end},
                                             {"over", "koth", at_the_end, kid}};
  check_golden_scenes<Rules, Text, Scene>("pazaak", folder, positions, Rules::under, expect);
}

int count(const std::string& text, std::string_view part) {
  int times = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++times;
  return times;
}

// The events and the log of the contest are made from the same calls by different code.
TEST(Scene, EventsTellWhatTheLogTells) {
  for (std::uint32_t game = 0; game < 200; ++game) {
    const Chance chance(11, game);
    Session<Rules> session(koth, 2, chance);
    Log log(koth, {"Ann", "Bob"}, chance);
    Scene::Teller teller(koth, 2, chance);
    std::string text = log.opening();
    std::map<std::string, int> told;
    Json all = Json::array();
    const auto tell = [&](const Json& events) {
      for (const Json& event : events) {
        ++told[event["key"]];
        all.push_back(event);
      }
    };
    tell(teller.opening());
    Draw pick = Chance(5, game).on(0);
    session.play_through(
        [&](Seat, const View& view) {
          const auto legal = koth.legal_moves(view);
          return legal[pick.below(static_cast<std::uint32_t>(legal.size()))];
        },
        OnPlayed([&](Seat seat, Move move) {
          text += log.played(seat, move);
          tell(teller.played(seat, move));
        }));
    EXPECT_EQ(told["pazaak.hand_begins"], count(text, "New Game!"));
    EXPECT_EQ(told["pazaak.dealt"], count(text, "new Hand"));
    EXPECT_EQ(told["pazaak.ended"], count(text, "chosen to END"));
    EXPECT_EQ(told["pazaak.hand_won"], count(text, "wins!"));
    EXPECT_EQ(told["pazaak.bust"],
              count(text, " has bombed out!") + 2 * count(text, "Both players have bombed out!"));
    EXPECT_EQ(told["pazaak.hand_won"] + told["pazaak.hand_tied"], told["pazaak.hand_begins"]);
    EXPECT_LE(told["pazaak.stood"] + told["pazaak.played"] + told["pazaak.stands_at_target"],
              count(text, "chosen to STAND"));
    EXPECT_EQ(told["pazaak.won"], 1);
    const Points points = session.points();
    EXPECT_EQ(all.back()["hands_won"], (Json{points[0], points[1]}));
  }
}

TEST(Scene, TellsOfACardThatWasPlayedAndOfA20) {
  // Player 1 gets 10 and plays a card; player 2 gets 10, ends, and then 10 again.
  const Chance luck = luck_that_deals({10, 10, 10});
  Scene::Teller teller(koth, 2, luck);
  teller.opening();
  const int card = koth.start(2, luck)[Seat(0)].side.cards()[0];
  EXPECT_EQ(teller.played(Seat(0), Move::play(card)),
            (Json{{{"key", "pazaak.played"}, {"seat", 0}, {"card", card}, {"total", 10 + card}},
                  {{"key", "pazaak.dealt"}, {"seat", 1}, {"card", 10}, {"total", 10}}}));
  const Json events = teller.played(Seat(1), Move::end());
  EXPECT_EQ(events[1], (Json{{"key", "pazaak.dealt"}, {"seat", 1}, {"card", 10}, {"total", 20}}));
  EXPECT_EQ(events[2], (Json{{"key", "pazaak.stands_at_target"}, {"seat", 1}, {"total", 20}}));
  EXPECT_EQ(events[3], (Json{{"key", "pazaak.hand_won"}, {"seat", 1}, {"hands_won", {0, 1}}}));
  ASSERT_TRUE(teller.history().last_hand);
  EXPECT_EQ(teller.history().last_hand->number, 1);
  EXPECT_EQ(teller.history().last_hand->winner, Seat(1));
  EXPECT_EQ(values(teller.history().last_hand->players[0].hand.cards()),
            (std::vector<int>{10, card}));
}

}  // namespace
}  // namespace hilltop::pazaak::scene_test
