#include "games/yahtzee/scene.hpp"

#include <gtest/gtest.h>
#include <map>

#include "core/build_for_test.hpp"
#include "core/source_dir_for_test.hpp"
#include "games/yahtzee/log.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "games/yahtzee/score_cards.hpp"
#include "games/yahtzee/screen.hpp"
#include "games/yahtzee/text.hpp"
#include "match/scene_laws.hpp"

namespace hilltop::yahtzee::scene_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };

// Writes an answer as docs/scenes.md says: the answer of a line, or the word and the dice from 1.
std::string composed(const Json& table, const Move& move) {
  if (const auto* score = std::get_if<Score>(&move)) {
    for (const Json& line : table["lines"])
      if (line["id"] == name(score->category) && line["answer"].is_string()) return line["answer"];
    return {};
  }
  const Keep& keep = std::get<Keep>(move);
  std::string line = table["answers"][keep.count == 0 ? "roll" : "hold"];
  for (std::size_t i = 0; i < keep.count; ++i) line += ' ' + std::to_string(keep.dice[i] + 1);
  return line;
}

std::vector<std::string> offered(const Json& table) {
  std::vector<std::string> lines;
  for (const Json& line : table["lines"])
    if (line["answer"].is_string()) lines.push_back(line["answer"]);
  const Json& answers = table["answers"];
  if (answers["roll"].is_string()) lines.push_back(answers["roll"]);
  if (answers["hold"].is_string()) lines.push_back(answers["hold"].get<std::string>() + " 1 2 5");
  return lines;
}

TEST(Scene, OffersWhatIsLegal) {
  for (const RuleSet& set : rule_sets)
    for (const int seats : {1, 2, 6}) {
      if (sanitized && seats == 6 && set.name != "koth") continue;
      for (std::uint64_t seed = 0; seed < (sanitized ? 1 : 3); ++seed)
        check_scenes<Scene, Screen>("yahtzee", rules_of(set.name), seats, seed, composed, offered,
                                    expect);
    }
}

TEST(Scene, Y20_TheContestKeepsItsSecrets) {
  const auto others_vanish = [](State& state, Seat seat, Draw&) {
    for (int i = 0; i < state.seats; ++i)
      if (i != index(seat)) state.cards[static_cast<std::size_t>(i)] = Card{};
  };
  for (const int seats : {2, 6})
    if (!sanitized || seats == 2)
      check_scene_secrets<Scene>(rules_of("koth"), seats, sanitized ? 1 : 3, others_vanish, expect);
}

TEST(Scene, HidesARollThatItsPlayerHasNotSeen) {
  const Rules rules = rules_of("cab201-basic");
  Session<Rules> session(rules, 2, any_luck);
  Scene::Teller teller(rules, 2, any_luck);
  const auto table = [&](Moment moment, std::optional<Seat> seat) {
    return scene_of<Scene>("yahtzee", session, teller, seat, moment, {"Ann", "Bob"})["table"];
  };
  EXPECT_EQ(teller.opening().dump().find("dice"), std::string::npos);
  for (const std::optional<Seat> seat : {std::optional<Seat>{}, {Seat(0)}, {Seat(1)}}) {
    EXPECT_TRUE(table(Moment::before, seat)["dice"].is_null());
    EXPECT_EQ(table(Moment::before, seat)["roll"], 0);
    EXPECT_EQ(table(Moment::deciding, seat)["dice"].size(), 5u);
  }
  const Json scored_dice = table(Moment::deciding, {})["dice"];
  session.play(Seat(0), Score{Category::chance});
  const Json events = teller.played(Seat(0), Score{Category::chance});
  EXPECT_EQ(events.size(), 2u);  // its own roll, and the score
  EXPECT_EQ(events[0]["dice"], scored_dice);
  const Json after = table(Moment::after, Seat(0));
  EXPECT_EQ(after["dice"], scored_dice);
  EXPECT_EQ(after["turn"], 0);
  EXPECT_TRUE(table(Moment::before, Seat(1))["dice"].is_null());
  for (const Json& line : after["lines"]) EXPECT_TRUE(line["worth"].is_null());
}

TEST(Scene, SaysWhichDiceWereHeld) {
  for (const auto& [set, held] : {std::pair{"cab201-basic", Json{0, 3}}, {"koth", Json{3, 4}}}) {
    const Rules rules = rules_of(set);
    Session<Rules> session(rules, 2, any_luck);
    Scene::Teller teller(rules, 2, any_luck);
    session.play(Seat(0), keep({3, 0}));
    const Json events = teller.played(Seat(0), keep({3, 0}));
    EXPECT_EQ(events[1]["key"], "yahtzee.held");
    EXPECT_EQ(events[1]["roll"], 2);
    const Json table = scene_of<Scene>("yahtzee", session, teller, Seat(0), Moment::deciding,
                                       {"Ann", "Bob"})["table"];
    EXPECT_EQ(table["held"], held) << set;
    EXPECT_EQ(events[1]["dice"], table["dice"]);
  }
}

