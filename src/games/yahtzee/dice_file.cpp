#include "games/yahtzee/dice_file.hpp"

#include <sstream>
#include <vector>

#include "core/text.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr std::size_t word_bytes_shown = 40;

}  // namespace

std::expected<SwitchValue, Problem> read_dice(std::string_view text, const std::string& file,
                                              const SwitchFile::Context&) {
  std::istringstream lines{std::string(without_byte_order_mark(text))};
  std::vector<std::int64_t> dice;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (word.size() != 1 || word[0] < '1' || word[0] > '6')
        return std::unexpected(
            worded("{file}:{line}: dice are numbers from 1 to 6 with white space between them, "
                   "not '{word}'",
                   {{"file", file},
                    {"line", std::int64_t{number}},
                    {"word", printable(word, word_bytes_shown)}}));
      dice.push_back(word[0] - '0');
      if (dice.size() > dice_max)
        return std::unexpected(
            worded("{file}: more than {count} dice",
                   {{"file", file}, {"count", static_cast<std::int64_t>(dice_max)}}));
    }
  }
  if (dice.empty())
    return std::unexpected(worded("{file}: there are no dice in this file", {{"file", file}}));
  return dice;
}

}  // namespace hilltop::yahtzee
