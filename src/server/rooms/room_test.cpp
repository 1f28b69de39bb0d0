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
  explicit Room(std::chrono::milliseconds away = 1h, std::chrono::milliseconds keep_again = 1h,
                std::chrono::milliseconds watchers_told = 1h)
      : rooms_({.workers = workers_,
                .bot_threads = bot_threads_,
                .background = background_,
                .tables = tables_,
                .store = store_,
                .log = log_,
                .metrics = metrics_,
                .away = away,
                .keep_again = keep_again,
                .watchers_told = watchers_told}),
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
    client->until_mine(seats);
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
  RoomOfTheHasty() : Room(20ms, 20ms, 20ms) {}
};

TEST_F(RoomOfTheHasty, CountsThoseThatLookOn) {
  const auto ann = std::make_shared<Client>(), eve = std::make_shared<Client>();
  const auto ann_peer = enter(ann, {0});
  const auto watched_by = [](int number) {
    return [number](const Json& each) { return each.value("watchers", -1) == number; };
  };
  ann->when(watched_by(0));
  const auto eve_peer = enter(eve, {});
  say(*eve_peer, {{"keys", Json::array()}});
  ann->when(watched_by(1));
  say(*eve_peer, {{"keys", {made_.keys[1].key}}});
  ann->when(watched_by(0));
}

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

// ----------------------------------------------------------------------- people at two browsers

bool is_state(const Json& message) { return message["type"] == "state"; }

TEST_F(Room, HintsAreOffBetweenPeopleUntilAllAllowThem) {
  const auto ann = std::make_shared<Client>(), bob = std::make_shared<Client>();
  const auto ann_peer = enter(ann, {0}), bob_peer = enter(bob, {1});
  Json state =
      ann->when([](const Json& each) { return each["players"][1]["present"].get<bool>(); });
  EXPECT_TRUE(state["among_people"].get<bool>());
  EXPECT_FALSE(state["can"]["hint"].get<bool>());
  const Json hint{{"do", "hint"}, {"seat", 0}};
  say(*ann_peer, hint);
  EXPECT_EQ(ann->until(is_refusal)["text"],
            "hints are off: all players of this game have to allow them");
  say(*ann_peer, {{"do", "hints"}, {"on", true}});
  const auto allowed_by = [](const Json& seats) {
    return [seats](const Json& each) { return is_state(each) && each["hints"] == seats; };
  };
  EXPECT_FALSE(ann->until(allowed_by({0}))["can"]["hint"].get<bool>());
  EXPECT_EQ(bob->until(allowed_by({0}))["hints"], Json::array({0})) << "the others see it";
  say(*bob_peer, {{"do", "hints"}, {"on", true}});
  EXPECT_TRUE(ann->until(allowed_by({0, 1}))["can"]["hint"].get<bool>());
  say(*ann_peer, hint);
  ann->until([](const Json& each) { return each["type"] == "advice"; });
  bob->until([](const Json& each) { return is_state(each) && each["players"][0]["hints"] == 1; });
  say(*bob_peer, {{"do", "hints"}, {"on", false}});
  EXPECT_FALSE(ann->until(allowed_by({0}))["can"]["hint"].get<bool>());
}

class RoomOfTwo : public Room {
 protected:
  RoomOfTwo() {
    ann_peer_ = enter(ann_, {0});
    bob_peer_ = enter(bob_, {1});
    bob_->when([](const Json& each) { return each["pending"] == 0; });
    answer(*ann_peer_, 0, "0 0 0 2 0 4");
    bob_->when([](const Json& each) { return each["step"] == 1; });
  }
  void answer(Peer& peer, int seat, const std::string& text) {
    say(peer, {{"do", "answer"}, {"seat", seat}, {"text", text}});
  }
  static auto offered_by(const Json& seats) {
    return [seats](const Json& each) { return is_state(each) && each["draw"] == seats; };
  }
  static auto at_step(std::size_t step) {
    return [step](const Json& each) { return is_state(each) && each["step"] == step; };
  }

  std::shared_ptr<Client> ann_ = std::make_shared<Client>(), bob_ = std::make_shared<Client>();
  std::shared_ptr<Peer> ann_peer_, bob_peer_;
};

