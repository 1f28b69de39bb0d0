#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <fmt/core.h>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"
#include "games/gomoku/bots/bots.hpp"
#include "games/gomoku/engine/search.hpp"
#include "games/gomoku/solver/suite.hpp"
#include "games/gomoku/solver/threat_search.hpp"

// Makes the suite of tactical positions (src/games/gomoku/solver/suite.txt): plays games of the
// champion against itself and against Greedy, looks for proved wins in their positions, and prints
// those that differ. Nothing is random but by the seed, so the same words print the same suite.
namespace hilltop::gomoku {
namespace {

constexpr std::string_view usage = R"(usage: gomoku-tactics SEED GAMES
       gomoku-tactics gauge NODES POSITIONS

Prints a suite of tactical positions, each with a proved and checked win in 3 to 17 plies; or how many
of the wins in POSITIONS the solver proves, which has a JSON object a line with moves and eval ("+M7":
the player to move wins with the seventh stone).
)";

constexpr int plies_min = 3, plies_max = 17;
constexpr int opening_stones = 6;
constexpr std::int64_t player_nodes = 3'000;   // of the champion, a stone
constexpr std::int64_t solver_nodes = 60'000;  // of the solver, a position
constexpr int suite_memory_mb = 2;
constexpr int missed_max = 2;  // turns without a proved win, after which a game is left
constexpr std::int64_t checker_stones = 20'000'000;

// How many positions of a rule and a length are enough.
int wanted(RowRule rows, int plies) {
  const int of_freestyle = plies <= 3 ? 20 : plies <= 7 ? 50 : 60;
  return rows == RowRule::five_or_more ? of_freestyle : of_freestyle / 5;
}

// Different stones near the centre, in turn, after which nobody has a threat that wins.
std::vector<Point> random_opening(Draw draw) {
  std::vector<Point> stones;
  VariantBoard board;
  while (stones.size() < opening_stones) {
    const Point point{static_cast<int>(4 + draw.below(7)), static_cast<int>(4 + draw.below(7))};
    if (!board.free(point)) continue;
    board.lay(point, stones.size() % 2 == 0 ? Colour::black : Colour::white);
    stones.push_back(point);
  }
  return stones;
}

// A game from an opening to its end; `greedy` plays the colour of that number, if it is 0 or 1.
std::vector<Point> played(std::vector<Point> stones, int greedy, std::uint32_t game) {
  const Rules rules(FirstToMove::black);
  State state;
  state.phase = Phase::stones;
  state.black = opener;
  for (const Point point : stones) rules.apply(state, Place{point}, Chance{0, 0});
  const auto bot = make_greedy();
  bot->begin(Chance(1, game));
  Search<15> search;
  while (rules.turn(state)) {
    const Move move =
        static_cast<int>(state.to_move) == greedy
            ? bot->choose(state)
            : Move(Place{search.run(state.board, state.to_move, {.nodes = player_nodes}).best});
    stones.push_back(std::get<Place>(move).point);
    rules.apply(state, move, Chance{0, 0});
  }
  return stones;
}

// The stones of a position, the same for all eight symmetries.
std::vector<Point> canonical(const SuitePosition& position) {
  std::vector<Point> least;
  for (unsigned symmetry = 0; symmetry < 8; ++symmetry) {
    std::vector<Point> turned;
    for (std::size_t colour = 0; colour < 2; ++colour) {
      const std::size_t begin = turned.size();
      for (std::size_t i = colour; i < position.stones.size(); i += 2) {
        Point point = position.stones[i];
        const int far = position.variant.size - 1;
        if ((symmetry & 1) != 0) point.x = far - point.x;
        if ((symmetry & 2) != 0) point.y = far - point.y;
        if ((symmetry & 4) != 0) std::swap(point.x, point.y);
        turned.push_back(point);
      }
      std::sort(turned.begin() + static_cast<std::ptrdiff_t>(begin), turned.end());
    }
    if (least.empty() || turned < least) least = turned;
  }
  return least;
}

class Collector {
 public:
  // Looks at the winner's turns of a game, the last ones first, until it does not win any more.
  void look(const std::vector<Point>& stones, RowRule rows) {
    for (int length = static_cast<int>(stones.size()) - 1, missed = 0;
         length > opening_stones && missed < missed_max; length -= 2)
      missed += !take({{board_size, rows}, {stones.begin(), stones.begin() + length}, 0});
  }

