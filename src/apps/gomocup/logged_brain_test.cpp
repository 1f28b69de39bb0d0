#include "apps/gomocup/logged_brain.hpp"

#include <deque>
#include <filesystem>
#include <gtest/gtest.h>
#include <regex>

#include "apps/gomocup/limits.hpp"
#include "core/file.hpp"

namespace hilltop::gomocup::logged_brain_test {
namespace {

// Says its lines one after the other, and has then ended.
struct Speaker : Brain {
  explicit Speaker(std::deque<std::string> lines) : said(std::move(lines)) {}
  void say(std::string_view line) override { heard.emplace_back(line); }
  std::expected<std::string, Trouble> hear(Deadline) override {
    if (said.empty()) return std::unexpected(Trouble{false, "exited with status 3"});
    std::string line = said.front();
    said.pop_front();
    return line;
  }
  std::deque<std::string> said, heard;
};

class LogFile : public testing::Test {
 protected:
  ~LogFile() override { std::filesystem::remove(file); }
  std::string text() const { return read_file(file, 8 * log_bytes_max).value(); }

  const std::string file = testing::TempDir() + "gomocup-" + std::to_string(getpid()) + ".log";
};

TEST_F(LogFile, HasWhatIsSaidAndHeardGameByGame) {
  for (const std::string opponent : {"kid", "bold"}) {
    Speaker speaker({"OK", "", "7,7\x1b"});
    LoggedBrain logged(speaker);
    ASSERT_TRUE(logged.append(file, "pbrain against " + opponent));
    logged.say("START 15");
    for (int i = 0; i < 4; ++i) (void)logged.hear(Deadline::max());
    EXPECT_EQ(speaker.heard, std::deque<std::string>{"START 15"});
  }
  const std::string times = std::regex_replace(text(), std::regex(" *[0-9]+\\.[0-9]{3} ms "), "T ");
  std::string wanted;
  for (const std::string opponent : {"kid", "bold"})
    wanted += "T * pbrain against " + opponent +
              "\nT > START 15\nT < OK\nT < 7,7\\x1b\nT ! exited with status 3\n";
  EXPECT_EQ(times, wanted);
}

TEST_F(LogFile, HasAnEnd) {
  Speaker speaker(std::deque<std::string>(200, std::string(line_bytes_max - 1, 'x')));
  LoggedBrain logged(speaker);
  ASSERT_TRUE(logged.append(file, "pbrain"));
  while (logged.hear(Deadline::max())) continue;
  EXPECT_LE(text().size(), log_bytes_max + 100);
  EXPECT_TRUE(text().ends_with("… no more is logged of this game\n"));
}

TEST(LoggedBrain, SaysWhyItsFileCannotBeWritten) {
  Speaker speaker({});
  LoggedBrain logged(speaker);
  const auto begun = logged.append("/nowhere/at/all", "pbrain");
  ASSERT_FALSE(begun);
  EXPECT_EQ(begun.error(), "No such file or directory");
}

TEST(LoggedBrain, PlaysOnWhereTheDiskIsFull) {
  Speaker speaker({"OK"});
  LoggedBrain logged(speaker);
  ASSERT_TRUE(logged.append("/dev/full", "pbrain"));
  EXPECT_EQ(logged.hear(Deadline::max()).value(), "OK");
}

}  // namespace
}  // namespace hilltop::gomocup::logged_brain_test
