#include "arena/puzzle_stock.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/text.hpp"

namespace hilltop::arena {
namespace {

constexpr std::string_view first_line = "hilltop puzzles 1";
constexpr char between_moves = '/', after_seat = ':', between_players = ',';
constexpr int margin_decimals = 4;
constexpr std::size_t games_max_per_puzzle = 100;

// Returns the moves of a record, each after its seat if that is not the seat of the move before.
std::string moves_of(const Record& record) {
  std::string text;
  int seat = -1;
  for (const Record::Step& step : record.steps) {
    if (!text.empty()) text += between_moves;
    if (step.seat != seat) text += std::to_string(step.seat) + after_seat;
    seat = step.seat;
    text += step.move.value();
  }
  return text;
}

std::optional<std::vector<Record::Step>> steps_of(std::string_view moves) {
  std::vector<Record::Step> steps;
  std::optional<int> seat;
  while (!moves.empty()) {
    const std::string_view item = moves.substr(0, moves.find(between_moves));
    moves.remove_prefix(std::min(item.size() + 1, moves.size()));
    const std::size_t colon = item.find(after_seat);
    if (colon != std::string_view::npos) seat = number_in<int>(item.substr(0, colon));
    if (!seat) return std::nullopt;
    steps.push_back(
        {*seat, std::string(colon == std::string_view::npos ? item : item.substr(colon + 1))});
  }
  return steps;
}

// Returns the first word of a line, and takes it off with the space behind it.
std::string_view take_word(std::string_view& line) {
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(std::min(word.size() + 1, line.size()));
  return word;
}

// Reads the lines of a stock one after another.
class Reader {
 public:
  // Returns whether the line was understood.
  bool read(std::string_view line) {
    const std::string_view word = take_word(line);
    if (word == "game") return put(stock_.game, line);
    if (word == "rules") return put(stock_.rules, line);
    if (word == "luck") return (key_ = number_in<std::uint64_t>(line)).has_value();
    if (word == "play") return read_game(line);
    return word == "puzzle" && read_puzzle(line);
  }
  // Returns nullopt unless the numbers of the puzzles are 1, 2 and so on.
  std::optional<PuzzleStock> stock() && {
    std::size_t number = 0;
    for (auto& [each, puzzle] : numbered_) {
      if (each != ++number) return std::nullopt;
      stock_.puzzles.push_back(std::move(puzzle));
    }
    return stock_.puzzles.empty() ? std::nullopt : std::optional(std::move(stock_));
  }

 private:
  static bool put(std::string& to, std::string_view text) {
    to = text;
    return !text.empty();
  }

  bool read_game(std::string_view line) {
    const auto number = number_in<std::uint32_t>(take_word(line));
    std::string_view players = take_word(line);
    auto steps = steps_of(line);
    if (!key_ || !number || !steps || players.empty()) return false;
    game_ = {.game = stock_.game, .rules = stock_.rules, .luck_key = *key_, .luck_game = *number};
    game_->steps = *std::move(steps);
    while (!players.empty()) {
      const std::string player(players.substr(0, players.find(between_players)));
      players.remove_prefix(std::min(player.size() + 1, players.size()));
      game_->players.push_back({player, player});
    }
    return true;
  }

  bool read_puzzle(std::string_view line) {
    const auto number = number_in<std::size_t>(take_word(line));
    const auto step = number_in<std::size_t>(take_word(line));
    const auto margin = number_in<double>(take_word(line));
    const auto plies = number_in<int>(take_word(line)), found_by = number_in<int>(line);
    if (!game_ || !number || !step || !margin || !plies || !found_by) return false;
    if (*step > game_->steps.size()) return false;
    StockedPuzzle puzzle{*game_, {*step, *margin, *plies, *found_by}};
    puzzle.record.steps.resize(*step, Record::Step{});
    return numbered_.emplace(*number, std::move(puzzle)).second;
  }

