#include "arena/save.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/catalog.hpp"
#include "core/build_for_test.hpp"
#include "core/source_dir_for_test.hpp"

namespace hilltop::arena::save_test {
namespace {

namespace fs = std::filesystem;

class Save : public testing::Test {
 protected:
  Save() {
    std::string name = (fs::temp_directory_path() / "hilltop-save-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
  }
  ~Save() override { fs::remove_all(folder_); }

  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(file(name), std::ios::binary) << text;
  }
  static std::string content(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(name, std::ios::binary).rdbuf();
    return text.str();
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  static Record sample(std::size_t steps = 2) {
    Record record;
    record.game = "pazaak";
    record.rules = "koth";
    record.luck_key = 17;
    record.players = {{"human", "Ann"}, {"kid", "The Kid"}};
    for (std::size_t i = 0; i < steps; ++i)
      record.steps.push_back({static_cast<int>(i % 2), "END"});
    return record;
  }

  fs::path folder_;
};

TEST_F(Save, ComesBackAsItWas) {
  const std::string name = file("a save with spaces.game");
  ASSERT_TRUE(save_record(sample(), name).has_value());
  EXPECT_EQ(load_record(name).value(), sample());
  EXPECT_EQ(content(name), write(sample()));
  EXPECT_EQ(files(), 1u) << "nothing else is left";
}

TEST_F(Save, ReplacesAnOlderOne) {
  ASSERT_TRUE(save_record(sample(100), file("g")).has_value());
  ASSERT_TRUE(save_record(sample(1), file("g")).has_value());
  EXPECT_EQ(load_record(file("g")).value(), sample(1));
}

TEST_F(Save, SaysWhereItCannotWrite) {
  const std::string nowhere = file("no such folder/g");
  EXPECT_EQ(save_record(sample(), nowhere).error().text,
            "cannot write '" + nowhere + "': No such file or directory");
  fs::create_directory(folder_ / "taken");
  put("taken/by a file", "");
  EXPECT_EQ(save_record(sample(), file("taken")).error().text,
            "cannot write '" + file("taken") + "': Is a directory");
  EXPECT_EQ(files(), 1u) << "the half-written file is gone";
}

// A full disk: the kernel refuses to let files grow.
TEST_F(Save, AFullDiskLeavesTheOldSave) {
  const std::string name = file("g");
  ASSERT_TRUE(save_record(sample(), name).has_value());
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit old_limit{};
  ::getrlimit(RLIMIT_FSIZE, &old_limit);
  const rlimit small{100, old_limit.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto saved = save_record(sample(1000), name);
  ::setrlimit(RLIMIT_FSIZE, &old_limit);
  std::signal(SIGXFSZ, old_handler);
  ASSERT_FALSE(saved.has_value());
  EXPECT_EQ(saved.error().text, "cannot write '" + name + "': File too large");
  EXPECT_EQ(load_record(name).value(), sample());
  EXPECT_EQ(files(), 1u);
}

TEST_F(Save, SaysWhoCannotSit) {
  runner::Manifest tiny;
  tiny.name = "Tiny bot";
  runner::Manifest other = tiny;
  other.name = "Other";
  other.game = "gomoku";
  const std::vector bots{tiny, other};
  const auto refusal = [&](const std::string& player, const std::string& name) {
    Record record = sample();
    record.players[1] = {player, name};
    const auto game = game_of(record, bots);
    return game ? std::string() : game.error().text;
  };
  EXPECT_EQ(refusal("human", "Bob"), "");
  EXPECT_EQ(refusal("kid", "Bob"), "");
  EXPECT_EQ(refusal("bot:Tiny%20bot", "Bob"), "");
  EXPECT_EQ(refusal("nobody", "Bob"), "there is no player 'nobody'");
  EXPECT_EQ(refusal("bot:Nobody", "Bob"),
            "the bot 'Nobody' plays from a folder that is not known here");
  EXPECT_EQ(refusal("bot:Other", "Bob"),
            "the bot 'Other' does not fit: it plays gomoku and not pazaak");
  EXPECT_EQ(refusal("human", std::string(25, 'x')), "a name has at most 24 letters");
  Record record = sample();
  record.steps[0].move = "PLAY 77";
  EXPECT_TRUE(game_of(record, bots).error().text.starts_with("step 1 of the record"));
}

TEST_F(Save, SaysWhatItCannotRead) {
  EXPECT_EQ(load_record(file("none")).error().text,
            "cannot read '" + file("none") + "': No such file or directory");
  EXPECT_EQ(load_record(folder_.string()).error().text,
            "cannot read '" + folder_.string() + "': it is a folder");
}

TEST_F(Save, WaitsForNoPipe) {
  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  const auto loaded = load_record(file("pipe"));
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().text, "cannot read '" + file("pipe") + "': it is a pipe");
}

TEST_F(Save, SaysWhereASaveIsDamaged) {
  put("empty", "");
  put("other", "what is this\n");
  put("damaged", "hilltop record 1\ngame pazaak\nrules koth\nseat human Ann\nmove 7 END\n");
  put("cut", write(sample()).substr(0, write(sample()).find("luck")));
  put("long", "hilltop record 1\n" + std::string(record_bytes_max, '#'));
  put("binary", std::string("hilltop record 1\n\0\xff\xfe\n", 21));
  const std::pair<const char*, const char*> table[] = {
      {"empty", ":1: not a record: the file is empty"},
      {"other", ":1: not a record: the first line must be 'hilltop record 1'"},
      {"damaged", ":5: a move is the number of a seat and the move"},
      {"cut", ":3: the record breaks off: it has no game, rules or seats"},
  };
  for (const auto& [name, message] : table)
    EXPECT_EQ(load_record(file(name)).error().text, file(name) + message);
  EXPECT_EQ(load_record(file("long")).error().text,
            "cannot read '" + file("long") + "': larger than 1048576 bytes");
  EXPECT_TRUE(load_record(file("binary")).error().text.starts_with(file("binary") + ":2: "));
}

// A text with one line or one character more, less or otherwise, in every way.
template <class Call>
void for_each_damage(const std::string& text, Call&& call) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto with = [&](std::size_t less, const std::string& more) {
      std::string damaged = text;
      call(damaged.replace(at, less, more));
    };
    with(1, "");
    for (const char* more : {" ", "0", ",", "\t", "#"}) {
      with(0, more);
      with(1, more);
    }
    if (at > 0 && text[at - 1] != '\n') continue;
    const std::size_t line = text.find('\n', at) + 1 - at;
    with(line, "");
    with(0, text.substr(at, line));
    const std::size_t next = text.find('\n', at + line) + 1;
    if (next > 0) with(next - at, text.substr(at + line, next - at - line) + text.substr(at, line));
  }
}

// Returns the lines without comments. The games here have no times.
std::string without_comments(const std::string& text) {
  std::istringstream lines(text);
  std::string said;
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty() && line.front() != '#') said += line + '\n';
  }
  return said;
}

