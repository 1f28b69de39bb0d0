#include "server/rooms/room.hpp"

#include <csignal>
#include <gtest/gtest.h>
#include <latch>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "arena/save.hpp"
#include "runner/scratch.hpp"
#include "server/rooms/room_client_for_test.hpp"
#include "server/rooms/rooms.hpp"

namespace hilltop::server::room_test {
namespace {

// While it lives, no file of this process can grow.
class FullDisk {
 public:
  FullDisk() {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit none{0, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &none);
  }
  ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before_); }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
};

class Room : public testing::Test {
 protected:
  explicit Room(std::chrono::milliseconds away = 1h, std::chrono::milliseconds keep_again = 1h)
      : rooms_({.workers = workers_,
                .bot_threads = bot_threads_,
                .background = background_,
                .tables = tables_,
                .store = store_,
                .log = log_,
                .metrics = metrics_,
                .away = away,
                .keep_again = keep_again}),
        made_(rooms_.create(game()).value()) {}
  ~Room() override {
    background_.finish();
    workers_.finish();
  }

  static Record game() {
    const arena::GameModule* const gomoku = arena::find_game("gomoku").value();
    const auto any_game = gomoku->under(gomoku->default_rules(), {}).value();
    return arena::new_record(*gomoku, *any_game, {{"human", "Ann"}, {"human", "Bob"}});
  }
  // Adds a client that presents the keys of some seats.
  std::shared_ptr<Peer> enter(const std::shared_ptr<Client>& client,
                              const std::vector<std::size_t>& seats) {
    auto peer = rooms_.find(made_.name).value()->enter(client, std::nullopt, "192.0.2.7");
    Json keys = Json::array();
    for (const std::size_t seat : seats) keys.push_back(made_.keys[seat].key);
    say(*peer, {{"keys", keys}});
    client->until([&](const Json& state) {
      return std::ranges::all_of(
          seats, [&](std::size_t seat) { return state["players"][seat]["mine"].get<bool>(); });
    });
    return peer;
  }
  static void say(Peer& peer, const Json& message) {
    peer.hear(message.dump(), [] {});
  }
  std::string stored() { return store_.room(made_.name)->record; }

  const runner::Scratch folder_;
  PeopleStore store_ = PeopleStore::open(folder_.path() / "people.db").value();
  EventLog log_{false};
  Metrics metrics_;
  Workers workers_{2};
  BotThreads bot_threads_{0};
  Background background_{1};
  BotTables tables_;
  Rooms rooms_;
  const NewRoom made_;
};

TEST_F(Room, StoresWhatTheDiskRefusedOnceSomebodyLeaves) {
  const auto client = std::make_shared<Client>();
  auto peer = enter(client, {0, 1});
  {
    const FullDisk full;
    say(*peer, {{"do", "rename"}, {"seat", 0}, {"name", "Zoe"}});
    const Json state = client->until([](const Json& each) { return !each["unkept"].is_null(); });
    EXPECT_EQ(state["unkept"], "the server's disk failed") << "without a path";
    say(*peer, {{"do", "invite"}, {"seat", 1}});
    const Json refused = client->until([](const Json& each) { return each["type"] == "refused"; });
    EXPECT_EQ(refused["text"], "the server's disk failed");
  }
  EXPECT_EQ(stored().find("Zoe"), std::string::npos);
  peer->gone();
  peer.reset();
  workers_.finish();
  EXPECT_NE(stored().find("Zoe"), std::string::npos);
}

TEST_F(Room, StoresWhatTheDiskRefusedAtTheServersEnd) {
  const auto client = std::make_shared<Client>();
  const auto peer = enter(client, {0, 1});
  {
    const FullDisk full;
    say(*peer, {{"do", "rename"}, {"seat", 0}, {"name", "Zoe"}});
    client->until([](const Json& each) { return !each["unkept"].is_null(); });
  }
  workers_.finish();
  EXPECT_EQ(stored().find("Zoe"), std::string::npos);
  rooms_.keep_at_last();
  EXPECT_NE(stored().find("Zoe"), std::string::npos);
}

