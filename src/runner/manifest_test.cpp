#include "runner/manifest.hpp"

#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <sys/stat.h>

#include "runner/scratch.hpp"

namespace hilltop::runner::manifest_test {
namespace {

namespace fs = std::filesystem;

using Strings = std::vector<std::string>;

TEST(Manifest, ReadsItsFourLines) {
  const Scratch scratch;
  scratch.write("meta", "Tengen \xE2\x98\x85\n./bot\n--depth  3\t-v\n1\n");
  const auto bot = read_manifest(scratch.path());
  ASSERT_TRUE(bot) << problem_of(bot.error()).text;
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
  ASSERT_TRUE(bot) << problem_of(bot.error()).text;
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
  ASSERT_TRUE(bot) << problem_of(bot.error()).text;
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
  ASSERT_TRUE(bot) << problem_of(bot.error()).text;
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

TEST(Manifest, HasParametersAndMayStay) {
  const Scratch scratch;
  scratch.write("meta", "me\n./bot\n--margin {margin} {x} {\n0\n");
  scratch.write("bot.toml",
                "state = \"pairing\"\nstays = true\n[parameters]\nmargin = 80\ndepth_2 = -3\n");
  const auto bot = read_manifest(scratch.path());
  ASSERT_TRUE(bot) << problem_of(bot.error()).text;
  EXPECT_TRUE(bot->stays);
  EXPECT_EQ(bot->parameters, (std::vector<Setting>{{"depth_2", -3}, {"margin", 80}}));
  const auto complaint = [&](const std::string& text) {
    scratch.write("bot.toml", text);
    return problem_of(read_manifest(scratch.path()).error())
        .text.substr((scratch.path() / "bot.toml").string().size());
  };
  EXPECT_TRUE(complaint("stays = true\n").starts_with(":1: stays is for bots with state = "));
  EXPECT_EQ(complaint("state = \"none\"\nstays = 1\n"), ":2: stays is true or false");
  EXPECT_TRUE(complaint("[parameters]\nMargin = 3\n").starts_with(":2: 'Margin' is not a "));
  EXPECT_TRUE(complaint("[parameters]\nmargin = 3.5\n").starts_with(":2: margin is a whole"));
}

TEST(Manifest, FillsValuesIntoArguments) {
  using Arguments = std::vector<std::string>;
  EXPECT_EQ(
      filled_in({"--a={a}", "{b}{a}", "{c}", "{", "}{a", "{{a}}"}, {{"a", "{b}"}, {"b", "2"}}),
      (Arguments{"--a={b}", "2{b}", "{c}", "{", "}{a", "{{b}}"}));
}

TEST(Manifest, NamesTheMistakeInBotToml) {
  const Scratch scratch;
  scratch.write("meta", "me\n./bot\n\n0\n");
  const auto complaint = [&](const std::string& text) {
    scratch.write("bot.toml", text);
    return problem_of(read_manifest(scratch.path()).error())
        .text.substr((scratch.path() / "bot.toml").string().size());
  };
  EXPECT_EQ(complaint("\nstate = \"paring\"\n"),
            ":2: state cannot be 'paring' (did you mean 'pairing'? known: folder, none, pairing)");
  EXPECT_TRUE(complaint("sate = \"none\"\n")
                  .starts_with(":1: unknown word 'sate' in the file (did you mean 'state'?"));
  EXPECT_EQ(complaint("[limits]\nmemory_mb = 0\n"),
            ":2: memory_mb is a whole number from 1 to 1048576");
  EXPECT_EQ(complaint("author = \"Ada\\u202e\"\n"),
            ":1: author: a character that is not seen, U+202E; it is one line of printable text in "
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
      {"one line", "a\n", ":2: " + missing},
      {"three lines", "a\nb\nc\n", ":4: " + missing},
      {"five lines", "a\nb\n\n0\n\n", ":5: one line too many; a meta file has " + shape},
      {"empty name", rest, ":1: the name is empty; 1 to 64 characters are allowed"},
      {"name of wide blanks", "\u00a0\u3000" + rest,
       ":1: the name has blanks alone; it needs a letter"},
      {"blank name", " \t" + rest, ":1: the name is empty; 1 to 64 characters are allowed"},
      {"TIE", "TIE" + rest,
       ":1: 'TIE' is not allowed as a name: a game without a winner ends with EXIT TIE"},
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
    EXPECT_EQ(problem_of(bot.error()).text, scratch.path().string() + "/meta" + wrong.message)
        << wrong.what;
  }
}

TEST(Manifest, NamesEveryMistake) {
  const Scratch scratch;
  const std::string dir = scratch.path().string();
  scratch.write("meta", "\n./bot\na\x01\nyes\n");
  scratch.write("bot.toml", "author = \"Ada\"\nstate = \"paring\"\n[limits]\ncpu_s = 0\n");
  const auto bot = read_manifest(scratch.path());
  ASSERT_FALSE(bot);
  Strings places;
  for (const NotEntered::Cause& cause : bot.error().causes) places.push_back(cause.place);
  EXPECT_EQ(places, (Strings{"meta:1", "meta:3", "meta:4", "bot.toml:2", "bot.toml:4"}));
  EXPECT_EQ(bot.error().folder, scratch.path());
  EXPECT_EQ(bot.error().name, "");
  EXPECT_EQ(bot.error().author, "Ada");
  const std::string text = problem_of(bot.error()).text;
  EXPECT_TRUE(text.starts_with(dir + "/meta:1: the name is empty")) << text;
  EXPECT_TRUE(text.contains("\n  " + dir + "/bot.toml:4: cpu_s is a whole number")) << text;
}

TEST(Manifest, IsARegularFile) {
  const std::string shape = "four lines: name, command, arguments, and 0 or 1 (stderr off or on)";
  const Scratch scratch;
  const std::string dir = scratch.path().string();
  const auto complaint = [&] { return problem_of(read_manifest(scratch.path()).error()).text; };
  EXPECT_EQ(complaint(), dir + ": there is no file 'meta' of " + shape);
  scratch.write("Meta.TXT", "");
  EXPECT_EQ(complaint(), dir + ": there is no file 'meta': rename 'Meta.TXT'");
  std::filesystem::remove(scratch.path() / "Meta.TXT");
  scratch.write("bot/meta", "");
  EXPECT_EQ(complaint(), dir + ": the bot is in the folder 'bot' below: move its files up");
  scratch.write("another/meta", "");
  EXPECT_EQ(complaint(),
            dir + ": there are 2 bots in folders below, such as 'another': name one of them");
  ASSERT_EQ(mkfifo((dir + "/meta").c_str(), 0600), 0);  // reading it would block forever
  EXPECT_EQ(complaint(), dir + "/meta: it is a pipe; it holds " + shape);
  EXPECT_EQ(problem_of(read_manifest(scratch.path() / "gone").error()).text,
            dir + "/gone: there is no such folder");
}

TEST(Roster, ComesInTheOrderOfItsFolders) {
  const Scratch scratch;
  for (const char* folder : {"b", "a", "B", "\xC3\xA9"})
    scratch.write(fmt::format("{}/meta", folder), fmt::format("bot {}\n./bot\n\n0\n", folder));
  scratch.write("no-bot/readme", "notes");
  scratch.write("wrong/meta", "Wrong\n./bot\n\n2\n");
  scratch.write(".git/config", "not a bot");
  scratch.write("meta", "not a folder");
  const auto roster = read_roster(scratch.path());
  ASSERT_TRUE(roster) << roster.error().text;
  Strings names, broken;
  for (const Manifest& bot : roster->bots) names.push_back(bot.name);
  EXPECT_EQ(names, (Strings{"bot B", "bot a", "bot b", "bot \xC3\xA9"}));
  for (const NotEntered& each : roster->broken)
    broken.push_back(folder_name(each.folder) + ' ' + each.causes.front().place);
  EXPECT_EQ(broken, (Strings{"no-bot ", "wrong meta:4"}));
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
            dir + "/file: it is a file, not a folder of bots" + way_out);
  scratch.write("bot/meta", "Bot\n./bot\n\n0\n");
  scratch.write("bot/source/bot.c", "");
  EXPECT_EQ(read_roster(scratch.path() / "bot").error().text,
            dir + "/bot: it is the folder of one bot: name the folder above it" + way_out);
}

TEST(FolderName, IsTheLastPartOfAPath) {
  EXPECT_EQ(folder_name("bots/kid"), "kid");
  EXPECT_EQ(folder_name("bots/kid/"), "kid");
  EXPECT_EQ(folder_name("bots/kid/."), "kid");
  EXPECT_EQ(folder_name("."), fs::current_path().filename().string());
}

}  // namespace
}  // namespace hilltop::runner::manifest_test
