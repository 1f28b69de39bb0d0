#include "runner/lodging.hpp"

#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "core/build_for_test.hpp"
#include "core/descriptor.hpp"
#include "core/folder_lock.hpp"
#include "runner/build.hpp"
#include "runner/limits.hpp"
#include "runner/policy.hpp"
#include "runner/scratch.hpp"

namespace hilltop::runner::lodging_test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// A bot's folder, and runs in which the bot changes its lodging.
class Lodged : public testing::Test {
 protected:
  Lodged() {
    bot_.write("meta", "Bot\n./bot\n\n0\n");
    bot_.write("bot", "#!/bin/sh\n");
    fs::permissions(bot_.path() / "bot", fs::perms::owner_all);
    bot_.write("data/book", "e4");
    entered_ = files();
  }

  template <class What>
  void play(What&& what) {
    const Lodging lodging(bot_.path(), house_.path() / "0", Policy{}.room, true);
    at_ = lodging.folder();
    what();
    lodging.give_back();
  }

  void write(const std::string& name, std::string_view text) const {
    fs::create_directories((at_ / name).parent_path());
    std::ofstream(at_ / name) << text;
  }
  static std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  Files files() const { return authors_files(bot_.path()).value(); }

  Scratch bot_, house_, elsewhere_;
  fs::path at_;
  Files entered_;
};

TEST_F(Lodged, BeginsWithTheAuthorsFiles) {
  bot_.write(".git/HEAD", "x");
  fs::create_symlink("data/book", bot_.path() / "link");
  play([&] {
    EXPECT_EQ(text_of(at_ / "data/book"), "e4");
    EXPECT_EQ(text_of(at_ / "link"), "e4");
    EXPECT_EQ(access((at_ / "bot").c_str(), X_OK), 0);
    EXPECT_FALSE(fs::exists(at_ / ".git"));
  });
  EXPECT_FALSE(fs::exists(at_)) << "it stays behind";
}

// Each of these would have ended the next run for all bots.
TEST_F(Lodged, DamageToItsFolderAffectsOnlyItself) {
  play([&] { write("meta", "Rival\n./bot\n\n0\n"); });
  play([&] { write("bot.toml", "nonsense"); });
  EXPECT_FALSE(fs::exists(bot_.path() / "bot.toml"));
  play([&] { fs::remove(at_ / "meta"); });
  play([&] { write("bot.toml/x", "nonsense"); });
  EXPECT_FALSE(fs::exists(bot_.path() / "bot.toml"));
  play([&] {
    fs::remove(at_ / "meta");
    ASSERT_EQ(mkfifo((at_ / "meta").c_str(), 0600), 0);
  });
  play([&] { fs::permissions(at_ / "meta", fs::perms::none); });
  play([&] { fs::permissions(at_ / "data", fs::perms::none); });
  play([&] { fs::remove_all(at_ / "data"); });
  play([&] { write("bot", "#!/bin/false\n"); });
  EXPECT_EQ(files(), entered_);
}

TEST_F(Lodged, KeepsFilesThatTheBotWrote) {
  play([&] { write("learned", "1"); });
  EXPECT_EQ(files(), entered_);
  EXPECT_EQ(text_of(bot_.path() / "learned"), "1");
  play([&] {
    EXPECT_EQ(text_of(at_ / "learned"), "1");
    write("learned", "2");
    write("more/deep", "3");
  });
  EXPECT_EQ(files(), entered_);
  EXPECT_EQ(text_of(bot_.path() / "learned"), "2");
  EXPECT_EQ(text_of(bot_.path() / "more/deep"), "3");
  play([&] { fs::remove(at_ / "learned"); });
  EXPECT_FALSE(fs::exists(bot_.path() / "learned"));
  EXPECT_EQ(files(), entered_);
}

