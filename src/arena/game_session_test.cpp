#include "arena/game_session.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "arena/catalog.hpp"
#include "core/build_for_test.hpp"
#include "play/played.hpp"

namespace hilltop::arena::game_session_test {
namespace {

// With sanitizers Pazaak has two side cards: its adviser solves the game with four for ten seconds.
Switches usual_switches(const GameModule& game) {
  return sanitized && game.info->name == "pazaak" ? Switches{{"side_cards", std::int64_t{2}}}
                                                  : Switches{};
}

Record fresh_record(const GameModule& game, const std::string& first, const std::string& second) {
  const std::string rules(game.info->rule_sets[0].name);
  return {.game = std::string(game.info->name),
          .rules = rules,
          .switches = (*game.under(rules, usual_switches(game)))->switches(),
          .luck_key = 17,
          .luck_game = 3,
          .players = {{first, "Ann"}, {second, "Bob"}},
          .steps = {},
          .points = {}};
}

std::unique_ptr<AnyGame> rules_of(const Record& record) {
  return *(*find_game(record.game))->under(record.rules, record.switches);
}

void play_to_the_end(GameSession& game) {
  while (game.pending()) game.ask_bot();
}

TEST(GameSession, IsWrittenDownAtAnyMomentAndTakenUpAgain) {
  for (const GameModule& game : catalog()) {
    if (!game.has_people) continue;
    SCOPED_TRACE(game.info->name);
    const std::string& bot = game.house_bots.front().name;
    const Record begun = fresh_record(game, bot, bot);
    const auto rules = rules_of(begun);
    const auto whole = rules->open(begun);
    play_to_the_end(*whole);
    ASSERT_FALSE(whole->record().points.empty());
    const auto stepped = rules->open(begun);
    std::string account = stepped->take_log();
    while (stepped->pending()) {
      const auto read = read_record(write(stepped->record()), "test");
      ASSERT_TRUE(read.has_value()) << read.error().text;
      ASSERT_TRUE(rules->check(*read).has_value());
      const auto resumed = rules->open(*read);
      EXPECT_EQ(resumed->last_log(), stepped->last_log());
      play_to_the_end(*resumed);
      ASSERT_EQ(resumed->record(), whole->record());
      EXPECT_EQ(resumed->ending(), whole->ending());
      stepped->ask_bot();
      account += stepped->take_log();
    }
    EXPECT_EQ(account, whole->take_log());
  }
}

TEST(GameSession, TakesEachAnswerFromItsOwnSeat) {
  const Record record = fresh_record(**find_game("pazaak"), "human", "human");
  const auto game = rules_of(record)->open(record);
  const Seat ann{0}, bob{1};
  ASSERT_EQ(game->pending(), ann);
  EXPECT_EQ(game->prompt().name, "Ann");
  EXPECT_EQ(game->submit(bob, "end").error().text, "another player is to move");
  EXPECT_FALSE(game->submit(ann, "sing").has_value());
  EXPECT_EQ(game->record().steps.size(), 0);
  EXPECT_TRUE(game->submit(ann, "end").has_value());
  ASSERT_EQ(game->pending(), bob);
  EXPECT_EQ(game->prompt().name, "Bob");
  game->rename(bob, "Bert");
  EXPECT_EQ(game->prompt().name, "Bert");
  EXPECT_TRUE(game->submit(bob, "end").has_value());
  EXPECT_EQ(game->record().steps, (std::vector<Record::Step>{{0, "END"}, {1, "END"}}));
}

TEST(GameSession, GoesOnWithoutAPlayerWhoLeaves) {
  for (const GameModule& game : catalog()) {
    if (!game.has_people) continue;
    SCOPED_TRACE(game.info->name);
    const Record record = fresh_record(game, "human", game.house_bots.front().name);
    const auto rules = rules_of(record);
    const auto session = rules->open(record);
    while (const auto seat = session->pending())
      if (session->is_person(*seat))
        session->forfeit();
      else
        session->ask_bot();
    EXPECT_TRUE(rules->check(session->record()).has_value());
    EXPECT_EQ(session->report().points.size(), 2);
    EXPECT_EQ(std::ranges::count_if(session->record().steps,
                                    [](const Record::Step& step) { return !step.move; }),
              1);
  }
}

// Plays what the adviser says in seat 0, up to `decisions` of them or to the end.
void play_as_advised(GameSession& game, int decisions) {
  while (const auto seat = game.pending()) {
    if (!game.is_person(*seat)) {
      game.ask_bot();
      continue;
    }
    if (decisions-- == 0) return;
    const auto advice = game.advice();
    ASSERT_TRUE(advice.has_value());
    ASSERT_FALSE(advice->choices.empty());
    const auto played = game.submit(*seat, advice->choices[0].move);
    ASSERT_TRUE(played.has_value()) << advice->choices[0].move << ": " << played.error().text;
  }
}

TEST(GameSession, IsAdvisedWithAnswersThatCanBeTyped) {
  for (const GameModule& game : catalog()) {
    if (!game.has_people) continue;
    SCOPED_TRACE(game.info->name);
    const Record record = fresh_record(game, "human", game.house_bots.front().name);
    const auto session = rules_of(record)->open(record);
    play_as_advised(*session, 2);
    const auto advice = session->advice();
    ASSERT_TRUE(advice.has_value());
    const auto position = session->record();
    for (const auto& choice : advice->choices) {
      const auto again = rules_of(record)->open(position);
      EXPECT_TRUE(again->submit(*again->pending(), choice.move).has_value()) << choice.move;
      EXPECT_EQ(choice.worth.has_value(), !advice->unit.empty() && advice->choices[0].worth);
    }
    play_as_advised(*session, sanitized ? 3 : 1'000'000);
    EXPECT_TRUE(sanitized || !session->record().points.empty());
  }
}

TEST(GameSession, TakesBackOnesLastDecisionAndAllThatFollowed) {
  for (const GameModule& game : catalog()) {
    if (!game.has_people) continue;
    SCOPED_TRACE(game.info->name);
    const Record record = fresh_record(game, game.qualifiers().back().name, "human");
    const Seat person{1};
    const auto session = rules_of(record)->open(record);
    play_as_advised(*session, 0);
    EXPECT_EQ(session->undo(person).error().text, "there is no move of yours to take back");
    play_as_advised(*session, 2);
    const auto news = session->news().size();
    const Record before = session->record();
    ASSERT_EQ(session->pending(), person);
    ASSERT_TRUE(session->submit(person, session->advice()->choices[0].move).has_value());
    play_as_advised(*session, 0);
    const Record after = session->record();
    ASSERT_TRUE(session->undo(person).has_value());
    EXPECT_EQ(session->pending(), person);
    EXPECT_EQ(session->take_log(), "");
    EXPECT_EQ(session->news().size(), news);
    EXPECT_EQ(session->record().steps, before.steps);
    EXPECT_EQ(session->record().undone, 1);
    // The randomness is that of the decision, so all goes as before.
    ASSERT_TRUE(session->submit(person, session->advice()->choices[0].move).has_value());
    play_as_advised(*session, 0);
    EXPECT_EQ(session->record().steps, after.steps);
    const auto read = read_record(write(session->record()), "test");
    ASSERT_TRUE(read.has_value()) << read.error().text;
    EXPECT_EQ(*read, session->record());
    EXPECT_EQ(rules_of(record)->open(*read)->record().undone, 1);
    play_as_advised(*session, 1'000'000);
    ASSERT_TRUE(session->undo(person).has_value());  // also after the last move
    EXPECT_TRUE(session->record().points.empty());
    EXPECT_TRUE(session->pending().has_value());
  }
}

TEST(GameSession, TakesNothingBackAmongPeople) {
  const Record record = fresh_record(**find_game("pig"), "human", "human");
  const auto session = rules_of(record)->open(record);
  ASSERT_TRUE(session->submit(Seat(0), "roll").has_value());
  EXPECT_EQ(session->undo(Seat(0)).error().text,
            "a move is taken back against bots only: other people play too");
  EXPECT_EQ(session->record().steps.size(), 1);
}

TEST(GameSession, DrawsWhatEachSeatSees) {
  for (const GameModule& game : catalog()) {
    if (!game.has_people) continue;
    SCOPED_TRACE(game.info->name);
    const std::string& bot = game.house_bots.front().name;
    const auto session = rules_of(fresh_record(game, bot, bot))->open(fresh_record(game, bot, bot));
    do {
      for (const Moment moment : {Moment::before, Moment::deciding, Moment::after})
        for (const bool unicode : {false, true}) {
          const DrawnTable drawn =
              session->draw(Seat(1), {.unicode = unicode, .columns = 80, .moment = moment});
          EXPECT_GT(drawn.table.rows(), 0);
          EXPECT_LE(drawn.table.rows(), 20);
          EXPECT_LE(drawn.table.columns(), 80);
          const std::string text = text_of(drawn.table) + text_of(drawn.aside);
          EXPECT_TRUE(unicode || std::ranges::all_of(text, [](char c) { return c >= 0; }));
        }
      if (session->pending()) session->ask_bot();
    } while (session->pending());
  }
}

TEST(GameSession, ShowsTheSameScenesWhereverTheRecordIsTakenUp) {
  for (const GameModule& game : catalog()) {
    if (!game.has_scenes) continue;
    SCOPED_TRACE(game.info->name);
    const std::string& bot = game.house_bots.front().name;
    const Record begun = fresh_record(game, bot, bot);
    const auto rules = rules_of(begun);
    const auto played = rules->open(begun);
    std::vector<Json> scenes{played->scene({}, Moment::deciding)};
    while (played->pending()) {
      played->ask_bot();
      scenes.push_back(played->scene({}, Moment::deciding));
    }
    EXPECT_EQ(scenes.back()["result"]["points"], Json(played->record().points));
    Json watched = Json::array();
    std::size_t step = 0;
    const auto over =
        rules->watch(played->record(), {}, [&](const Json& scene, const Json& events) {
          EXPECT_EQ(scene, scenes.at(step)) << step;
          for (const Json& event : events) {
            EXPECT_EQ(event["step"], step);
            watched.push_back(event);
          }
          ++step;
        });
    EXPECT_TRUE(over.has_value());
    EXPECT_EQ(step, scenes.size());
    EXPECT_EQ(watched, played->events());
    EXPECT_EQ(rules->open(played->record())->events(), played->events());
  }
}

TEST(GameSession, ForgetsTheEventsThatAreTakenBack) {
  const Record record = fresh_record(**find_game("tictactoe"), "human", "random");
  const auto game = rules_of(record)->open(record);
  const Json begun = game->events();
  ASSERT_TRUE(game->submit(Seat(0), "5").has_value());
  game->ask_bot();
  EXPECT_EQ(game->events().back()["step"], 2);
  game->rename(Seat(0), "Anna");
  EXPECT_EQ(game->events().back()["step"], 2);
  EXPECT_EQ(game->scene({}, Moment::deciding)["players"][0]["name"], "Anna");
  ASSERT_TRUE(game->undo(Seat(0)).has_value());
  EXPECT_EQ(game->events(), begun);
}

TEST(GameSession, ShowsARecordUpToWhereItCannotBeReplayed) {
  Record record = fresh_record(**find_game("tictactoe"), "human", "human");
  record.steps = {{0, "5"}, {1, "5"}};
  int shown = 0;
  const auto watched =
      rules_of(record)->watch(record, Seat(0), [&](const Json&, const Json&) { ++shown; });
  EXPECT_EQ(watched.error().text,
            "step 2 of the record cannot be played: '5': the cell is marked already");
  EXPECT_EQ(shown, 2);
}

}  // namespace
}  // namespace hilltop::arena::game_session_test
