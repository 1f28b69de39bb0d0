// Players outside the program: deadlines, faults, batches, lost players. The players are scripts
// with their own clock, so no test starts a process or waits.

#include "play/outside_player.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

#include "arena/catalog.hpp"
#include "play/played.hpp"
#include "play/scripted_player_for_test.hpp"

namespace hilltop::arena::outside_player_test {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

// Returns GAME of "turn GAME …"; nullopt for another line.
std::optional<std::string> game_asked_about(std::string_view line) {
  std::istringstream words{std::string(line)};
  std::string kind, game;
  words >> kind >> game;
  return kind == "turn" ? std::optional(game) : std::nullopt;
}

// Pazaak against a house bot, under limits of 100 ms and 1000 ms more for the first answer.
class Outside : public testing::Test {
 protected:
  Outside() {
    conditions_.time.move_ms = 100ms;
    conditions_.time.start_ms = 1000ms;
    bot_.name = "Outside";
    bot_.state = runner::StateScope::none;
  }

  tournament::BatchResult play(std::uint32_t games, const play::Scripted::Script& script,
                               std::uint32_t first_game = 0,
                               const play::Observer* observer = nullptr) {
    conditions_.host.make_player = [&, script](const runner::Manifest&,
                                               const play::OutsideListener&) {
      return std::make_unique<play::Scripted>(script, heard_);
    };
    const auto game = *(*find_game("pazaak"))->under("koth", {});
    const play::Entrant outside{"outside", "Outside", bot_},
        kid{"kid", "Kid", play::HousePlayer{"kid", false}};
    const std::vector<const play::Entrant*> entrants{&outside, &kid};
    play::Batch batch{{.luck = play::FixtureLuck(5), .first_game = first_game, .games = games},
                      entrants};
    batch.records = true;
    return game->play(batch, conditions_, observer);
  }

  std::size_t heard(std::string_view beginning) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        heard_.lines, [&](const std::string& line) { return line.starts_with(beginning); }));
  }

  play::Conditions conditions_;
  runner::Manifest bot_;
  play::Heard heard_;
};

// Says that it is ready, and ends each turn.
void end_turn(play::Scripted& self, std::string_view line) {
  if (line.starts_with("hilltop")) self.say("ready 1");
  if (const auto game = game_asked_about(line)) self.say("move " + *game + " STAND");
}

// Takes up to four questions at once, and a fixed time for each.
class InBatches {
 public:
  explicit InBatches(milliseconds takes) : takes_(takes) {}
  void operator()(play::Scripted& self, std::string_view line) {
    if (line.starts_with("hilltop")) return self.say("ready 1 batch 4");
    if (const auto game = game_asked_about(line)) self.say("move " + *game + " STAND", takes_);
  }

 private:
  milliseconds takes_;
};

TEST_F(Outside, PlaysThroughWithoutAFault) {
  const tournament::BatchResult played = play(20, end_turn);
  EXPECT_EQ(played.tallies[0].games, 20);
  EXPECT_EQ(played.tallies[0].faults, 0);
  EXPECT_EQ(heard_.starts, 1);
  EXPECT_EQ(heard("begin "), 20U);
  EXPECT_EQ(heard_.lines.back().substr(0, 4), "turn");  // it rests, and has not heard of the end
}

TEST_F(Outside, AConversationRestsUntilTheNextBatch) {
  const tournament::BatchResult first = play(8, InBatches(1ms)), second = play(8, InBatches(1ms));
  EXPECT_EQ(second.bytes, first.bytes);
  EXPECT_EQ(heard_.starts, 1);
  EXPECT_EQ(heard("hilltop "), 1U);
  ASSERT_EQ(heard_.resting.size(), 1U);
  EXPECT_EQ(heard_.resting[0].second, "ready 1 batch 4");
}