TEST_F(Lodged, FilesWithOddNamesNeverPassForTheAuthors) {
  bot_.write("notes~", "of its author");
  play([&] {
    write("a\nb", "x");
    write("keep", "y");
    write("notes", "z");
    write(std::string(255, 'z'), "longest");
  });
  EXPECT_EQ(files(), entered_);
  EXPECT_EQ(text_of(bot_.path() / "keep"), "y");
  EXPECT_EQ(text_of(bot_.path() / std::string(255, 'z')), "longest");
  EXPECT_FALSE(fs::exists(bot_.path() / "a\nb"));
  EXPECT_EQ(text_of(bot_.path() / "notes~"), "of its author");
}

TEST_F(Lodged, FilesGivenBackBeforeAFailureAreStillTheBots) {
  EXPECT_THROW(play([&] {
                 write("a", "1");
                 write("b/c", "2");
                 write("d", "3");
                 bot_.write("b", "meanwhile a file of its author");
               }),
               fs::filesystem_error);
  EXPECT_EQ(text_of(bot_.path() / "a") + text_of(bot_.path() / "d"), "13");
  entered_.emplace("b", *hash_of_file(bot_.path() / "b"));
  EXPECT_EQ(files(), entered_);
}

// A program that its author had compiled by hand is replaced; what its author saves meanwhile
// stays.
TEST_F(Lodged, FilesThatTheBuildHasChangedAreGivenBack) {
  const auto run = [&](const std::string& text, auto&& meanwhile) {
    Lodging lodging(bot_.path(), house_.path() / "0", Policy{}.room, true);
    at_ = lodging.folder();
    for (const char* name : {"program", "meta", "data/book"}) write(name, text);
    lodging.take_build();
    meanwhile();
    lodging.give_back();
  };
  bot_.write("program", "compiled by hand");
  run("first", [&] { bot_.write("data/book", "d4"); });
  EXPECT_EQ(text_of(bot_.path() / "program"), "first");
  EXPECT_EQ(text_of(bot_.path() / "data/book"), "d4");
  EXPECT_EQ(text_of(bot_.path() / "meta"), "Bot\n./bot\n\n0\n");
  EXPECT_FALSE(files().contains("program"));
  run("second", [&] { fs::remove(at_ / "data/book"); });
  EXPECT_EQ(text_of(bot_.path() / "program"), "second");
  EXPECT_EQ(text_of(bot_.path() / "data/book"), "d4");
}

// By the end of the run, and again by the destructor.
TEST_F(Lodged, FilesGivenBackTwiceAreStillTheBots) {
  const Manifest bot{.folder = bot_.path(), .name = "Bot", .command = "./bot"};
  for (const std::string game : {"1", "2"}) {
    BotBuilder builder;
    at_ = builder.ready(bot, {}, {}).value().folder;
    write("learned", game);
    write("new" + game, game);
    builder.when_files_are_lost([](std::string_view lost) { ADD_FAILURE() << lost; });
    builder.give_back();
    builder.give_back();
    EXPECT_EQ(files(), entered_) << game;
    EXPECT_EQ(text_of(bot_.path() / ("new" + game)), game);
  }
}

TEST_F(Lodged, WhoPlaysAloneHasACopyThatGoesWithThem) {
  const Manifest bot{.folder = bot_.path(), .name = "Bot", .command = "./bot"};
  fs::path shared, house;
  {
    BotBuilder builder;
    shared = builder.ready(bot, {}, {}).value().folder;
    house = shared.parent_path();
    const auto one = builder.ready_alone(bot, {}, {});
    fs::path gone;
    {
      const auto two = builder.ready_alone(bot, {}, {});
      gone = two->bot.folder;
      at_ = one->bot.folder;
      write("learned", "of one");
      fs::remove(at_ / "data/book");
      EXPECT_EQ(text_of(gone / "data/book"), "e4");
      EXPECT_FALSE(fs::exists(gone / "learned"));
    }
    EXPECT_FALSE(fs::exists(gone));
    EXPECT_FALSE(fs::exists(shared / "learned"));
    EXPECT_EQ(one->bot.home, fs::canonical(bot_.path()));
  }
  EXPECT_FALSE(fs::exists(house));
  EXPECT_FALSE(fs::exists(bot_.path() / "learned"));
  EXPECT_EQ(files(), entered_);
}