  PuzzleStock stock_;
  std::optional<std::uint64_t> key_;
  std::optional<Record> game_;
  std::map<std::size_t, StockedPuzzle> numbered_;
};

// Plays a game of house bots to its end.
Record played(const AnyGame& game, Record record) {
  const auto session = game.open(std::move(record));
  while (session->pending()) session->ask_bot();
  return session->record();
}

// The order of a stock: what more bots find comes first, then shorter wins and larger margins.
auto ease(const PuzzleInGame& puzzle) {
  return std::tuple(-puzzle.found_by, puzzle.plies, -puzzle.margin);
}

// Takes some of a game's puzzles that not all bots find, from all of the game; which ones, depends
// on its number, so that a stock has puzzles of early and late positions.
std::vector<PuzzleInGame> some_of(std::vector<PuzzleInGame> all, const PuzzlePart& part,
                                  std::uint32_t number) {
  std::erase_if(all, [&](const PuzzleInGame& puzzle) {
    return puzzle.found_by == static_cast<int>(part.bots.size());
  });
  std::vector<PuzzleInGame> some;
  const std::size_t count = std::min(all.size(), part.of_a_game_max);
  for (std::size_t i = 0; i < count; ++i)
    some.push_back(all[(number + i * all.size() / count) % all.size()]);
  return some;
}

}  // namespace

std::string write(const PuzzleStock& stock) {
  std::string text = std::string(first_line) + "\ngame " + stock.game + "\nrules " + stock.rules +
                     "\nluck " + std::to_string(stock.puzzles.at(0).record.luck_key) + '\n';
  std::map<std::uint32_t, std::vector<std::size_t>> of_game;
  for (std::size_t i = 0; i < stock.puzzles.size(); ++i)
    of_game[stock.puzzles[i].record.luck_game].push_back(i);
  for (auto& [number, puzzles] : of_game) {
    const auto step = [&](std::size_t i) { return stock.puzzles[i].about.step; };
    const Record& longest = stock.puzzles[std::ranges::max(puzzles, {}, step)].record;
    std::string players;
    for (const Record::Player& player : longest.players)
      players += (players.empty() ? "" : std::string(1, between_players)) + player.player;
    text += "play " + std::to_string(number) + ' ' + players + ' ' + moves_of(longest) + '\n';
    for (const std::size_t i : puzzles) {
      const PuzzleInGame& about = stock.puzzles[i].about;
      text += "puzzle " + std::to_string(i + 1) + ' ' + std::to_string(about.step) + ' ' +
              decimal(about.margin, margin_decimals) + ' ' + std::to_string(about.plies) + ' ' +
              std::to_string(about.found_by) + '\n';
    }
  }
  return text;
}

std::expected<PuzzleStock, Problem> read_puzzle_stock(std::string_view text) {
  Reader reader;
  for (std::int64_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (number == 1 ? line != first_line : !reader.read(line))
      return std::unexpected(
          Problem{"line " + std::to_string(number) + " is not one of a stock of puzzles"});
  }
  auto stock = std::move(reader).stock();
  if (!stock) return std::unexpected(Problem{"the puzzles of the stock are not numbered from 1"});
  return *std::move(stock);
}

const PuzzleStock& stock_of(const GameModule& game) {
  static std::mutex mutex;
  static std::map<std::string_view, PuzzleStock> stocks;
  if (game.puzzles == nullptr) throw std::logic_error("a game without puzzles");
  const std::scoped_lock lock(mutex);
  const auto known = stocks.find(game.info->name);
  if (known != stocks.end()) return known->second;
  auto stock = read_puzzle_stock(game.puzzles->stock());
  if (!stock) throw std::logic_error(stock.error().text);
  return stocks.emplace(game.info->name, *std::move(stock)).first->second;
}

Record for_people(const StockedPuzzle& puzzle, const GameModule& game) {
  Record record = puzzle.record;
  for (Record::Player& player : record.players) {
    const auto bot =
        std::ranges::find(game.house_bots, player.player, &GameModule::HouseBotInfo::name);
    if (bot != game.house_bots.end()) player.name = bot->title;
    player.player = "human";
  }
  return record;
}

std::int64_t today() {
  return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())
      .time_since_epoch()
      .count();
}

std::size_t puzzle_of_day(std::size_t puzzles, std::int64_t day) {
  // Days that follow one another are of all grades: a step near the golden ratio visits each.
  std::size_t step = std::max<std::size_t>(1, puzzles * 618 / 1000);
  while (std::gcd(step, puzzles) != 1) --step;
  const auto modulus = static_cast<std::int64_t>(puzzles);
  const auto turn = static_cast<std::size_t>(((day % modulus) + modulus) % modulus);
  return 1 + turn * step % puzzles;
}

PuzzleStock make_puzzles(const GameModule& game, std::size_t count, std::uint64_t seed,
                         const std::function<void(std::size_t)>& progress) {
  const PuzzlePart& part = *game.puzzles;
  const auto any_game = game.under(part.rule_set, {}).value();
  const auto judge = part.judge();
  PuzzleStock stock{std::string(game.info->name), std::string(part.rule_set), {}};
  std::set<std::string> known;  // games repeat if bots do
  const std::size_t bots = part.bots.size();
  for (std::uint32_t number = 0;
       stock.puzzles.size() < count && number < games_max_per_puzzle * count; ++number) {
    Record record{.game = stock.game, .rules = stock.rules, .luck_key = seed, .luck_game = number};
    for (const std::size_t bot : {number % bots, number / bots % bots})
      record.players.push_back({std::string(part.bots[bot]), std::string(part.bots[bot])});
    judge->begin(record);
    record = played(*any_game, std::move(record));
    for (const PuzzleInGame& about : some_of(judge->find(record).value(), part, number)) {
      StockedPuzzle puzzle{record, about};
      puzzle.record.steps.resize(about.step, Record::Step{});
      puzzle.record.points.clear();
      if (stock.puzzles.size() < count && known.insert(moves_of(puzzle.record)).second)
        stock.puzzles.push_back(std::move(puzzle));
    }
    progress(stock.puzzles.size());
  }
  std::ranges::stable_sort(
      stock.puzzles, [](const auto& a, const auto& b) { return ease(a.about) < ease(b.about); });
  return stock;
}

}  // namespace hilltop::arena
