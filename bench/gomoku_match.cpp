#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <exception>
#include <fmt/core.h>
#include <fstream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games/gomoku/bots/bots.hpp"
#include "games/gomoku/solver/variant_player.hpp"

// Plays matches between settings of the Gomoku engine, and gauges them by judged positions. It is
// for the gates of docs/champions.md. Limited by nodes, everything runs in this thread, and the
// same games come again; by the clock, on cores that nothing else uses.
namespace hilltop::gomoku {
namespace {

constexpr std::string_view usage =
    R"(usage: gomoku-match [--rule RULE] FIRST SECOND OPENINGS [GAMES [SKIPPED]]
       gomoku-match gauge PLAYER POSITIONS

A player is STAGE:NODES (1:20000; nodes per move), STAGE:NODES:kept (3:20000:kept; keeps what it
found from move to move, as with a clock), STAGE:TIME (3:50ms; by the clock, per move),
STAGE:TIME:THREADS (3:50ms:2), or greedy. OPENINGS has an opening a line, stones
x,y from 0, Black first, in turn; each is played once from each side, until GAMES games are played
(all, if left out) from the line after the first SKIPPED ones. POSITIONS has a JSON object a line
with moves, best and eval ("+M7": the player to move wins with the seventh stone). RULE is freestyle,
standard or renju.
)";

double ms_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

using Moves = std::vector<Point>;

State after(const Moves& moves, RowRule rule = RowRule::five_or_more) {
  State state;
  state.board = VariantBoard({.rows = rule});
  state.phase = Phase::stones;
  state.black = opener;
  state.to_move = Colour::black;
  const Rules rules(FirstToMove::black);
  for (const Point point : moves) {
    if (!rules.refusal(state, Place{point}).empty())
      throw std::runtime_error(fmt::format("illegal stone {},{}", point.x, point.y));
    rules.apply(state, Place{point}, Chance{0, 0});
  }
  return state;
}

class Player {
 public:
  virtual ~Player() = default;
  Point choose(const State& state, std::uint32_t game) {
    const double cpu_before = ms_of(CLOCK_PROCESS_CPUTIME_ID), before = ms_of(CLOCK_MONOTONIC);
    const Point point = decide(state, game);
    cpu_ms_ += ms_of(CLOCK_PROCESS_CPUTIME_ID) - cpu_before;
    ms_ += ms_of(CLOCK_MONOTONIC) - before;
    ++moves_;
    return point;
  }
  std::string costs() const {
    const auto moves = static_cast<double>(std::max<std::int64_t>(1, moves_));
    return fmt::format("{:.2f} ms CPU, {:.2f} ms by the clock and {:.0f} nodes a move, {} moves",
                       cpu_ms_ / moves, ms_ / moves, static_cast<double>(nodes_) / moves, moves_);
  }

 protected:
  virtual Point decide(const State& state, std::uint32_t game) = 0;
  double cpu_ms_ = 0, ms_ = 0;
  std::int64_t moves_ = 0, nodes_ = 0;
};

// The limit under which an engine plays: time if `move_ms` is set, else nodes.
struct EngineTerms {
  VariantPlayer::Limits limits;
  double move_ms = 0;
  bool keeps_positions = false;  // within a game
};

class Engine : public Player {
 public:
  explicit Engine(const EngineTerms& terms) : terms_(terms) {
    if (!terms_.keeps_positions) return;
    terms_.limits.spent = [this] {
      return terms_.move_ms == 0 ? 0 : (ms_of(CLOCK_MONOTONIC) - begun_ms_) / terms_.move_ms;
    };
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  VariantPlayer::Choice search(const State& state) {
    begun_ms_ = ms_of(CLOCK_MONOTONIC);
    return player_.choose(state.board, state.to_move, terms_.limits);
  }

 protected:
  Point decide(const State& state, std::uint32_t game) override {
    terms_.limits.keeps_positions = terms_.keeps_positions && game == game_;
    game_ = game;
    const auto [best, found] = search(state);
    if (found) nodes_ += found->nodes;
    return best;
  }

 private:
  EngineTerms terms_;
  double begun_ms_ = 0;
  std::optional<std::uint32_t> game_;  // of the move before
  VariantPlayer player_{15};
};

class Greedy : public Player {
 protected:
  Point decide(const State& state, std::uint32_t game) override {
    bot_->begin(Chance(1, game));
    return std::get<Place>(bot_->choose(state)).point;
  }