TEST_F(Room, IsNotBegunIfNoMoreAreKept) {
  auto store = PeopleStore::open(folder_.path() / "small.db", {.rooms_max = 1}).value();
  Rooms rooms({.workers = workers_,
               .bot_threads = bot_threads_,
               .background = background_,
               .tables = tables_,
               .store = store,
               .log = log_,
               .metrics = metrics_});
  EXPECT_TRUE(rooms.create(game()));
  const auto made = rooms.create(game());
  ASSERT_FALSE(made);
  EXPECT_TRUE(made.error().may_later);
  Record nobody = game();
  for (auto& player : nobody.players) player.player = "random";
  EXPECT_FALSE(rooms.create(nobody).error().may_later);
}

TEST_F(Room, IsNotBegunOnAFullDisk) {
  const FullDisk full;
  const auto made = rooms_.create(game());
  ASSERT_FALSE(made);
  EXPECT_TRUE(made.error().may_later);
  EXPECT_EQ(made.error().why.text, "the server's disk failed");
}

bool is_refusal(const Json& message) { return message["type"] == "refused"; }

TEST_F(Room, KeepsTheSeatOfWhoIsAwayForAMoment) {
  const auto ann = std::make_shared<Client>(), bob = std::make_shared<Client>();
  const auto ann_peer = enter(ann, {0});
  Json replace{{"do", "replace"}, {"seat", 1}, {"player", "random"}};
  say(*ann_peer, replace);
  EXPECT_EQ(ann->until(is_refusal)["text"], "that player was here a moment ago, and may come back");
  auto bob_peer = enter(bob, {1});
  say(*ann_peer, replace);
  EXPECT_EQ(ann->until(is_refusal)["text"], "that player is here");
  bob_peer->gone();
  const Json state = ann->until(
      [](const Json& each) { return each["type"] == "state" && !each["players"][1]["present"]; });
  EXPECT_EQ(state["can"]["replace"], Json::array());
  say(*ann_peer, replace);
  EXPECT_EQ(ann->until(is_refusal)["text"], "that player was here a moment ago, and may come back");
  // One's own seat is one's own.
  replace["seat"] = 0;
  say(*ann_peer, replace);
  ann->until([](const Json& each) {
    return each["type"] == "state" && each["players"][0]["player"] == "random";
  });
}

TEST_F(Room, StaysWhileItIsNotStored) {
  {
    const FullDisk full;
    const auto client = std::make_shared<Client>();
    auto peer = enter(client, {0, 1});
    say(*peer, {{"do", "rename"}, {"seat", 0}, {"name", "Zoe"}});
    client->until([](const Json& each) { return !each["unkept"].is_null(); });
    peer->gone();
  }
  const auto next = std::make_shared<Client>();
  const auto peer = enter(next, {0});
  EXPECT_NE(stored().find("Zoe"), std::string::npos);
}

class RoomOfTheHasty : public Room {
 protected:
  RoomOfTheHasty() : Room(20ms, 20ms) {}
};

TEST_F(RoomOfTheHasty, StoresWhatTheDiskRefusedByItself) {
  const auto client = std::make_shared<Client>();
  const auto peer = enter(client, {0, 1});
  {
    const FullDisk full;
    say(*peer, {{"do", "rename"}, {"seat", 0}, {"name", "Zoe"}});
    client->until([](const Json& each) { return !each["unkept"].is_null(); });
  }
  client->until([](const Json& each) { return each["unkept"].is_null(); });
  EXPECT_NE(stored().find("Zoe"), std::string::npos);
}

TEST_F(RoomOfTheHasty, TellsWhenSomebodyHasBeenAwayForLong) {
  const auto ann = std::make_shared<Client>(), bob = std::make_shared<Client>();
  const auto ann_peer = enter(ann, {0});
  const auto can_replace = [](const Json& each) {
    return each["type"] == "state" && each["can"]["replace"] == Json::array({1});
  };
  ann->when(can_replace);
  const auto bob_peer = enter(bob, {1});
  ann->when([](const Json& each) {
    return each["players"][1]["present"].get<bool>() && each["can"]["replace"].empty();
  });
  bob_peer->gone();
  ann->until(can_replace);
  say(*ann_peer, {{"do", "replace"}, {"seat", 1}, {"player", "random"}});
  ann->until([](const Json& each) { return each["players"][1]["player"] == "random"; });
}

// ------------------------------------------------------------------------------------------ hints

