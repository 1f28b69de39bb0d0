#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <exception>
#include <fmt/core.h>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/text.hpp"
#include "games/gomoku/engine/opening.hpp"
#include "games/gomoku/engine/search.hpp"

// Plays the engine against itself from the first stone on, to see whether its openings are even:
// the second player, who chooses a colour, should win about half of the games (docs/champions.md).
namespace hilltop::gomoku {
namespace {

constexpr std::string_view usage = R"(usage: gomoku-swap2 black|balance NODES SEED GAMES
       gomoku-swap2 book black|balance SEED LINES

Plays until GAMES games differ. black and balance are the switch first_to_move; NODES are those of a
stone after the opening. Or makes a book of LINES openings (src/games/gomoku/engine/opening_book.cpp):
three random stones after which the better choice of the second player is worth little, searching few
nodes and many.
)";

constexpr int repeats_max = 20;  // games per game wanted, after which there are no more

struct Played {
  std::vector<std::string> moves;
  std::array<double, 2> scores;  // by seat
  std::size_t choice;            // of the second player: the index of its Move
};

class Match {
 public:
  Match(FirstToMove first_to_move, std::int64_t nodes) : rules_(first_to_move), nodes_(nodes) {}

  Played play(std::uint32_t seed, std::uint32_t game) {
    Played played{{}, {0.5, 0.5}, 0};
    State state = rules_.start(2, Chance{0, 0});
    while (rules_.turn(state)) {
      const Move move = choose(state, Chance(seed, game));
      if (state.phase == Phase::choosing) played.choice = move.index();
      rules_.apply(state, move, Chance{0, 0});
      played.moves.push_back(written(state, move));
    }
    if (state.winner) {
      const auto winner = static_cast<std::size_t>(index(*state.winner));
      played.scores[winner] = 1;
      played.scores[1 - winner] = 0;
    }
    return played;
  }

 private:
  Move choose(const State& state, const Chance& chance) {
    switch (state.phase) {
      case Phase::opening: {
        Draw draw = chance.on(0);
        return OpeningChooser::open(state.first_to_move, draw);
      }
      case Phase::choosing: return OpeningChooser(search_).choose(state);
      case Phase::picking: return PickColour{OpeningChooser(search_).pick(state)};
      default: return Place{search_.run(state.board, state.to_move, {.nodes = nodes_}).best};
    }
  }
  // The last stone tells moves apart; a choice without a stone, by its kind.
  static std::string written(const State& state, const Move& move) {
    return fmt::format("{} {},{} {}", move.index(), state.last_stone->x, state.last_stone->y,
                       state.board.stones());
  }

  Rules rules_;
  std::int64_t nodes_;
  Search<15> search_;
};

int play(FirstToMove first_to_move, std::int64_t nodes, std::uint32_t seed, std::size_t games) {
  Match match(first_to_move, nodes);
  std::set<std::vector<std::string>> distinct;
  std::array<int, std::variant_size_v<Move>> choices{};
  double score = 0, squares = 0;
  std::uint32_t game = 0;
  for (; distinct.size() < games && game < games * repeats_max; ++game) {
    Played played = match.play(seed, game);
    if (!distinct.insert(std::move(played.moves)).second) continue;
    score += played.scores[1];
    squares += played.scores[1] * played.scores[1];
    ++choices[played.choice];
  }
  const auto count = static_cast<double>(distinct.size());
  const double mean = score / count;
  const double interval = 1.96 * std::sqrt((squares / count - mean * mean) / count);
  fmt::print("{} distinct games of {}: the second player scores {:.1f} % ± {:.1f}\n",
             distinct.size(), game, 100 * mean, 100 * interval);
  fmt::print("it took black {} times, took white {} times, laid two stones {} times\n",
             choices[Move(TakeBlack{}).index()], choices[Move(TakeWhite{}).index()],
             choices[Move(PlaceTwo{}).index()]);
  return 0;
}

constexpr std::int64_t book_nodes[] = {1'000, 10'000, 100'000};
// What the second player's choice may be worth. If Black moves first whatever is laid, White with
// another stone or Black with the first move is always worth something.
constexpr int choice_max(FirstToMove rule) { return rule == FirstToMove::black ? 180 : 60; }

Open mirrored(Open open, unsigned symmetry) {
  for (Point* point : {&open.first_black, &open.second_black, &open.white}) {
    const int far = board_size - 1;
    if ((symmetry & 1) != 0) point->x = far - point->x;
    if ((symmetry & 2) != 0) point->y = far - point->y;
    if ((symmetry & 4) != 0) std::swap(point->x, point->y);
  }
  if (open.second_black < open.first_black) std::swap(open.first_black, open.second_black);
  return open;
}

// The same for all eight symmetries.
std::array<Point, 3> canonical(const Open& open) {
  std::array<Point, 3> least{};
  for (unsigned symmetry = 0; symmetry < 8; ++symmetry) {
    const Open turned = mirrored(open, symmetry);
    const std::array<Point, 3> stones{turned.first_black, turned.second_black, turned.white};
    if (symmetry == 0 || stones < least) least = stones;
  }
  return least;
}

// Whether the second player gets little by taking the better colour.
bool is_fair(AnySearch& search, const Open& open, FirstToMove rule) {
  const Rules rules(rule);
  State state = rules.start(2, Chance{0, 0});
  rules.apply(state, open, Chance{0, 0});
  return std::ranges::all_of(book_nodes, [&](std::int64_t nodes) {
    const auto [black, white, stone] = OpeningChooser(search).worths(state, nodes);
    return std::max(black, white) <= choice_max(rule);
  });
}

int make_book(FirstToMove first_to_move, std::uint32_t seed, std::size_t lines) {
  Search<15> search;
  Draw draw = Chance(seed, 0).on(0);
  std::set<std::array<Point, 3>> book;
  while (book.size() < lines) {
    const auto any = [&] { return all_points[draw.below(board_points)]; };
    const Open open{any(), any(), any()};
    if (open.first_black == open.second_black || open.first_black == open.white ||
        open.second_black == open.white || book.contains(canonical(open)) ||
        !is_fair(search, open, first_to_move))
      continue;
    book.insert(canonical(open));
    fmt::print("    {{{{{}, {}}}, {{{}, {}}}, {{{}, {}}}}},\n", open.first_black.x,
               open.first_black.y, open.second_black.x, open.second_black.y, open.white.x,
               open.white.y);
  }
  return 0;
}

}  // namespace
}  // namespace hilltop::gomoku

int main(int count, char** arguments) {
  using namespace hilltop;
  std::vector<std::string> words(arguments + 1, arguments + count);
  try {
    const bool book = !words.empty() && words[0] == "book";
    if (book) words[0] = "1";  // where the nodes are
    if (book && words.size() == 4) std::swap(words[0], words[1]);
    if (words.size() == 4 && (words[0] == "black" || words[0] == "balance")) {
      const auto first =
          words[0] == "black" ? gomoku::FirstToMove::black : gomoku::FirstToMove::balance;
      const auto nodes = number_in<std::int64_t>(words[1]);
      const auto seed = number_in<std::uint32_t>(words[2]);
      const auto lines = number_in<std::size_t>(words[3]);
      if (nodes && *nodes > 0 && seed && lines && *lines > 0)
        return book ? gomoku::make_book(first, *seed, *lines)
                    : gomoku::play(first, *nodes, *seed, *lines);
    }
    fmt::print(stderr, "{}", gomoku::usage);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "gomoku-swap2: {}\n", problem.what());
  }
  return 2;
}
