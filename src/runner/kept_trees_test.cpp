#include "runner/kept_trees.hpp"

#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runner/build.hpp"
#include "runner/known_hashes.hpp"
#include "runner/limits.hpp"
#include "runner/probe.hpp"
#include "runner/sandbox_for_test.hpp"

namespace hilltop::runner::kept_trees_test {
namespace {

namespace fs = std::filesystem;
using sandbox_test::later;
using sandbox_test::obedient;
using sandbox_test::warden;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// A folder for caches of its own, and a bot of many files.
class Kept : public testing::Test {
 protected:
  Kept() {
    setenv("XDG_CACHE_HOME", cache_.path().c_str(), 1);
    bot_.write("bot.py", obedient);
    for (std::size_t i = 0; i < kept_files_min; ++i)
      bot_.write(fmt::format("many/{}", i), std::to_string(i));
    fs::permissions(bot_.path(), fs::perms(0755));
  }
  ~Kept() override {
    if (before_.empty())
      unsetenv("XDG_CACHE_HOME");
    else
      setenv("XDG_CACHE_HOME", before_.c_str(), 1);
  }

  Manifest manifest() const {
    return {.folder = bot_.path(), .name = "Many", .command = "python3", .arguments = {"bot.py"}};
  }

  std::set<fs::path> kept() const {
    std::set<fs::path> all;
    for (const auto& entry : fs::directory_iterator(kept_trees_folder())) all.insert(entry.path());
    return all;
  }

  // Uses a copy of a file with this text as if it were a large folder.
  std::optional<KeptTree> keep(const std::string& text) const {
    const Scratch folder;
    folder.write("file", text);
    KnownHashes known(folder.path());
    const Tree tree = tree_in(folder.path(), Policy().room);
    return kept_tree(folder.path(), tree, files_in(folder.path()).value(), known);
  }

 private:
  const std::string before_ =
      std::getenv("XDG_CACHE_HOME") == nullptr ? "" : std::getenv("XDG_CACHE_HOME");

 protected:
  const Scratch cache_, bot_;
};

// The same, under a warden that can show layers.
class Layers : public Kept {
 protected:
  void SetUp() override {
    if (const std::string why = why_no_layers(warden, {}); !why.empty()) GTEST_SKIP() << why;
  }