class RoomOfPeople : public testing::Test {
 protected:
  ~RoomOfPeople() override {
    background_.finish();
    workers_.finish();
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
    const auto peer = room.enter(client_, std::nullopt, "192.0.2.7");
    say(*peer, {{"keys", keys_}});
    return peer;
  }
  void say(Peer& peer, const Json& message) {
    peer.hear(message.dump(), [] {});
  }
  // Waits for a message of a type.
  Json next(const std::string& type) {
    return client_->until([&](const Json& each) { return each["type"] == type; });
  }
  // Waits for a state of a step in which the person is asked.
  Json asked(std::size_t step) {
    return client_->until([&](const Json& each) {
      return each["type"] == "state" && each["pending"] == 0 && each["step"] == step;
    });
  }

  const runner::Scratch folder_;
  EventLog log_{/*json=*/false};
  Metrics metrics_;
  PeopleStore store_ = *PeopleStore::open(folder_.path() / "people.db");
  Workers workers_{1};
  BotThreads bot_threads_{0};
  Background background_{1};
  BotTables tables_;
  Rooms rooms_{{workers_, bot_threads_, background_, tables_, store_, log_, metrics_, {}, {}}};
  const std::shared_ptr<Client> client_ = std::make_shared<Client>();
  std::vector<std::string> keys_;
};

TEST_F(RoomOfPeople, AHintHoldsNoMoveUp) {
  std::latch moved(1);
  background_.post("192.0.2.7", [&] { moved.wait(); });
  const auto room = open("tictactoe", "perfect");
  const auto peer = enter(*room);
  asked(0);
  say(*peer, {{"do", "hint"}, {"seat", 0}, {"position", "0.0.0"}, {"id", 7}});
  say(*peer, {{"do", "answer"}, {"seat", 0}, {"position", "0.0.0"}, {"text", "5"}});
  asked(2);
  say(*peer, {{"do", "hint"}, {"seat", 0}, {"position", "0.0.2"}});
  moved.count_down();
  // The first one is for the position in which it was asked for.
  EXPECT_EQ(next("advice")["position"], "0.0.0");
  EXPECT_EQ(next("advice")["position"], "0.0.2");
}

TEST_F(RoomOfPeople, APositionIsNotThatOfAnotherGameOrBeforeAMoveWasTakenBack) {
  const auto room = open("tictactoe", "perfect");
  const auto peer = enter(*room);
  const Json before = asked(0)["position"];
  say(*peer, {{"do", "hint"}, {"seat", 0}, {"position", before}});
  EXPECT_EQ(next("advice")["position"], before);
  say(*peer, {{"do", "answer"}, {"seat", 0}, {"position", before}, {"text", "5"}});
  asked(2);
  say(*peer, {{"do", "undo"}, {"seat", 0}});
  const Json after = asked(0)["position"];
  EXPECT_NE(after, before);
  for (const char* wish : {"hint", "answer", "confirm"}) {
    say(*peer, {{"do", wish}, {"seat", 0}, {"position", before}, {"text", "5"}});
    EXPECT_EQ(next("refused")["text"], "the game has moved on since") << wish;
  }
  say(*peer, {{"do", "leave"}, {"seat", 0}});
  client_->until([](const Json& each) { return each["moment"] == "over"; });
  say(*peer, {{"do", "again"}});
  EXPECT_NE(asked(0)["position"], after);
}

TEST_F(RoomOfPeople, OneHintIsMadeForAPosition) {
  std::latch asked_thrice(1);
  background_.post("192.0.2.7", [&] { asked_thrice.wait(); });
  const auto room = open("tictactoe", "perfect");
  const auto peer = enter(*room);
  asked(0);
  for (int i = 0; i < 3; ++i) say(*peer, {{"do", "hint"}, {"seat", 0}, {"position", "0.0.0"}});
  say(*peer, {{"do", "nothing"}, {"seat", 0}});
  next("refused");
  asked_thrice.count_down();
  const Json advice = next("advice");
  background_.finish();  // no other one is to be made
  say(*peer, {{"do", "hint"}, {"seat", 0}, {"position", "0.0.0"}});
  EXPECT_EQ(next("advice"), advice);
}

}  // namespace
}  // namespace hilltop::server::room_test
