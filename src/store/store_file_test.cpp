// Tests a store as a file that programs share, that ends of programs and disks cut off, and that
// may be another's or an older version's.
#include <algorithm>
#include <array>
#include <barrier>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <functional>
#include <random>
#include <semaphore>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "core/build_for_test.hpp"
#include "store/schema.hpp"
#include "store/store.hpp"
#include "store/stored_for_test.hpp"
#include "store/writer.hpp"

namespace hilltop::store::store_file_test {
namespace {

namespace fs = std::filesystem;
using Access = Store::Access;
using namespace std::chrono_literals;

// Returns whether another program would now be refused an exclusive lock: SQLite's lock bytes,
// https://www.sqlite.org/src/file/src/os.h.
bool is_locked(const fs::path& file) {
  const pid_t child = fork();  // a program's own locks never block it
  if (child == 0) {
    const int descriptor = open(file.c_str(), O_RDWR);
    struct flock lock{};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = 0x40000000 + 2;
    lock.l_len = 510;
    const bool asked = descriptor >= 0 && fcntl(descriptor, F_GETLK, &lock) == 0;
    _exit(asked && lock.l_type != F_UNLCK ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

TEST_F(Stored, KeepsItsLockAsLongAsItIsOpen) {
  Store store = open();
  EXPECT_TRUE(is_locked(file())) << "of a store that is new";
  store.put(fixture_row(), block(0, 5));
  EXPECT_TRUE(is_locked(file()));
  { const Store another = open(Access::read); }
  EXPECT_TRUE(is_locked(file())) << "after the same program read it";
  { const Store another = open(Access::change); }
  EXPECT_TRUE(is_locked(file())) << "after the same program wrote it";
}

TEST_F(Stored, SaysThatItWasDeletedOrReplaced) {
  for (const bool replaced : {false, true}) {
    Store store = open();
    store.put(fixture_row(), block(0, 1));
    { Store::open(folder_ / "another.db", Access::create).value(); }
    fs::rename(file(), folder_ / "elsewhere.db");
    if (replaced) fs::rename(folder_ / "another.db", file());
    EXPECT_THROW(store.put(fixture_row(), block(1, 1)), Failure);
    for (const auto& left : fs::directory_iterator(folder_)) fs::remove(left);
  }
}

TEST_F(Stored, KeepsPathsFromItsFolder) {
  const Store store = open();
  const fs::path folder = file().parent_path();
  EXPECT_EQ(store.kept_path(folder / "bots" / ".." / "my.toml"), "my.toml");
  EXPECT_EQ(store.kept_path(folder / "bots/"), "bots");
  EXPECT_EQ(store.kept_path(folder.parent_path() / "my.toml"), "../my.toml");
  EXPECT_EQ(store.kept_path(""), "");
  EXPECT_EQ(store.path_of("../my.toml"), folder.parent_path() / "my.toml");
  EXPECT_EQ(store.path_of(""), fs::path());
}

TEST_F(Stored, IsOneFileInTheEnd) {
  { open().put(fixture_row(), block(0, 1)); }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(Stored, WaitsForNoPipeBesideIt) {
  { open().put(fixture_row(), block(0, 1)); }
  for (const char* const ending : {"-journal", "-wal", "-shm"}) {
    const std::string beside = file().string() + ending;
    ASSERT_EQ(mkfifo(beside.c_str(), 0600), 0);
    for (const Access access : {Access::create, Access::change, Access::read}) {
      const auto store = Store::open(file(), access);
      ASSERT_FALSE(store.has_value()) << ending;
      EXPECT_NE(store.error().text.find("'" + beside + "' is not a regular file"),
                std::string::npos)
          << store.error().text;
    }
    fs::remove(beside);
  }
  EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 1u);
}

TEST_F(Stored, WithASecretIsItsOwners) {
  const auto is_others = [&] {
    return (fs::status(file()).permissions() & (fs::perms::group_all | fs::perms::others_all)) !=
           fs::perms::none;
  };
  Store store = open();
  fs::permissions(file(), fs::perms::group_read | fs::perms::others_read, fs::perm_options::add);
  store.put(fixture_row(), block(0, 1));
  EXPECT_TRUE(is_others());
  store.put_drawn_seed(key(1), std::nullopt, {"a"});
  EXPECT_FALSE(is_others());
  for (const auto& each : fs::directory_iterator(folder_))  // its journals, while it is open
    EXPECT_EQ(each.status().permissions() & fs::perms::others_all, fs::perms::none) << each.path();
}

TEST_F(Stored, IsReadWhereNothingCanBeWritten) {
  if (geteuid() == 0) GTEST_SKIP() << "root writes anywhere";
  { open().put(fixture_row(), block(0, 1)); }
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 1u);
  fs::permissions(folder_, fs::perms::owner_all);
}

// ------------------------------------------------------------------------------------ other files

TEST_F(Stored, SaysThatAChangeWasCutOff) {
  { open().put(fixture_row(), block(0, 1)); }
  const fs::path copy = folder_ / "copy.db";
  {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database,
                           "PRAGMA synchronous = OFF; PRAGMA cache_size = 1; BEGIN IMMEDIATE; "
                           "UPDATE bot SET title = hex(zeroblob(100000))",
                           nullptr, nullptr, nullptr),
              SQLITE_OK);
    for (const char* const journal : {"", "-journal"})
      fs::copy_file(file().string() + journal, copy.string() + journal);
    sqlite3_close(database);
  }
  const auto read = Store::open(copy, Access::read);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().text.find("a change that was cut off"), std::string::npos)
      << read.error().text;
  { Store::open(copy, Access::change).value(); }
  EXPECT_EQ(Store::open(copy, Access::read).value().blocks(key(1)).size(), 1u);
}

// Two programs that write through two names have two journals for one file.
TEST_F(Stored, IsNotWrittenThroughOneOfTwoNames) {
  { open().put(fixture_row(), block(0, 1)); }
  fs::create_hard_link(file(), folder_ / "copy.db");
  EXPECT_NE(refusal(Access::change).find("has 2 names on the disk"), std::string::npos);
  EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 1u);
  fs::remove(folder_ / "copy.db");
  EXPECT_EQ(open(Access::change).blocks(key(1)).size(), 1u);
}

