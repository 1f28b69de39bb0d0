#include "arena/tune.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "arena/settings.hpp"

namespace hilltop::arena::tune_test {
namespace {

namespace fs = std::filesystem;

class TuneFile : public testing::Test {
 protected:
  TuneFile() { fs::create_directories(folder_); }
  ~TuneFile() override { fs::remove_all(folder_); }

  std::expected<Tuning, Problem> read(const std::string& text) const {
    std::ofstream(folder_ / "my.toml") << text;
    return read_tuning(folder_ / "my.toml");
  }
  std::string complaint(const std::string& text) const {
    const auto tuning = read(text);
    if (tuning) return "";
    return tuning.error().text.substr((folder_ / "my.toml").string().size());
  }

  const fs::path folder_ =
      fs::path(testing::TempDir()) / ("hilltop-tune-" + std::to_string(getpid()));
};

const std::string pig = R"(
[contest]
game = "pig"
seed = 3

[tune]
bot = "pace"
iterations = 60
games = 40
ahead = 8

[parameters.race]
start = 10
max = 60
step = 4

[parameters.pace]
start = 12
)";

bool same(const Tuned& a, const Tuned& b) {
  return a.path == b.path && a.best == b.best && a.digest == b.digest && a.games == b.games;
}

TEST_F(TuneFile, HasDefaults) {
  const Tuning tuning = read(pig).value();
  EXPECT_EQ(tuning.bot.name, "pace");
  EXPECT_EQ(tuning.rules, "standard");
  EXPECT_EQ(tuning.seed, 3u);
  ASSERT_EQ(tuning.parameters.size(), 2u);
  const auto& [pace, range] = tuning.parameters[0];  // in the order of their names
  EXPECT_EQ(pace, "pace");
  EXPECT_EQ((std::array{range.start, range.min, range.max}), (std::array{12, 1, 100}));
  EXPECT_NEAR(range.step, 99 / 20., 1e-9);
  EXPECT_EQ(tuning.parameters[1].range.max, 60);
  EXPECT_EQ(tuning.parameters[1].range.step, 4);
  EXPECT_EQ(tuning.rate, rating::usual_rate(60, 40));
}

TEST_F(TuneFile, NamesItsMistakes) {
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = pig;
    text.replace(text.find(from), from.size(), to);
    return complaint(text);
  };
  EXPECT_EQ(changed("games = 40", "games = 41"),
            ":9: games must be an even number: each deal is played twice");
  EXPECT_EQ(changed("start = 10", "start = 70"), ":13: start is a whole number from 0 to 60");
  EXPECT_EQ(changed("step = 4", "step = -1"), ":15: step is a number above 0, at most 60");
  EXPECT_TRUE(changed(".race]", ".rase]")
                  .starts_with(":12: pace has no parameter 'rase' (did you mean 'race'?"));
  EXPECT_TRUE(changed("\"pace\"", "\"pase\"").starts_with(":7: pig has no house bot 'pase'"));
  EXPECT_TRUE(changed("\"pig\"", "\"pug\"").starts_with(":1: [contest] game: "));
  EXPECT_EQ(complaint("[contest]\ngame = \"pig\"\n"),
            ":1: there is no table [tune]: say bot = \"…\" there");
}

TEST_F(TuneFile, WorkersChangeNothing) {
  const Tuning tuning = read(pig).value();
  const Tuned one = tune(tuning, {});
  EXPECT_TRUE(one.complete);
  EXPECT_EQ(one.path.size(), 61u);
  EXPECT_EQ(one.games, 60u * 40);
  EXPECT_NE(one.path.front(), one.path.back());
  for (const int jobs : {2, 5}) EXPECT_TRUE(same(one, tune(tuning, {.jobs = jobs}))) << jobs;
  Tuning other = read(pig).value();
  other.seed = 4;
  EXPECT_NE(tune(other, {}).path, one.path);
}