  std::string after(const Manifest& bot, const std::string& python) {
    const auto process = Process::start(bot, {}, warden, {}).value();
    const auto said = ask(*process, python, later());
    return said ? *said : said.error().detail;
  }
};

constexpr const char* change_everything =
    "import shutil; open('many/1', 'a').write('x'); os.remove('many/2'); os.rename('many/3', 'c'); "
    "os.chmod('many/4', 0o600) if os.stat('many/4').st_uid == os.getuid() else None; "
    "open('new', 'w').write('x'); shutil.rmtree('many'); os.mkdir('many'); "
    "assert os.listdir('many') == [] and open('c').read() == '3'; open('many/1', 'w').write('y')";

TEST_F(Layers, WhatABotDoesToItsFilesIsItsOwn) {
  BotBuilder builder;
  const auto one = builder.ready_alone(manifest(), warden, {});
  ASSERT_FALSE(one->bot.lower.empty());
  for (int look = 0; look < 2; ++look) {
    EXPECT_EQ(after(one->bot, "assert open('many/1').read() == '1'"), "done");
    EXPECT_TRUE(one->copy->is_untouched());
  }
  EXPECT_EQ(after(one->bot, change_everything), "done");
  EXPECT_FALSE(one->copy->is_untouched());
  EXPECT_EQ(after(one->bot, "assert os.listdir('many') == ['1']"), "done");  // it is the same copy
  const auto two = builder.ready_alone(manifest(), warden, {});
  EXPECT_EQ(two->bot.lower, one->bot.lower);
  EXPECT_EQ(after(two->bot,
                  "assert open('many/1').read() == '1' and not os.path.exists('new') and "
                  "len(os.listdir('many')) == " +
                      std::to_string(kept_files_min)),
            "done");
  EXPECT_EQ(text_of(bot_.path() / "many/1"), "1");
}

TEST_F(Layers, NoBotSeesWhereItsLayersAreNorChangesThem) {
  BotBuilder builder;
  const auto own = builder.ready_alone(manifest(), warden, {});
  const std::string kept_file = (own->bot.lower.back() / "many/1").string();
  EXPECT_EQ(after(own->bot, fmt::format("open('{}')", kept_file)).substr(0, 1), "E");
  EXPECT_EQ(after(own->bot, fmt::format("assert '{}' not in open('/proc/self/mountinfo').read()",
                                        cache_.path().string())),
            "done");
  // Kernels refuse the attribute of an empty folder, or store it under another name.
  after(own->bot, "os.setxattr('many', 'user.overlay.opaque', b'y')");
  EXPECT_EQ(after(own->bot, "assert len(os.listdir('many')) == " + std::to_string(kept_files_min)),
            "done");
}

TEST_F(Layers, ASecondRunUsesTheCopyOfTheFirst) {
  fs::path kept_file;
  fs::file_time_type changed;
  for (const bool is_first : {true, false}) {
    BotBuilder builder;
    const auto own = builder.ready_alone(manifest(), warden, {});
    kept_file = own->bot.lower.back() / "many/1";
    if (is_first) changed = fs::last_write_time(kept_file);
    EXPECT_EQ(fs::last_write_time(kept_file), changed);
    EXPECT_EQ(kept().size(), 1U);
  }
  bot_.write("many/1", "changed");
  BotBuilder builder;
  const auto own = builder.ready_alone(manifest(), warden, {});
  EXPECT_EQ(after(own->bot, "assert open('many/1').read() == 'changed'"), "done");
  EXPECT_EQ(kept().size(), 2U);
}

TEST_F(Layers, ACopyThatWasChangedIsMadeAnew) {
  using Change = void (*)(const fs::path&);
  const std::vector<Change> changes{
      [](const fs::path& files) {
        const auto date = fs::last_write_time(files / "many/1");
        std::ofstream(files / "many/1") << "2";
        fs::last_write_time(files / "many/1", date);
      },
      [](const fs::path& files) { std::ofstream(files / "many/more") << "2"; },
      [](const fs::path& files) { fs::remove(files / "many/2"); },
      [](const fs::path& files) { fs::remove_all(files); },
      [](const fs::path& files) { std::ofstream(files.parent_path() / "list") << "hilltop"; },
      [](const fs::path& files) { fs::remove(files.parent_path() / "list"); }};
  for (const Change change : changes) {
    {
      BotBuilder builder;
      change(builder.ready_alone(manifest(), warden, {})->bot.lower.back());
    }
    BotBuilder builder;
    const auto own = builder.ready_alone(manifest(), warden, {});
    EXPECT_EQ(
        after(own->bot, "assert open('many/1').read() == '1' and len(os.listdir('many')) == " +
                            std::to_string(kept_files_min)),
        "done");
    EXPECT_EQ(kept().size(), 1U);
  }
}

TEST_F(Layers, WhatABotWroteIsGivenBackAndThereAgain) {
  for (const std::string game : {"1", "2", "3"}) {
    BotBuilder builder;
    const Manifest bot = builder.ready(manifest(), warden, {}).value();
    ASSERT_FALSE(bot.lower.empty());
    EXPECT_EQ(after(bot,
                    "before = open('many/book').read() if os.path.exists('many/book') else ''; "
                    "open('many/book', 'w').write(before + 'e4'); os.remove('many/1')"),
              "done");
    builder.when_files_are_lost([](std::string_view lost) { ADD_FAILURE() << lost; });
    builder.give_back();
    std::string all;
    for (int i = 0; i < std::stoi(game); ++i) all += "e4";
    EXPECT_EQ(text_of(bot_.path() / "many/book"), all);
    EXPECT_EQ(text_of(bot_.path() / "many/1"), "1");
    EXPECT_EQ(kept().size(), 1U);  // without what the bot wrote
  }
}

TEST_F(Layers, WhatABuildMadeIsThereOnceAndInEachCopy) {
  Manifest bot = manifest();
  bot.build = "echo built >>many/log; sort many/1 many/2 >out; mkdir made; echo a >made/a";
  for (const bool is_first : {true, false}) {
    BotBuilder builder;
    builder.when_a_build_fails([](const FailedBuild& failed) { ADD_FAILURE() << failed.output; });
    const auto own = builder.ready_alone(bot, warden, {});
    ASSERT_FALSE(own->bot.lower.empty()) << is_first;
    EXPECT_EQ(after(own->bot,
                    "assert open('out').read() == '12' or open('out').read() == '1\\n2\\n'"
                    ", open('out').read()"),
              "done");
    EXPECT_EQ(after(own->bot,
                    "assert open('many/log').read() == 'built\\n'; "
                    "open('out', 'a').write('x'); open('made/a', 'a').write('x')"),
              "done");
    builder.give_back();
    EXPECT_EQ(text_of(bot_.path() / "made/a"), "a\n");
  }
}

TEST_F(Layers, ABotThatFillsItsLayerMeetsTheLimitsOfItsFolder) {
  const std::string ballast = "[f.write(bytes(1 << 20)) for _ in range(25)]; f.flush()";
  const Policy policy{.room = {.bytes = 16 << 20, .files = kept_files_min + 100, .depth = 16}};
  BotBuilder builder;
  for (const auto& [python, limit] : std::vector<std::pair<std::string, std::string>>{
           {"f = open('many/1', 'wb'); " + ballast, "16 MiB in its folder"},
           {"f = open('many/2', 'wb'); os.unlink('many/2'); " + ballast, "16 MiB in its folder"},
           {"[open(str(i), 'w').close() for i in range(200)]",
            std::to_string(kept_files_min + 100) + " files in its folder"},
       }) {
    const auto own = builder.ready_alone(manifest(), warden, policy);
    ASSERT_FALSE(own->bot.lower.empty());
    const auto process = Process::start(own->bot, {}, warden, policy).value();
    const auto said = ask(*process, python + sandbox_test::hold, later());
    ASSERT_FALSE(said);
    EXPECT_EQ(said.error().detail, "killed by SIGKILL; it met its limit of " + limit);
  }
}

TEST_F(Layers, WithoutNamespacesACopyIsWhole) {
  Policy policy;
  policy.without.mask = sandbox_test::bit(Layer::namespaces);
  BotBuilder builder;
  const auto own = builder.ready_alone(manifest(), warden, policy);
  EXPECT_TRUE(own->bot.lower.empty());
  EXPECT_EQ(text_of(own->bot.folder / "many/1"), "1");
  EXPECT_FALSE(why_no_layers(warden, policy).empty());
  EXPECT_FALSE(why_no_layers(warden, {.mode = Policy::Mode::off}).empty());
}

TEST_F(Layers, WithoutAFolderForCachesACopyIsWhole) {
  cache_.write("file", "");
  setenv("XDG_CACHE_HOME", (cache_.path() / "file").c_str(), 1);  // no folder can be made in it
  BotBuilder builder;
  const auto own = builder.ready_alone(manifest(), warden, {});
  EXPECT_TRUE(own->bot.lower.empty());
  EXPECT_EQ(text_of(own->bot.folder / "many/1"), "1");
}

TEST_F(Kept, TheLeastRecentlyUsedGoFirstAndNoneInUse) {
  const auto used = keep("0");
  ASSERT_TRUE(used);
  std::vector<fs::path> places;
  for (std::size_t i = 1; i < kept_trees_max; ++i)
    places.push_back(keep(std::to_string(i)).value().files().parent_path());
  const auto now = fs::file_time_type::clock::now();
  fs::last_write_time(used->files().parent_path() / "list", now - std::chrono::hours(3));
  fs::last_write_time(places[0] / "list", now - std::chrono::hours(2));
  fs::last_write_time(places[1] / "list", now - std::chrono::hours(1));
  EXPECT_EQ(keep("1").value().files().parent_path(), places[0]);  // is used now
  EXPECT_TRUE(keep("one more"));
  EXPECT_TRUE(fs::exists(used->files()));
  EXPECT_TRUE(fs::exists(places[0]));
  EXPECT_FALSE(fs::exists(places[1]));
  EXPECT_EQ(kept().size(), kept_trees_max);
}

TEST_F(Kept, WhatNobodyUsedForLongGoes) {
  const fs::path old = keep("old").value().files().parent_path();
  fs::last_write_time(old / "list",
                      fs::file_time_type::clock::now() - kept_unused_max - std::chrono::hours(1));
  EXPECT_TRUE(keep("new"));
  EXPECT_FALSE(fs::exists(old));
}

// As many programs as there may be copies hold one each.
TEST_F(Kept, NothingIsKeptWhereAllIsInUse) {
  std::vector<KeptTree> used;
  for (std::size_t i = 0; i < kept_trees_max; ++i) used.push_back(keep(std::to_string(i)).value());
  EXPECT_FALSE(keep("one more"));
  used.pop_back();
  EXPECT_TRUE(keep("one more"));
}

TEST_F(Kept, WhatKilledProgramsWereMakingGoes) {
  const fs::path half = kept_trees_folder() / "half-999999999-abcdef";
  fs::create_directories(half / "files");
  EXPECT_TRUE(keep("new"));
  EXPECT_FALSE(fs::exists(half));
}

TEST_F(Kept, AnotherOrderOfDatesOrAnotherModeIsAnotherCopy) {
  const auto place = [&] {
    KnownHashes known(bot_.path());
    return kept_tree(bot_.path(), tree_in(bot_.path(), Policy().room),
                     files_in(bot_.path()).value(), known)
        .value()
        .files();
  };
  const auto now = fs::file_time_type::clock::now();
  for (const auto& entry : fs::recursive_directory_iterator(bot_.path()))
    fs::last_write_time(entry.path(), now);
  std::set<fs::path> places{place()};
  fs::last_write_time(bot_.path() / "bot.py", now - std::chrono::hours(1));
  EXPECT_TRUE(places.insert(place()).second);
  fs::last_write_time(bot_.path() / "bot.py", now - std::chrono::hours(2));
  EXPECT_FALSE(places.insert(place()).second);
  fs::permissions(bot_.path() / "bot.py", fs::perms(0755));
  EXPECT_TRUE(places.insert(place()).second);
}

}  // namespace
}  // namespace hilltop::runner::kept_trees_test