TEST_F(Stored, SaysWhyItCannotBegin) {
  const std::string name = std::string(248, 'n');
  const auto store = Store::open(folder_ / name, Access::create);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().text,
            "the store's name has 248 bytes; at most 247 leave room for the names of its journals");
  EXPECT_TRUE(Store::open(folder_ / name.substr(1), Access::create));
  // What is left of a store that was deleted while it was in use.
  Store deleted = open();
  deleted.put(fixture_row(), block(0, 1));
  for (const bool emptied : {false, true}) {
    fs::remove(file());
    if (emptied) write("");
    EXPECT_NE(refusal().find("was deleted or emptied without its journals"), std::string::npos)
        << refusal();
    EXPECT_TRUE(fs::exists(file().string() + "-wal"));
  }
  for (const char* const journal : {"-wal", "-shm"}) fs::remove(file().string() + journal);
  EXPECT_EQ(refusal(), "opened");
}

TEST_F(Stored, ReportsAMissingStore) {
  EXPECT_EQ(refusal(Access::read), "there is no store '" + file().string() + "'");
  EXPECT_EQ(refusal(Access::change), "there is no store '" + file().string() + "'");
  EXPECT_FALSE(fs::exists(file()));
}

TEST_F(Stored, HasBegunWithItsFirstByte) {
  EXPECT_FALSE(Store::begun(file()));
  std::ofstream{file()};
  EXPECT_FALSE(Store::begun(file()));
  EXPECT_FALSE(Store::open(file(), Access::read));
  { const Store created = Store::open(file(), Access::create).value(); }
  EXPECT_TRUE(Store::begun(file()));
  EXPECT_TRUE(Store::begun(folder_));  // there is something, and opening it tells what
}

TEST_F(Stored, RefusesAndKeepsOtherFiles) {
  const auto refused = [&](const std::string& text, const std::string& why) {
    write(text);
    for (const Access access : {Access::create, Access::change, Access::read})
      EXPECT_NE(refusal(access).find(why), std::string::npos) << refusal(access);
    EXPECT_EQ(contents(), text);
  };
  refused("a letter to my aunt", "not an SQLite database");
  refused("x", "not an SQLite database");  // SQLite says that it is empty
  {
    fs::remove(file());
    open().put(fixture_row(), block(0, 1));
  }
  refused(contents().substr(0, 60), "it ends within its first 100 bytes");
  fs::remove(file());
  sql("CREATE TABLE aunt (name)");
  refused(contents(), "a database of another program");
}

// Runs of one contest begin at the same moment in a folder without a store.
TEST_F(Stored, IsMadeBySeveralAtOnce) {
  constexpr int makers = 4, rounds = sanitized ? 40 : 100;
  std::barrier together(makers, [&]() noexcept {
    EXPECT_FALSE(fs::exists(file().string() + "-wal"));
    fs::remove(file());
  });
  std::vector<std::jthread> threads;
  for (int i = 0; i < makers; ++i)
    threads.emplace_back([&] {
      for (int round = 0; round < rounds; ++round) {
        together.arrive_and_wait();
        EXPECT_EQ(refusal(), "opened");
      }
    });
}

