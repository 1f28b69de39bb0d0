#include "runner/manifest.hpp"

#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <sys/stat.h>

#include "runner/scratch.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

using Strings = std::vector<std::string>;

TEST(Manifest, ReadsItsFourLines) {
  const Scratch scratch;
  scratch.write("meta", "Tengen \xE2\x98\x85\n./bot\n--depth  3\t-v\n1\n");
  const auto bot = read_manifest(scratch.path());
  ASSERT_TRUE(bot) << bot.error().text;
  EXPECT_EQ(bot->folder, scratch.path());
  EXPECT_EQ(bot->name, "Tengen \xE2\x98\x85");
  EXPECT_EQ(bot->command, "./bot");
  EXPECT_EQ(bot->arguments, (Strings{"--depth", "3", "-v"}));
  EXPECT_TRUE(bot->stderr_on);
}

TEST(Manifest, TakesWindowsLinesAndNoLastLineFeed) {
  const Scratch scratch;
  scratch.write("meta", " Old Hand \r\npython3\r\n\r\n0");
  const auto bot = read_manifest(scratch.path());
  ASSERT_TRUE(bot) << bot.error().text;
  EXPECT_EQ(bot->name, "Old Hand");
  EXPECT_EQ(bot->command, "python3");
  EXPECT_EQ(bot->arguments, Strings{});
  EXPECT_FALSE(bot->stderr_on);
}

TEST(Manifest, TakesANameOfSixtyFourCharacters) {
  const Scratch scratch;
  std::string name;
  for (int i = 0; i < 64; ++i) name += "\xE7\xA2\x81";
  scratch.write("meta", name + "\n./bot\n\n0\n");
  const auto bot = read_manifest(scratch.path());
  ASSERT_TRUE(bot) << bot.error().text;
  EXPECT_EQ(bot->name, name);
}

TEST(Manifest, ReadsTheSettingsOfBotToml) {
  const Scratch scratch;
  scratch.write("meta", "me\n./bot\n\n0\n");
  const auto plain = read_manifest(scratch.path());
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->state, StateScope::folder);
  EXPECT_EQ(plain->limits.memory_mb, std::nullopt);
  scratch.write(
      "bot.toml",
      "game = \"pazaak\"\nauthor = \"Ada\"\nlanguage = \"c\"\nbuild = \"make\"\nstate = "
      "\"pairing\"\n"
      "[limits]\nmemory_mb = 256\nprocesses = 16\ncpu_s = 5\ndisk_mb = 64\nfiles = 100\n");
  const auto bot = read_manifest(scratch.path());
  ASSERT_TRUE(bot) << bot.error().text;
  EXPECT_EQ(bot->game, "pazaak");
  EXPECT_EQ(bot->author, "Ada");
  EXPECT_EQ(bot->language, "c");
  EXPECT_EQ(bot->build, "make");
  EXPECT_EQ(bot->state, StateScope::pairing);
  EXPECT_EQ(bot->limits.memory_mb, 256);
  EXPECT_EQ(bot->limits.processes, 16);
  EXPECT_EQ(bot->limits.cpu_s, 5);
  EXPECT_EQ(bot->limits.disk_mb, 64);
  EXPECT_EQ(bot->limits.files, 100);
}

