#include "apps/cli/parser.hpp"

#include <gtest/gtest.h>

namespace hilltop::cli {
namespace {

struct PairArguments {
  std::vector<std::string> bots, switches;
  std::optional<std::string> games;
  bool log = false;
};

Usage usage_with(PairArguments& to) {
  return {.version = "hilltop 1",
          .build = "",
          .program = {.name = "hilltop", .about = "An arena"},
          .commands = {{.name = "pair",
                        .about = "Play two bots",
                        .arguments = {{"BOT", "", &to.bots, "The bots", true}},
                        .options = {{"--set", "NAME=VALUE", &to.switches, "A switch"},
                                    {"--log", "", &to.log, "Print every decision"},
                                    {.name = "--max-games",
                                     .value = "N",
                                     .to = &to.games,
                                     .about = "Games, at most",
                                     .former = "--games-most"}},
                        .notes = "Two bots play.",
                        .examples = {{"hilltop pair a b", "once"}}}}};
}

std::expected<Parsed, Problem> parsed(const Usage& usage, std::vector<std::string> words) {
  words.insert(words.begin(), "hilltop");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  return parse(usage, static_cast<int>(arguments.size()), arguments.data());
}

TEST(Parser, a_repeated_option_takes_one_value_each_time) {
  PairArguments to;
  const auto done =
      parsed(usage_with(to), {"pair", "--set", "a=1", "kid", "nestor", "--set", "b=2", "--log"});
  ASSERT_TRUE(done) << done.error().text;
  EXPECT_EQ(done->command, "pair");
  EXPECT_EQ(to.bots, (std::vector<std::string>{"kid", "nestor"}));
  EXPECT_EQ(to.switches, (std::vector<std::string>{"a=1", "b=2"}));
  EXPECT_TRUE(to.log);
}

TEST(Parser, a_former_name_is_read_and_not_shown) {
  PairArguments to;
  const Usage usage = usage_with(to);
  ASSERT_TRUE(parsed(usage, {"pair", "kid", "--games-most", "7"}));
  EXPECT_EQ(to.games, "7");
  EXPECT_EQ(help_text(usage, "pair").find("games-most"), std::string::npos);
}

TEST(Parser, help_has_notes_and_examples_of_the_usage) {
  PairArguments to;
  const std::string text = help_text(usage_with(to), "pair");
  EXPECT_NE(text.find("Two bots play.\nExamples:\n  hilltop pair a b    once\n"), std::string::npos)
      << text;
}

TEST(Parser, complaints_name_what_is_known) {
  PairArguments to;
  const Usage usage = usage_with(to);
  const auto error = [&](std::vector<std::string> words) {
    const auto done = parsed(usage, std::move(words));
    return done ? "" : done.error().text;
  };
  EXPECT_TRUE(error({"pear"}).starts_with("there is no command 'pear' (did you mean 'pair'"));
  EXPECT_TRUE(error({"pair"}).starts_with("BOT is missing: The bots\n"));
  EXPECT_TRUE(
      error({"pair", "a", "--lgo"}).starts_with("there is no option '--lgo' (did you mean "));
  EXPECT_TRUE(error({"pair", "a", "--max-games"}).starts_with("--max-games takes a value, N: "));
  EXPECT_TRUE(
      error({"pair", "a", "--set", "--log"}).starts_with("--set takes a value, and '--log'"));
}

}  // namespace
}  // namespace hilltop::cli