// Returns whether the game can be resumed.
bool acceptable(const Record& record) {
  const auto game = find_game(record.game);
  if (!game) return false;
  const auto any_game = (*game)->under(record.rules, record.switches);
  return any_game && (*any_game)->check(record);
}

TEST(DamagedRecords, AreRefusedOrWrittenBackAsTheyWereRead) {
  for (const GameModule& game : catalog()) {
    int accepted = 0, damages = 0;
    const fs::path golden = source_dir() / "src/games" / game.info->name / "golden";
    for (const auto& entry : fs::directory_iterator(golden)) {
      if (entry.path().extension() != ".game") continue;
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      for_each_damage(without_comments(text.str()), [&](const std::string& damaged) {
        if (sanitized && ++damages % 128 != 0) return;
        const auto record = read_record(damaged, "x");
        if (!record || !acceptable(*record)) return;
        ++accepted;
        ASSERT_EQ(write(*record), without_comments(damaged)) << entry.path();
      });
    }
    EXPECT_GT(accepted, 0) << game.info->name << ": other names, at the least";
  }
}

TEST(Names, OfPeople) {
  EXPECT_EQ(name_refusal("Ann"), "");
  EXPECT_EQ(name_refusal("Zoë of the Hill"), "");
  std::string longest;
  for (std::size_t i = 0; i < person_name_max; ++i) longest += "ë";
  EXPECT_EQ(name_refusal(longest), "");
  EXPECT_EQ(name_refusal(longest + "e"), "a name has at most 24 letters");
  EXPECT_EQ(name_refusal(""), "a name has at least one letter");
  for (const char* name : {"a\tb", "a\nb", "\x1b[2J", "a\x7f"})
    EXPECT_EQ(name_refusal(name), "a name is one line of ordinary letters");
  for (const char* name : {" ", " Ann", "Ann ", "\u00a0", "Ann\u3000", "\u2003Ann"})
    EXPECT_EQ(name_refusal(name), "a name begins and ends with a letter, not a space");
}

TEST(NewRecord, NamesThePlayersWithoutAName) {
  const GameModule& game = **find_game("pig");
  const auto any_game = game.under(game.default_rules(), {});
  ASSERT_TRUE(any_game);
  const Record record =
      new_record(game, **any_game,
                 {{"human", ""},
                  {"human", "Ann"},
                  {"hold-20", ""},
                  {player_of_bot("A bot"), ""},
                  {player_of_bot("A bot whose name is longer than those of people"), ""}});
  EXPECT_EQ(names_of(record), (std::vector<std::string>{"Player 1", "Ann", "hold-20", "A bot",
                                                        "A bot whose name is lon…"}));
  EXPECT_EQ(record.game, "pig");
  EXPECT_EQ(record.rules, (*any_game)->rules_name());
  EXPECT_EQ(record.switches, (*any_game)->switches());
  EXPECT_TRUE(record.steps.empty());
}

TEST(NewRecord, ShowsTheTitlesOfHouseBots) {
  const GameModule& game = **find_game("pazaak");
  const auto any_game = game.under(game.default_rules(), {});
  ASSERT_TRUE(any_game);
  Record record = new_record(game, **any_game, {{"bold", ""}, {"bold", "Anvil"}});
  show_titles(record, game);
  EXPECT_EQ(names_of(record), (std::vector<std::string>{"Dumb Bold Player", "Anvil"}));
  record = new_record(game, **any_game, {{"human", "bold"}, {player_of_bot("bold"), ""}});
  show_titles(record, game);
  EXPECT_EQ(names_of(record), (std::vector<std::string>{"bold", "bold"}));
}

TEST(NewRecord, EveryTitleIsAName) {
  for (const GameModule& game : catalog())
    for (const auto& bot : game.house_bots) {
      Record record;
      record.players = {{bot.name, bot.name}};
      show_titles(record, game);
      EXPECT_EQ(name_refusal(record.players[0].name), "") << bot.name;
      EXPECT_EQ(record.players[0].name, bot.title);
    }
}

}  // namespace
}  // namespace hilltop::arena::save_test
