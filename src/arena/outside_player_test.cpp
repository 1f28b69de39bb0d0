// Players outside the program: deadlines, faults, batches, lost players. The players are scripts
// with their own clock, so no test starts a process or waits.

#include "arena/outside_player.hpp"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <sstream>

#include "arena/catalog.hpp"

namespace hilltop::arena {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

// What happened in all conversations of a player.
struct Heard {
  int starts = 0;
  std::vector<std::string> lines;
  std::vector<std::pair<std::string, std::string>> resting;  // hello and ready
};

class Scripted final : public OutsidePlayer {
 public:
  // Called with each line to the player.
  using Script = std::function<void(Scripted& self, std::string_view line)>;

  Scripted(Script script, Heard& heard) : script_(std::move(script)), heard_(heard) {}

  std::expected<void, Fault> start(const std::vector<std::string>&) override {
    ++heard_.starts;
    answers_.clear();
    fault_.reset();
    return {};
  }
  void tell(std::string_view line) override { untold_.emplace_back(line); }
  std::expected<std::string, Fault> hear(Deadline by) override {
    for (const std::string& line : std::exchange(untold_, {})) {
      heard_.lines.push_back(line);
      script_(*this, line);
    }
    if (fault_) return std::unexpected(*fault_);
    if (answers_.empty() || now_ + answers_.front().takes > by) {
      now_ = by;
      fault_ = Fault{FaultKind::timeout, "nothing was said"};
      return std::unexpected(*fault_);
    }
    const Answer answer = answers_.front();
    answers_.pop_front();
    now_ += answer.takes;
    return answer.line;
  }
  Deadline now() const override { return now_; }
  void farewell(std::string_view line) override {
    std::ranges::move(std::exchange(untold_, {}), std::back_inserter(heard_.lines));
    heard_.lines.emplace_back(line);
  }
  void finish(Deadline) override {}
  void drop() override { untold_.clear(); }
  bool rest(std::string_view hello, std::string_view ready) override {
    (void)std::exchange(untold_, {});
    heard_.resting.emplace_back(hello, ready);
    return true;
  }
  std::optional<std::string> resume(std::string_view hello) override {
    if (heard_.resting.empty() || heard_.resting.back().first != hello) return std::nullopt;
    std::string ready = std::move(heard_.resting.back().second);
    heard_.resting.pop_back();
    return ready;
  }

  void say(std::string line, milliseconds takes = 1ms) {
    answers_.push_back({std::move(line), takes});
  }
  void crash() { fault_ = Fault{FaultKind::crashed, "exited with status 3"}; }

 private:
  struct Answer {
    std::string line;
    milliseconds takes;
  };
  Script script_;
  Heard& heard_;
  Deadline now_{};
  std::vector<std::string> untold_;
  std::deque<Answer> answers_;
  std::optional<Fault> fault_;
};

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

  BatchResult play(std::uint32_t games, Scripted::Script script) {
    conditions_.host.make_player = [&, script](const runner::Manifest&, OutsideListener) {
      return std::make_unique<Scripted>(script, heard_);
    };
    const auto game = *(*find_game("pazaak"))->under("koth", {});
    const Entrant outside{"outside", "Outside", bot_}, kid{"kid", "Kid", HousePlayer{"kid", false}};
    const std::vector<const Entrant*> entrants{&outside, &kid};
    const arena::Batch batch{.key = 5, .games = games, .entrants = entrants};
    return game->play(batch, conditions_);
  }

  std::size_t heard(std::string_view beginning) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        heard_.lines, [&](const std::string& line) { return line.starts_with(beginning); }));
  }

  Conditions conditions_;
  runner::Manifest bot_;
  Heard heard_;
};

// Says that it is ready, and ends each turn.
void end_turn(Scripted& self, std::string_view line) {
  if (line.starts_with("hilltop")) self.say("ready 1");
  if (const auto game = game_asked_about(line)) self.say("move " + *game + " STAND");
}

// Takes up to four questions at once, and a fixed time for each.
class InBatches {
 public:
  explicit InBatches(milliseconds takes) : takes_(takes) {}
  void operator()(Scripted& self, std::string_view line) {
    if (line.starts_with("hilltop")) return self.say("ready 1 batch 4");
    if (const auto game = game_asked_about(line)) self.say("move " + *game + " STAND", takes_);
  }

 private:
  milliseconds takes_;
};

TEST_F(Outside, PlaysThroughWithoutAFault) {
  const BatchResult played = play(20, end_turn);
  EXPECT_EQ(played.tallies[0].games, 20);
  EXPECT_EQ(played.tallies[0].faults, 0);
  EXPECT_EQ(heard_.starts, 1);
  EXPECT_EQ(heard("begin "), 20U);
  EXPECT_EQ(heard_.lines.back().substr(0, 4), "turn");  // it rests, and has not heard of the end
}