TEST_F(Lodged, AWithdrawnBotIsShownWhereItWouldPlay) {
  const fs::path bots = fs::canonical(bot_.path()) / "bots";
  const fs::path folder = bots / withdrawn_folder / "Bot";
  fs::create_directories(folder);
  std::ofstream(folder / "meta") << "Bot\n./bot\n\n0\n";
  BotBuilder builder;
  EXPECT_EQ(builder.ready({.folder = folder, .name = "Bot"}, {}, {}).value().home, bots / "Bot");
}

// A bot can leave nothing in its copy unseen: neither what copies leave out, nor with an old date.
TEST_F(Lodged, ACopyTellsWhetherSomethingWasLeftInIt) {
  const Manifest bot{.folder = bot_.path(), .name = "Bot", .command = "./bot"};
  using Leave = std::function<void(const fs::path&)>;
  const std::vector<Leave> ways{
      [](const fs::path& copy) { std::ofstream(copy / "note") << "e4"; },
      [](const fs::path& copy) { std::ofstream(copy / "note~") << "e4"; },
      [](const fs::path& copy) { fs::create_directory(copy / "__pycache__"); },
      [](const fs::path& copy) { fs::create_symlink("e4", copy / "note"); },
      [](const fs::path& copy) { fs::remove(copy / "data/book"); },
      [](const fs::path& copy) { fs::permissions(copy / "data/book", fs::perms::owner_all); },
      [](const fs::path& copy) {
        const auto date = fs::last_write_time(copy / "data/book");
        std::ofstream(copy / "data/book") << "d4";
        fs::last_write_time(copy / "data/book", date);
      }};
  BotBuilder builder;
  for (const bool is_first_look : {true, false})
    for (std::size_t way = 0; way < ways.size(); ++way) {
      const auto own = builder.ready_alone(bot, {}, {});
      if (!is_first_look) {
        EXPECT_TRUE(own->copy->is_untouched());
        EXPECT_TRUE(own->copy->is_untouched());
      }
      ways[way](own->bot.folder);
      EXPECT_FALSE(own->copy->is_untouched()) << way;
    }
}

TEST_F(Lodged, AFolderThatIsTooLargeDoesNotPlay) {
  const Manifest bot{.folder = bot_.path(), .name = "Bot", .command = "./bot"};
  const auto complaint = [&](const Room& room) {
    BotBuilder builder;
    const auto ready = builder.ready(bot, {}, {.room = room});
    builder.when_files_are_lost([](std::string_view lost) { ADD_FAILURE() << lost; });
    builder.give_back();
    return ready ? std::string() : ready.error().detail;
  };
  EXPECT_EQ(complaint({1000, 4, 1}), "");  // two files, and one in a folder
  EXPECT_EQ(complaint({1000, 3, 1}),
            "its folder holds more than 3 files and folders, which is the limit");
  EXPECT_EQ(complaint({1000, 4, 0}),
            "its folder holds more than 0 folders in one another, which is the limit");
  bot_.write("large", std::string(2 << 20, 'x'));
  EXPECT_EQ(complaint({1 << 20, 100, 1}), "its folder holds more than 1 MiB, which is the limit");
}

TEST_F(Lodged, ItsAuthorMayChangeFilesMeanwhile) {
  play([&] {
    write("learned", "by the bot");
    bot_.write("learned", "by its author");
    bot_.write("bot", "better");
  });
  EXPECT_EQ(text_of(bot_.path() / "learned"), "by its author");
  EXPECT_EQ(text_of(bot_.path() / "bot"), "better");
  EXPECT_EQ(files().size(), entered_.size() + 1);
}