TEST_F(Outside, OnlyWhoRemembersNothingAndBrokeNothingRests) {
  play(3, [](play::Scripted& self, std::string_view line) {
    if (const auto game = game_asked_about(line); game && *game == "2") return self.crash();
    end_turn(self, line);
  });
  EXPECT_TRUE(heard_.resting.empty());
  bot_.state = runner::StateScope::pairing;
  play(3, end_turn);
  EXPECT_TRUE(heard_.resting.empty());
  EXPECT_EQ(heard_.lines.back(), "bye");
}

TEST_F(Outside, AnAnswerCountsUntilItsDeadlineAndNoLonger) {
  for (const auto& [takes, faults] : {std::pair{100ms, 0}, {101ms, 5}}) {
    const tournament::BatchResult played =
        play(5, [takes](play::Scripted& self, std::string_view line) {
          if (line.starts_with("hilltop")) self.say("ready 1", 1100ms);  // the start is longer
          if (const auto game = game_asked_about(line)) self.say("move " + *game + " STAND", takes);
        });
    EXPECT_EQ(played.tallies[0].faults, faults);
    EXPECT_EQ(played.tallies[1].faults, 0);
    if (faults != 0) {
      EXPECT_EQ(played.notes[0].fault.kind, FaultKind::timeout);
      EXPECT_EQ(played.tallies[1].won, 5);
    }
  }
}

TEST_F(Outside, AGameHasATimeOfItsOwn) {
  // Each answer takes 40 of 100 ms; the game of many answers may take 100 ms too.
  const auto script = [](play::Scripted& self, std::string_view line) {
    if (line.starts_with("hilltop")) self.say("ready 1 batch 4", 1000ms);
    if (const auto game = game_asked_about(line)) self.say("move " + *game + " END", 40ms);
  };
  EXPECT_EQ(play(3, script).tallies[0].faults, 0);
  conditions_.time.game_ms = 100ms;
  heard_ = {};
  const tournament::BatchResult played = play(3, script);
  EXPECT_EQ(played.tallies[0].faults, 3);
  EXPECT_EQ(heard("turn "), 9U);  // the third answer of each game is late
  EXPECT_EQ(played.notes.at(0).fault.kind, FaultKind::timeout);
  EXPECT_EQ(described(played.notes[0].fault),
            "timed out: used up its 100 ms for the game (nothing was said)");
}

TEST_F(Outside, WhatABotSaysOfItsMoveIsKeptAndChangesNothing) {
  const tournament::BatchResult plain = play(6, end_turn);
  for (const int batch : {1, 4}) {
    heard_ = {};
    const tournament::BatchResult noted = play(6, [&](play::Scripted& self, std::string_view line) {
      if (line.starts_with("hilltop")) return self.say("ready 1 batch " + std::to_string(batch));
      const auto game = game_asked_about(line);
      if (!game) return;
      self.say("# eval -3");
      self.say("# eval +" + *game + " depth 2");  // the last one counts
      self.say("move " + *game + " STAND");
    });
    EXPECT_EQ(noted.tallies[0].faults, 0);
    EXPECT_EQ(noted.bytes, plain.bytes);
    ASSERT_EQ(noted.records.size(), 6U);
    for (const tournament::GameRecord& record : noted.records) {
      const std::string note = "# eval +" + std::to_string(record.game) + " depth 2\nmove ";
      EXPECT_NE(record.text.find(note), std::string::npos) << record.text;
      EXPECT_EQ(record.text.find("eval -3"), std::string::npos);
    }
  }
}

TEST_F(Outside, OnlyANoteIsOne) {
  for (const std::string line : {"# depth x", "#depth 3", "# hello", "MESSAGE depth 3"}) {
    const tournament::BatchResult played =
        play(1, [&](play::Scripted& self, std::string_view asked) {
          if (const auto game = game_asked_about(asked)) self.say(line);
          end_turn(self, asked);
        });
    EXPECT_EQ(played.notes.at(0).fault.kind, FaultKind::malformed) << line;
  }
}