// Another run makes the store while this one looks at it.
TEST_F(Stored, IsAStoreFromItsFirstMoment) {
  static std::function<void()> meanwhile;
  static sqlite3_io_methods methods{};
  static const sqlite3_io_methods* usual = nullptr;
  static int reads = 0;  // SQLite looks first, when it opens the file
  sqlite3_vfs* const system = sqlite3_vfs_find(nullptr);
  sqlite3_vfs interrupted = *system;
  interrupted.zName = "interrupted";
  interrupted.xOpen = [](sqlite3_vfs*, const char* name, sqlite3_file* opened, int flags,
                         int* out) {
    sqlite3_vfs* const unix = sqlite3_vfs_find("unix");
    const int done = unix->xOpen(unix, name, opened, flags, out);
    if (done != SQLITE_OK || (flags & SQLITE_OPEN_MAIN_DB) == 0) return done;
    methods = *(usual = opened->pMethods);
    methods.xRead = [](sqlite3_file* read, void* to, int bytes, sqlite3_int64 from) {
      const int was = usual->xRead(read, to, bytes, from);
      if (++reads == 2) std::exchange(meanwhile, {})();
      return was;
    };
    opened->pMethods = &methods;
    return done;
  };
  meanwhile = [&] {
    sqlite3_vfs_register(system, 1);
    open();
  };
  sqlite3_vfs_register(&interrupted, 1);
  EXPECT_EQ(refusal(), "opened");
  sqlite3_vfs_register(system, 1);
  sqlite3_vfs_unregister(&interrupted);
  EXPECT_FALSE(meanwhile);
}

TEST_F(Stored, RefusesAndKeepsANewerOne) {
  { open().put(fixture_row(), block(0, 1)); }
  sql("PRAGMA user_version = " + std::to_string(schema_version + 1));
  const std::string before = contents();
  for (const Access access : {Access::create, Access::change, Access::read})
    EXPECT_NE(refusal(access).find("was written by a newer Hilltop"), std::string::npos);
  EXPECT_EQ(contents(), before);
}

TEST_F(Stored, ReportsDamage) {
  {
    Store store = open();
    for (std::uint8_t i = 1; i < 200; ++i) store.put(fixture_row(i), block(0, 10));
  }
  const std::string sound = contents();
  // Truncated files, and files with pages of noise: each page that is read is reported or intact.
  std::vector<std::string> broken{sound.substr(0, sound.size() / 2), sound.substr(0, 4096)};
  for (std::size_t page = 1; page < sound.size() / 4096; page += 3) {
    broken.push_back(sound);
    for (std::size_t i = 0; i < 4096; ++i)
      broken.back()[page * 4096 + i] = static_cast<char>(i * 7);
  }
  for (const std::string& text : broken) {
    write(text);
    const auto store = Store::open(file(), Access::read);
    if (!store) continue;
    EXPECT_NE(store->damage(), "");
    try {
      for (std::uint8_t i = 1; i < 200; ++i) (void)store->blocks(key(i));
      (void)store->contests();
    } catch (const Failure& failure) {
      EXPECT_NE(std::string(failure.what()).find(file().string()), std::string::npos);
    }
  }
  write(sound);
  EXPECT_EQ(open(Access::read).damage(), "");
}

