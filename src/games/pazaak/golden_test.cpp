// Games of house bots, replayed: the luck, the rules and the account of a game are what they were.
// Beside each record stands its log, which is how people read it.
#include "match/golden.hpp"

#include <gtest/gtest.h>

#include "games/pazaak/log.hpp"
#include "games/pazaak/rules.hpp"
#include "games/pazaak/text.hpp"

namespace hilltop::pazaak {
namespace {

const std::filesystem::path folder =
    std::filesystem::path(HILLTOP_SOURCE_DIR) / "src/games/pazaak/golden";

std::string content(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::string told(const Record& record) {
  const Rules rules = Rules::under(record.rules, record.switches).value();
  std::vector<std::string> names;
  for (const Record::Sitter& sitter : record.sitters) names.push_back(sitter.name);
  Log log(rules, names, record.chance());
  std::string text = log.opening();
  for (const Record::Step& step : record.steps) {
    const auto seat = static_cast<Seat>(step.seat);
    text += step.move ? log.played(seat, Text::read(*step.move).value())
                      : log.retired(seat, "no answer in time");
  }
  return text + log.closing();
}

TEST(Golden, GamesEndAsTheyDid) {
  const auto expect = [](bool holds, const std::string& what) { EXPECT_TRUE(holds) << what; };
  EXPECT_EQ((check_golden<Rules, Text>(folder, Rules::under, expect)), 5);
}

TEST(Golden, GamesAreToldAsTheyWere) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".game") continue;
    const auto record = read_record(content(entry.path()), entry.path().string());
    ASSERT_TRUE(record.has_value()) << entry.path();
    auto log = entry.path();
    EXPECT_EQ(told(*record), content(log.replace_extension(".log"))) << entry.path();
  }
}

}  // namespace
}  // namespace hilltop::pazaak