TEST_F(Outside, NotesDoNotPutOffTheDeadline) {
  const tournament::BatchResult played = play(1, [](play::Scripted& self, std::string_view asked) {
    if (game_asked_about(asked))
      for (int i = 0; i < 20; ++i) self.say("# depth 1", 50ms);
    end_turn(self, asked);
  });
  EXPECT_EQ(played.notes.at(0).fault.kind, FaultKind::timeout);
  const tournament::BatchResult endless = play(1, [](play::Scripted& self, std::string_view asked) {
    if (game_asked_about(asked))
      for (int i = 0; i < 1000; ++i) self.say("# depth 1", 0ms);
    end_turn(self, asked);
  });
  EXPECT_EQ(endless.notes.at(0).fault.kind, FaultKind::malformed);
}

TEST_F(Outside, AFaultCostsItsGameAndTheNextBeginsAnotherConversation) {
  const tournament::BatchResult played = play(6, [](play::Scripted& self, std::string_view line) {
    const auto game = game_asked_about(line);
    if (game && *game == "2") return self.crash();
    if (game && *game == "4") return self.say("I am a little teapot");
    end_turn(self, line);
  });
  EXPECT_EQ(played.tallies[0].faults, 2);
  ASSERT_EQ(played.notes.size(), 2U);
  EXPECT_EQ(played.notes[0].game, 2U);
  EXPECT_EQ(played.notes[0].fault.kind, FaultKind::crashed);
  EXPECT_EQ(played.notes[1].game, 4U);
  EXPECT_EQ(played.notes[1].fault.kind, FaultKind::malformed);
  EXPECT_EQ(heard_.starts, 3);
}

TEST_F(Outside, WhoBreaksOffTenGamesInARowIsNotStartedAgain) {
  const tournament::BatchResult played = play(50, [](play::Scripted& self, std::string_view line) {
    if (game_asked_about(line)) return self.crash();
    end_turn(self, line);
  });
  EXPECT_EQ(played.tallies[0].faults, 50);
  EXPECT_EQ(heard_.starts, 10);
}

TEST_F(Outside, OfGamesThatAreAskedAboutTogetherEachHasTheTimeOfOne) {
  EXPECT_EQ(play(8, InBatches(100ms)).tallies[0].faults, 0);
  heard_ = {};
  const tournament::BatchResult late = play(8, InBatches(101ms));
  EXPECT_GT(late.tallies[0].faults, 0);
  for (const auto& note : late.notes) EXPECT_EQ(note.fault.kind, FaultKind::timeout);
}

// A bot that is slow in some positions is late in them, and in no others, in a batch of any size
// and under any observer.
TEST_F(Outside, WhoIsLateDependsOnNoBatchAndOnNoObserver) {
  std::optional<tournament::BatchResult> alone;
  std::string log_alone;
  play::Observer observer;
  std::string log;
  std::vector<std::uint32_t> games;
  observer.log = [&](std::string_view text) { log += text; };
  observer.table = [](std::string_view) {};
  observer.game_over = [&](const play::GameReport& report) { games.push_back(report.game); };
  for (const std::string ready : {"ready 1", "ready 1 batch 4", "ready 1 batch 1000"})
    for (const play::Observer* const told :
         {&std::as_const(observer), static_cast<const play::Observer*>(nullptr)}) {
      const auto script = [&](play::Scripted& self, std::string_view line) {
        if (line.starts_with("hilltop")) return self.say(ready);
        const auto game = game_asked_about(line);
        if (!game) return;
        self.say("move " + *game + " STAND", std::stoi(*game) % 9 == 4 ? 101ms : 1ms);
      };
      log.clear();
      games.clear();
      const tournament::BatchResult played = play(100, script, 0, told);
      if (!alone) {
        alone = played;
        log_alone = log;
      }
      EXPECT_EQ(played.bytes, alone->bytes) << ready;
      EXPECT_EQ(played.tallies[0].faults, 11) << ready;
      EXPECT_EQ(log, told == nullptr ? "" : log_alone) << ready;
      EXPECT_EQ(games.size(), told == nullptr ? 0U : 100U) << ready;
      EXPECT_TRUE(std::ranges::is_sorted(games));
    }
}