// Results that are replaced go in the transaction in which those that stay come back.
// The content of a store of the first version is kept.
TEST_F(Stored, MigratesTheFirstVersionWithItsContent) {
  sql(std::string(migrations[0]) +
      "; INSERT INTO bot VALUES (1, 'bold', 'Bold', zeroblob(32), 1);"
      "INSERT INTO bot VALUES (2, 'kid', 'Kid', zeroblob(32), 0);"
      "INSERT INTO contest VALUES (1, zeroblob(32), 'one', 'text', '7', 10, 1);"
      "INSERT INTO entrant VALUES (1, 0, 1), (1, 1, 2);"
      "INSERT INTO fixture VALUES (1, zeroblob(32));"
      "INSERT INTO sitter VALUES (1, 0, 1), (1, 1, 2);"
      "INSERT INTO block VALUES (1, 1, 0, 10, 3, zeroblob(32), x'0102');"
      "INSERT INTO line VALUES (1, 0, 10, 6, 1, 0, 6, NULL), (1, 1, 10, 3, 1, 2, 3, 1);"
      "INSERT INTO fault VALUES (1, 0, 1, 4, 'no answer in time', 'late', 0);"
      "INSERT INTO record VALUES (1, 4, 'move 0 END');"
      "INSERT INTO diary VALUES ('/bots/kid', 'hilltop diary 1 over');"
      "PRAGMA application_id = " +
      std::to_string(application_id) + "; PRAGMA user_version = 1");
  { open(); }
  const Store store = open(Access::read);
  const std::vector<BotRow> bots{{"bold", "Bold", key(0), true, "", ""},
                                 {"kid", "Kid", key(0), false, "", ""}};
  const ContestRow contest = store.contests().at(0);
  EXPECT_EQ(contest.name, "one");
  EXPECT_EQ(contest.bots, bots);
  const BatchRow block = store.blocks(key(0)).at(0);
  EXPECT_EQ(block.damage + contest.damage, "");
  EXPECT_EQ(block.games, 10u);
  EXPECT_EQ(block.tallies.at(0).won, 6);
  EXPECT_EQ(block.tallies.at(1).best, 1);
  EXPECT_EQ(block.notes.at(0).fault.detail, "late");
  EXPECT_EQ(block.bytes, (std::vector<std::uint8_t>{1, 2}));
  EXPECT_TRUE(block.timings.empty());
  EXPECT_EQ(store.records(key(0)).at(0).text, "move 0 END");
}

// Creates a store of every version by its own migrations and migrates it to the latest.
TEST_F(Stored, MigratesEveryVersion) {
  for (int version = 0; version < schema_version; ++version) {
    if (sanitized && version % 2 != 0 && version + 1 < schema_version) continue;
    fs::remove(file());
    std::string script;
    for (int next = 0; next < version; ++next)
      script += std::string(migrations[static_cast<std::size_t>(next)]) + ";";
    sql(script + "PRAGMA application_id = " + std::to_string(application_id) +
        "; PRAGMA user_version = " + std::to_string(version));
    EXPECT_NE(refusal(Access::read).find("of an older Hilltop"), std::string::npos);
    open().put(fixture_row(), block(0, 1));
    EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 1u);
  }
}

// -------------------------------------------------------------------------------------- the writer

