#include "apps/gomocup/engine.hpp"

#include <csignal>
#include <gtest/gtest.h>

#include "apps/gomocup/limits.hpp"

namespace hilltop::gomocup::engine_test {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 60s;

std::unique_ptr<Engine> shell(const std::string& script) {
  std::signal(SIGPIPE, SIG_IGN);  // as main() does
  return Engine::start(std::vector<std::string>{"sh", "-c", script}).value();
}
std::string next_line(Engine& engine) {
  const auto line = engine.hear(Clock::now() + patience);
  return line ? *line : "! " + line.error().what;
}

TEST(Engine, HearsAndIsHeard) {
  const auto engine = shell("read -r a; read -r b; printf '%s|%s\\n' \"$a\" \"$b\" | tr '\\r' r");
  engine->say("START 15");
  engine->say("ABOUT");
  EXPECT_EQ(next_line(*engine), "START 15r|ABOUTr");
}

TEST(Engine, WakesOnceForAllThatIsSaid) {
  constexpr int rounds = 20;  // one alone may begin to read when both lines are there
  const auto engine = shell("while dd bs=4096 count=1 2>/dev/null | wc -l; do :; done");
  for (int i = 0; i < rounds; ++i) {
    engine->say("INFO time_left 1000");
    engine->say("TURN 1,1");
    EXPECT_EQ(next_line(*engine), "2");
  }
}

TEST(Engine, LinesEndInAnyWay) {
  const auto engine = shell("printf 'a\\nb\\r\\nc\\rd\\n'");
  std::string lines;
  for (std::string line; !(line = next_line(*engine)).starts_with('!');) lines += line + '|';
  EXPECT_EQ(lines, "a|b||c|d|");
}

TEST(Engine, ItsEndIsNamed) {
  const std::pair<std::string, std::string> table[] = {
      {"exit 3", "! exited with status 3"},
      {"kill -9 $$", "! was killed by signal 9"},
      {"exec >&-; exec sleep 60", "! closed its output but still runs"},
      {"head -c 100000 /dev/zero; exec sleep 60", "! wrote a line that does not end"},
  };
  for (const auto& [script, wanted] : table) {
    const auto engine = shell(script);
    EXPECT_EQ(next_line(*engine), wanted);
    engine->say("TURN 1,1");  // to nobody
    EXPECT_EQ(next_line(*engine), wanted);
  }
}

TEST(Engine, IsNotWaitedForLonger) {
  const auto engine = shell("exec sleep 60");
  const auto line = engine->hear(Clock::now());
  ASSERT_FALSE(line);
  EXPECT_TRUE(line.error().late);
}

TEST(Engine, IsWaitedForWithoutALimit) {
  const auto engine = shell("read -r line; echo heard");
  engine->say("ABOUT");
  EXPECT_EQ(engine->hear(Deadline::max()).value(), "heard");
}

TEST(Engine, NeitherSideBlocksTheOther) {
  // It writes more than a pipe holds before it reads, and gets more than that meanwhile.
  const auto engine =
      shell("head -c 300000 /dev/zero | tr '\\0' '\\n'; head -c 300000 | wc -c; cat >/dev/null");
  for (int i = 0; i < 30'000; ++i) engine->say("INFO time_left 2147483647");
  std::string line;
  while ((line = next_line(*engine)).empty()) continue;
  EXPECT_EQ(std::stoi(line), 300'000);
}

TEST(Engine, ThatCannotBeRunIsNamed) {
  const auto engine = Engine::start(std::vector<std::string>{"./no-such-engine"});
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error(), "cannot be run: No such file or directory");
}

TEST(Engine, MayEndByItself) {
  const auto engine = shell("read -r line; echo bye; exit 5");
  engine->say("END");
  engine->finish(Clock::now() + patience);
  EXPECT_EQ(next_line(*engine), "! exited with status 5");
}

}  // namespace
}  // namespace hilltop::gomocup::engine_test