// A bot whose process takes a while for its first line and for its first turn, as a JVM does that
// loads what it needs.
class Loading {
 public:
  Loading(std::string ready, milliseconds first_line, milliseconds first_turn)
      : ready_(std::move(ready)), first_line_(first_line), first_turn_(first_turn) {}
  void operator()(play::Scripted& self, std::string_view line) {
    if (line.starts_with("hilltop")) {
      loads_ = true;
      return self.say(ready_, first_line_);
    }
    if (const auto game = game_asked_about(line))
      self.say("move " + *game + " STAND", std::exchange(loads_, false) ? first_turn_ : 1ms);
  }

 private:
  std::string ready_;
  milliseconds first_line_, first_turn_;
  bool loads_ = true;
};

TEST_F(Outside, TheFirstTurnOfAProcessHasWhatItsFirstLineLeftOfTheStart) {
  using enum runner::StateScope;
  for (const runner::StateScope state : {none, pairing, folder})
    for (const std::string ready : {"ready 1", "ready 1 batch 4"}) {
      bot_.state = state;
      EXPECT_EQ(play(20, Loading(ready, 600ms, 500ms)).tallies[0].faults, 0) << ready;
      heard_ = {};
      EXPECT_EQ(play(20, Loading(ready, 1090ms, 100ms)).tallies[0].faults, 0) << ready;
      heard_ = {};
      const tournament::BatchResult late = play(5, Loading(ready, 600ms, 501ms));
      EXPECT_EQ(late.tallies[0].faults, 5) << ready;
      for (const auto& note : late.notes)
        EXPECT_EQ(note.fault.detail, "after 500 ms (nothing was said)");
      heard_ = {};
    }
}

// Where a process begins depends on the number of workers, for a bot that remembers nothing.
TEST_F(Outside, WhoIsLateDependsOnNoStart) {
  for (const std::string ready : {"ready 1", "ready 1 batch 4", "ready 1 batch 1000"}) {
    const auto script = [&](play::Scripted& self, std::string_view line) {
      if (line.starts_with("hilltop")) return self.say(ready);
      if (const auto game = game_asked_about(line))
        self.say("move " + *game + " STAND", std::stoi(*game) % 9 == 4 ? 101ms : 1ms);
    };
    heard_ = {};
    const tournament::BatchResult whole = play(30, script);
    EXPECT_EQ(whole.tallies[0].faults, 3);
    int faults = 0;
    for (std::uint32_t game = 0; game < 30; ++game) {
      heard_ = {};
      const tournament::BatchResult part = play(1, script, game);
      faults += static_cast<int>(part.tallies[0].faults);
      EXPECT_EQ(part.tallies[0].faults, game % 9 == 4 ? 1 : 0) << game << ' ' << ready;
    }
    EXPECT_EQ(faults, 3);
  }
}

// After a fault in a batch the games without an answer are asked about in a new process, which has
// to start as well.
TEST_F(Outside, NobodyIsLateBecauseABatchWasBroken) {
  std::optional<tournament::BatchResult> alone;
  for (const std::string ready : {"ready 1", "ready 1 batch 4", "ready 1 batch 1000"}) {
    heard_ = {};
    Loading loading(ready, 10ms, 900ms);
    const tournament::BatchResult played =
        play(100, [&](play::Scripted& self, std::string_view line) {
          if (const auto game = game_asked_about(line); game && std::stoi(*game) % 10 == 3)
            return self.crash();
          loading(self, line);
        });
    if (!alone) alone = played;
    EXPECT_EQ(played.tallies[0].faults, 10) << ready;
    EXPECT_EQ(played.bytes, alone->bytes) << ready;
  }
}

