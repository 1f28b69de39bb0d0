#include <condition_variable>
#include <deque>
#include <filesystem>
#include <gtest/gtest.h>
#include <latch>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "arena/save.hpp"
#include "server/room.hpp"
#include "server/rooms.hpp"
#include "server/secret.hpp"

namespace hilltop::server {
namespace {

// What a client in a room is sent, in its order.
class Screen final : public Channel {
 public:
  void show(std::shared_ptr<const std::string> state) override { add(*state); }
  void tell(std::string message) override { add(message); }
  void close() override {}

  // Waits for the next message.
  Json next() {
    std::unique_lock lock(mutex_);
    come_.wait(lock, [this] { return !messages_.empty(); });
    Json message = std::move(messages_.front());
    messages_.pop_front();
    return message;
  }

 private:
  void add(const std::string& message) {
    const std::scoped_lock lock(mutex_);
    messages_.push_back(Json::parse(message));
    come_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable come_;
  std::deque<Json> messages_;
};

class RoomOfPeople : public ::testing::Test {
 protected:
  static std::filesystem::path new_file() {
    auto file = std::filesystem::path(::testing::TempDir()) / ("people-" + new_secret() + ".db");
    return file;
  }
  ~RoomOfPeople() override {
    background_.finish();
    workers_.finish();
    std::filesystem::remove(file_);
  }

  // Returns a room of one person against a bot, and the person's key.
  std::shared_ptr<GameRoom> open(const std::string& game, const std::string& bot) {
    const auto module = *arena::find_game(game);
    const auto any_game = *module->under(module->default_rules(), {});
    const Record record = arena::new_record(*module, *any_game, {{"human", "Ann"}, {bot, "Bot"}});
    const NewRoom made = *rooms_.create(record);
    keys_ = {made.keys.front().key};
    return *rooms_.find(made.name);
  }
  std::shared_ptr<Peer> enter(GameRoom& room) {
    const auto peer = room.enter(screen_, std::nullopt, "192.0.2.7");
    say(*peer, {{"keys", keys_}});
    return peer;
  }
  void say(Peer& peer, const Json& message) {
    peer.hear(message.dump(), [] {});
  }
  // Waits for a message of a type.
  Json next(const std::string& type) {
    while (true)
      if (Json message = screen_->next(); message["type"] == type) return message;
  }
  // Waits for a state of a step in which the person is asked.
  Json asked(std::size_t step) {
    while (true)
      if (Json state = next("state"); state["pending"] == 0 && state["step"] == step) return state;
  }

  const std::filesystem::path file_ = new_file();
  EventLog log_{/*json=*/false};
  Metrics metrics_;
  PeopleStore store_ = *PeopleStore::open(file_);
  Workers workers_{1};
  Background background_{1};
  BotTables tables_;
  Rooms rooms_{{workers_, background_, tables_, store_, log_, metrics_, {}, {}}};
  const std::shared_ptr<Screen> screen_ = std::make_shared<Screen>();
  std::vector<std::string> keys_;
};

TEST_F(RoomOfPeople, AHintHoldsNoMoveUp) {
  std::latch moved(1);
  background_.post("192.0.2.7", [&] { moved.wait(); });
  const auto room = open("tictactoe", "perfect");
  const auto peer = enter(*room);
  asked(0);
  say(*peer, {{"do", "hint"}, {"seat", 0}, {"step", 0}, {"id", 7}});
  say(*peer, {{"do", "answer"}, {"seat", 0}, {"step", 0}, {"text", "5"}});
  asked(2);
  say(*peer, {{"do", "hint"}, {"seat", 0}, {"step", 2}});
  moved.count_down();
  // The first one is for the position in which it was asked for.
  EXPECT_EQ(next("advice")["step"], 0);
  EXPECT_EQ(next("advice")["step"], 2);
}

TEST_F(RoomOfPeople, OneHintIsMadeForAPosition) {
  std::latch asked_thrice(1);
  background_.post("192.0.2.7", [&] { asked_thrice.wait(); });
  const auto room = open("tictactoe", "perfect");
  const auto peer = enter(*room);
  asked(0);
  for (int i = 0; i < 3; ++i) say(*peer, {{"do", "hint"}, {"seat", 0}, {"step", 0}});
  say(*peer, {{"do", "nothing"}, {"seat", 0}});
  next("refused");
  asked_thrice.count_down();
  const Json advice = next("advice");
  background_.finish();  // no other one is to be made
  say(*peer, {{"do", "hint"}, {"seat", 0}, {"step", 0}});
  EXPECT_EQ(next("advice"), advice);
}

}  // namespace
}  // namespace hilltop::server