TEST_F(Lodged, ThereIsALimit) {
  play([&] {
    write("zzz", "small");
    for (int i = 0; i < 20; ++i) {
      write("holes" + std::to_string(i), "");
      fs::resize_file(at_ / ("holes" + std::to_string(i)), data_bytes_max / 4);
    }
  });
  std::uintmax_t bytes = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(bot_.path()))
    if (entry.is_regular_file()) bytes += entry.file_size();
  EXPECT_LE(bytes, data_bytes_max + 10'000);
  EXPECT_EQ(text_of(bot_.path() / "zzz"), "small");
  EXPECT_EQ(files(), entered_);
}

// Its author may have put a link there, and the bot a folder of the same name.
TEST_F(Lodged, NothingIsWrittenThroughALink) {
  elsewhere_.write("meta", "Rival\n");
  fs::create_directory_symlink(elsewhere_.path(), bot_.path() / "door");
  EXPECT_THROW(play([&] {
                 fs::remove(at_ / "door");
                 write("door/meta", "Sinner\n");
                 write("door/new", "Sinner\n");
               }),
               fs::filesystem_error);
  EXPECT_EQ(text_of(elsewhere_.path() / "meta"), "Rival\n");
  EXPECT_FALSE(fs::exists(elsewhere_.path() / "new"));
  fs::create_symlink(elsewhere_.path() / "meta", bot_.path() / (std::string(own_files_list) + '~'));
  play([&] { write("learned", "1"); });
  EXPECT_EQ(text_of(elsewhere_.path() / "meta"), "Rival\n");
  play([&] { fs::create_symlink(elsewhere_.path() / "meta", at_ / "loot"); });
  EXPECT_FALSE(fs::exists(fs::symlink_status(bot_.path() / "loot")));
}

// Two runs at once: what the later one made stays, and everything is the bot's.
TEST_F(Lodged, FilesOfTwoRunsAtOnceAreTheBots) {
  play([&] {
    write("old", "0");
    write("both", "0");
  });
  play([&] {
    const fs::path first = at_;
    {
      const Lodging lodging(bot_.path(), house_.path() / "1", Policy{}.room, true);
      at_ = lodging.folder();
      fs::remove(at_ / "old");
      write("both", "1");
      write("one", "1");
      write("each", "1");
      lodging.give_back();
      EXPECT_EQ(files(), entered_);
    }
    at_ = first;
    write("both", "2");
    write("two", "2");
    write("each", "2");
  });
  EXPECT_EQ(files(), entered_);
  EXPECT_FALSE(fs::exists(bot_.path() / "old"));
  EXPECT_EQ(text_of(bot_.path() / "both") + text_of(bot_.path() / "each"), "22");
  EXPECT_EQ(text_of(bot_.path() / "one") + text_of(bot_.path() / "two"), "12");
  play([&] {
    const Lodging lodging(bot_.path(), house_.path() / "1", Policy{}.room, true);
    for (const char* name : {"one", "two", "both", "each"}) fs::remove(lodging.folder() / name);
    write("three", "3");
    lodging.give_back();
  });
  EXPECT_EQ(files(), entered_);
  EXPECT_EQ(text_of(bot_.path() / "three"), "3");
}

// Even where the bot had written that file before.
TEST_F(Lodged, ItsAuthorMayTakeOverFilesOfTheBot) {
  play([&] {
    write("changed", "0");
    write("deleted", "0");
  });
  play([&] {
    write("changed", "by the bot");
    bot_.write("changed", "by its author");
    fs::remove(at_ / "deleted");
    bot_.write("deleted", "by its author");
  });
  EXPECT_EQ(text_of(bot_.path() / "changed"), "by its author");
  EXPECT_EQ(text_of(bot_.path() / "deleted"), "by its author");
  EXPECT_EQ(files().size(), entered_.size() + 2);
}