TEST_F(Outside, TellsItsAnswersWhateverTheBatch) {
  std::vector<std::set<std::string>> told;
  for (const std::string ready : {"ready 1", "ready 1 batch 4"}) {
    std::set<std::string> answers;
    play::Observer observer;
    observer.answered = [&](std::size_t entrant, const play::AnswerOfProcess& answer) {
      EXPECT_EQ(entrant, 0U);
      EXPECT_EQ(answer.took, answer.first ? 1000ms : 3ms);
      if (!answer.first)
        answers.insert(std::to_string(answer.game) + ' ' + std::string(answer.asked));
    };
    play(
        30,
        [&](play::Scripted& self, std::string_view line) {
          if (line.starts_with("hilltop")) return self.say(ready, 1000ms);
          if (const auto game = game_asked_about(line)) self.say("move " + *game + " STAND", 3ms);
        },
        0, &observer);
    EXPECT_GE(answers.size(), 30U);
    told.push_back(std::move(answers));
  }
  EXPECT_EQ(told[0], told[1]);
}

// Returns what was said before each fault, by game.
std::map<std::uint32_t, std::pair<std::string, std::string>> lines_of(
    const tournament::BatchResult& played) {
  std::map<std::uint32_t, std::pair<std::string, std::string>> lines;
  for (const auto& note : played.notes) lines[note.game] = {note.fault.asked, note.fault.said};
  return lines;
}

// Whatever the size of a batch, a fault is that of the game whose question has no answer.
TEST_F(Outside, AFaultInABatchIsThatOfItsGameOnly) {
  using Sin = std::function<void(play::Scripted&)>;
  const std::vector<std::pair<Sin, FaultKind>> sins{
      {[](play::Scripted& self) { self.crash(); }, FaultKind::crashed},
      {[](play::Scripted& self) { self.say("I am a little teapot"); }, FaultKind::malformed},
      {[](play::Scripted& self) { self.say("move 5000 STAND"); }, FaultKind::malformed},
      {[](play::Scripted&) {}, FaultKind::timeout}};
  for (const auto& [sin, kind] : sins) {
    std::optional<tournament::BatchResult> alone;
    for (const std::string ready : {"ready 1", "ready 1 batch 4", "ready 1 batch 1000"}) {
      const tournament::BatchResult played =
          play(200, [&](play::Scripted& self, std::string_view line) {
            if (line.starts_with("hilltop")) return self.say(ready);
            const auto game = game_asked_about(line);
            if (!game) return;
            if (std::stoi(*game) % 7 == 2) return sin(self);
            self.say("move " + *game + " STAND");
          });
      if (!alone) alone = played;
      EXPECT_EQ(played.bytes, alone->bytes) << ready << ", " << name(kind);
      EXPECT_EQ(lines_of(played), lines_of(*alone)) << ready << ", " << name(kind);
      EXPECT_EQ(played.tallies[0].games, 200);
      EXPECT_EQ(played.tallies[0].faults, 29);
      EXPECT_EQ(played.tallies[1].faults, 0);
      for (const auto& note : played.notes) {
        EXPECT_EQ(note.fault.kind, kind);
        EXPECT_EQ(note.game % 7, 2U);
      }
    }
  }
}

// What else a process has played depends on the number of workers, and on where a run goes on.
TEST_F(Outside, WhatWasSaidBeforeAFaultIsOfItsGame) {
  for (const std::string ready : {"ready 1", "ready 1 batch 4"}) {
    const auto script = [&](play::Scripted& self, std::string_view line) {
      if (line.starts_with("hilltop")) return self.say(ready);
      const auto game = game_asked_about(line);
      if (!game) return;
      const bool has_two_cards =
          std::regex_search(line.begin(), line.end(), std::regex("hand \\d+,"));
      const int number = std::stoi(*game);
      if (number % 5 == 1 || (number % 5 == 3 && has_two_cards)) return self.crash();
      self.say("move " + *game + " END");
    };
    const auto whole = lines_of(play(20, script));
    std::map<std::uint32_t, std::pair<std::string, std::string>> parts;
    for (std::uint32_t game = 0; game < 20; ++game) parts.merge(lines_of(play(1, script, game)));
    EXPECT_EQ(parts, whole) << ready;
    EXPECT_EQ(whole.at(1).second, "");
    EXPECT_EQ(whole.at(3).second, "move 3 END");
  }
}