TEST_F(RoomOfTwo, ADrawIsOfferedDeclinedAndAgreedOn) {
  say(*ann_peer_, {{"do", "draw"}, {"on", true}});
  EXPECT_EQ(ann_->until(is_refusal)["text"], "this game has no draw by agreement, or not yet");
  answer(*bob_peer_, 1, "black");
  ann_->when(at_step(2));
  say(*ann_peer_, {{"do", "draw"}, {"on", true}});
  Json state = bob_->until(offered_by({0}));
  EXPECT_TRUE(state["can"]["draw"].get<bool>());
  say(*bob_peer_, {{"do", "draw"}, {"on", false}});
  EXPECT_FALSE(ann_->until(offered_by(Json::array()))["can"]["draw"].get<bool>());
  say(*ann_peer_, {{"do", "draw"}, {"on", true}});
  EXPECT_EQ(ann_->until(is_refusal)["text"],
            "a draw was declined here: play on before you offer one again");
  answer(*bob_peer_, 1, "9 9");
  ann_->when(at_step(3));
  say(*bob_peer_, {{"do", "draw"}, {"on", true}});
  ann_->until(offered_by({1}));
  answer(*ann_peer_, 0, "9 10");  // declines it
  bob_->until([](const Json& each) { return is_state(each) && each["step"] == 4; });
  EXPECT_EQ(bob_->when(at_step(4))["draw"], Json::array());
  say(*bob_peer_, {{"do", "draw"}, {"on", true}});
  ann_->until(offered_by({1}));
  say(*ann_peer_, {{"do", "draw"}, {"on", true}});
  const auto is_over = [](const Json& each) { return is_state(each) && each["moment"] == "over"; };
  state = bob_->until(is_over);
  EXPECT_TRUE(state["agreed"].get<bool>());
  EXPECT_EQ(state["over"]["points"], Json({0, 0}));
  const Record record = read_record(stored(), "stored").value();
  EXPECT_EQ(record.switches.at("agreed_draw"), SwitchValue(std::int64_t{4}));
  // Another game in the room is not drawn.
  say(*ann_peer_, {{"do", "again"}});
  EXPECT_FALSE(
      ann_->until([](const Json& each) { return is_state(each) && each["step"] == 0; })["agreed"]
          .get<bool>());
}

TEST_F(RoomOfTwo, APlayerWhoResignsBetweenMovesAgreesOnNoDraw) {
  answer(*bob_peer_, 1, "black");
  bob_->when(at_step(2));
  say(*ann_peer_, {{"do", "draw"}, {"on", true}});
  bob_->until(offered_by({0}));
  say(*ann_peer_, {{"do", "leave"}, {"seat", 0}});  // Bob is to move
  const auto leaves = [](const Json& each) {
    return is_state(each) && each["players"][0]["left"].get<bool>();
  };
  const Json state = bob_->until(leaves);
  EXPECT_EQ(state["moment"], "deciding");
  EXPECT_EQ(state["draw"], Json::array()) << "the offer is gone";
  EXPECT_FALSE(state["can"]["draw"].get<bool>());
  for (Peer* peer : {ann_peer_.get(), bob_peer_.get()}) say(*peer, {{"do", "draw"}, {"on", true}});
  for (const auto& client : {ann_, bob_})
    EXPECT_EQ(client->until(is_refusal)["text"], "a player resigns: no draw is agreed on any more");
  answer(*bob_peer_, 1, "9 9");
  const Json over =
      ann_->until([](const Json& each) { return is_state(each) && each["moment"] == "over"; });
  EXPECT_EQ(over["over"]["winners"], Json::array({1}));
}

TEST_F(RoomOfTwo, ARematchHasTheSeatsSwappedAndTakesBothAlong) {
  const auto rematch = [&](const std::vector<std::string>& keys) {
    std::expected<RoomRow, Problem> row;
    std::latch given(1);
    rooms_.find(made_.name).value()->give_rematch(keys, [&](auto got) {
      row = std::move(got);
      given.count_down();
    });
    given.wait();
    return row;
  };
  EXPECT_EQ(rematch({made_.keys[0].key}).error().text, "the game is not over");
  say(*bob_peer_, {{"do", "leave"}, {"seat", 1}});
  const Json over =
      ann_->until([](const Json& each) { return is_state(each) && each["moment"] == "over"; });
  EXPECT_EQ(over["rematch"], nullptr);
  EXPECT_EQ(rematch({"a stranger's"}).error().text, "only players can do that");
  const RoomRow row = rematch({made_.keys[0].key}).value();
  EXPECT_EQ(rematch({made_.keys[1].key}).value().name, row.name) << "one for both";
  ASSERT_TRUE(rooms_.create_rematch(row));
  ASSERT_TRUE(rooms_.create_rematch(row));
  rooms_.find(made_.name).value()->tell_rematch();
  const auto told = [&](const Json& each) { return is_state(each) && each["rematch"] == row.name; };
  ann_->until(told);
  bob_->until(told);
  const auto next = std::make_shared<Client>();
  const auto peer = rooms_.find(row.name).value()->enter(next, std::nullopt, "192.0.2.7");
  say(*peer, {{"keys", {made_.keys[0].key}}});
  const Json state = next->until(
      [](const Json& each) { return is_state(each) && each["players"][1]["mine"].get<bool>(); });
  EXPECT_EQ(state["players"][0]["name"], "Bob");
  EXPECT_EQ(state["players"][1]["name"], "Ann");
  EXPECT_FALSE(state["players"][0]["mine"].get<bool>());
  EXPECT_EQ(state["step"], 0);
  EXPECT_TRUE(state["among_people"].get<bool>());
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
