// libhilltop through its C interface.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "apps/library/catalog.hpp"
#include "apps/library/handle_for_test.hpp"
#include "arena/catalog.hpp"
#include "core/build_for_test.hpp"
#include "hilltop/games.h"
#include "play/game_results.hpp"
#include "play/played.hpp"

namespace {
std::atomic<long> allocated = 0;  // calls of new by this program
}

// Not inlined: the compiler would see memory of malloc that delete frees.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  ++allocated;
  if (void* const memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace hilltop::library::library_test {
namespace {

// A house bot that begins at once and answers in microseconds.
std::string quick_bot(const lockstep::LockstepModule& game) {
  for (const auto& bot : game.opponents)
    if (!bot.needs_preparing && bot.name != "champion" && bot.name != "optimal" &&
        bot.name != "solver")
      return std::string(bot.name);
  return {};
}

// Plays `games` games of each place with random actions; returns their records by number.
std::map<std::uint32_t, std::string> records_of(const Handle& handle, std::uint32_t games) {
  std::map<std::uint32_t, std::string> records;
  Draw pick = Chance(3, 0).on(0);
  const auto* over = handle.array<std::uint8_t>("terminated");
  const auto* game = handle.array<std::uint32_t>("game");
  while (records.size() < games * handle.count) {
    handle.choose(pick);
    EXPECT_EQ(handle.step(), 0) << hilltop_games_error(handle.games.get());
    for (std::size_t i = 0; i < handle.count; ++i)
      if (over[i] != 0 && game[i] < games * handle.count)
        records[game[i]] = hilltop_games_record(handle.games.get(), i, 0);
  }
  return records;
}

TEST(Library, IsOfAllGamesOfTheCatalog) {
  EXPECT_EQ(hilltop_games_interface(), HILLTOP_GAMES_INTERFACE);
  const json catalog = json::parse(hilltop_games_catalog());
  ASSERT_EQ(catalog["games"].size(), arena::catalog().size());
  for (std::size_t i = 0; i < arena::catalog().size(); ++i)
    EXPECT_EQ(catalog["games"][i]["name"], arena::catalog()[i].info->name);
}

// The arena plays the same games: it deals the same, its house bots answer the same, and the digest
// covers the same bytes.
TEST(Library, PlaysTheGamesOfTheArena) {
  constexpr std::uint32_t of_each_place = 4, places = 3;
  for (const lockstep::LockstepModule& game : games())
    for (const RuleSet& set : game.info->rule_sets) {
      const std::string name(game.info->name), rules(set.name), bot = quick_bot(game);
      SCOPED_TRACE(name + ' ' + rules + ' ' + bot);
      json settings = settings_of(name, rules, bot);
      settings["games"] = places;
      settings["seed"] = 77;
      const Handle handle(settings);
      const auto records = records_of(handle, of_each_place);

      const arena::GameModule& module = **arena::find_game(name);
      const auto any_game = *module.under(rules, {});
      play::Entrant me{"me", "me", runner::Manifest{.name = "me"}};
      const play::Entrant house{bot, bot, play::HousePlayer{bot}};
      const std::vector<const play::Entrant*> entrants{&me, &house};
      play::Batch batch{{.luck = {play::Seed(77), *game.info, entrants},
                         .games = of_each_place * places,
                         .rotates = true},
                        entrants};
      std::vector<std::uint8_t> expected;
      batch.recorded = [&](std::uint32_t number) {
        auto record = read_record(records.at(number), "record");
        EXPECT_TRUE(record) << record.error().text;
        EXPECT_EQ(record->luck_key, batch.luck.deal(number).key());
        const auto replayed = any_game->replay(*record, nullptr);
        EXPECT_TRUE(replayed) << replayed.error().text;
        expected.insert(expected.end(), replayed->bytes.begin(), replayed->bytes.end());
        return *std::move(record);
      };
      EXPECT_EQ(any_game->play(batch, {}).bytes, expected);
    }
}

TEST(Library, RefusesAnIllegalActionAndPlaysNothing) {
  json settings = settings_of("pazaak", "koth", "kid");
  settings["games"] = 5;
  const Handle handle(settings);
  const std::string before = handle.seen();
  auto* action = handle.array<std::int32_t>("action");
  std::fill_n(action, 5, 1);
  for (const int wrong : {7, -2, 1 << 30}) {
    action[3] = wrong;
    EXPECT_EQ(handle.step(), -1);
    EXPECT_EQ(hilltop_games_error_index(handle.games.get()), 3);
    EXPECT_NE(std::string(hilltop_games_error(handle.games.get())).find("game 3: action"),
              std::string::npos);
  }
  const auto* mask = handle.array<std::uint8_t>("mask") + 3 * handle.actions;
  action[3] = static_cast<std::int32_t>(std::find(mask, mask + handle.actions, 0) - mask);
  ASSERT_LT(action[3], 7);
  EXPECT_EQ(handle.step(), -1);
  const std::string why = hilltop_games_error(handle.games.get());
  EXPECT_NE(why.find("is not legal now; legal: 0 (END), 1 (STAND)"), std::string::npos) << why;
  EXPECT_EQ(handle.seen(), before);
  action[3] = -1;
  EXPECT_EQ(handle.step(), 0);
}

TEST(Library, SaysWhatIsAllowed) {
  const std::vector<std::pair<const char*, const char*>> wrong{
      {"", "the settings are a JSON object"},
      {"[]", "the settings are a JSON object"},
      {R"({"game":"pazak"})", "there is no game 'pazak' (did you mean 'pazaak'? known: gomoku, "},
      {R"({"game":"pazaak","seeds":1})", "there is no 'seeds' (did you mean 'seed'?"},
      {R"({"game":"pazaak","games":0})", "'games' is a whole number from 1 to 1048576, not 0"},
      {R"({"game":"pazaak","seed":-1})", "'seed' is a whole number from 0 to 18446744073709551615"},
      {R"({"game":"pazaak","seed":"one"})", "not \"one\""},
      {R"({"game":"pazaak"})", "'players' is a list of objects"},
      {R"({"game":"pazaak","players":[{"name":"me"}]})", "pazaak (koth) needs 2 players; 1 was"},
      {R"({"game":"pazaak","players":[{"name":"me"},{"bot":"kit"}]})",
       "there is no house bot 'kit' of pazaak that plays here (did you mean 'kid'?"},
      {R"({"game":"pazaak","players":[{"bot":"kid"},{"bot":"bold"}]})",
       "one at least is the caller's"},
      {R"({"game":"pazaak","players":[{"name":"a"},{"name":"a"}]})", "two players are named 'a'"},
      {R"({"game":"pazaak","players":[{"name":"a\nb"},{"name":"c"}]})", "a name is one line"},
      {R"({"game":"pazaak","rules":"x","players":[{"name":"me"},{"bot":"kid"}]})",
       "pazaak has no rule set 'x' (known: koth)"},
      {R"({"game":"pazaak","autoreset":"never","players":[]})", "there is no autoreset 'never'"},
      {R"({"game":"pazaak","chance":"none","players":[]})", "there is no chance 'none' (known: "},
      {R"({"game":"gomoku","chance":"explicit","players":[{"name":"a"},{"name":"b"}]})",
       "nothing in these games of gomoku is chance"},
      {R"({"game":"pazaak","switches":{"side_cards":11},"players":[{"name":"a"},{"name":"b"}]})",
       "side_cards"},
  };
  for (const auto& [settings, part] : wrong) {
    std::array<char, 300> error{};
    EXPECT_EQ(hilltop_games_create(settings, error.data(), error.size()), nullptr) << settings;
    EXPECT_NE(std::string(error.data()).find(part), std::string::npos) << error.data();
  }
  std::array<char, 4> little{};
  EXPECT_EQ(hilltop_games_create("", little.data(), little.size()), nullptr);
  EXPECT_STREQ(little.data(), "the");
  EXPECT_EQ(hilltop_games_create(nullptr, nullptr, 0), nullptr);
}

TEST(Library, EndsAGameAsTheAutoresetSays) {
  json settings = settings_of("tictactoe", "classic", "random");
  for (const char* mode : {"disabled", "next_step", "same_step"}) {
    SCOPED_TRACE(mode);
    settings["autoreset"] = mode;
    const Handle handle(settings);
    Draw pick = Chance(1, 0).on(0);
    const auto* over = handle.array<std::uint8_t>("terminated");
    const auto* player = handle.array<std::int32_t>("player");
    const auto* game = handle.array<std::uint32_t>("game");
    const auto* reward = handle.array<float>("reward");
    for (int ended = 0; ended < 20;) {
      const std::uint32_t before = *game;
      EXPECT_EQ(*player, 0);
      handle.choose(pick);
      ASSERT_EQ(handle.step(), 0);
      if (*over == 0) {
        EXPECT_EQ(*reward, 0);
        continue;
      }
      ++ended;
      EXPECT_EQ(reward[0], -reward[1]);
      if (settings["autoreset"] == "same_step") {
        EXPECT_EQ(*game, before + 1);
        const auto* end = handle.array<std::int16_t>("final_observation");
        EXPECT_GE(std::count_if(end, end + 9, [](auto mark) { return mark != 0; }), 5);
        EXPECT_NE(hilltop_games_record(handle.games.get(), 0, 1), nullptr);
        continue;
      }
      EXPECT_EQ(*game, before);
      EXPECT_EQ(*player, -1);
      EXPECT_EQ(hilltop_games_prompt(handle.games.get(), 0), nullptr);
      if (settings["autoreset"] == "disabled") {
        EXPECT_EQ(handle.step(), -1);
        EXPECT_EQ(hilltop_games_reset(handle.games.get(), over), 0);
      } else {
        *handle.array<std::int32_t>("action") = 12345;  // whatever it is
        EXPECT_EQ(handle.step(), 0);
      }
      EXPECT_EQ(*game, before + 1);
      EXPECT_EQ(*over, 0);
    }
  }
}

TEST(Library, ThreadsAndClonesChangeNoResult) {
  std::vector<json> all;
  for (const lockstep::LockstepModule& game : games())
    all.push_back(settings_of(std::string(game.info->name),
                              std::string(game.info->rule_sets.front().name), quick_bot(game)));
  for (const auto& [game, bot] : of_chance) {
    all.push_back(settings_of(game, "", bot));
    all.back()["chance"] = "explicit";
  }
  constexpr int steps_of_each = sanitized ? 15 : 40;
  for (json& settings : all) {
    SCOPED_TRACE(settings.dump());
    settings["games"] = 7;
    const Handle one(settings);
    settings["threads"] = 3;
    const Handle many(settings);
    Draw pick = Chance(5, 0).on(0);
    const auto both = [&](const Handle& a, const Handle& b, int steps) {
      for (int step = 0; step < steps; ++step) {
        ASSERT_EQ(a.seen(), b.seen());
        a.choose(pick);
        const auto* action = a.array<std::int32_t>("action");
        ASSERT_EQ(hilltop_games_step(b.games.get(), action), 0);
        ASSERT_EQ(a.step(), 0);
      }
    };
    both(one, many, steps_of_each);
    const Handle twin(hilltop_games_clone(many.games.get()));
    both(twin, many, steps_of_each);
    EXPECT_STREQ(hilltop_games_record(twin.games.get(), 6, 0),
                 hilltop_games_record(many.games.get(), 6, 0));
  }
}

TEST(Library, ASeedBeginsItsGamesAgain) {
  const json settings = settings_of("pazaak", "koth", "kid");
  const Handle handle(settings);
  const std::string first = handle.seen();
  ASSERT_EQ(hilltop_games_seed(handle.games.get(), 2), 0);
  EXPECT_NE(handle.seen(), first);
  EXPECT_EQ(hilltop_games_record(handle.games.get(), 0, 1), nullptr);
  ASSERT_EQ(hilltop_games_seed(handle.games.get(), 1), 0);
  EXPECT_EQ(handle.seen(), first);
}

TEST(Library, AllocatesNothingInAStep) {
  // House bots that list moves allocate; here nobody does, or the caller plays for both.
  for (const auto& [game, bot, chance] :
       {std::tuple("pazaak", "kid", "sampled"), std::tuple("yahtzee", "greedy", "sampled"),
        std::tuple("gomoku", "", "sampled"), std::tuple("pig", "", "sampled"),
        std::tuple("tictactoe", "", "sampled"), std::tuple("pazaak", "kid", "explicit"),
        std::tuple("yahtzee", "greedy", "explicit"), std::tuple("pig", "", "explicit")}) {
    SCOPED_TRACE(std::string(game) + ' ' + chance);
    json settings = settings_of(game, "", bot);
    settings["chance"] = chance;
    settings["games"] = 64;
    if (*bot == '\0') settings["players"][1] = {{"name", "you"}};
    for (const char* mode : {"next_step", "same_step"}) {
      settings["autoreset"] = mode;
      const Handle handle(settings);
      Draw pick = Chance(9, 0).on(0);
      handle.choose(pick);
      ASSERT_EQ(handle.step(), 0);
      const long before = allocated;
      for (int step = 0; step < (sanitized ? 150 : 500); ++step) {
        handle.choose(pick);
        hilltop_games_step(handle.games.get(), nullptr);
      }
      EXPECT_EQ(allocated, before);
    }
  }
}

// Calls in any order, some of them wrong, with several handles. AddressSanitizer watches.
TEST(Library, EnduresAnySequenceOfCalls) {
  Draw pick = Chance(11, 0).on(0);
  const auto one_of = [&](auto list) {
    return list[pick.below(static_cast<std::uint32_t>(list.size()))];
  };
  std::vector<Handle> handles;
  for (int sequence = 0; sequence < 10'000; ++sequence) {
    if (handles.size() < 3) {
      const lockstep::LockstepModule& game = one_of(games());
      const RuleSet& set = one_of(game.info->rule_sets);
      json settings =
          settings_of(std::string(game.info->name), std::string(set.name), quick_bot(game));
      if (pick.below(3) == 0) settings["players"][1] = {{"name", "you"}};
      const bool has_chance = std::ranges::count(of_chance, game.info->name, [](const auto& each) {
                                return std::string_view(each.first);
                              }) != 0;
      if (has_chance && pick.below(2) == 0) settings["chance"] = "explicit";
      settings["games"] = 1 + pick.below(4);
      settings["seed"] = pick.word64();
      settings["first_game"] = pick.word32();
      settings["autoreset"] = one_of(std::vector{"disabled", "next_step", "same_step"});
      handles.emplace_back(settings);
    }
    Handle& handle = handles[pick.below(static_cast<std::uint32_t>(handles.size()))];
    hilltop_games* const games = handle.games.get();
    auto* action = handle.array<std::int32_t>("action");
    switch (pick.below(12)) {
      case 0:
        action[pick.below(static_cast<std::uint32_t>(handle.count))] =
            static_cast<std::int32_t>(pick.word32());
        hilltop_games_step(games, nullptr);
        break;
      case 1: hilltop_games_reset(games, handle.array<std::uint8_t>("terminated")); break;
      case 2: hilltop_games_reset(games, nullptr); break;
      case 3: hilltop_games_seed(games, pick.word64()); break;
      case 4: hilltop_games_record(games, pick.below(6), static_cast<int>(pick.below(2))); break;
      case 5: hilltop_games_prompt(games, pick.below(6)); break;
      case 6:
        if (handles.size() < 6) handles.emplace_back(hilltop_games_clone(games));
        break;
      case 7:
        if (pick.below(4) == 0) handles.erase(handles.begin());
        break;
      case 8: EXPECT_EQ(hilltop_games_array(games, "no such array"), nullptr); break;
      default: handle.choose(pick); hilltop_games_step(games, nullptr);
    }
  }
}

}  // namespace
}  // namespace hilltop::library::library_test