TEST_F(Outside, WhoBreaksOffTenGamesInARowForfeitsTheSameGamesInABatch) {
  std::vector<std::uint8_t> alone;
  for (const std::string ready : {"ready 1", "ready 1 batch 16", "ready 1 batch 1000"}) {
    const tournament::BatchResult played =
        play(300, [&](play::Scripted& self, std::string_view line) {
          if (line.starts_with("hilltop")) return self.say(ready);
          const auto game = game_asked_about(line);
          if (!game) return;
          const int number = std::stoi(*game);
          if ((number >= 20 && number < 29) || (number >= 100 && number < 120)) return self.crash();
          self.say("move " + *game + " STAND");
        });
    if (alone.empty()) alone = played.bytes;
    EXPECT_EQ(played.bytes, alone) << ready;
    EXPECT_EQ(played.tallies[0].games, 300);
    EXPECT_EQ(played.tallies[0].faults, 9 + 200);  // from game 100 on
  }
}

TEST_F(Outside, AGameIsVoidWhosePlayerIsLostAndIsPlayedAgain) {
  const auto whole = play(12, end_turn).bytes;
  int left = 3;
  const tournament::BatchResult played = play(12, [&](play::Scripted& self, std::string_view line) {
    const auto game = game_asked_about(line);
    if (game && *game == "7" && left-- > 0) throw play::PlayerLost("the machine failed it");
    end_turn(self, line);
  });
  EXPECT_EQ(played.bytes, whole);
  EXPECT_EQ(played.tallies[0].faults, 0);
  EXPECT_THROW((void)play(12,
                          [&](play::Scripted& self, std::string_view line) {
                            if (game_asked_about(line))
                              throw play::PlayerLost("the machine failed it");
                            end_turn(self, line);
                          }),
               play::PlayerLost);
}

TEST_F(Outside, WhoCannotStartLosesWithoutBeingAsked) {
  struct Missing final : play::OutsidePlayer {
    std::expected<void, Fault> start(const std::vector<std::string>&) override {
      return std::unexpected(Fault{FaultKind::refused_to_start, "nobody is there"});
    }
    void tell(std::string_view) override { FAIL(); }
    std::expected<std::string, Fault> hear(Deadline) override { throw std::logic_error("asked"); }
    void farewell(std::string_view) override { FAIL(); }
    void finish(Deadline) override { FAIL(); }
    void drop() override {}
  };
  conditions_.host.make_player = [](const runner::Manifest&, const play::OutsideListener&) {
    return std::make_unique<Missing>();
  };
  const auto game = *(*find_game("pazaak"))->under("koth", {});
  const play::Entrant outside{"outside", "Outside", bot_},
      kid{"kid", "Kid", play::HousePlayer{"kid", false}};
  const std::vector<const play::Entrant*> entrants{&outside, &kid};
  const tournament::BatchResult played =
      game->play({{.luck = play::FixtureLuck(5), .games = 3}, entrants}, conditions_);
  EXPECT_EQ(played.tallies[0].faults, 3);
  EXPECT_EQ(played.tallies[1].won, 3);
}

// Tic-tac-toe, in which each game starts a process: one that stays hears of the next game instead.
class Staying : public testing::Test {
 protected:
  Staying() {
    bot_.name = "Outside";
    bot_.state = runner::StateScope::none;
    bot_.stays = true;
  }