// So many that giving them back takes far longer than another program needs to see the first.
constexpr std::size_t many_files = sanitized ? data_files_max / 4 : data_files_max;

std::string name_of(std::size_t file) { return fmt::format("{:04}", file); }

TEST_F(Lodged, FilesGivenBackBeforeAKillAreTheBots) {
  for (const std::string round : {"1", "2"}) {
    const pid_t program = fork();
    ASSERT_GE(program, 0);
    if (program == 0) {
      play([&] {
        for (std::size_t i = 0; i < many_files; ++i) write(name_of(i), round);
      });
      _exit(0);
    }
    int status = 0;
    while (text_of(bot_.path() / name_of(0)) != round) {
      ASSERT_EQ(waitpid(program, &status, WNOHANG), 0);
      std::this_thread::sleep_for(100us);  // leaves the processor to the program
    }
    kill(program, SIGKILL);
    ASSERT_EQ(waitpid(program, &status, 0), program);
    EXPECT_TRUE(WIFSIGNALED(status)) << "it was too fast";
    EXPECT_EQ(files(), entered_);
    remove_tree(house_.path() / "0");
  }
}

// Another run may begin at any moment.
TEST_F(Lodged, WhoReadsMeanwhileSeesNoFileOfTheBot) {
  std::atomic<bool> over = false;
  std::thread run([&] {
    for (int i = 0; i < 20; ++i)
      play([&] {
        write("learned", std::to_string(i));
        write("new" + std::to_string(i % 20), std::to_string(i));
      });
    over = true;
  });
  int differ = 0;
  while (!over) {
    differ += files() != entered_;
    const Lodging lodging(bot_.path(), house_.path() / "1", Policy{}.room, true);
    std::ofstream(lodging.folder() / "learned") << "otherwise";
    lodging.give_back();
    differ += files() != entered_;
  }
  run.join();
  EXPECT_EQ(differ, 0);
}

// Else what the bot wrote would pass for its author's.
TEST_F(Lodged, WithAListThatCannotBeReadNothingIsGivenBack) {
  play([&] { write("learned", "1"); });
  const fs::path list = bot_.path() / own_files_list;
  fs::resize_file(list, own_files_list_bytes_max);
  EXPECT_EQ(files(), entered_);
  fs::resize_file(list, own_files_list_bytes_max + 1);
  EXPECT_NE(authors_files(bot_.path()).error().text.find(own_files_list), std::string::npos);
  EXPECT_THROW(play([&] { write("new", "2"); }), NotGivenBack);
  EXPECT_FALSE(fs::exists(bot_.path() / "new"));
}

