#include "apps/cli/dice.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

#include "apps/cli/terminal.hpp"
#include "core/text.hpp"

namespace hilltop::cli {

std::expected<std::vector<std::int64_t>, Problem> read_dice(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file))
    return std::unexpected(Problem{"--dice: cannot read '" + file + "'"});
  std::string text(dice_bytes_max + 1, '\0');
  in.read(text.data(), std::ssize(text));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > dice_bytes_max)
    return std::unexpected(
        Problem{fmt::format("{}: larger than {} MB", file, dice_bytes_max >> 20)});
  std::istringstream lines(text);
  std::vector<std::int64_t> dice;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (word.size() != 1 || word[0] < '1' || word[0] > '6')
        return std::unexpected(Problem{fmt::format(
            "{}:{}: dice are numbers from 1 to 6 with white space between them, not '{}'", file,
            number, printable(word, 40))});
      dice.push_back(word[0] - '0');
      if (dice.size() > dice_max)
        return std::unexpected(Problem{fmt::format("{}: more than {} dice", file, dice_max)});
    }
  }
  if (dice.empty()) return std::unexpected(Problem{file + ": there are no dice in this file"});
  return dice;
}

}  // namespace hilltop::cli
