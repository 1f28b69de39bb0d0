#include "apps/gomocup/arguments.hpp"

#include <optional>
#include <utility>

#include "apps/gomocup/limits.hpp"
#include "core/text.hpp"

namespace hilltop::gomocup {
namespace {

using gomoku::FirstToMove;

struct Number {
  std::string_view name;
  std::int64_t Terms::* field;
  std::int64_t min, max;
};
constexpr Number numbers[] = {
    {"--move-ms", &Terms::move_ms, 20, limit_ms_max},
    {"--start-ms", &Terms::start_ms, 20, limit_ms_max},
    {"--game-ms", &Terms::game_ms, 0, limit_ms_max},
    {"--memory-mb", &Terms::memory_mb, 0, 1 << 20},
    {"--max-node", &Terms::max_node, 0, 1'000'000'000'000'000},
    {"--rule", &Terms::rule, 0, 15},
};

std::optional<std::int64_t> number_between(std::int64_t min, std::int64_t max,
                                           std::string_view text) {
  const auto number = number_in<std::int64_t>(text);
  return number && min <= *number && *number <= max ? number : std::nullopt;
}

std::expected<void, std::string> take_rules(const std::string& name, Terms& terms) {
  const auto rules = gomoku::Rules::under(name, {});
  if (!rules) return std::unexpected("--rules: " + rules.error().text);
  terms.rule = static_cast<std::int64_t>(rules->variant().rows);
  terms.first_to_move = rules->first_to_move();
  return {};
}

// Takes one option with its value off the front. The error is for people.
std::expected<void, std::string> take_option(std::span<const std::string>& words,
                                             Arguments& arguments) {
  const std::string& name = words.front();
  words = words.subspan(1);
  if (name == "--book") {
    arguments.terms.book = true;
    return {};
  }
  const std::string value = words.empty() ? "" : words.front();
  if (!words.empty()) words = words.subspan(1);
  if (name == "--first-to-move") {
    if (value != "black" && value != "balance")
      return std::unexpected(name + " is black or balance, not '" + value + "'");
    arguments.terms.first_to_move = value == "black" ? FirstToMove::black : FirstToMove::balance;
    return {};
  }
  if (name == "--rules") return take_rules(value, arguments.terms);
  if (name == "--size") {
    const auto size = number_in<int>(value);
    if (!size || !gomoku::is_board_size(*size))
      return std::unexpected(name + " is 15 or 20, not '" + value + "'");
    arguments.terms.size = *size;
    return {};
  }
  if (name == "--log") {
    if (value.empty()) return std::unexpected(name + " needs a file");
    arguments.log = value;
    return {};
  }
  for (const Number& option : numbers) {
    if (name != option.name) continue;
    const auto number = number_between(option.min, option.max, value);
    if (!number)
      return std::unexpected(name + " is a whole number from " + std::to_string(option.min) +
                             " to " + std::to_string(option.max) + ", not '" + value + "'");
    arguments.terms.*option.field = *number;
    return {};
  }
  return std::unexpected("no option '" + name + "'");
}

}  // namespace

const char* const usage =
    "usage: hilltop-gomocup [OPTION…] ENGINE [ARG…] OPPONENT SEED\n"
    "\n"
    "Lets an engine that speaks the Gomocup protocol play in a contest of Gomoku. A bot's meta "
    "file\n"
    "has hilltop-gomocup as its command and [OPTION…] ENGINE [ARG…] as its arguments; the arena "
    "adds\n"
    "the last two. ENGINE is in the bot's folder if its name has a /, else in PATH.\n"
    "\n"
    "  --move-ms N          The contest's move_ms (500); the engine is told a little less\n"
    "  --start-ms N         The contest's start_ms (5000), for the engine's start\n"
    "  --game-ms N          Time for the engine's moves of a whole game (0: no limit)\n"
    "  --memory-mb N        The value of INFO max_memory, in MiB (350; 0: no limit)\n"
    "  --max-node N         The value of INFO max_node, for engines that know it (0: not sent)\n"
    "  --rules NAME         The contest's rules: koth (if left out), swap2, freestyle, standard "
    "or\n"
    "                       renju. Sets the two options below\n"
    "  --rule N             The value of INFO rule (0: five or more win; 1: exactly five; 4: "
    "renju)\n"
    "  --first-to-move WHO  The contest's switch: black (rules koth) or balance (rules swap2)\n"
    "  --size N             The contest's board: 15 or 20 points a side (15)\n"
    "  --book               Open from the book, even if the engine knows SWAP2BOARD\n"
    "  --log FILE           Append what the engine hears and says to FILE, with times\n"
    "  --help               Print this and exit\n";

std::expected<Arguments, std::string> read_arguments(std::span<const std::string> words) {
  Arguments arguments;
  if (words.size() == 1 && words[0] == "--help") {
    arguments.help = true;
    return arguments;
  }
  if (words.size() < 3) return std::unexpected("needs an engine, an opponent's name and a seed");
  const auto seed = number_between(0, 2'147'483'647, words.back());
  if (!seed)
    return std::unexpected("the last argument is a seed from 0 to 2147483647, not '" +
                           words.back() + "'");
  arguments.seed = static_cast<std::uint32_t>(*seed);
  arguments.opponent = words[words.size() - 2];
  words = words.first(words.size() - 2);
  while (!words.empty() && words.front().starts_with("--"))
    if (const auto taken = take_option(words, arguments); !taken)
      return std::unexpected(taken.error());
  if (words.empty()) return std::unexpected("there is no engine to run");
  arguments.engine.assign(words.begin(), words.end());
  return arguments;
}

}  // namespace hilltop::gomocup