TEST(Scene, HasTheLinesOfTheCoursesCard) {
  std::string lines;
  const Rules rules = rules_of("cab201-basic");
  const State state = rules.start(1, any_luck);
  const Json table = Scene::table(rules.view(state, Seat(0)), {{}, Moment::deciding, Seat(0)},
                                  Scene::Teller(rules, 1, any_luck).history());
  for (const Json& line : table["lines"])
    lines += line["section"].get<std::string>()[0] + (':' + line["id"].get<std::string>()) + ' ';
  EXPECT_EQ(lines,
            "u:aces u:twos u:threes u:fours u:fives u:sixes u:sub_total u:upper_bonus "
            "u:upper_total l:three_of_a_kind l:four_of_a_kind l:full_house l:small_straight "
            "l:large_straight l:chance l:yahtzee l:yahtzee_bonus l:lower_total t:grand_total ");
  EXPECT_TRUE(table["cards"][0]["values"][0].is_null());  // blank, not 0
  EXPECT_EQ(table["cards"][0]["values"][6], 0);           // the sums show 0
}

TEST(Scene, IsAsItWas) {
  const Seat one{0}, two{1};
  const std::string joker = "cab201-advanced-joker";
  const std::vector<ScenePosition> positions{{"begin", joker, 0, one, Moment::before},
                                             {"roll_1", joker, 0, one},
                                             {"roll_2", joker, 1, one},
                                             {"scored", joker, 2, one, Moment::after},
                                             {"next", joker, 2, two, Moment::before},
                                             {"last_roll", joker, 5, one},
                                             {"watched", joker, 30},
                                             {"over", joker, at_the_end},
                                             {"koth", "koth-joker", 40, one},
                                             {"left", "koth-left", at_the_end}};
  check_golden_scenes<Rules, Text, Scene>("yahtzee", source_dir() / "src/games/yahtzee/golden",
                                          positions, Rules::under, expect);
}

int count(const std::string& text, std::string_view part) {
  int times = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++times;
  return times;
}

TEST(Scene, EventsTellWhatTheLogTells) {
  for (const RuleSet& set : rule_sets)
    for (std::uint32_t game = 0; game < 20; ++game) {
      const Rules rules = rules_of(set.name);
      const Chance chance(3, game);
      const std::vector<std::string> names{"Ann", "Bob"};
      Session<Rules> session(rules, 2, chance);
      Log log(rules, names, chance);
      Scene::Teller teller(rules, 2, chance);
      std::string text = log.opening();
      std::map<std::string, int> told;
      Json last;
      const auto tell = [&](const Json& events) {
        for (const Json& event : events) {
          ++told[event["key"]];
          if (event.contains("score"))
            told["score of " + event["seat"].dump()] += event["score"].get<int>();
          last = event;
        }
      };
      tell(teller.opening());
      Draw pick = Chance(9, game).on(0);
      session.play_through(
          [&](Seat, const View& view) {
            const auto legal = rules.legal_moves(view);
            return legal[pick.below(static_cast<std::uint32_t>(legal.size()))];
          },
          OnPlayed([&](Seat seat, const Move& move) {
            text += log.played(seat, move);
            tell(teller.played(seat, move));
          }));
      EXPECT_EQ(told["yahtzee.round"], count(text, "Round "));
      EXPECT_EQ(told["yahtzee.scored"], count(text, " scores "));
      EXPECT_EQ(told["yahtzee.held"] + told["yahtzee.rolled"],
                count(text, " keeps ") + count(text, "b rolls") + count(text, "n rolls"));
      EXPECT_EQ(told["yahtzee.upper_bonus"], count(text, "upper bonus"));
      EXPECT_EQ(told["yahtzee.yahtzee_bonus"], count(text, "Yahtzee bonus"));
      const Points points = session.points();
      EXPECT_EQ(told["score of 0"], points[0]);
      EXPECT_EQ(told["score of 1"], points[1]);
      EXPECT_EQ(last["totals"], (Json{points[0], points[1]}));
    }
}

TEST(Scene, WhoLeftIsNotToldAsTheWinner) {
  const Rules rules = rules_of("cab201-basic");
  const auto last_event = [&](int leavers) {
    Session<Rules> session(rules, 2, any_luck);
    Scene::Teller teller(rules, 2, any_luck);
    session.play(Seat(0), Score{Category::chance});  // the only points of the game
    teller.played(Seat(0), Score{Category::chance});
    Json last;
    for (int seat = 0; seat < leavers; ++seat) {
      session.retire(Seat(static_cast<std::uint8_t>(seat)));
      last = teller.retired(Seat(static_cast<std::uint8_t>(seat))).back();
    }
    while (const auto seat = session.pending()) {
      const Score zero{categories[static_cast<std::size_t>(session.view(*seat).round)]};
      session.play(*seat, zero);
      last = teller.played(*seat, zero).back();
    }
    return last;
  };
  const Json left = last_event(1), nobody = last_event(2);
  EXPECT_EQ(left["key"], "yahtzee.won");
  EXPECT_EQ(left["seat"], 1);
  EXPECT_EQ(left["total"], left["totals"][1]);
  EXPECT_EQ(nobody["key"], "yahtzee.nobody");
}

TEST(Scene, APlayerAloneIsToldThatTheGameIsOver) {
  const Rules rules = rules_of("cab201-basic");
  Session<Rules> session(rules, 1, any_luck);
  Scene::Teller teller(rules, 1, any_luck);
  Json last;
  for (const Category category : categories) {
    session.play(Seat(0), Score{category});
    last = teller.played(Seat(0), Score{category}).back();
  }
  EXPECT_EQ(last["key"], "yahtzee.over");
  EXPECT_EQ(last["total"], session.points()[0]);
}

}  // namespace
}  // namespace hilltop::yahtzee::scene_test