// Stopped after some iterations and begun again, a tuning takes what is stored, and ends alike.
TEST_F(TuneFile, GoesOnWhereItWasStopped) {
  const Tuning tuning = read(pig).value();
  const Tuned undisturbed = tune(tuning, {});
  using Access = store::Store::Access;
  const fs::path file = folder_ / "results.db";
  const auto row = identify(tuning.bot).value();
  std::uint32_t before = 0;
  for (const std::uint32_t stop_at : {7u, 23u, 60u}) {
    const auto stored = store::Store::open(file, Access::create).value();
    store::Writer writer(store::Store::open(file, Access::change).value());
    std::stop_source stop;
    const Tuned found = tune(tuning, {.jobs = 3,
                                      .storage = {&stored, &writer},
                                      .bot = row,
                                      .stop = stop.get_token(),
                                      .progress = [&](const TuneProgress& progress) {
                                        if (progress.iterations == stop_at) stop.request_stop();
                                      }});
    writer.finish();
    const auto reached = static_cast<std::uint32_t>(found.path.size()) - 1;
    EXPECT_GE(reached, stop_at);
    EXPECT_GE(reached, before);
    before = reached;
    for (std::uint32_t i = 0; i <= reached; ++i) ASSERT_EQ(found.path[i], undisturbed.path[i]) << i;
    if (stop_at == 60) {
      EXPECT_TRUE(same(found, undisturbed));
    }
  }
}

TEST(Settings, AreReadFromTheNameOfABot) {
  const auto bot = read_typed_bot("bots/c++/my=bot+race=25+pace=-3").value();
  EXPECT_EQ(bot.bot, "bots/c++/my=bot");
  EXPECT_EQ(bot.settings, (std::vector<Setting>{{"race", 25}, {"pace", -3}}));
  EXPECT_EQ(read_typed_bot("bots/c++").value().bot, "bots/c++");
  for (const char* wrong :
       {"pace+race=", "pace+race=x", "pace+=3", "pace+Race=3", "pace+race=99999999999"})
    EXPECT_FALSE(read_typed_bot(wrong)) << wrong;
}

TEST(Settings, MustBeThoseOfTheBot) {
  const GameModule& game = **find_game("pig");
  const play::Entrant pace{"pace", "Pace Keeper", play::HousePlayer{"pace"}};
  const auto set = [&](std::vector<Setting> settings) {
    return with_settings(game, pace, settings);
  };
  const play::Entrant entrant = set({{"race", 25}, {"share", 3}}).value();
  EXPECT_EQ(entrant.name, "pace+race=25+share=3");
  EXPECT_TRUE(has_settings(entrant));
  EXPECT_FALSE(has_settings(pace));
  EXPECT_EQ(set({{"race", 101}}).error().text,
            "pace: race is a whole number from 0 to 100, not 101");
  EXPECT_EQ(set({{"race", 1}, {"race", 2}}).error().text, "pace: race is set twice");
  EXPECT_TRUE(set({{"rase", 1}}).error().text.starts_with("pace has no parameter 'rase'"));
}

// A setting at its usual value plays the same games; another one does not.
TEST(Settings, AreWhatTheBotPlaysBy) {
  const GameModule& game = **find_game("pig");
  const auto any_game = game.under("standard", {}).value();
  const auto bytes = [&](std::vector<Setting> settings) {
    const play::Entrant pace{"pace", "", play::HousePlayer{"pace", false, std::move(settings)}},
        optimal{"optimal", "", play::HousePlayer{"optimal"}};
    const std::vector<const play::Entrant*> entrants{&pace, &optimal};
    return any_game->play({{.luck = play::FixtureLuck(1), .games = 50}, entrants}, {}).bytes;
  };
  EXPECT_EQ(bytes({}), bytes({{"race", 29}, {"pace", 21}, {"share", 8}}));
  EXPECT_NE(bytes({}), bytes({{"pace", 12}}));
}

}  // namespace
}  // namespace hilltop::arena::tune_test
