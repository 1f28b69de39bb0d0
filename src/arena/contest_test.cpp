#include "arena/contest.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "arena/same_names.hpp"
#include "core/look.hpp"
#include "core/source_dir_for_test.hpp"
#include "tournament/formats.hpp"

namespace hilltop::arena::contest_test {
namespace {

namespace fs = std::filesystem;
using tournament::Format;
using tournament::TieBreak;

// A folder for a test's contest files.
class ContestFile : public testing::Test {
 protected:
  ContestFile() {
    std::string name = (fs::temp_directory_path() / "hilltop-contest-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
  }
  ~ContestFile() override { fs::remove_all(folder_); }

  void put(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  void put_bot(const std::string& where, const std::string& name) const {
    put(where + "/meta", name + "\n./bot\n\n0\n");
  }
  std::expected<Contest, Problem> read(const std::string& text) const {
    put("c.toml", text);
    return read_contest((folder_ / "c.toml").string(), folder_);
  }
  std::string file() const { return (folder_ / "c.toml").string(); }

  fs::path folder_;
};

std::vector<std::string> names(const Contest& contest) {
  std::vector<std::string> names;
  for (const play::Entrant& entrant : contest.entrants) names.push_back(entrant.name);
  return names;
}

using Names = std::vector<std::string>;

Contest seed_contest(const std::string& name) {
  auto contest = read_contest(name, source_dir() / "contests");
  if (!contest) throw std::runtime_error(contest.error().text);
  return *std::move(contest);
}

// Every part of a key is a table in a table, and the stack has an end.
TEST_F(ContestFile, WithAKeyOfThousandsOfPartsIsRefused) {
  std::string key = "a";
  for (int i = 0; i < 50'000; ++i) key += i % 2 == 0 ? " . a" : ".'.'";
  for (const std::string& text : {key + " = 1", "[" + key + "]", "a = [{" + key + " = 1}]",
                                  "a = \"\"\"\n'\\\"\"\"\"\nb = '\"' # '\n" + key + " = 1"}) {
    const auto contest = read("[contest] # \"\ngame = 'pazaak'\n" + text);
    ASSERT_FALSE(contest);
    EXPECT_NE(contest.error().text.find("a key of more than 16 parts"), std::string::npos)
        << contest.error().text;
  }
  const auto contest = read(
      "[contest]\nname = 'a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r'\n"
      "game = 'yahtzee' # a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r\n"
      "[format]\nkind = 'everyone'\ngames = 1\n"
      "[[bot]]\nhouse = 'dummy'\n[[bot]]\nhouse = 'greedy'\n");
  EXPECT_TRUE(contest) << contest.error().text;
}

TEST_F(ContestFile, ThatIsHugeIsRefused) {
  const auto contest = read(std::string(contest_bytes_max + 1, '\n'));
  ASSERT_FALSE(contest);
  EXPECT_NE(contest.error().text.find("larger than"), std::string::npos);
}

TEST(Switches, OfRulesMakeTheSameRulesAgain) {
  for (const GameModule& game : catalog())
    for (const RuleSet& rules : game.info->rule_sets) {
      const Switches all = game.under(rules.name, {}).value()->switches();
      EXPECT_EQ(game.under(rules.name, all).value()->switches(), all) << rules.name;
    }
  const auto yahtzee = [](const Switches& switches) {
    return find_game("yahtzee").value()->under("koth", switches).value()->switches();
  };
  const Switches given{{"dice", std::vector<std::int64_t>{1, 6}}, {"joker_after_zero", false}};
  EXPECT_EQ(yahtzee(given), given);
  EXPECT_EQ(yahtzee({}), (Switches{{"joker_after_zero", true}}));
}

TEST(SeedContests, Pazaak) {
  const Contest c = seed_contest("koth-pazaak");
  EXPECT_EQ(c.name, "Simple Pazaak");
  EXPECT_EQ(c.game->info->name, "pazaak");
  EXPECT_EQ(c.rules, "koth");
  EXPECT_EQ(c.any_game->switches(), (Switches{{"side_cards", std::int64_t{4}}}));
  EXPECT_EQ(c.seed, 1u);
  EXPECT_EQ(c.plan.format, Format::round_robin);
  EXPECT_EQ(c.plan.games, 100'000u);
  EXPECT_EQ(c.plan.points.win, 1);
  EXPECT_EQ(c.plan.points.tie, 0);
  EXPECT_EQ(c.plan.points.loss, 0);
  EXPECT_EQ(c.plan.tie_breaks, std::vector<TieBreak>{TieBreak::sum});
  EXPECT_EQ(c.conditions.faults.illegal, play::Sanction::substitute);
  EXPECT_EQ(c.conditions.faults.broken, play::Sanction::lose);
  EXPECT_EQ(names(c), (Names{"bold", "cautious", "bastila", "kid", "austin", "nestor"}));
  EXPECT_EQ(c.entrants[3].title, "The Cincinnati Kid");
}

TEST(SeedContests, PazaakCup) {
  const Contest c = seed_contest("pazaak-cup");
  EXPECT_EQ(c.plan.format, Format::cup);
  EXPECT_EQ(c.plan.games, 100'000u);
  EXPECT_TRUE(c.plan.sum_decides_sets);
  EXPECT_EQ(c.plan.sets_to_win, 4);
  EXPECT_EQ(names(c), (Names{"nestor", "austin", "kid", "bastila"}));
}

TEST(SeedContests, Yahtzee) {
  const Contest c = seed_contest("koth-yahtzee");
  EXPECT_EQ(c.plan.format, Format::everyone);
  EXPECT_EQ(c.plan.games, 1000u);
  EXPECT_EQ(c.plan.points.win, 1);
  EXPECT_EQ(c.plan.points.tie, 1);  // a point for each top scorer
  EXPECT_EQ(c.plan.tie_breaks, std::vector<TieBreak>{TieBreak::play_off});
  EXPECT_EQ(c.conditions.faults.illegal, play::Sanction::disqualify);
  EXPECT_EQ(c.conditions.faults.broken, play::Sanction::disqualify);
  EXPECT_EQ(names(c), (Names{"dummy", "in-order", "greedy"}));
}

TEST(SeedContests, Gomoku) {
  const Contest c = seed_contest("koth-gomoku");
  EXPECT_EQ(c.plan.format, Format::round_robin);
  EXPECT_EQ(c.plan.games, 2u);
  EXPECT_EQ(c.plan.points.win, 2);
  EXPECT_EQ(c.plan.points.tie, 1);
  EXPECT_EQ(c.plan.tie_breaks, std::vector<TieBreak>{TieBreak::earlier});
  EXPECT_EQ(c.conditions.host.sandbox.memory_bytes, std::uint64_t{2048} << 20);
  EXPECT_EQ(c.conditions.host.sandbox.processes, 64);
  EXPECT_EQ(c.conditions.time.move_ms, std::chrono::milliseconds(500));
  EXPECT_EQ(c.conditions.time.start_ms, std::chrono::milliseconds(5000));
  EXPECT_EQ(c.any_game->switches(), (Switches{{"first_to_move", std::string("black")}}));
  EXPECT_GE(c.entrants.size(), 2u);
  for (const play::Entrant& entrant : c.entrants) EXPECT_TRUE(entrant.is_process()) << entrant.name;
}

TEST(SeedContests, AreListedByName) {
  Names listed;
  for (const ListedContest& contest : list_contests(source_dir() / "contests"))
    listed.push_back(contest.name);
  EXPECT_EQ(listed, (Names{"koth-gomoku", "koth-pazaak", "koth-yahtzee", "pazaak-cup"}));
  EXPECT_TRUE(list_contests("/no/such/folder").empty());
}

// All games of the house, as messages list them.
std::string games() {
  std::string list;
  for (const GameModule& game : catalog())
    list.append(list.empty() ? "" : ", ").append(game.info->name);
  return list;
}

// Lines 1 to 4 and 5 to 7 of most files below.
const std::string head = "[contest]\nname = \"c\"\ngame = \"pazaak\"\n\n";
const std::string format = "[format]\nkind = \"round-robin\"\ngames = 5\n";
const std::string two = "[[bot]]\nhouse = \"kid\"\n[[bot]]\nhouse = \"bold\"\n";

TEST_F(ContestFile, NeedsLittle) {
  const auto c = read("[contest]\ngame = \"pazaak\"\n[format]\nkind = \"round-robin\"\n" + two);
  ASSERT_TRUE(c.has_value()) << c.error().text;
  EXPECT_EQ(c->name, "c");  // the file's
  EXPECT_EQ(c->rules, "koth");
  EXPECT_EQ(c->seed, 1u);
  EXPECT_EQ(c->plan.games, 1u);
  EXPECT_TRUE(c->plan.tie_breaks.empty());
  EXPECT_EQ(c->conditions.faults.illegal, play::Sanction::lose);
  EXPECT_EQ(names(*c), (Names{"kid", "bold"}));
}

// Returns the kinds of formats as messages list them.
std::string kinds(bool sorted = false) {
  std::vector<std::string> kinds;
  for (const tournament::FormatTraits& traits : tournament::formats())
    kinds.emplace_back(traits.kind);
  if (sorted) std::ranges::sort(kinds);
  std::string list;
  for (const std::string& kind : kinds) list += (list.empty() ? "" : ", ") + kind;
  return list;
}

TEST_F(ContestFile, EachMistakeIsNamedWithItsPlace) {
  const struct {
    std::string text, message;
  } table[] = {
      {"", ":1: a contest begins with a table [contest] with name and game"},
      {"contest = 3\n", ":1: [contest] is a table"},
      {head + format + two + "[contests]\n",
       ":12: unknown word 'contests' in the file (did you mean 'contest'? known: contest, "
       "switches, format, ranking, faults, limits, bot, bots, tune, parameters)"},
      {"[contest]\nname = 3\ngame = \"pazaak\"\n", ":2: name is a text, such as \"c\""},
      {"[contest]\ngame = \"pazak\"\n",
       ":2: there is no game 'pazak' (did you mean 'pazaak'? known: " + games() + ')'},
      {"[contest]\nname = \"c\"\n", ":1: there is no game '' (known: " + games() + ')'},
      {"[contest]\ngame = \"pazaak\"\nrules = \"best\"\n",
       ":3: pazaak has no rule set 'best' (known: koth)"},
      {"[contest]\ngame = \"pazaak\"\nseed = -1\n",
       ":3: seed is a whole number from 0 to 9223372036854775807"},
      {"[contest]\ngame = \"pazaak\"\nseeds = 1\n",
       ":3: unknown word 'seeds' in [contest] (did you mean 'seed'? known: name, game, rules, "
       "seed)"},
      {head + "[switches]\nagreed_draw = 9\n" + format + two,
       ":1: switch 'agreed_draw' is for the records of people's games"},
      {head + "[switches]\nside_cards = 11\n" + format + two,
       ":5: switch 'side_cards' takes a whole number from 0 to 10"},
      {head + "[switches]\nside_cards = 4.0\n" + format + two,
       ":6: a switch is true, false, a whole number, a text or a list of whole numbers"},
      {head + "[switches]\nside_card = 4\n" + format + two,
       ":5: unknown switch 'side_card' (did you mean 'side_cards'? known: side_cards)"},
      {head + "[switches]\ngame_ms = 0\n" + format + two,
       ":6: game_ms is a whole number from 1 to 86400000"},
      {head + "[switches]\nmove_ms = 0\n" + format + two,
       ":6: move_ms is a whole number from 1 to 86400000"},
      {head + two, ":1: there is no [format]: say kind (" + kinds() + ") and games"},
      {head + "[format]\ngames = 5\n" + two, ":5: [format] needs a kind: " + kinds()},
      {head + "[format]\nkind = \"a kind\"\n" + two,
       ":6: kind cannot be 'a kind' (known: " + kinds(/*sorted=*/true) + ")"},
      {head + "[format]\nkind = \"cup\"\ngames = 0\n" + two,
       ":7: games is a whole number from 1 to 40000000"},
      {head + "[format]\nkind = \"cup\"\ngames = \"5\"\n" + two,
       ":7: games is a whole number from 1 to 40000000"},
      {head + "[format]\nkind = \"cup\"\nrounds = 3\n" + two, ":7: rounds is for the kind swiss"},
      {head + "[format]\nkind = \"swiss\"\nsets_to_win = 3\n" + two,
       ":7: sets_to_win is for the kind cup or hill"},
      {head + "[format]\nkind = \"hill\"\nsets_to_win = 51\n" + two,
       ":7: sets_to_win is a whole number from 1 to 50"},
      {head + "[format]\nkind = \"swiss\"\nrounds = 0\n" + two,
       ":7: rounds is a whole number from 1 to 1000"},
      {head + "[format]\nkind = \"hill\"\nchallengers = \"kid\"\n" + two,
       ":7: challengers is for the kind gauntlet"},
      {head + "[format]\nkind = \"gauntlet\"\n" + two,
       ":5: a gauntlet needs challengers: a bot's name, or a list"},
      {head + "[format]\nkind = \"gauntlet\"\nchallengers = []\n" + two,
       ":5: a gauntlet needs challengers: a bot's name, or a list"},
      {head + "[format]\nkind = \"gauntlet\"\nchallengers = [\"kid\", \"bolt\"]\n" + two,
       ":7: challengers cannot be 'bolt' (did you mean 'bold'? known: bold, kid)"},
      {head + "[format]\nkind = \"gauntlet\"\nchallengers = [\"kid\", \"bold\"]\n" + two,
       ":7: all bots are challengers, which leaves no opponents"},
      {head + "[format]\nkind = \"hill\"\nchampion = \"kit\"\n" + two,
       ":7: champion cannot be 'kit' (did you mean 'kid'? known: bold, kid)"},
      {head + "[format]\nkind = \"hill\"\ndeals = \"mirror\"\n" + two,
       ":7: deals cannot be 'mirror' (did you mean 'mirrored'? known: fresh, mirrored)"},
      {head + "[format]\nkind = \"hill\"\ngames = 3\ndeals = \"mirrored\"\n" + two,
       ":7: games must be an even number with mirrored deals: each deal is played twice"},
      {head + "[format]\nkind = \"everyone\"\ngames = 2\ndeals = \"mirrored\"\n" + two,
       ":8: mirrored deals are for pairs, not for the kind everyone"},
      {head + "[format]\nkind = \"swiss\"\n[ranking]\ntie_break = \"play-off\"\n" + two,
       ":8: tie_break cannot be 'play-off' (known: buchholz, earlier, hands, won)"},
      {head + format + "[ranking]\ntie_break = [\"hands\", \"wo\"]\n" + two,
       ":9: tie_break cannot be 'wo' (did you mean 'won'? known: earlier, hands, play-off, won)"},
      {head + format + "[ranking]\ntie_break = [\"play-off\", \"hands\"]\n" + two,
       ":9: 'play-off' must be the last tie_break of the list"},
      {head + format + "[ranking]\ntie_break = \"hand\"\n" + two,
       ":9: tie_break cannot be 'hand' (did you mean 'hands'? known: earlier, hands, play-off, "
       "won)"},
      {head + format + "[ranking]\npoints = { win = 1, won = 2 }\n" + two,
       ":9: unknown word 'won' in points (did you mean 'win'? known: win, tie, loss)"},
      {head + format + "[ranking]\npoints = { win = 1.5 }\n" + two,
       ":9: win is a whole number from -1000000 to 1000000"},
      {head + format + "[ranking]\npoints = 1\n" + two, ":9: [points] is a table"},
      {head + format + "[faults]\nillegal = \"sit\"\n" + two,
       ":9: illegal cannot be 'sit' (known: disqualify, lose, substitute)"},
      {head + format + "[limits]\nmemory = 64\n" + two,
       ":9: unknown word 'memory' in [limits] (did you mean 'memory_mb'? known: memory_mb, "
       "processes, cpu_s, disk_mb, files)"},
      {head + format + "[limits]\nprocesses = 0\n" + two,
       ":9: processes is a whole number from 1 to 4096"},
      {head + format + "[limits]\ndisk_mb = 4097\n" + two,
       ":9: disk_mb is a whole number from 1 to 4096"},
      {head + format + "[faults]\nbroken = \"stand\"\n" + two,
       ":9: broken cannot be 'stand' (known: disqualify, lose)"},
      {head + format + "[[bot]]\nhouse = \"kit\"\n",
       ":9: pazaak has no house bot 'kit' (did you mean 'kid'? known: bold, cautious, bastila, "
       "kid, austin, nestor, solver, champion)"},
      {head + format + "[[bot]]\nfolder = \"x\"\nname = \"kid\"\n",
       ":10: name is for house bots: a folder has its own"},
      {head + format + "[[bot]]\nhouse = \"kid\"\nname = \"TIE\"\n",
       ":10: 'TIE' is not allowed as a name: a game without a winner ends with EXIT TIE"},
      {head + format + "[[bot]]\nhuose = \"kid\"\n",
       ":9: unknown word 'huose' in [[bot]] (did you mean 'house'? known: house, name, folder, "
       "submitted)"},
      {head + format + "[[bot]]\nsubmitted = 2026-01-01\n",
       ":8: a [[bot]] is either house = \"…\" or folder = \"…\""},
      {head + format + "[[bot]]\nhouse = \"kid\"\nsubmitted = \"2026-01-01\"\n",
       ":10: submitted is a date, such as 2026-11-21"},
      {head + format + "[bot]\nhouse = \"kid\"\n", ":8: bots are listed as [[bot]]"},
      {head + format + "[bots]\n", ":8: [bots] needs a folder"},
      {head + format, ": there are no bots: name some as [[bot]] or [bots] folder"},
      {head + format + two + two, ":13: two bots are called 'kid': name = \"…\" gives one another"},
  };
  for (const auto& [text, message] : table) {
    const auto contest = read(text);
    ASSERT_FALSE(contest.has_value()) << text;
    EXPECT_EQ(contest.error().text, file() + message) << text;
  }
}

TEST_F(ContestFile, ABotIsNamedWithComposedLettersOrNot) {
  const auto contest =
      read(head + "[format]\nkind = \"gauntlet\"\nchallengers = \"J\u00fcrgen\"\n" + two +
           "[[bot]]\nhouse = \"kid\"\nname = \"Ju\u0308rgen\"\n");
  ASSERT_TRUE(contest.has_value()) << contest.error().text;
  EXPECT_EQ(contest->plan.challengers, std::vector<tournament::EntryId>{2});
}

TEST_F(ContestFile, EachFormatHasItsKeys) {
  const auto plan = [&](const std::string& keys) {
    const auto contest = read(head + "[format]\n" + keys + two);
    if (!contest) throw std::runtime_error(contest.error().text);
    return contest->plan;
  };
  EXPECT_EQ(plan("kind = \"cup\"\n").sets_to_win, 4);
  EXPECT_EQ(plan("kind = \"cup\"\nsets_to_win = 2\n").sets_to_win, 2);
  EXPECT_EQ(plan("kind = \"hill\"\n").sets_to_win, 1);
  EXPECT_EQ(plan("kind = \"hill\"\n").champion, std::nullopt);
  EXPECT_EQ(plan("kind = \"hill\"\nchampion = \"bold\"\n").champion, 1);
  EXPECT_EQ(plan("kind = \"gauntlet\"\nchallengers = \"bold\"\n").challengers,
            std::vector<tournament::EntryId>{1});
  const tournament::Plan swiss = plan("kind = \"swiss\"\n");
  EXPECT_EQ(swiss.swiss_rounds, 0);
  EXPECT_EQ(swiss.tie_breaks, (std::vector<TieBreak>{TieBreak::buchholz, TieBreak::won}));
  EXPECT_EQ((std::vector{swiss.points.win, swiss.points.tie, swiss.points.loss}),
            (std::vector<std::int64_t>{2, 1, 0}));
  EXPECT_EQ(plan("kind = \"swiss\"\nrounds = 7\n").swiss_rounds, 7);
  EXPECT_FALSE(plan("kind = \"round-robin\"\ndeals = \"fresh\"\n").mirrored);
  const tournament::Plan mirrored = plan("kind = \"round-robin\"\ndeals = \"mirrored\"\n");
  EXPECT_TRUE(mirrored.mirrored);
  EXPECT_EQ(mirrored.games, 2u);
}

TEST_F(ContestFile, AHouseBotMaySitUnderOtherNames) {
  const auto contest = read(head + format + "[[bot]]\nhouse = \"kid\"\n" +
                            "[[bot]]\nhouse = \"kid\"\nname = \"second kid\"\n");
  ASSERT_TRUE(contest.has_value()) << contest.error().text;
  EXPECT_EQ(contest->entrants[1].name, "second kid");
  EXPECT_EQ(std::get<play::HousePlayer>(contest->entrants[1].player).bot, "kid");
}

TEST_F(ContestFile, TieBreaksAreAWordOrAList) {
  const auto tie_breaks = [&](const std::string& words) {
    return read(head + format + "[ranking]\ntie_break = " + words + "\n" + two)->plan.tie_breaks;
  };
  EXPECT_EQ(tie_breaks("\"won\""), std::vector<TieBreak>{TieBreak::won});
  EXPECT_EQ(tie_breaks("[\"hands\", \"play-off\"]"),
            (std::vector<TieBreak>{TieBreak::sum, TieBreak::play_off}));
  EXPECT_TRUE(tie_breaks("[]").empty());
}

TEST_F(ContestFile, RanksByTheUnitWhereAmountsCount) {
  const auto of = [&](const std::string& game, const std::string& kind,
                      const std::string& ranking) {
    return read("[contest]\ngame = \"" + game + "\"\n[format]\nkind = \"" + kind +
                "\"\n[ranking]\n" + ranking + "\n");
  };
  const std::string bots = "[[bot]]\nhouse = \"greedy\"\n[[bot]]\nhouse = \"dummy\"\n";
  for (const tournament::FormatTraits& traits : tournament::formats()) {
    if (std::ranges::count(traits.keys, "challengers") > 0) continue;
    const std::string kind(traits.kind);
    const auto by_unit = of("yahtzee", kind, "by = \"unit\"\n" + bots);
    ASSERT_TRUE(by_unit) << by_unit.error().text;
    EXPECT_TRUE(by_unit->plan.by_unit) << kind;
    EXPECT_FALSE(of("yahtzee", kind, "by = \"points\"\n" + bots)->plan.by_unit) << kind;
    EXPECT_FALSE(of("yahtzee", kind, bots)->plan.by_unit) << kind;
    const auto both = of("yahtzee", kind, "by = \"unit\"\npoints = {}\n" + bots);
    EXPECT_EQ(both ? "" : both.error().text,
              traits.points_are_per_match
                  ? ""
                  : file() + ":7: by = \"unit\" leaves nothing for points to count");
  }
  for (const GameModule& game : catalog()) {
    std::string house;
    for (const char* name : {"a", "b"})
      house += "[[bot]]\nhouse = \"" + game.house_bots[0].name + "\"\nname = \"" + name + "\"\n";
    const auto contest = of(std::string(game.info->name), "round-robin", "by = \"unit\"\n" + house);
    EXPECT_EQ(contest ? "" : contest.error().text,
              game.info->unit.amounts_count
                  ? ""
                  : file() + ":6: only the outcomes of " + std::string(game.info->title) +
                        " count, not amounts: by must be \"points\"");
  }
}

TEST_F(ContestFile, WhatIsNoTomlIsNamedWithItsLine) {
  for (const char* text :
       {"[contest]\n[contest\n", "[contest]\nname = \n", "[contest]\nname = \xff\n"})
    EXPECT_TRUE(read(text).error().text.starts_with(file() + ":2: ")) << read(text).error().text;
}

TEST_F(ContestFile, SomeMistakesAreOfTheGame) {
  EXPECT_EQ(read("[contest]\ngame = \"gomoku\"\n[format]\nkind = \"round-robin\"\n[faults]\n"
                 "illegal = \"stand\"\n[[bot]]\nhouse = \"random\"\n")
                .error()
                .text,
            file() + ":6: illegal cannot be 'stand' (known: disqualify, lose)");
  EXPECT_TRUE(
      read("[contest]\ngame = \"yahtzee\"\n[format]\nkind = \"everyone\"\n[ranking]\n"
           "points = { win = 1 }\n[[bot]]\nhouse = \"dummy\"\n")
          .error()
          .text.starts_with(file() + ":6: unknown word 'win' in points of a game for everyone"));
}

TEST_F(ContestFile, BotsOfAFolderComeInTheOrderOfTheirFolders) {
  put_bot("bots/z", "Anna");
  put_bot("bots/a", "Zoe");
  put("bots/notes.txt", "no bot");
  const auto c = read(
      "[contest]\ngame = \"gomoku\"\n[format]\nkind = \"round-robin\"\n"
      "[[bot]]\nhouse = \"random\"\n[bots]\nfolder = \"bots\"\n");
  ASSERT_TRUE(c.has_value()) << c.error().text;
  EXPECT_EQ(names(*c), (Names{"random", "Zoe", "Anna"}));
  const fs::path other = folder_ / "other";
  put_bot("other/one", "Only");
  put_bot("other/two", "Else");
  const auto from_line = read_contest(file(), folder_, {.bots = other});
  ASSERT_TRUE(from_line.has_value());
  EXPECT_EQ(names(*from_line), (Names{"Only", "Else"}));
}

TEST_F(ContestFile, OptionsOfTheCommandLineAreJudgedTogetherWithIt) {
  put("c.toml",
      "[contest]\ngame = \"pazaak\"\nseed = 3\n[format]\nkind = \"swiss\"\ngames = 4\n"
      "deals = \"mirrored\"\n[[bot]]\nhouse = \"kid\"\n[[bot]]\nhouse = \"bold\"\n");
  const auto with = [&](ContestOverrides overrides) {
    return read_contest(file(), folder_, std::move(overrides));
  };
  const auto chosen = with({.bots = {}, .seed = ~std::uint64_t{0}, .games = 6});
  ASSERT_TRUE(chosen.has_value()) << chosen.error().text;
  EXPECT_EQ(chosen->seed, ~std::uint64_t{0});
  EXPECT_EQ(chosen->plan.games, 6u);
  EXPECT_EQ(with({.bots = {}, .seed = {}, .games = 7}).error().text,
            "--games must be an even number with mirrored deals: each deal is played twice");
  EXPECT_EQ(with({.bots = {}, .seed = {}, .games = 4'000'001}).error().text,
            "--games takes a whole number from 1 to 4000000, not '4000001'");
}

TEST_F(ContestFile, ABadFolderIsAProblem) {
  const std::string gomoku = "[contest]\ngame = \"gomoku\"\n[format]\nkind = \"round-robin\"\n";
  EXPECT_TRUE(
      read(gomoku + "[bots]\nfolder = \"none\"\n").error().text.starts_with(file() + ":6: "));
}

// Folders with mistakes are listed with all of them; --skip-broken leaves them out.
TEST_F(ContestFile, BrokenFoldersAreLeftOutOnRequest) {
  const auto bot = [&](const std::string& folder, const std::string& name, const char* flag) {
    put(folder + "/meta", name + "\n./bot\n\n" + flag + "\n");
  };
  bot("bots/a", "good", "0");
  bot("bots/b", "same", "0");
  bot("bots/c", "same", "0");
  bot("bots/d", "kid", "0");
  bot("bots/e", "", "x");
  put("bots/f/bot.py", "");
  bot("bots/g", "other", "0");
  put("bots/g/bot.toml", "game = \"yahtzee\"\nauthor = \"Ada\"\n");
  bot("lone", "lone", "2");
  const std::string text =
      "[contest]\ngame = \"pazaak\"\n[format]\nkind = \"round-robin\"\n"
      "[[bot]]\nhouse = \"kid\"\n[[bot]]\nfolder = \"lone\"\nsubmitted = 2026-01-01\n"
      "[bots]\nfolder = \"bots\"\n";
  const auto refused = read(text);
  ASSERT_FALSE(refused);
  const std::string bots = (folder_ / "bots").string();
  const std::string expected =
      "6 folders cannot be entered:\n"
      "  " +
      bots +
      "/c/meta:1: the name 'same' is also that of 'b', which stays\n"
      "  " +
      bots +
      "/d/meta:1: the name 'kid' is also that of a house bot, which stays\n"
      "  " +
      bots +
      "/e/meta:1: the name is empty; 1 to 64 characters are allowed\n"
      "  " +
      bots +
      "/e/meta:4: 'x' is neither 0 nor 1 (stderr off or on)\n"
      "  " +
      bots +
      "/f: there is no file 'meta' of four lines: name, command, arguments, and 0 or "
      "1 (stderr off or on)\n"
      "  " +
      bots +
      "/g/bot.toml: it plays yahtzee and not pazaak\n"
      "  " +
      (folder_ / "lone").string() +
      "/meta:4: '2' is neither 0 nor 1 (stderr off or on)\n"
      "(--skip-broken plays without them)";
  EXPECT_EQ(refused.error().text, expected);
  const auto skipped = read_contest(file(), folder_, {.skip_broken = true});
  ASSERT_TRUE(skipped) << skipped.error().text;
  std::vector<std::string> names, left_out;
  for (const play::Entrant& entrant : skipped->entrants) names.push_back(entrant.name);
  EXPECT_EQ(names, (std::vector<std::string>{"kid", "good", "same"}));
  for (const NotEntered& each : skipped->not_entered)
    left_out.push_back(folder_name(each.folder) + '/' + each.name + '/' + each.author);
  EXPECT_EQ(left_out, (std::vector<std::string>{"c/same/", "d/kid/", "e//", "f//", "g/other/Ada",
                                                "lone/lone/"}));
  bot("bots/a", "good", "9");
  bot("bots/b", "same", "9");
  bot("bots/c", "same", "9");
  EXPECT_TRUE(read_contest(file(), folder_, {.skip_broken = true})
                  .error()
                  .text.starts_with(file() + ": a contest needs 2 bots or more, not 1; 8 folders "
                                             "cannot be entered:\n"));
}

// Nobody drives a bot out by taking its name.
TEST_F(ContestFile, AFolderThatTakesAnothersNameIsLeftOut) {
  const auto bot = [&](const std::string& folder, const std::string& name) {
    put(folder + "/meta", name + "\n./bot\n\n0\n");
  };
  bot("bots/Ada", "Ada");
  bot("bots/a-first", "Group 7");
  bot("bots/group-7", "Group 7");
  bot("bots/x1", "Ada");
  bot("bots/x2", "Adа");  // a Cyrillic letter
  bot("bots/x3", "ne\u0301e");
  bot("bots/n\u00e9e", "n\u00e9e");
  bot("bots/x4", "Lone");
  bot("lone", "Lone");
  const auto contest = read_contest(
      (put("my.toml",
           "[contest]\ngame = \"pazaak\"\n[format]\nkind = \"round-robin\"\n"
           "[[bot]]\nhouse = \"kid\"\n[[bot]]\nfolder = \"lone\"\n[bots]\nfolder = \"bots\"\n"),
       folder_ / "my.toml"),
      folder_, {.skip_broken = true});
  ASSERT_TRUE(contest) << contest.error().text;
  std::set<std::string> names, causes;
  for (const play::Entrant& entrant : contest->entrants) names.insert(entrant.name);
  EXPECT_EQ(names, (std::set<std::string>{"kid", "Lone", "Ada", "n\u00e9e", "Group 7"}));
  for (const NotEntered& each : contest->not_entered) causes.insert(each.causes.front().what);
  EXPECT_EQ(
      causes,
      (std::set<std::string>{
          "the name 'Ada' looks like that of 'Ada', 'x2' ('Adа'); 'Ada' stays",
          "the name 'Adа' looks like that of 'Ada' ('Ada'), 'x1' ('Ada'); 'Ada' ('Ada') stays",
          "the name 'ne\u0301e' looks like that of 'n\u00e9e' ('n\u00e9e'), which stays",
          "the name 'Lone' is also that of 'lone', which stays",
          "the name 'Group 7' is also that of 'group-7', which stays"}));
}

// The folder that had the name in an earlier run keeps it, even from the folder that is called so.
TEST_F(ContestFile, AFolderKeepsTheNameThatItHadInAnEarlierRun) {
  const auto bot = [&](const std::string& folder, const std::string& name) {
    put(folder + "/meta", name + "\n./bot\n\n0\n");
  };
  put("c.toml",
      "[contest]\ngame = \"pazaak\"\n[format]\nkind = \"round-robin\"\n"
      "[[bot]]\nhouse = \"kid\"\n[bots]\nfolder = \"bots\"\n");
  const auto entered = [&](const store::NameHolders& holders) {
    auto contest = read_contest(file(), folder_, {.skip_broken = true, .name_holders = holders});
    EXPECT_TRUE(contest) << contest.error().text;
    std::vector<std::string> folders;
    for (const play::Entrant& entrant : contest->entrants)
      if (const auto* const manifest = std::get_if<runner::Manifest>(&entrant.player))
        folders.push_back(folder_name(manifest->folder));
    return std::tuple(folders, holders_after(contest->entrants, contest->not_entered, holders),
                      std::move(contest->not_entered));
  };
  using Folders = std::vector<std::string>;
  bot("bots/s1234", "Ada");
  auto [folders, holders, none] = entered({});
  EXPECT_EQ(holders, (store::NameHolders{{look_of("Ada"), "s1234"}}));
  bot("bots/Ada", "Ad\u0430");  // a Cyrillic letter
  bot("bots/a-first", "Ada");
  EXPECT_EQ(std::get<0>(entered({})), Folders{"Ada"});
  const auto [kept, after, left_out] = entered(holders);
  EXPECT_EQ(kept, Folders{"s1234"});
  EXPECT_EQ(after, holders);
  ASSERT_EQ(left_out.size(), 2u);
  EXPECT_EQ(left_out[0].causes.front().what,
            "the name 'Ad\u0430' looks like that of 'a-first' ('Ada'), 's1234' ('Ada'); 's1234' "
            "('Ada') had it in an earlier run and stays");
  // A holder whose bot cannot be entered for once does not lose its name, and one that is gone
  // does.
  fs::remove_all(folder_ / "bots/a-first");
  bot("bots/s1234", "");
  EXPECT_EQ(std::get<0>(entered(holders)), Folders{"Ada"});
  EXPECT_EQ(std::get<1>(entered(holders)), holders);
  fs::remove_all(folder_ / "bots/s1234");
  EXPECT_EQ(std::get<1>(entered(holders)), (store::NameHolders{{look_of("Ada"), "Ada"}}));
}

// The order of submission decides ties: by date, then in the order of the list.
TEST_F(ContestFile, DatesOrderTheBots) {
  const std::string text =
      "[contest]\ngame = \"pazaak\"\n[format]\nkind = \"KIND\"\n[ranking]\ntie_break = \"BREAK\"\n"
      "[[bot]]\nhouse = \"bold\"\n"
      "[[bot]]\nhouse = \"kid\"\nsubmitted = 2026-03-01\n"
      "[[bot]]\nhouse = \"nestor\"\n"
      "[[bot]]\nhouse = \"austin\"\nsubmitted = 2025-12-31\n";
  const auto with = [&](const std::string& kind, const std::string& tie_break) {
    std::string full = text;
    full.replace(full.find("KIND"), 4, kind).replace(full.find("BREAK"), 5, tie_break);
    const auto contest = read(full);
    return contest ? names(*contest) : Names{contest.error().text};
  };
  const Names as_listed{"bold", "kid", "nestor", "austin"};
  EXPECT_EQ(with("round-robin", "earlier"), (Names{"austin", "kid", "bold", "nestor"}));
  EXPECT_EQ(with("round-robin", "hands"), as_listed);
  EXPECT_EQ(with("cup", "earlier"), as_listed);  // a cup is seeded in the order given
  EXPECT_EQ(with("hill", "earlier"), as_listed);
}

TEST_F(ContestFile, IsFoundByNameOrPath) {
  put("below/deep.toml", head + format + two);
  EXPECT_TRUE(read_contest("deep", folder_).has_value());
  EXPECT_EQ(read_contest("dep", folder_).error().text,
            "there is no contest 'dep' (did you mean 'deep'? known: deep)");
  EXPECT_EQ(read_contest("dep.toml", folder_).error().text, "there is no contest file 'dep.toml'");
  EXPECT_EQ(read_contest("a/b", folder_).error().text, "there is no contest file 'a/b'");
  EXPECT_EQ(read_contest("/dev/null", folder_).error().text,
            "'/dev/null' is not a regular file: a contest is read from one");
}

}  // namespace
}  // namespace hilltop::arena::contest_test