  void print() const {
    for (const SuitePosition& position : found_) fmt::print("{}\n", write_suite_position(position));
    for (const auto& [key, count] : counts_)
      fmt::print(stderr, "{} {:2} plies: {}\n", name(key.first), key.second, count);
    fmt::print(stderr, "{} positions, {} proofs failed\n", found_.size(), failed_);
  }

 private:
  // Whether there is a proved win; the position is kept if more of its kind are wanted.
  bool take(SuitePosition position) {
    const VariantBoard board = board_of(position);
    const auto search = make_threat_search(
        board, mover_of(position),
        {.nodes = solver_nodes, .plies_max = plies_max, .memory_mb = suite_memory_mb});
    const auto plies = search->solve();
    if (!plies) return false;
    position.plies = *plies;
    const std::pair kind{position.variant.rows, *plies};
    if (*plies < plies_min || counts_[kind] >= wanted(kind.first, *plies)) return true;
    if (!seen_.insert({kind.first, canonical(position)}).second) return true;
    const auto proof = search->prove();
    const auto checked = proof ? check_proof(board, *proof, checker_stones)
                               : std::unexpected(std::string("no proof"));
    if (checked && checked->plies == *plies) {
      ++counts_[kind];
      found_.push_back(std::move(position));
      return true;
    }
    fmt::print(stderr, "{}: {}\n", write_suite_position(position),
               checked ? fmt::format("{} plies", checked->plies) : checked.error());
    ++failed_;
    return false;
  }

  std::vector<SuitePosition> found_;
  std::set<std::pair<RowRule, std::vector<Point>>> seen_;
  std::map<std::pair<RowRule, int>, int> counts_;
  int failed_ = 0;
};

int make(std::uint32_t seed, std::uint32_t games) {
  Collector collector;
  for (std::uint32_t game = 0; game < games; ++game) {
    const int greedy = game % 4 == 0 ? static_cast<int>(game / 4 % 2) : 2;  // 2: no colour
    const std::vector<Point> stones =
        played(random_opening(Chance(seed, game).on(0)), greedy, game);
    for (const RowRule rows : {RowRule::five_or_more, RowRule::exactly_five, RowRule::renju})
      collector.look(stones, rows);
  }
  collector.print();
  return 0;
}

int gauge(std::int64_t nodes, const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read '" + path + "'");
  int wins = 0, proved = 0, failed = 0, others = 0;
  std::int64_t laid = 0, positions = 0;
  for (std::string line; std::getline(file, line); ++positions) {
    const auto judged = nlohmann::json::parse(line);
    SuitePosition position;
    for (const auto& move : judged.at("moves")) position.stones.push_back({move.at(0), move.at(1)});
    const VariantBoard board = board_of(position);
    const auto search =
        make_threat_search(board, mover_of(position), {.nodes = nodes, .memory_mb = 8});
    const bool found = search->solve().has_value();
    laid += search->nodes();
    const bool win = judged.at("eval").get<std::string>().starts_with("+M");
    wins += win;
    if (!found) continue;
    const auto proof = search->prove();
    const bool holds = proof && check_proof(board, *proof, checker_stones);
    failed += !holds;
    proved += holds && win;
    others += holds && !win;
  }
  fmt::print(
      "{} of {} wins proved ({:.1f} %), {} of others, {} proofs failed; {:.0f} nodes a position\n",
      proved, wins, 100.0 * proved / wins, others, failed,
      static_cast<double>(laid) / static_cast<double>(positions));
  return 0;
}

}  // namespace
}  // namespace hilltop::gomoku

int main(int count, char** arguments) {
  using hilltop::number_in;
  const std::vector<std::string> words(arguments + 1, arguments + count);
  try {
    if (words.size() == 3 && words[0] == "gauge") {
      const auto nodes = number_in<std::int64_t>(words[1]);
      if (nodes && *nodes > 0) return hilltop::gomoku::gauge(*nodes, words[2]);
    } else if (words.size() == 2) {
      const auto seed = number_in<std::uint32_t>(words[0]);
      const auto games = number_in<std::uint32_t>(words[1]);
      if (seed && games) return hilltop::gomoku::make(*seed, *games);
    }
    fmt::print(stderr, "{}", hilltop::gomoku::usage);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "gomoku-tactics: {}\n", problem.what());
  }
  return 2;
}