TEST(Manifest, NamesTheMistakeInBotToml) {
  const Scratch scratch;
  scratch.write("meta", "me\n./bot\n\n0\n");
  const auto complaint = [&](const std::string& text) {
    scratch.write("bot.toml", text);
    return read_manifest(scratch.path())
        .error()
        .text.substr((scratch.path() / "bot.toml").string().size());
  };
  EXPECT_EQ(complaint("\nstate = \"paring\"\n"),
            ":2: state cannot be 'paring' (did you mean 'pairing'? known: folder, none, pairing)");
  EXPECT_TRUE(complaint("sate = \"none\"\n")
                  .starts_with(":1: unknown word 'sate' in the file (did you mean 'state'?"));
  EXPECT_EQ(complaint("[limits]\nmemory_mb = 0\n"),
            ":2: memory_mb is a whole number from 1 to 1048576");
  EXPECT_EQ(complaint("author = \"Ada\\u202e\"\n"),
            ": author: a character that is not seen, U+202E; it is one line of printable text in "
            "UTF-8");
  EXPECT_TRUE(complaint("state = none\n").starts_with(":1: "));
  EXPECT_TRUE(complaint(std::string(20'000, '#')).starts_with(": larger than 16384 bytes"));
}

struct Wrong {
  std::string what;
  std::string meta;
  std::string message;  // without the path of the meta file
};

std::vector<Wrong> wrong_metas() {
  const std::string shape = "four lines: name, command, arguments, and 0 or 1 (stderr off or on)";
  const std::string missing = "this line is missing; a meta file has " + shape;
  const std::string not_text = "; a line is printable text in UTF-8";
  const std::string rest = "\n./bot\n\n0\n";
  return {
      {"empty file", "", ":1: the name is empty; 1 to 64 characters are allowed"},
      {"one line", "a\n", ":2: " + missing},
      {"three lines", "a\nb\nc\n", ":4: " + missing},
      {"five lines", "a\nb\n\n0\n\n", ":5: a line too many; a meta file has " + shape},
      {"empty name", rest, ":1: the name is empty; 1 to 64 characters are allowed"},
      {"blank name", " \t" + rest, ":1: the name is empty; 1 to 64 characters are allowed"},
      {"TIE", "TIE" + rest,
       ":1: 'TIE' is no legal name: a game without a winner ends with EXIT TIE"},
      {"control character", "a\x1B[2J" + rest, ":1: a control character" + not_text},
      {"what changes direction", "a\u202e" + rest,
       ":1: a character that is not seen, U+202E" + not_text},
      {"tab inside a name", "a\tb" + rest, ":1: a control character" + not_text},
      {"C1 control character", "a\xC2\x85" + rest, ":1: a control character" + not_text},
      {"Latin-1", "Andr\xE9" + rest, ":1: not UTF-8" + not_text},
      {"overlong form", "a\xC0\xAF" + rest, ":1: not UTF-8" + not_text},
      {"overlong form of three bytes", "a\xE0\x80\xAF" + rest, ":1: not UTF-8" + not_text},
      {"surrogate", "\xED\xA0\x80" + rest, ":1: not UTF-8" + not_text},
      {"beyond Unicode", "\xF4\x90\x80\x80" + rest, ":1: not UTF-8" + not_text},
      {"cut character", "a\xE2\x98" + rest, ":1: not UTF-8" + not_text},
      {"long name", std::string(65, 'x') + rest,
       ":1: a name of 65 characters; 1 to 64 are allowed"},
      {"empty command", "a\n\n\n0\n",
       ":2: the command is empty; a program of the folder ('./bot') or one of PATH ('python3') is "
       "allowed"},
      {"NUL in the arguments", std::string("a\nb\nc\0d\n0\n", 10),
       ":3: a control character" + not_text},
      {"no flag", "a\nb\nc\n\n", ":4: '' is neither 0 nor 1 (stderr off or on)"},
      {"flag in words", "a\nb\nc\noff\n", ":4: 'off' is neither 0 nor 1 (stderr off or on)"},
      {"large file", "a\nb\n" + std::string(4096, 'c') + "\n0\n",
       ": larger than 4096 bytes; it holds " + shape},
  };
}

TEST(Manifest, NamesTheLineOfAMistakeAndWhatIsAllowed) {
  const Scratch scratch;
  for (const Wrong& wrong : wrong_metas()) {
    scratch.write("meta", wrong.meta);
    const auto bot = read_manifest(scratch.path());
    ASSERT_FALSE(bot) << wrong.what;
    EXPECT_EQ(bot.error().text, scratch.path().string() + "/meta" + wrong.message) << wrong.what;
  }
}

TEST(Manifest, IsARegularFile) {
  const std::string shape = "four lines: name, command, arguments, and 0 or 1 (stderr off or on)";
  const Scratch scratch;
  const std::string meta = scratch.path().string() + "/meta";
  EXPECT_EQ(read_manifest(scratch.path()).error().text,
            meta + ": no such file; a bot's folder holds a file 'meta' of " + shape);
  ASSERT_EQ(mkfifo(meta.c_str(), 0600), 0);  // reading it would block forever
  EXPECT_EQ(read_manifest(scratch.path()).error().text, meta + ": it is a pipe; it holds " + shape);
}

TEST(Roster, ComesInTheOrderOfItsFolders) {
  const Scratch scratch;
  for (const char* folder : {"b", "a", "B", "\xC3\xA9"})
    scratch.write(fmt::format("{}/meta", folder), fmt::format("bot {}\n./bot\n\n0\n", folder));
  scratch.write("no-bot/readme", "notes");
  scratch.write("meta", "not a folder");
  const auto roster = read_roster(scratch.path());
  ASSERT_TRUE(roster) << roster.error().text;
  Strings names;
  for (const Manifest& bot : *roster) names.push_back(bot.name);
  EXPECT_EQ(names, (Strings{"bot B", "bot a", "bot b", "bot \xC3\xA9"}));
}

TEST(Roster, SaysWhyAFolderIsNoRoster) {
  const std::string way_out =
      "; each bot has a folder of its own there, with a file 'meta' of four lines: name, "
      "command, arguments, and 0 or 1 (stderr off or on)";
  const Scratch scratch;
  const std::string dir = scratch.path().string();
  EXPECT_EQ(read_roster(scratch.path() / "bots").error().text,
            dir + "/bots: No such file or directory" + way_out);
  EXPECT_EQ(read_roster(scratch.path()).error().text, dir + ": no bot in this folder" + way_out);
  scratch.write("file", "");
  EXPECT_EQ(read_roster(scratch.path() / "file").error().text,
            dir + "/file: Not a directory" + way_out);
  scratch.write("a/meta", "Same\n./bot\n\n0\n");
  scratch.write("b/meta", "Same\n./bot\n\n0\n");
  EXPECT_EQ(read_roster(scratch.path()).error().text,
            dir + "/b/meta:1: the name 'Same' is that of " + dir + "/a; every bot has its own");
  scratch.write("b/meta", "Other\n./bot\n\n2\n");
  EXPECT_EQ(read_roster(scratch.path()).error().text,
            dir + "/b/meta:4: '2' is neither 0 nor 1 (stderr off or on)");
}

}  // namespace
}  // namespace hilltop::runner