TEST_F(Lodged, NothingIsGivenBackWhileAnotherProgramHoldsTheFolder) {
  const Descriptor other(open(bot_.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  ASSERT_EQ(flock(other.number(), LOCK_EX), 0);
  for (const FolderLock::Use use : {FolderLock::Use::read, FolderLock::Use::write})
    EXPECT_TRUE(FolderLock(bot_.path(), use, 1ms).refused());
  EXPECT_FALSE(authors_files(bot_.path()));
  EXPECT_THROW(play([&] { write("learned", "1"); }), NotGivenBack);
  EXPECT_FALSE(fs::exists(bot_.path() / "learned"));
  ASSERT_EQ(flock(other.number(), LOCK_SH), 0);
  EXPECT_EQ(files(), entered_);
  EXPECT_THROW(play([&] { write("learned", "1"); }), NotGivenBack);
  ASSERT_EQ(flock(other.number(), LOCK_UN), 0);
  play([&] { write("learned", "1"); });
  EXPECT_EQ(text_of(bot_.path() / "learned"), "1");
}

TEST_F(Lodged, ItsAuthorMaySaveWhileFilesAreGivenBack) {
  const fs::path last = bot_.path() / name_of(many_files - 1);
  bool saved = false;
  std::thread author([&] {
    while (!fs::exists(bot_.path() / name_of(0))) std::this_thread::sleep_for(100us);
    const Descriptor file(open(last.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    saved = file.open() && ::write(file.number(), "by its author", 13) == 13;
  });
  play([&] {
    for (std::size_t i = 0; i < many_files; ++i) write(name_of(i), "x");
  });
  author.join();
  EXPECT_EQ(text_of(last), saved ? "by its author" : "x");
  EXPECT_EQ(files().size(), entered_.size() + (saved ? 1 : 0));
}

TEST_F(Lodged, ACopyThatVanishesTakesNothingWithIt) {
  play([&] { write("learned", "1"); });
  EXPECT_THROW(play([&] { fs::remove_all(at_); }), fs::filesystem_error);
  EXPECT_EQ(text_of(bot_.path() / "learned"), "1");
  EXPECT_EQ(files(), entered_);
}

TEST_F(Lodged, AnotherFolderOfTheSameNameGetsNothing) {
  for (int i = 0; i < 5; ++i) {
    EXPECT_THROW(play([&] {
                   write("learned", "1");
                   fs::remove_all(bot_.path());
                   fs::create_directory(bot_.path());  // often of the same inode
                 }),
                 NotGivenBack);
    EXPECT_TRUE(fs::is_empty(bot_.path()));
  }
}

// `make` tells by them what to build. A cleaner of /tmp leaves what is new.
TEST_F(Lodged, FilesKeepTheOrderOfTheirDates) {
  const auto now = fs::file_time_type::clock::now();
  const auto date_at = [&](const char* name) { return fs::last_write_time(at_ / name); };
  fs::last_write_time(bot_.path() / "data/book", now - 24h * 365 * 50);
  fs::last_write_time(bot_.path() / "meta", now - 24h * 365 * 50);
  fs::last_write_time(bot_.path() / "bot", now + 24h * 365 * 50);
  play([&] {
    EXPECT_EQ(date_at("data/book"), date_at("meta"));
    EXPECT_LT(date_at("meta"), date_at("bot"));
    EXPECT_GT(date_at("meta"), now - 1h);
    write("learned", "1");
    EXPECT_LT(date_at("bot"), date_at("learned"));
    fs::last_write_time(at_ / "learned", now + 1h);
  });
  EXPECT_EQ(fs::last_write_time(bot_.path() / "learned"), now + 1h);
}

// What was built of other files does not play. It stays in the author's folder until it is built
// again, for the author may have taken it over.
TEST_F(Lodged, WhatWasBuiltOfOtherFilesIsLeftOut) {
  const auto run = [&](bool is_to_be_built, auto&& build) {
    Lodging lodging(bot_.path(), house_.path() / "0", Policy{}.room, is_to_be_built);
    at_ = lodging.folder();
    if (build()) {
      lodging.take_build();
      write("learned", text_of(at_ / "learned") + "1");
      write("book", "better than built");
      lodging.give_back();
    } else {
      lodging.give_back_log();
    }
  };
  const auto make = [&](const std::string& version) {
    write("program", version);
    write("out/deep/part", version);
    write("empty/part", version);
    write("book", "built");
    return true;
  };
  fs::create_directory(bot_.path() / "empty");
  run(true, [&] { return make("1"); });
  run(true, [&] {
    EXPECT_EQ(text_of(at_ / "program") + text_of(at_ / "out/deep/part"), "11");
    write("learned", "sorted");  // what play wrote is no build's, even if one touches it
    return true;
  });
  bot_.write("bot", "better");
  entered_ = files();
  for (int i = 0; i < 2; ++i)
    run(true, [&] {
      EXPECT_FALSE(fs::exists(at_ / "program") || fs::exists(at_ / "out"));
      EXPECT_TRUE(fs::is_empty(at_ / "empty"));
      EXPECT_LT(fs::last_write_time(at_ / "empty"), fs::last_write_time(at_ / "bot"));
      EXPECT_EQ(text_of(at_ / "learned") + text_of(at_ / "book"), "sorted1better than built");
      write("half.o", "x");
      write("build.log", "no compiler");
      return false;
    });
  EXPECT_EQ(text_of(bot_.path() / "program"), "1");
  EXPECT_EQ(text_of(bot_.path() / "build.log"), "no compiler");
  EXPECT_FALSE(fs::exists(bot_.path() / "half.o"));
  run(false, [&] {  // its author has removed the command of the build
    EXPECT_EQ(text_of(at_ / "program"), "1");
    return false;
  });
  run(true, [&] { return make("2"); });
  EXPECT_EQ(text_of(bot_.path() / "program") + text_of(bot_.path() / "out/deep/part"), "22");
  EXPECT_EQ(files(), entered_);
}

// Even where the build makes more than the limit.
TEST_F(Lodged, WhatWasPlayedComesBeforeWhatWasBuilt) {
  Lodging lodging(bot_.path(), house_.path() / "0", Policy{}.room, true);
  at_ = lodging.folder();
  for (std::size_t i = 0; i < data_files_max; ++i) write("part" + std::to_string(i), "");
  lodging.take_build();
  write("learned", "1");
  lodging.give_back();
  EXPECT_EQ(text_of(bot_.path() / "learned"), "1");
}

TEST_F(Lodged, ABuilderSaysWhatIsLostAtItsEnd) {
  const Manifest bot{.folder = bot_.path(), .name = "Bot", .command = "./bot"};
  std::string said;
  {
    BotBuilder builder;
    builder.when_files_are_lost([&](std::string_view lost) { said = lost; });
    at_ = builder.ready(bot, {}, {}).value().folder;
    write("learned", "1");
    fs::remove_all(bot_.path());
  }
  EXPECT_EQ(said, bot_.path().string() +
                      ": what the bot wrote is lost: the folder is gone, or "
                      "another has its name");
}

// A list of this host may name anything.
TEST_F(Lodged, AListMayLie) {
  elsewhere_.write("secret", "x");
  const fs::path secret = elsewhere_.path() / "secret", huge = bot_.path() / "data" / "huge";
  std::ofstream(huge).close();
  fs::resize_file(huge, data_bytes_max + 1);
  const OwnFile any{*hash_of_file(secret), {}};
  OwnFilesList list{{secret.string(), any}, {"../" + secret.string(), any}, {"data", any}};
  for (int i = 0; i < 10'000; ++i) list.emplace("data/huge", any);
  bot_.write(own_files_list, runner::text_of(list).value());
  const Lodging lodging(bot_.path(), house_.path() / "0", Policy{}.room, true);
  std::ofstream(lodging.folder() / "learned") << "1";
  lodging.give_back();
  EXPECT_EQ(text_of(bot_.path() / own_files_list).find("secret"), std::string::npos);
  EXPECT_EQ(text_of(bot_.path() / "learned"), "1");
  EXPECT_TRUE(fs::exists(huge) && fs::exists(secret));
}

TEST_F(Lodged, WhatAKilledProgramWasWritingGoes) {
  const std::string half = std::string(own_files_list) + ".1234~";
  bot_.write(half, "half");
  bot_.write("data/" + half, "half");
  play([&] { write("data/learned", "1"); });
  EXPECT_FALSE(fs::exists(bot_.path() / half));
  EXPECT_FALSE(fs::exists(bot_.path() / "data" / half));
}

TEST_F(Lodged, MakesNoProgramOfItsOwner) {
  play([&] {
    write("mine", "x");
    ASSERT_EQ(chmod((at_ / "mine").c_str(), 04755), 0);
  });
  EXPECT_EQ(fs::status(bot_.path() / "mine").permissions(), fs::perms(0755));
}

}  // namespace
}  // namespace hilltop::runner::lodging_test
