#include "server/people_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <chrono>
#include <fcntl.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/descriptor.hpp"
#include "runner/scratch.hpp"

namespace hilltop::server::people_store_test {
namespace {

using namespace std::chrono_literals;

class People : public testing::Test {
 protected:
  std::filesystem::path file() const { return folder_.path() / "people.db"; }
  PeopleStore open(Keeping keeping = {}) const {
    return std::move(PeopleStore::open(file(), std::move(keeping))).value();
  }

 private:
  runner::Scratch folder_;
};

TEST_F(People, KeepsRooms) {
  const RoomRow room{.name = "abc",
                     .record = "a record",
                     .moment = RoomMoment::after,
                     .after = "OK?",
                     .after_seat = 1,
                     .keys = {hash_of("one"), std::nullopt, hash_of("two")},
                     .leaving = 0b101,
                     .under_way = true,
                     .time = {.move_ms = 7ms, .game_ms = 9ms, .move_nodes = 11},
                     .client = std::string("a\0c", 3)};
  open().put(room);
  auto store = open();
  EXPECT_FALSE(store.room("abd"));
  const auto found = store.room("abc");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->record, room.record);
  EXPECT_EQ(found->moment, room.moment);
  EXPECT_EQ(found->after, room.after);
  EXPECT_EQ(found->after_seat, 1);
  EXPECT_EQ(found->keys, room.keys);
  EXPECT_EQ(found->leaving, room.leaving);
  EXPECT_EQ(found->under_way, room.under_way);
  EXPECT_EQ(found->client, room.client);
  for (const play::TimeSwitch& limit : play::time_switches)
    EXPECT_EQ(limit.get(found->time), limit.get(room.time)) << limit.name;
}

TEST_F(People, AreNobodyElsesToRead) {
  constexpr auto others = std::filesystem::perms::group_all | std::filesystem::perms::others_all;
  for (int time = 0; time < 2; ++time) {  // new, and of an older version
    const auto store = open();
    for (const auto& file : std::filesystem::directory_iterator(file().parent_path()))
      EXPECT_EQ(file.status().permissions() & others, std::filesystem::perms::none) << file.path();
    std::filesystem::permissions(file(), std::filesystem::perms::others_read,
                                 std::filesystem::perm_options::add);
  }
}

TEST_F(People, KeepsSoManyRooms) {
  std::int64_t now = 1'000'000;
  auto store = open({.rooms_max = 3, .rooms_bytes_max = 1000, .now_s = [&] { return now; }});
  const auto room = [](const std::string& name, bool under_way = false, std::size_t size = 1) {
    return RoomRow{.name = name,
                   .record = std::string(size, 'r'),
                   .moment = RoomMoment::before,
                   .under_way = under_way};
  };
  EXPECT_TRUE(store.add(room("played", true), {}));
  EXPECT_TRUE(store.add(room("older"), {}));
  EXPECT_TRUE(store.add(room("newer"), {}));
  EXPECT_FALSE(store.add(room("more"), {})) << "somebody may be about to begin these";
  EXPECT_FALSE(store.room("more"));
  now += room_idle_s;
  EXPECT_TRUE(store.add(room("more"), {"older"}));
  EXPECT_TRUE(store.room("played"));
  EXPECT_TRUE(store.room("older")) << "which is in use";
  EXPECT_FALSE(store.room("newer"));
  // A room that was used is as a new one; one that goes on takes no further place.
  store.put(room("older", false, 500));
  EXPECT_FALSE(store.add(room("further"), {}));
  now += room_idle_s;
  EXPECT_FALSE(store.add(room("large", false, 1000), {})) << "the one under way has a byte";
  EXPECT_TRUE(store.room("older")) << "nothing makes room in vain";
  EXPECT_TRUE(store.add(room("large", false, 999), {}));
  EXPECT_FALSE(store.room("older"));
  EXPECT_FALSE(store.room("more"));
  EXPECT_TRUE(store.room("played"));
}

TEST_F(People, KeepsSoManyRoomsOfEachClient) {
  std::int64_t now = 1'000'000;
  auto store = open(
      {.rooms_max = 4, .rooms_of_client_max = 2, .rooms_of_client_bytes_max = 100, .now_s = [&] {
         return now;
       }});
  const auto room = [](const std::string& name, const std::string& client, bool under_way = false,
                       std::size_t size = 1) {
    return RoomRow{.name = name,
                   .record = std::string(size, 'r'),
                   .moment = RoomMoment::before,
                   .under_way = under_way,
                   .client = client};
  };
  EXPECT_TRUE(store.add(room("ann 1", "ann"), {}));
  EXPECT_TRUE(store.add(room("ann 2", "ann", true), {}));
  EXPECT_EQ(store.add(room("ann 3", "ann"), {}).error(), Full::client);
  EXPECT_TRUE(store.add(room("bob 1", "bob", true), {})) << "others have room";
  now += room_idle_s;
  EXPECT_TRUE(store.add(room("ann 3", "ann"), {}));
  EXPECT_FALSE(store.room("ann 1")) << "one's own rooms make room";
  EXPECT_TRUE(store.room("bob 1"));
  EXPECT_EQ(store.add(room("bob 2", "bob", false, 100), {}).error(), Full::client) << "in bytes";
  EXPECT_TRUE(store.add(room("bob 2", "bob", true, 99), {}));
  // A client that is not known has no share, and all together have no more than there is.
  EXPECT_EQ(store.add(room("anyone", ""), {}).error(), Full::all);
  EXPECT_TRUE(store.room("ann 3")) << "nothing makes room in vain";
  now += room_idle_s;
  EXPECT_TRUE(store.add(room("anyone", ""), {}));
}

TEST_F(People, KeepsSoManySavesOfEachClientAndForAYear) {
  std::int64_t now = 1'000'000;
  auto store =
      open({.saves_bytes_max = 100, .saves_of_client_bytes_max = 60, .now_s = [&] { return now; }});
  const auto save = [&](const char* visitor, const char* client, std::size_t size) {
    return store.add_save(hash_of(visitor), std::string(size, 's'), client);
  };
  EXPECT_TRUE(save("one", "ann", 30));
  EXPECT_TRUE(save("two", "ann", 30));
  EXPECT_EQ(save("three", "ann", 1).error(), Full::client) << "however many browsers it has";
  EXPECT_TRUE(save("four", "bob", 40));
  EXPECT_EQ(save("five", "cid", 1).error(), Full::all);
  now += std::int64_t{save_days_max} * 24 * 60 * 60;
  EXPECT_FALSE(save("five", "cid", 1));
  EXPECT_EQ(store.saves(hash_of("one")).size(), 1);
  ++now;
  EXPECT_TRUE(save("five", "cid", 1));
  EXPECT_TRUE(store.saves(hash_of("one")).empty());
}

TEST_F(People, DeletesOldRoomsWhileItIsOpen) {
  std::int64_t now = 1'000'000;
  auto store = open({.now_s = [&] { return now; }});
  const RoomRow old{.name = "old", .record = "r", .moment = RoomMoment::before, .under_way = true};
  EXPECT_TRUE(store.add(old, {}));
  now += std::int64_t{room_days_max} * 24 * 60 * 60;
  EXPECT_TRUE(store.add({.name = "new", .record = "r", .moment = RoomMoment::before}, {}));
  EXPECT_TRUE(store.room("old"));
  ++now;
  EXPECT_TRUE(store.add({.name = "newer", .record = "r", .moment = RoomMoment::before}, {}));
  EXPECT_FALSE(store.room("old"));
  EXPECT_TRUE(store.room("new"));
}

TEST_F(People, KeepsTheNewestRunOfEachContest) {
  {
    auto store = open();
    EXPECT_FALSE(store.run("spring"));
    store.put_run("spring", {"first", 0});
    store.put_run("spring", {"second", std::nullopt});
    store.put_run("autumn", {"third", 130});
  }
  auto store = open();
  ASSERT_TRUE(store.run("spring") && store.run("autumn"));
  EXPECT_EQ(store.run("spring")->log, "second");
  EXPECT_EQ(store.run("spring")->status, std::nullopt);
  EXPECT_EQ(store.run("autumn")->status, 130);
}

TEST_F(People, KeepsSavesOfEachVisitorApart) {
  auto store = open();
  const SecretHash ann = hash_of("ann"), bob = hash_of("bob");
  const auto first = store.add_save(ann, "first").value();
  const auto second = store.add_save(ann, "second").value();
  const auto other = store.add_save(bob, "other").value();
  ASSERT_EQ(store.saves(ann).size(), 2U);
  EXPECT_EQ(store.saves(ann)[0].record, "second");
  EXPECT_FALSE(store.save(ann, other));
  EXPECT_FALSE(store.remove_save(bob, first));
  EXPECT_TRUE(store.remove_save(ann, first));
  EXPECT_FALSE(store.remove_save(ann, first));
  EXPECT_EQ(store.saves(ann).size(), 1U);
  EXPECT_EQ(store.save(ann, second)->record, "second");
}

TEST_F(People, MakesRoomForNewSaves) {
  auto store = open();
  const SecretHash ann = hash_of("ann");
  for (int i = 0; i <= saves_max; ++i) store.add_save(ann, std::to_string(i));
  const auto saves = store.saves(ann);
  ASSERT_EQ(saves.size(), static_cast<std::size_t>(saves_max));
  EXPECT_EQ(saves.front().record, std::to_string(saves_max));
  EXPECT_EQ(saves.back().record, "1");
}

TEST_F(People, KeepsSoManyBytesOfSaves) {
  auto store = open({.saves_bytes_max = 100});
  const SecretHash ann = hash_of("ann"), bob = hash_of("bob");
  const auto first = store.add_save(ann, std::string(60, 'x'));
  ASSERT_TRUE(first);
  EXPECT_FALSE(store.add_save(bob, std::string(41, 'x')));
  EXPECT_TRUE(store.saves(bob).empty());
  EXPECT_TRUE(store.add_save(bob, std::string(40, 'x')));
  store.remove_save(ann, *first);
  EXPECT_TRUE(store.add_save(bob, std::string(60, 'x')));
}

TEST_F(People, GivesEachAuthorOneToken) {
  auto store = open();
  EXPECT_FALSE(store.has_host());
  store.put_host(hash_of("host"));
  EXPECT_TRUE(store.add_author(hash_of("1"), "Ann"));
  EXPECT_FALSE(store.add_author(hash_of("2"), "Ann"));
  ASSERT_TRUE(store.token(hash_of("1")));
  EXPECT_EQ(store.token(hash_of("1"))->author, "Ann");
  EXPECT_TRUE(store.renew_author(hash_of("3"), "Ann"));
  EXPECT_FALSE(store.token(hash_of("1")));
  EXPECT_FALSE(store.renew_author(hash_of("4"), "Bob"));
  EXPECT_FALSE(store.renew_author(hash_of("4"), ""));
  EXPECT_TRUE(store.token(hash_of("host"))->is_host);
  for (int i = 1; i < authors_max; ++i)
    EXPECT_TRUE(store.add_author(hash_of("author " + std::to_string(i)), std::to_string(i)));
  EXPECT_FALSE(store.add_author(hash_of("one more"), "one more"));
}

TEST_F(People, KeepsVersionsOfBots) {
  auto store = open();
  store.put(HostedBot{.name = "it", .author = "Ann", .plays = 1, .held = 2});
  for (int number = 1; number <= versions_max + 1; ++number)
    store.add_version("it", {.number = number,
                             .uploaded = 7,
                             .title = "It",
                             .content = hash_of(std::to_string(number))});
  store.put_check("it", 2, true, "found");
  EXPECT_FALSE(store.bot("other"));
  const auto bot = store.bot("it");
  ASSERT_TRUE(bot);
  EXPECT_EQ(bot->author, "Ann");
  EXPECT_EQ(bot->plays, 1);
  EXPECT_EQ(bot->held, 2);
  ASSERT_EQ(bot->versions.size(), static_cast<std::size_t>(versions_max));
  EXPECT_EQ(bot->versions.front().number, versions_max + 1);
  EXPECT_EQ(bot->versions.front().passed, std::nullopt);
  EXPECT_EQ(bot->versions.back().number, 2);
  EXPECT_EQ(bot->versions.back().passed, true);
  EXPECT_EQ(bot->versions.back().content, hash_of("2"));
  EXPECT_EQ(store.check("it", 2), "found");
  EXPECT_EQ(store.check("it", 3), "");
  EXPECT_EQ(store.check("it", 1), "");
  store.put(HostedBot{.name = "none", .author = ""});
  EXPECT_EQ(store.bots().size(), 2U);
  store.remove_bot("it");
  EXPECT_EQ(store.bots().size(), 1U);
  EXPECT_EQ(store.check("it", 2), "");
}

TEST_F(People, KeepsWhenAContestBegins) {
  {
    auto store = open();
    EXPECT_EQ(store.start("friday"), std::nullopt);
    store.put_start("friday", 1'764'000'000);
    store.put_start("monday", 1);
    store.put_start("friday", 1'764'000'001);
  }
  auto store = open();
  EXPECT_EQ(store.start("friday"), 1'764'000'001);
  store.put_start("friday", std::nullopt);
  EXPECT_EQ(store.start("friday"), std::nullopt);
  EXPECT_EQ(store.start("monday"), 1);
}

TEST_F(People, TakesUpAFileOfTheFirstVersion) {
  open().put(RoomRow{.name = "abc", .record = "a record", .moment = RoomMoment::before});
  {
    SQLite::Database old(file().string(), SQLite::OPEN_READWRITE);
    old.exec(
        "DROP TABLE visitor; DROP TABLE day; DROP TABLE try; DROP TABLE played;"
        "DROP INDEX room_client; DROP INDEX save_client; DROP INDEX save_saved;"
        "ALTER TABLE room DROP COLUMN client; ALTER TABLE save DROP COLUMN client;"
        "DROP INDEX room_kept; ALTER TABLE room DROP COLUMN under_way;"
        "ALTER TABLE room DROP COLUMN bytes; DROP INDEX save_bytes;"
        "ALTER TABLE save DROP COLUMN bytes;"
        "ALTER TABLE room DROP COLUMN leaving; ALTER TABLE room DROP COLUMN limits;"
        "ALTER TABLE room DROP COLUMN luck; ALTER TABLE room DROP COLUMN shared;"
        "DROP TABLE version; DROP TABLE bot;"
        "DROP TABLE run; DROP TABLE start;"
        "PRAGMA user_version = 1;"
        "CREATE TABLE bot (name TEXT PRIMARY KEY, author TEXT NOT NULL, verdict TEXT NOT NULL) "
        "STRICT, WITHOUT ROWID;"
        "INSERT INTO bot VALUES ('good', 'Ann', '{\"status\":0}'),"
        "('bad', '', '{\"status\":1}'), ('new', '', '')");
  }
  for (int times = 0; times < 2; ++times) {
    auto store = open();
    ASSERT_TRUE(store.room("abc"));
    EXPECT_EQ(store.room("abc")->record, "a record");
    EXPECT_EQ(store.room("abc")->leaving, 0U);
    EXPECT_TRUE(store.room("abc")->under_way);
    EXPECT_EQ(store.room("abc")->time.move_ms, 500ms);
    EXPECT_EQ(store.room("abc")->luck, LuckKnown::by_choice) << "it may have been shown";
    EXPECT_FALSE(store.room("abc")->shared);
    ASSERT_EQ(store.bots().size(), 3U);
    EXPECT_EQ(store.bot("good")->author, "Ann");
    EXPECT_EQ(store.bot("good")->versions.front().passed, true);
    EXPECT_EQ(store.bot("bad")->versions.front().passed, false);
    EXPECT_EQ(store.bot("new")->versions.front().passed, std::nullopt);
    EXPECT_EQ(store.check("good", 1), R"({"verdict":{"status":0}})");
    EXPECT_EQ(store.check("new", 1), "");
    EXPECT_FALSE(store.run("spring"));
  }
}

TEST_F(People, WaitsForNoPipeInThePlaceOfAJournal) {
  static_cast<void>(open());
  for (const char* const ending : {"-journal", "-wal", "-shm"}) {
    const std::string beside = file().string() + ending;
    ASSERT_EQ(mkfifo(beside.c_str(), 0600), 0);
    const auto store = PeopleStore::open(file());
    ASSERT_FALSE(store) << ending;
    EXPECT_NE(store.error().text.find("is not a regular file"), std::string::npos);
    std::filesystem::remove(beside);
  }
}

TEST_F(People, IsForOneServer) {
  const auto store = open();
  const auto second = PeopleStore::open(file());
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().text.find("another server has it"), std::string::npos);
}

// Within one process SQLite knows its own locks, so this asks from another.
TEST_F(People, IsLockedAgainstOtherProcesses) {
  const auto store = open();
  const pid_t other = fork();
  if (other == 0) {
    const Descriptor again(::open(file().c_str(), O_RDWR | O_CLOEXEC));
    struct flock lock{
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 0, .l_pid = 0};
    _exit(again.open() && fcntl(again.number(), F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK);
  }
  int status = 0;
  ASSERT_EQ(waitpid(other, &status, 0), other);
  EXPECT_EQ(WEXITSTATUS(status), 1);
}

TEST_F(People, RefusesOtherFilesAndLeavesThemUnchanged) {
  {
    SQLite::Database other(file().string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("CREATE TABLE mine (x)");
  }
  EXPECT_FALSE(PeopleStore::open(file()));
  SQLite::Database other(file().string());
  EXPECT_TRUE(other.tableExists("mine"));
  EXPECT_FALSE(other.tableExists("room"));
  std::ofstream(file(), std::ios::trunc)
      << "text, and not a database at all; long enough to be read";
  EXPECT_FALSE(PeopleStore::open(file()));
  EXPECT_FALSE(PeopleStore::open(file().parent_path()));
  EXPECT_FALSE(PeopleStore::open("/nowhere/people.db"));
}

TEST(Secret, IsLongAndNeverTheSame) {
  EXPECT_EQ(new_secret().size(), 32U);
  EXPECT_NE(new_secret(), new_secret());
  EXPECT_NE(new_name(), new_name());
  EXPECT_NE(hash_of("a"), hash_of("b"));
}

}  // namespace
}  // namespace hilltop::server::people_store_test
