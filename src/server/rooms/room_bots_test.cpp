// Rooms in which a bot in a folder plays. The bot is a script that thinks until the test lets it
// answer, and all people share one thread, so a test in which they wait for it never ends.

#include <condition_variable>
#include <gtest/gtest.h>
#include <mutex>
#include <nlohmann/json.hpp>
#include <ranges>
#include <thread>

#include "arena/save.hpp"
#include "core/file.hpp"
#include "play/scripted_player_for_test.hpp"
#include "runner/scratch.hpp"
#include "server/rooms/room_client_for_test.hpp"
#include "server/rooms/rooms.hpp"

namespace hilltop::server::room_bots_test {
namespace {

// Lets a bot think, answer by answer.
class Thought {
 public:
  // For the bot: begins to think, and goes on when it may.
  void think() {
    std::unique_lock lock(mutex_);
    ++begun_;
    news_.notify_all();
    news_.wait(lock, [this] { return ended_ < allowed_; });
    ++ended_;
  }
  // Waits until the bot has been asked so often.
  void wait_for(int questions) {
    std::unique_lock lock(mutex_);
    news_.wait(lock, [&] { return begun_ >= questions; });
  }
  void allow(int answers = 1) {
    const std::scoped_lock lock(mutex_);
    allowed_ += answers;
    news_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable news_;
  int begun_ = 0, ended_ = 0, allowed_ = 0;
};

class RoomOfABot : public testing::Test {
 protected:
  explicit RoomOfABot(std::size_t places = 2) : bot_threads_(places, places) {
    const auto bot = folder_.path() / "bots" / "Slow";
    std::filesystem::create_directories(bot);
    for (const auto& [name, text] : std::initializer_list<std::pair<const char*, const char*>>{
             {"meta", "Slow\npython3\nbot.py\n0\n"},
             {"bot.toml", "game = \"tictactoe\"\n"},
             {"bot.py", ""}})
      EXPECT_TRUE(replace_file(bot / name, text));
  }
  ~RoomOfABot() override {
    thought_.allow(1000);
    background_.finish();
    bot_threads_.finish();
    workers_.finish();
  }

  // Returns a new room of these players; people are called Ann.
  NewRoom create(const std::vector<std::string>& players, const std::string& client = {}) {
    const auto tictactoe = *arena::find_game("tictactoe");
    const auto any_game = *tictactoe->under(tictactoe->default_rules(), {});
    std::vector<Record::Player> seated;
    for (const std::string& player : players)
      seated.push_back({player, player == "human" ? "Ann" : "Bot"});
    return *rooms_.create(arena::new_record(*tictactoe, *any_game, seated), {},
                          LuckKnown::to_nobody, client);
  }
  std::shared_ptr<Peer> enter(const NewRoom& made, const std::shared_ptr<Client>& client) {
    auto peer = rooms_.find(made.name).value()->enter(client, hash_of("cookie"), "192.0.2.7");
    Json keys = Json::array();
    for (const auto& each : made.keys) keys.push_back(each.key);
    say(*peer, {{"keys", keys}});
    client->until_mine(made.keys | std::views::transform(&NewRoom::Key::seat));
    return peer;
  }
  static void say(Peer& peer, const Json& message) {
    peer.hear(message.dump(), [] {});
  }
  static Json of_type(Client& client, const std::string& type) {
    return client.until([&](const Json& each) { return each["type"] == type; });
  }
  // Waits for a state in which a seat is asked, or nobody is.
  static Json at(Client& client, std::size_t step, const Json& pending) {
    return client.when([&](const Json& each) {
      return each["type"] == "state" && each["step"] == step && each["pending"] == pending;
    });
  }
  bool is_under_way(const NewRoom& made) { return store_.room(made.name)->under_way; }

  play::Conditions scripted() {
    play::Conditions conditions;
    conditions.host.make_player = [this](const runner::Manifest&, const play::OutsideListener&) {
      return std::make_unique<play::Scripted>(
          [this](play::Scripted& self, std::string_view line) {
            if (line.starts_with("EXIT")) return;
            thought_.think();
            constexpr std::size_t cells_at = 2;
            self.say(
                std::to_string(1 + line.find('.', cells_at) - cells_at));  // the first free one
          },
          heard_);
    };
    return conditions;
  }