 private:
  std::unique_ptr<Bot<Rules>> bot_ = make_greedy();
};

EngineTerms terms_of(const std::string& text) {
  int stage = 0, threads = 1, read = 0;
  long long amount = 0;
  const auto ends = [&] { return read == static_cast<int>(text.size()); };
  const auto reads = [&](const char* form, auto... into) {
    read = 0;
    std::sscanf(text.c_str(), form, into..., &read);
    return ends();
  };
  const bool by_nodes = reads("%d:%lld%n", &stage, &amount);
  const bool kept = !by_nodes && reads("%d:%lld:kept%n", &stage, &amount);
  const bool by_clock =
      !by_nodes && !kept &&
      (reads("%d:%lldms%n", &stage, &amount) || reads("%d:%lldms:%d%n", &stage, &amount, &threads));
  if ((!by_nodes && !kept && !by_clock) || stage < 1 || stage > static_cast<int>(newest_stage) ||
      amount < 1 || threads < 1)
    throw std::runtime_error(fmt::format("'{}' is not a player\n{}", text, usage));
  EngineTerms terms{.limits = {.solver_nodes = VariantPlayer::solver_nodes_max,
                               .stage = static_cast<EngineStage>(stage),
                               .threads = threads},
                    .keeps_positions = !by_nodes};
  if (!by_clock) {
    terms.limits.nodes = amount;
    terms.limits.solver_nodes =
        std::min(VariantPlayer::solver_nodes_max, std::int64_t{amount / 2 + 1});
  } else {
    terms.limits.nodes = std::numeric_limits<std::int64_t>::max();
    terms.move_ms = static_cast<double>(amount);
  }
  return terms;
}

std::unique_ptr<Player> player_of(const std::string& text) {
  if (text == "greedy") return std::make_unique<Greedy>();
  return std::make_unique<Engine>(terms_of(text));
}

std::ifstream opened(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(fmt::format("cannot read '{}'", path));
  return file;
}

std::vector<Moves> read_openings(const std::string& path) {
  std::ifstream file = opened(path);
  std::vector<Moves> openings;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Moves moves;
    for (std::string word; words >> word;) {
      Point point;
      if (std::sscanf(word.c_str(), "%d,%d", &point.x, &point.y) != 2)
        throw std::runtime_error(
            fmt::format("{}:{}: '{}' is not x,y", path, openings.size() + 1, word));
      moves.push_back(point);
    }
    if (!moves.empty()) openings.push_back(moves);
  }
  return openings;
}

// Plays one game to its end and returns the score of `black`: 1, 0.5 or 0. `moves` begins with the
// opening and grows.
double play(Player& black, Player& white, RowRule rule, Moves& moves, std::uint32_t game) {
  const Rules rules(FirstToMove::black);
  State state = after(moves, rule);
  while (rules.turn(state)) {
    const Point point = (state.to_move == Colour::black ? black : white).choose(state, game);
    if (const Refusal refusal = rules.refusal(state, Place{point}); !refusal.empty())
      throw std::logic_error(std::string(refusal));
    rules.apply(state, Place{point}, Chance{0, 0});
    moves.push_back(point);
  }
  return state.winner ? (*state.winner == opener ? 1 : 0) : 0.5;
}

int match(std::span<const std::string> words, RowRule rule) {
  const auto first = player_of(words[0]), second = player_of(words[1]);
  const std::vector<Moves> openings = read_openings(words[2]);
  const std::size_t skipped = words.size() > 4 ? std::stoul(words[4]) : 0;
  const std::size_t games = std::min(words.size() > 3 ? std::stoul(words[3]) : 2 * openings.size(),
                                     2 * (openings.size() - std::min(openings.size(), skipped)));
  std::set<Moves> distinct;
  std::array<int, 3> results{};  // lost, tied, won
  double sum = 0, squares = 0, pair = 0;
  for (std::size_t game = 0; game < games; ++game) {
    Moves moves = openings[skipped + game / 2];
    const bool first_is_black = game % 2 == 0;
    const double of_black =
        play(first_is_black ? *first : *second, first_is_black ? *second : *first, rule, moves,
             static_cast<std::uint32_t>(game));
    const double score = first_is_black ? of_black : 1 - of_black;
    ++results[static_cast<std::size_t>(2 * score)];
    sum += score;
    pair = game % 2 == 0 ? score : pair + score;
    if (game % 2 == 1) squares += pair * pair / 4;
    distinct.insert(std::move(moves));
  }
  const double count = static_cast<double>(games), pairs = count / 2, mean = sum / count;
  // The two games of an opening are correlated, so the pairs are what varies.
  const double interval = 1.96 * std::sqrt(std::max(0.0, squares / pairs - mean * mean) / pairs);
  fmt::print("{} against {}: {} games, {} distinct: {} won, {} tied, {} lost\n", words[0], words[1],
             games, distinct.size(), results[2], results[1], results[0]);
  fmt::print("  score {:.2f} % ± {:.2f}", 100 * mean, 100 * interval);
  if (mean > 0 && mean < 1) fmt::print(", {:+.0f} Elo", 400 * std::log10(mean / (1 - mean)));
  fmt::print("\n  {}: {}\n  {}: {}\n", words[0], first->costs(), words[1], second->costs());
  return 0;
}

int gauge(std::span<const std::string> words) {
  Engine engine(terms_of(words[1]));
  std::ifstream file = opened(words[2]);
  int positions = 0, agreed = 0, wins = 0, found = 0, wrong = 0;
  std::int64_t nodes = 0;
  const double before = ms_of(CLOCK_PROCESS_CPUTIME_ID);
  for (std::string line; std::getline(file, line);) {
    const auto position = nlohmann::json::parse(line);
    Moves moves;
    for (const auto& move : position.at("moves")) moves.push_back({move.at(0), move.at(1)});
    const Point best{position.at("best").at(0), position.at("best").at(1)};
    const VariantPlayer::Choice result = engine.search(after(moves));
    const VariantPlayer::Choice::Found said = result.found.value_or(VariantPlayer::Choice::Found{});
    const bool win = position.at("eval").get<std::string>().starts_with("+M");
    ++positions;
    nodes += said.nodes;
    agreed += result.best == best;
    wins += win;
    found += win && is_win(said.score);
    wrong += position.at("eval").get<std::string>().starts_with("-M") && is_win(said.score);
  }
  fmt::print(
      "{}: {} of {} wins found ({:.1f} %), {} of {} best moves ({:.1f} %), {} wins claimed of lost "
      "positions; {:.0f} nodes and {:.2f} ms CPU a position\n",
      words[1], found, wins, 100.0 * found / wins, agreed, positions, 100.0 * agreed / positions,
      wrong, static_cast<double>(nodes) / positions,
      (ms_of(CLOCK_PROCESS_CPUTIME_ID) - before) / positions);
  return 0;
}

}  // namespace
}  // namespace hilltop::gomoku

int main(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + count);
  try {
    auto rule = std::optional(hilltop::gomoku::RowRule::five_or_more);
    if (words.size() > 2 && words[0] == "--rule") {
      rule = hilltop::gomoku::row_rule_named(words[1]);
      words.erase(words.begin(), words.begin() + 2);
    }
    if (words.size() == 3 && words[0] == "gauge") return hilltop::gomoku::gauge(words);
    if (rule && words.size() >= 3 && words.size() <= 5) return hilltop::gomoku::match(words, *rule);
    fmt::print(stderr, "{}", hilltop::gomoku::usage);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "gomoku-match: {}\n", problem.what());
  }
  return 2;
}