TEST_F(Outside, AConversationRestsUntilTheNextBatch) {
  const BatchResult first = play(8, InBatches(1ms)), second = play(8, InBatches(1ms));
  EXPECT_EQ(second.bytes, first.bytes);
  EXPECT_EQ(heard_.starts, 1);
  EXPECT_EQ(heard("hilltop "), 1U);
  ASSERT_EQ(heard_.resting.size(), 1U);
  EXPECT_EQ(heard_.resting[0].second, "ready 1 batch 4");
}

TEST_F(Outside, OnlyWhoRemembersNothingAndBrokeNothingRests) {
  play(3, [](Scripted& self, std::string_view line) {
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
    const BatchResult played = play(5, [takes = takes](Scripted& self, std::string_view line) {
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

TEST_F(Outside, AFaultCostsItsGameAndTheNextBeginsAnotherConversation) {
  const BatchResult played = play(6, [](Scripted& self, std::string_view line) {
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
  const BatchResult played = play(50, [](Scripted& self, std::string_view line) {
    if (game_asked_about(line)) return self.crash();
    end_turn(self, line);
  });
  EXPECT_EQ(played.tallies[0].faults, 50);
  EXPECT_EQ(heard_.starts, 10);
}

TEST_F(Outside, GamesThatAreAskedAboutTogetherShareTheirTime) {
  EXPECT_EQ(play(8, InBatches(100ms)).tallies[0].faults, 0);
  heard_ = {};
  // 101 ms each are more than 100 each.
  const BatchResult late = play(8, InBatches(101ms));
  EXPECT_GT(late.tallies[0].faults, 0);
  for (const auto& note : late.notes) EXPECT_EQ(note.fault.kind, FaultKind::timeout);
}

// Whatever the size of a batch, a fault is that of the game whose question has no answer.
TEST_F(Outside, AFaultInABatchIsThatOfItsGameOnly) {
  using Sin = std::function<void(Scripted&)>;
  const std::vector<std::pair<Sin, FaultKind>> sins{
      {[](Scripted& self) { self.crash(); }, FaultKind::crashed},
      {[](Scripted& self) { self.say("I am a little teapot"); }, FaultKind::malformed},
      {[](Scripted& self) { self.say("move 5000 STAND"); }, FaultKind::malformed},
      {[](Scripted&) {}, FaultKind::timeout}};
  for (const auto& [sin, kind] : sins) {
    std::vector<std::uint8_t> alone;
    for (const std::string ready : {"ready 1", "ready 1 batch 4", "ready 1 batch 1000"}) {
      const BatchResult played = play(200, [&](Scripted& self, std::string_view line) {
        if (line.starts_with("hilltop")) return self.say(ready);
        const auto game = game_asked_about(line);
        if (!game) return;
        if (std::stoi(*game) % 7 == 2) return sin(self);
        self.say("move " + *game + " STAND");
      });
      if (alone.empty()) alone = played.bytes;
      EXPECT_EQ(played.bytes, alone) << ready << ", " << name(kind);
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

TEST_F(Outside, WhoBreaksOffTenGamesInARowForfeitsTheSameGamesInABatch) {
  std::vector<std::uint8_t> alone;
  for (const std::string ready : {"ready 1", "ready 1 batch 16", "ready 1 batch 1000"}) {
    const BatchResult played = play(300, [&](Scripted& self, std::string_view line) {
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
  const BatchResult played = play(12, [&](Scripted& self, std::string_view line) {
    const auto game = game_asked_about(line);
    if (game && *game == "7" && left-- > 0) throw PlayerLost("the machine failed it");
    end_turn(self, line);
  });
  EXPECT_EQ(played.bytes, whole);
  EXPECT_EQ(played.tallies[0].faults, 0);
  EXPECT_THROW((void)play(12,
                          [&](Scripted& self, std::string_view line) {
                            if (game_asked_about(line)) throw PlayerLost("the machine failed it");
                            end_turn(self, line);
                          }),
               PlayerLost);
}

TEST_F(Outside, WhoCannotStartLosesWithoutBeingAsked) {
  struct Missing final : OutsidePlayer {
    std::expected<void, Fault> start(const std::vector<std::string>&) override {
      return std::unexpected(Fault{FaultKind::refused_to_start, "nobody is there"});
    }
    void tell(std::string_view) override { FAIL(); }
    std::expected<std::string, Fault> hear(Deadline) override { throw std::logic_error("asked"); }
    void farewell(std::string_view) override { FAIL(); }
    void finish(Deadline) override { FAIL(); }
    void drop() override {}
  };
  conditions_.host.make_player = [](const runner::Manifest&, OutsideListener) {
    return std::make_unique<Missing>();
  };
  const auto game = *(*find_game("pazaak"))->under("koth", {});
  const Entrant outside{"outside", "Outside", bot_}, kid{"kid", "Kid", HousePlayer{"kid", false}};
  const std::vector<const Entrant*> entrants{&outside, &kid};
  const BatchResult played = game->play({.key = 5, .games = 3, .entrants = entrants}, conditions_);
  EXPECT_EQ(played.tallies[0].faults, 3);
  EXPECT_EQ(played.tallies[1].won, 3);
}

}  // namespace
}  // namespace hilltop::arena