  const runner::Scratch folder_;
  Thought thought_;
  play::Heard heard_;
  EventLog log_{/*json=*/false};
  Metrics metrics_;
  PeopleStore store_ = *PeopleStore::open(folder_.path() / "people.db");
  Workers workers_{1};
  BotThreads bot_threads_;
  Background background_{1};
  BotTables tables_;
  Rooms rooms_{{workers_, bot_threads_, background_, tables_, store_, log_, metrics_,
                folder_.path() / "bots", scripted()}};
  const std::shared_ptr<Client> ann_ = std::make_shared<Client>();
};

const std::string slow = "bot:Slow";

TEST_F(RoomOfABot, NobodyWaitsWhileItThinks) {
  const NewRoom made = create({slow, "human"});
  const auto peer = enter(made, ann_);
  thought_.wait_for(1);
  EXPECT_EQ(at(*ann_, 0, nullptr)["thinking"], 0);
  // In the same room,
  say(*peer, {{"do", "rename"}, {"seat", 1}, {"name", "Zoe"}});
  ann_->until([](const Json& each) { return each["players"][1]["name"] == "Zoe"; });
  say(*peer, {{"do", "save"}});
  of_type(*ann_, "saved");
  say(*peer, {{"do", "hint"}, {"seat", 1}, {"position", "0.0.0"}});
  of_type(*ann_, "refused");
  const auto stranger = std::make_shared<Client>();
  const auto strangers = rooms_.find(made.name).value()->enter(stranger, std::nullopt, "192.0.2.8");
  EXPECT_EQ(of_type(*stranger, "state")["players"][1]["name"], "Zoe");
  say(*peer, {{"do", "leave"}, {"seat", 1}});
  ann_->until([](const Json& each) { return each["players"][1]["left"].get<bool>(); });
  // and in another one.
  const NewRoom other = create({"human", "perfect"});
  const auto bob = std::make_shared<Client>();
  const auto bobs = enter(other, bob);
  at(*bob, 0, 0);
  say(*bobs, {{"do", "answer"}, {"seat", 0}, {"position", "0.0.0"}, {"text", "5"}});
  at(*bob, 2, 0);
  thought_.allow();
  EXPECT_EQ(ann_->until([](const Json& each) { return each["moment"] == "over"; })["step"], 2)
      << "its move, and who has left";
}

TEST_F(RoomOfABot, AMoveIsTakenBackWhileItThinksAndItsAnswerIsNotPlayed) {
  const NewRoom made = create({"human", slow});
  const auto peer = enter(made, ann_);
  at(*ann_, 0, 0);
  say(*peer, {{"do", "answer"}, {"seat", 0}, {"position", "0.0.0"}, {"text", "5"}});
  thought_.wait_for(1);
  for (int times = 0; times < 3; ++times) {
    say(*peer, {{"do", "undo"}, {"seat", 0}});
    ann_->until([](const Json& each) { return each["pending"] == 0 && each["step"] == 0; });
    say(*peer, {{"do", "answer"}, {"seat", 0}, {"text", "1"}});
    ann_->until([](const Json& each) { return each["pending"].is_null() && each["step"] == 1; });
  }
  thought_.allow();      // to the stone in the middle,
  thought_.wait_for(2);  // and the questions between were not put
  thought_.allow();
  at(*ann_, 2, 0);
  EXPECT_EQ(read_record(store_.room(made.name)->record, "test")->steps,
            (std::vector<Record::Step>{{0, "1"}, {1, "2"}}));
  EXPECT_EQ(heard_.starts, 2);
}

TEST_F(RoomOfABot, APersonIsReplacedWhileItThinks) {
  const auto peer = enter(create({slow, "human"}), ann_);
  thought_.wait_for(1);
  say(*peer, {{"do", "replace"}, {"seat", 1}, {"player", "random"}});
  EXPECT_EQ(of_type(*ann_, "refused")["text"], "the last person cannot be replaced; leave instead");
}

TEST_F(RoomOfABot, IsUnderWayOnceAPersonHasMoved) {
  const NewRoom made = create({slow, "human"});
  const auto peer = enter(made, ann_);
  thought_.allow();
  at(*ann_, 1, 1);
  EXPECT_FALSE(is_under_way(made));
  say(*peer, {{"do", "answer"}, {"seat", 1}, {"position", "0.0.1"}, {"text", "9"}});
  thought_.wait_for(2);
  EXPECT_TRUE(is_under_way(made));
  // A record of such a game is a new game, in which nobody has moved.
  Record record = read_record(store_.room(made.name)->record, "test").value();
  EXPECT_EQ(record.steps.size(), 2);
  EXPECT_FALSE(is_under_way(rooms_.create(record).value()));
}

class RoomOfTheOnlyBot : public RoomOfABot {
 protected:
  RoomOfTheOnlyBot() : RoomOfABot(1) {}
};

TEST_F(RoomOfTheOnlyBot, HasThePlaceAsLongAsItIsThere) {
  auto peer = enter(create({slow, "human"}), ann_);
  thought_.wait_for(1);
  const NewRoom second = create({slow, "human"}), people = create({"human", "human"});
  EXPECT_EQ(rooms_.find(second.name).error().text,
            "too many games against bots in folders are under way; try again later");
  const auto bob = std::make_shared<Client>();
  const auto bobs = enter(people, bob);
  say(*bobs, {{"do", "replace"}, {"seat", 1}, {"player", slow}});
  of_type(*bob, "refused");
  thought_.allow();
  peer->gone();
  peer.reset();
  while (!rooms_.find(second.name)) std::this_thread::yield();
}

TEST_F(RoomOfABot, AClientHasSoManyRoomsInUse) {
  std::vector<std::shared_ptr<GameRoom>> rooms;
  for (std::size_t i = 0; i < rooms_of_client_max; ++i)
    rooms.push_back(rooms_.find(create({"human", "human"}, "a client").name).value());
  EXPECT_EQ(rooms_.in_use(), rooms_of_client_max);
  const std::string further = create({"human", "human"}, "a client").name;
  EXPECT_EQ(rooms_.find(further).error().text,
            "too many games of your network are in use; close some");
  EXPECT_TRUE(rooms_.find(create({"human", "human"}, "another").name));
  rooms.pop_back();
  while (!rooms_.find(further)) std::this_thread::yield();
}

}  // namespace
}  // namespace hilltop::server::room_bots_test