// Another program, such as a shell of SQLite, may hold the store for as long as it likes.
TEST_F(Stored, WriterWaitsForAnotherProgram) {
  Store ours = Store::open(file(), Access::create, 1ms).value();
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(file().c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  std::binary_semaphore told(0);
  std::string said;
  int times = 0;
  Writer writer(std::move(ours), [&](const Held& held) {
    said = held.what();
    if (++times == 3) told.release();
  });
  writer.put(fixture_row(), block(0, 5));
  told.acquire();
  EXPECT_NE(said.find("is held by another program"), std::string::npos) << said;
  writer.put(fixture_row(), block(5, 5));
  ASSERT_EQ(sqlite3_exec(other, "COMMIT", nullptr, nullptr, nullptr), SQLITE_OK);
  writer.finish();
  EXPECT_EQ(open(Access::read).blocks(key(1)).size(), 2u);
  // A program that was told to end does not wait for ever.
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  writer.put(fixture_row(), block(10, 5));
  EXPECT_THROW(writer.finish_soon(), Held);
  EXPECT_THROW(writer.put(fixture_row(), block(15, 5)), Held);
  sqlite3_close(other);
}

// Everything that was reported as committed is stored, at whatever moment the writer is killed.
TEST_F(Stored, SurvivesAKill) {
  { open(); }
  for (int round = 1; round <= 5; ++round) {
    std::array<int, 2> told{};
    ASSERT_EQ(pipe(told.data()), 0);
    const pid_t child = fork();
    if (child == 0) {
      Writer writer(open(Access::change));
      for (std::uint32_t game = 0;; ++game) {
        writer.put(fixture_row(), block(game, 1));
        if (game % 7 == 0) {
          writer.finish();
          if (::write(told[1], &game, sizeof game) != sizeof game) std::_Exit(1);
        }
      }
    }
    close(told[1]);
    std::uint32_t committed = 0;
    for (int words = 0; words < 5 * round; ++words)
      ASSERT_EQ(read(told[0], &committed, sizeof committed), ssize_t{sizeof committed});
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    while (read(told[0], &committed, sizeof committed) == ssize_t{sizeof committed}) continue;
    close(told[0]);
    const Store store = open(Access::change);
    EXPECT_EQ(store.damage(), "");
    const std::vector<BatchRow> back = store.blocks(key(1));
    ASSERT_GT(back.size(), committed);
    for (std::uint32_t game = 0; game <= committed; ++game) EXPECT_EQ(back[game].first_game, game);
  }
}

class SharedStore : public Stored {
 protected:
  void share(int kills, std::mt19937& luck);
};

// Two runs share a store with readers; each may be killed or end at any moment.
void SharedStore::share(int kills, std::mt19937& luck) {
  constexpr std::uint8_t writers = 4, readers = 4;
  { open(); }
  struct Child {
    pid_t id = 0;
    int told = -1;
    std::uint32_t committed = 0;  // blocks committed by a writer
  };
  std::vector<Child> children(writers + readers);
  const auto start = [&](std::size_t number) {
    std::array<int, 2> pipes{};
    if (pipe(pipes.data()) != 0) throw std::runtime_error("no pipe");
    Child& child = children[number];
    const std::uint32_t from = child.committed;
    child.id = fork();
    if (child.id != 0) {
      close(pipes[1]);
      child.told = pipes[0];
      return;
    }
    const auto tell = [&](std::uint32_t word) {
      if (::write(pipes[1], &word, sizeof word) != sizeof word) std::_Exit(1);
    };
    const auto own = static_cast<std::uint8_t>(number + 1);
    for (std::uint32_t game = from;; ++game) {
      if (number < writers) {
        Writer writer(open(Access::change));  // the last one removes the journal
        for (const std::uint32_t end = game + 5; game < end; ++game) {
          writer.put(fixture_row(own), block(game, 1));
          writer.finish();
          tell(game + 1);
        }
        --game;
      } else {
        const Store store = open(Access::read);
        for (std::uint8_t i = 1; i <= writers; ++i)
          for (const BatchRow& back : store.blocks(key(i)))
            if (!back.damage.empty()) std::_Exit(3);
        tell(game);
      }
    }
  };
  const auto hear = [](Child& child) {
    std::uint32_t word = 0;
    const bool heard = read(child.told, &word, sizeof word) == ssize_t{sizeof word};
    if (heard) child.committed = std::max(child.committed, word);
    return heard;
  };
  for (std::size_t i = 0; i < children.size(); ++i) start(i);
  for (int kill_number = 0; kill_number < kills; ++kill_number) {
    Child& child = children[luck() % children.size()];
    for (std::uint32_t words = luck() % 8 + 1; words > 0; --words) ASSERT_TRUE(hear(child));
    kill(child.id, SIGKILL);
    waitpid(child.id, nullptr, 0);
    while (hear(child)) continue;
    close(child.told);
    start(static_cast<std::size_t>(&child - children.data()));
  }
  for (Child& child : children) {
    kill(child.id, SIGKILL);
    waitpid(child.id, nullptr, 0);
    while (hear(child)) continue;
    close(child.told);
  }
  const Store store = open(Access::change);
  EXPECT_EQ(store.damage(), "");
  for (std::uint8_t i = 0; i < writers; ++i) {
    const std::vector<BatchRow> back = store.blocks(key(static_cast<std::uint8_t>(i + 1)));
    ASSERT_GE(back.size(), children[i].committed);
    EXPECT_GT(children[i].committed, 0u);
    for (std::uint32_t game = 0; game < children[i].committed; ++game)
      EXPECT_EQ(back[game].first_game, game);
  }
}

TEST_F(SharedStore, SurvivesKillsOfItsWritersAndReaders) {
  const char* const wished = std::getenv("HILLTOP_KILLS");  // scripts/nightly kills for minutes
  // Readers read all that was ever written.
  constexpr int kills_a_store = sanitized ? 4 : 60;
  std::mt19937 luck(3);
  for (int kills = wished == nullptr ? kills_a_store : 10 * std::stoi(wished); kills > 0;
       kills -= kills_a_store) {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
    ASSERT_NO_FATAL_FAILURE(share(std::min(kills, kills_a_store), luck));
  }
}

// A limit on the file size simulates a full disk.
TEST_F(Stored, AFullDiskLosesNothingThatWasCommitted) {
  { open().put(fixture_row(1), block(0, 10)); }
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{400'000, 400'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    Writer writer(open(Access::change));
    try {
      for (std::uint32_t game = 10;; ++game) {
        BatchRow large = block(game, 1);
        large.bytes.assign(10'000, 1);
        writer.put(fixture_row(1), large);
        if (game % 5 == 0) writer.finish();
      }
    } catch (const Failure& failure) {
      std::_Exit(std::string(failure.what()).find("hilltop.db") != std::string::npos ? 7 : 1);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
  const Store store = open(Access::change);
  EXPECT_EQ(store.damage(), "");
  EXPECT_GT(store.blocks(key(1)).size(), 1u);
  expect_same(store.blocks(key(1))[0], block(0, 10));
}

}  // namespace
}  // namespace hilltop::store::store_file_test
