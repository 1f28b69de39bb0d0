// Bots that are programs in games of people: the players are scripts, so no test starts a process
// or waits (tests/e2e/people_test.py does).

#include <gtest/gtest.h>
#include <latch>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "arena/catalog.hpp"
#include "arena/game_session.hpp"
#include "core/build_for_test.hpp"
#include "play/played.hpp"
#include "play/scripted_player_for_test.hpp"

namespace hilltop::arena::bots_among_people_test {
namespace {

using namespace std::chrono_literals;

std::uint64_t hash_of(std::string_view text, std::uint64_t hash = 14695981039346656037u) {
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  return hash ^ hash >> 29;
}

// The pairs of a line of the protocol, by name.
std::map<std::string, std::string> pairs_in(const std::string& line) {
  std::istringstream words(line);
  std::map<std::string, std::string> pairs;
  std::string name, value;
  words >> name >> value;  // "turn G"
  while (words >> name >> value) pairs[name] = value;
  return pairs;
}

std::vector<std::string> parts_of(const std::string& list) {
  std::istringstream in(list);
  std::vector<std::string> parts;
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

// Return a legal answer to a question, any of several by `choice`.
std::string in_pig(const std::string& line, std::uint64_t choice) {
  auto pairs = pairs_in(line);
  const auto score = std::stoi(parts_of(pairs["scores"])[std::stoul(pairs["seat"])]);
  const bool wins = score + std::stoi(pairs["turn_total"]) >= 100;
  return pairs["rolls"] != "0" && (wins || choice % 3 == 0) ? "hold" : "roll";
}
std::string in_yahtzee(const std::string& line, std::uint64_t choice) {
  static const std::vector<std::string> boxes{
      "aces",       "twos",           "threes",          "fours",
      "fives",      "sixes",          "three_of_a_kind", "four_of_a_kind",
      "full_house", "small_straight", "large_straight",  "yahtzee",
      "chance"};
  auto pairs = pairs_in(line);
  if (pairs["stage"] != "2") return choice % 2 == 0 ? "keep 0 1" : "keep";
  const std::vector<std::string> card = parts_of(pairs["card"]);
  for (std::size_t i = 0;; ++i) {
    const std::size_t box = (choice + i) % boxes.size();
    if (card[box] == "-") return "score " + boxes[box];
  }
}
std::string in_tictactoe(const std::string& line, std::uint64_t choice) {
  while (line[2 + choice % 9] != '.') ++choice;
  return std::to_string(1 + choice % 9);
}
std::string in_gomoku(const std::string& line, std::uint64_t choice) {
  if (line[0] == 'A') return "(7,7) (8,8) (0,1)";
  if (line[0] == 'B') return "B";
  if (line[0] == 'C') return choice % 2 == 0 ? "B" : "W";
  for (;; ++choice) {
    const std::string point =
        '(' + std::to_string(choice % 15) + ',' + std::to_string(choice / 15 % 15) + ')';
    if (line.find(point) == std::string::npos) return point;
  }
}
std::string answer_in(const std::string& game, const std::string& line, std::uint64_t choice) {
  if (game == "pig") return in_pig(line, choice);
  if (game == "yahtzee") return in_yahtzee(line, choice);
  if (game == "tictactoe") return in_tictactoe(line, choice);
  if (game == "gomoku") return in_gomoku(line, choice);
  return choice % 3 == 0 ? "STAND" : "END";
}

// Games in which one seat has the bot "A bot", whose answers follow from its line or, if it
// remembers, from all lines of its conversation.
class AmongPeople : public testing::Test {
 protected:
  using Script = play::Scripted::Script;

  AmongPeople() {
    bot_.name = "A bot";
    bot_.state = runner::StateScope::pairing;
    conditions_.time = {100ms, 1000ms};
  }

  static const GameModule& game(const std::string& name) { return **find_game(name); }

  // `players`: of the record; "bot:A%20bot" is the bot.
  static Record fresh_record(const GameModule& game, const std::vector<std::string>& players) {
    const std::string rules(game.info->rule_sets[0].name);
    // With sanitizers Pazaak's adviser solves the game with four side cards for ten seconds.
    Switches switches;
    if (sanitized && game.info->name == "pazaak") switches["side_cards"] = std::int64_t{2};
    Record record{.game = std::string(game.info->name),
                  .rules = rules,
                  .switches = (*game.under(rules, switches))->switches(),
                  .luck_key = 17,
                  .luck_game = 3,
                  .players = {},
                  .steps = {},
                  .points = {}};
    for (const std::string& player : players)
      record.players.push_back({player, "Name " + std::to_string(record.players.size())});
    return record;
  }

  // Has the bot's players follow `script`, which gets the answers of `bot_` for what it leaves out.
  std::unique_ptr<GameSession> open(const Record& record, const Script& script = {}) {
    conditions_.host.make_player = [this, record, script](const runner::Manifest&,
                                                          const play::OutsideListener&) {
      const auto memory = std::make_shared<std::uint64_t>(hash_of(""));
      const bool remembers = bot_.state != runner::StateScope::none;
      return std::make_unique<play::Scripted>(
          [=](play::Scripted& self, std::string_view line) {
            if (self.begins()) *memory = hash_of("");
            *memory = hash_of(line, remembers ? *memory : hash_of(""));
            const std::string text(line);
            if (script) script(self, text);
            if (self.has_reacted()) return;
            if (text.starts_with("hilltop")) return self.say("ready 1");
            if (text.starts_with("begin") || text.starts_with("end")) return;
            const bool numbered = text.starts_with("turn ");
            const std::string start =
                numbered ? "move" + text.substr(4, text.find(' ', 5) - 4) + ' ' : "";
            self.say(start + answer_in(record.game, text, *memory));
          },
          heard_);
    };
    const auto rules = *(*find_game(record.game))->under(record.rules, record.switches);
    return rules->open(record, std::vector{bot_}, conditions_);
  }

  static void play_to_the_end(GameSession& session) {
    while (session.pending()) session.ask_bot();
  }

  std::size_t questions() const {
    return static_cast<std::size_t>(std::ranges::count_if(heard_.lines, [](const auto& line) {
      return !line.starts_with("hilltop") && !line.starts_with("begin") &&
             !line.starts_with("end") && !line.starts_with("EXIT") && line != "bye";
    }));
  }

  runner::Manifest bot_;
  play::Conditions conditions_;
  play::Heard heard_;
};

const std::string the_bot = "bot:A%20bot";

TEST_F(AmongPeople, AGameThatIsDroppedAndResumedAtEveryStepIsTheSame) {
  for (const runner::StateScope state :
       {runner::StateScope::none, runner::StateScope::pairing, runner::StateScope::folder})
    for (const GameModule& game : catalog()) {
      SCOPED_TRACE(game.info->name);
      bot_.state = state;
      const Record begun = fresh_record(game, {game.house_bots.front().name, the_bot});
      heard_ = {};
      const auto whole = open(begun);
      play_to_the_end(*whole);
      ASSERT_TRUE(whole->report().faults.empty()) << whole->report().faults[0].fault.detail;
      EXPECT_EQ(heard_.starts, 1);
      const std::size_t asked = questions();
      const std::vector<std::string> lines = heard_.lines;
      EXPECT_EQ(heard_.pauses, asked);
      Record record = begun;
      while (record.points.empty()) {
        const auto read = read_record(write(record), "test");
        ASSERT_TRUE(read.has_value()) << read.error().text;
        heard_ = {};
        const auto resumed = open(*read);
        const std::size_t steps = record.steps.size();
        while (resumed->record().steps.size() == steps) resumed->ask_bot();
        record = resumed->record();
        const bool was_asked = record.steps.back().seat == 1;
        EXPECT_EQ(heard_.starts, was_asked);
        // It hears the same lines in the same order, or only those that count.
        if (state == runner::StateScope::none) {
          EXPECT_EQ(questions(), was_asked);
        } else {
          EXPECT_TRUE(
              std::ranges::equal(heard_.lines, std::span(lines).first(heard_.lines.size())));
        }
      }
      EXPECT_EQ(write(record), write(whole->record()));
    }
}

TEST_F(AmongPeople, TheRecordCountsWhateverTheBotAnswersTheSecondTime) {
  const Record begun = fresh_record(game("tictactoe"), {the_bot, "human"});
  const auto answering = [](const std::string& cell) {
    return [cell](play::Scripted& self, std::string_view line) {
      if (!line.starts_with("EXIT")) self.say(cell);
    };
  };
  const auto first = open(begun, answering("5"));
  first->ask_bot();
  ASSERT_TRUE(first->submit(Seat(1), "1").has_value());
  const auto resumed = open(first->record(), answering("9"));
  resumed->ask_bot();  // the earlier question: "9" is no longer its move
  EXPECT_EQ(write(resumed->record()), write(first->record()));
  EXPECT_EQ(resumed->pending(), Seat(0));
  resumed->ask_bot();
  EXPECT_EQ(resumed->record().steps, (std::vector<Record::Step>{{0, "5"}, {1, "1"}, {0, "9"}}));
}

TEST_F(AmongPeople, ABotMayTakeThePlaceOfAPersonInTheMiddleOfAGame) {
  Record record = fresh_record(game("tictactoe"), {"human", "human"});
  const auto people = open(record);
  ASSERT_TRUE(people->submit(Seat(0), "5").has_value());
  ASSERT_TRUE(people->submit(Seat(1), "1").has_value());
  record = people->record();
  record.players[0].player = the_bot;
  const auto session = open(record);
  while (session->pending() == Seat(0)) session->ask_bot();
  EXPECT_EQ(questions(), 2);
  EXPECT_EQ(session->record().steps.size(), 3);
}

TEST_F(AmongPeople, AFaultForfeitsAndIsToldInWordsAndTheOthersGoOn) {
  using Sin = std::function<void(play::Scripted&)>;
  const std::vector<std::tuple<Sin, FaultKind, std::string>> sins{
      {[](play::Scripted& self) { self.crash(); }, FaultKind::crashed,
       "crashed: exited with status 3"},
      {[](play::Scripted& self) { self.say("\33[2J\7tea"); }, FaultKind::malformed,
       "malformed reply: expected 'move 3 …', got '\\x1b[2J\\x07tea'"},
      {[](play::Scripted& self) { self.say("move 3 hold"); }, FaultKind::illegal,
       "illegal answer: "},
      {[](play::Scripted& self) { self.say("move 3 roll", 2000ms); }, FaultKind::timeout,
       "timed out after 1099 ms (nothing was said)"}};
  for (const auto& [sin, kind, words] : sins) {
    SCOPED_TRACE(words);
    std::vector<std::string> told;
    conditions_.host.overhears = play::BotHost::Overhears::faults;
    conditions_.host.overheard = [&](std::string_view, std::string_view line) {
      told.emplace_back(line);
    };
    const auto session = open(fresh_record(game("pig"), {"human", the_bot, "human"}),
                              [sin](play::Scripted& self, std::string_view line) {
                                if (line.starts_with("turn")) sin(self);
                              });
    for (const char* const typed : {"roll", "hold"})
      if (session->pending() == Seat(0)) {
        ASSERT_TRUE(session->submit(Seat(0), typed).has_value());
      }
    ASSERT_EQ(session->pending(), Seat(1));
    (void)session->take_log();
    session->ask_bot();
    const std::string log = session->take_log();
    EXPECT_NE(log.find("Name 1 leaves the game: " + words), std::string::npos) << log;
    EXPECT_EQ(session->news().back().text, log);
    EXPECT_EQ(session->record().steps.back(), (Record::Step{1, std::nullopt}));
    ASSERT_EQ(session->report().faults.size(), 1);
    EXPECT_EQ(session->report().faults[0].seat, Seat(1));
    EXPECT_EQ(session->report().faults[0].fault.kind, kind);
    EXPECT_TRUE(session->report().faults[0].fault.asked.starts_with("turn 3 "));
    EXPECT_EQ(session->pending(), Seat(2));
    EXPECT_TRUE(session->submit(Seat(2), "roll").has_value());
    session->rename(Seat(0), "Bea");  // which tells the log again
    EXPECT_TRUE(std::ranges::any_of(session->news(), [&](const News& news) {
      return news.text.find(words) != std::string::npos;
    }));
    // What the record does not say is not told of it.
    const auto resumed = open(session->record());
    EXPECT_TRUE(std::ranges::any_of(resumed->news(), [](const News& news) {
      return news.text.find("Name 1 leaves the game: left") != std::string::npos;
    }));
  }
}

TEST_F(AmongPeople, AnIllegalAnswerIsSubstitutedIfThePolicySaysSo) {
  conditions_.faults.illegal = play::Sanction::substitute;
  const auto session = open(fresh_record(game("pig"), {the_bot, "human"}),
                            [](play::Scripted& self, std::string_view line) {
                              if (line.starts_with("turn")) self.say("move 3 hold");
                            });
  session->ask_bot();
  EXPECT_EQ(session->record().steps, (std::vector<Record::Step>{{0, "roll"}}));
  const std::string told =
      "Name 0: illegal answer: a turn begins with a roll: hold after it; the rules' own move was "
      "played\n";
  EXPECT_TRUE(session->take_log().ends_with(told));
  EXPECT_EQ(session->news().back().text, told);
  ASSERT_EQ(session->report().faults.size(), 1);
  const Fault fault = session->report().faults[0].fault;
  EXPECT_EQ(fault.kind, FaultKind::illegal);
  EXPECT_NE(fault.detail.find("; got 'hold'"), std::string::npos) << fault.detail;
  EXPECT_EQ(fault.said, "move 3 hold");
}

TEST_F(AmongPeople, AFaultWhenABotIsAskedAgainForfeits) {
  const Record begun = fresh_record(game("tictactoe"), {the_bot, "human"});
  const auto first = open(begun);
  first->ask_bot();
  ASSERT_FALSE(first->submit(Seat(1), first->record().steps[0].move.value()).has_value());
  ASSERT_TRUE(first->submit(Seat(1), first->advice()->choices[0].move).has_value());
  const auto resumed =
      open(first->record(), [](play::Scripted& self, std::string_view) { self.crash(); });
  resumed->ask_bot();
  EXPECT_EQ(resumed->record().steps.back(), (Record::Step{0, std::nullopt}));
  EXPECT_FALSE(resumed->pending().has_value());
  EXPECT_FALSE(resumed->record().points.empty());
}

TEST_F(AmongPeople, APlayerWhomTheMachineFailedIsStartedAgainAndAskedAgain) {
  for (const runner::StateScope state : {runner::StateScope::none, runner::StateScope::pairing}) {
    bot_.state = state;
    heard_ = {};
    const Record begun = fresh_record(game("pazaak"), {"cautious", the_bot});
    const auto whole = open(begun);
    play_to_the_end(*whole);
    const std::size_t asked = questions();
    int voided = 0, failures = 2;
    conditions_.host.voided = [&](std::string_view) { ++voided; };
    heard_ = {};
    const auto session = open(begun, [&](play::Scripted&, std::string_view line) {
      const bool late = heard_.lines.size() > asked / 2;
      if (late && line.starts_with("turn") && failures-- > 0) throw play::PlayerLost("no luck");
    });
    play_to_the_end(*session);
    EXPECT_EQ(voided, 2);
    EXPECT_EQ(heard_.starts, 3);
    EXPECT_EQ(write(session->record()), write(whole->record()));
    EXPECT_TRUE(session->report().faults.empty());
    EXPECT_GT(questions(), asked);
  }
}

TEST_F(AmongPeople, AFailureOfTheMachineThatLastsIsAnErrorAndLosesNothing) {
  bool fails = true;
  const auto session = open(fresh_record(game("pazaak"), {the_bot, "human"}),
                            [&](play::Scripted&, std::string_view line) {
                              if (fails && line.starts_with("turn"))
                                throw play::PlayerLost("no luck");
                            });
  const Record before = session->record();
  for (int round = 0; round < 2; ++round) {
    heard_ = {};
    for (int lost = 0; lost < play::replays_max; ++lost) session->ask_bot();
    try {
      session->ask_bot();
      FAIL();
    } catch (const play::PlayerLost& lost) {
      EXPECT_STREQ(lost.what(), "no luck; the game is as it was");
    }
    EXPECT_EQ(heard_.starts, play::replays_max + 1);
    EXPECT_EQ(write(session->record()), write(before));
  }
  fails = false;
  session->ask_bot();
  EXPECT_EQ(session->record().steps.size(), 1);
}

TEST_F(AmongPeople, WhatAPersonTakesBackTheBotHasNotHeard) {
  for (const runner::StateScope state :
       {runner::StateScope::none, runner::StateScope::pairing, runner::StateScope::folder}) {
    bot_.state = state;
    for (const GameModule& game : catalog()) {
      // Gomoku's adviser thinks of 20,000 nodes for a stone.
      if (sanitized && game.info->name == "gomoku") continue;
      SCOPED_TRACE(game.info->name);
      heard_ = {};
      const auto play = [](GameSession& session, int decisions) {
        while (const auto seat = session.pending()) {
          if (!session.is_person(*seat))
            session.ask_bot();
          else if (decisions-- > 0)
            ASSERT_TRUE(session.submit(*seat, session.advice()->choices[0].move).has_value());
          else
            return;
        }
      };
      const Record begun = fresh_record(game, {the_bot, "human"});
      const auto session = open(begun), other = open(begun);
      play(*session, 2);
      play(*other, 2);
      ASSERT_TRUE(session->undo(Seat(1)).has_value());
      EXPECT_EQ(session->pending(), Seat(1));
      play(*session, 1'000'000);
      play(*other, 1'000'000);
      Record record = session->record();
      EXPECT_EQ(std::exchange(record.undone, 0), 1);
      ASSERT_EQ(write(record), write(other->record()));
      ASSERT_TRUE(session->undo(Seat(1)).has_value());  // also after the end
      play(*session, 1'000'000);
      EXPECT_EQ(session->record().points, other->record().points);
    }
  }
}

TEST_F(AmongPeople, TheBotHearsTheEndAndNoNameThatAPersonChose) {
  for (const std::string name : {"gomoku", "pazaak"}) {
    heard_ = {};
    const auto session = open(fresh_record(game(name), {the_bot, "human"}));
    session->ask_bot();
    session->rename(Seat(1), "Ann");
    while (session->pending() && !session->is_person(*session->pending())) session->ask_bot();
    session->forfeit();
    EXPECT_FALSE(session->pending().has_value());
    session->farewell();
    const bool numbered = name == "pazaak";
    EXPECT_EQ(heard_.lines.back(), numbered ? "bye" : "EXIT A bot");
    EXPECT_EQ(heard_.arguments.empty(), numbered);
    EXPECT_TRUE(numbered || heard_.arguments[0] == "human");
    EXPECT_EQ(heard_.finishes, 1);
  }
}

TEST_F(AmongPeople, TheGameIsLookedAtAndRenamedWhileItsBotThinks) {
  std::latch asked(1), may_answer(1);
  const auto session = open(fresh_record(game("tictactoe"), {the_bot, "human"}),
                            [&](play::Scripted&, std::string_view) {
                              asked.count_down();
                              may_answer.wait();
                            });
  GameSession::PlayAnswer play;
  std::jthread waiting([&, await = session->question()] { play = await(); });
  asked.wait();
  session->rename(Seat(1), "Zoe");
  EXPECT_EQ(session->pending(), Seat(0));
  EXPECT_FALSE(session->scene(std::nullopt, Moment::deciding).is_null());
  may_answer.count_down();
  waiting.join();
  EXPECT_TRUE(session->record().steps.empty());
  play();
  EXPECT_EQ(session->record().steps.size(), 1);
  EXPECT_EQ(session->pending(), Seat(1));
}

TEST_F(AmongPeople, SeatsTwoOfAKind) {
  const auto session = open(fresh_record(game("gomoku"), {the_bot, the_bot}));
  play_to_the_end(*session);
  EXPECT_TRUE(session->report().faults.empty());
  EXPECT_EQ(heard_.starts, 2);
  ASSERT_EQ(heard_.arguments.size(), 4U);
  EXPECT_EQ(heard_.arguments[0], "A bot#2");
  EXPECT_EQ(heard_.arguments[2], "A bot");
  EXPECT_NE(heard_.arguments[1], heard_.arguments[3]);  // the seeds
}

}  // namespace
}  // namespace hilltop::arena::bots_among_people_test