  tournament::BatchResult play(std::uint32_t first_game, std::uint32_t games,
                               const play::Scripted::Script& script) {
    conditions_.host.make_player = [&, script](const runner::Manifest&,
                                               const play::OutsideListener&) {
      return std::make_unique<play::Scripted>(script, heard_);
    };
    const auto game = *(*find_game("tictactoe"))->under("classic", {});
    const play::Entrant outside{"outside", "Outside", bot_},
        random{"random", "Random", play::HousePlayer{"random", false}};
    const std::vector<const play::Entrant*> entrants{&outside, &random};
    const play::Batch batch{
        {.luck = play::FixtureLuck(5), .first_game = first_game, .games = games}, entrants};
    return game->play(batch, conditions_);
  }

  std::vector<std::string> heard(std::string_view beginning) const {
    std::vector<std::string> lines;
    std::ranges::copy_if(heard_.lines, std::back_inserter(lines),
                         [&](const std::string& line) { return line.starts_with(beginning); });
    return lines;
  }

  play::Conditions conditions_;
  runner::Manifest bot_;
  play::Heard heard_;
};

// Plays the first free cell.
void play_first(play::Scripted& self, std::string_view line) {
  if (line.starts_with("X ") || line.starts_with("O "))
    self.say(std::to_string(line.find('.') - 1));
}

TEST_F(Staying, HearsOfEachGameButTheFirst) {
  const auto anew = [&] {
    bot_.stays = false;
    return play(0, 4, play_first).bytes;
  }();
  EXPECT_EQ(heard_.starts, 4);
  const std::vector<std::string> arguments = heard_.arguments;
  heard_ = {};
  bot_.stays = true;
  EXPECT_EQ(play(0, 4, play_first).bytes, anew);
  EXPECT_EQ(heard_.starts, 1);
  EXPECT_EQ(heard_.arguments, (std::vector{arguments[0], arguments[1]}));  // opponent and seed
  std::vector<std::string> wanted;
  for (std::size_t game = 1; game < 4; ++game)
    wanted.push_back("NEW " + arguments[2 * game + 1] + ' ' + arguments[2 * game]);
  EXPECT_EQ(heard("NEW "), wanted);
  EXPECT_EQ(heard("EXIT ").size(), 3u);  // the last one waits for another game
  EXPECT_EQ(heard_.resting.size(), 1u);
}

TEST_F(Staying, GoesOnInAnotherBatch) {
  play(0, 2, play_first);
  play(2, 2, play_first);
  EXPECT_EQ(heard_.starts, 1);
  EXPECT_EQ(heard("NEW ").size(), 3u);
}

TEST_F(Staying, BeginsAnewAfterAFault) {
  int asked = 0;
  const tournament::BatchResult played =
      play(0, 4, [&](play::Scripted& self, std::string_view line) {
        if (line.starts_with("X ") || line.starts_with("O "))
          if (++asked == 2) return self.crash();
        play_first(self, line);
      });
  EXPECT_EQ(played.tallies[0].faults, 1);
  EXPECT_EQ(heard_.starts, 2);
  EXPECT_EQ(heard("NEW ").size(), 2u);
}

TEST_F(Staying, HasTheTimeOfAStartInEachGame) {
  conditions_.time.move_ms = 100ms;
  conditions_.time.start_ms = 1000ms;
  bool first = true;
  const tournament::BatchResult played =
      play(0, 6, [&](play::Scripted& self, std::string_view line) {
        if (line.starts_with("NEW ")) first = true;
        if (!line.starts_with("X ") && !line.starts_with("O ")) return;
        self.say(std::to_string(line.find('.') - 1), std::exchange(first, false) ? 900ms : 90ms);
      });
  EXPECT_EQ(played.tallies[0].faults, 0);
  EXPECT_EQ(heard_.starts, 1);
}

}  // namespace
}  // namespace hilltop::arena::outside_player_test
