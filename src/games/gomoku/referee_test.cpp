#include <algorithm>
#include <gtest/gtest.h>
#include <map>

#include "core/build_for_test.hpp"
#include "games/gomoku/positions.hpp"
#include "games/gomoku/referee_for_test.hpp"
#include "match/session.hpp"

// The rules of rows, compared with an implementation that shares nothing with them.
namespace hilltop::gomoku::referee_test {
namespace {

char letter_of(Colour colour) { return colour == Colour::black ? 'B' : 'W'; }

std::string said(Foul foul) {
  switch (foul) {
    case Foul::none: return "";
    case Foul::overline: return "six or more";
    case Foul::double_four: return "two fours";
    case Foul::double_three: return "two threes";
  }
  return "?";
}

// Stones close together: threes and fours cross in every second position.
struct Position {
  VariantBoard board;
  referee::Grid grid;
};
Position random_position(const Variant& variant, std::uint32_t seed) {
  Draw draw = Chance(seed, 0).on(0);
  Position position{VariantBoard(variant), referee::Grid(variant.size)};
  constexpr int width = 9;
  const int corner_x =
      static_cast<int>(draw.below(static_cast<std::uint32_t>(variant.size - width + 1)));
  const int corner_y =
      static_cast<int>(draw.below(static_cast<std::uint32_t>(variant.size - width + 1)));
  const std::uint32_t black = 15 + draw.below(25), white = draw.below(15);
  for (int x = corner_x; x < corner_x + width; ++x)
    for (int y = corner_y; y < corner_y + width; ++y) {
      const std::uint32_t stone = draw.below(100);
      if (stone >= black + white) continue;
      const Colour colour = stone < black ? Colour::black : Colour::white;
      position.board.lay({x, y}, colour);
      position.grid = position.grid.with({x, y}, letter_of(colour));
    }
  return position;
}

TEST(Referee, FindsTheSameForbiddenPoints) {  // G15
  const std::uint32_t positions = is_night() ? 5'000 : sanitized ? 8 : 100;
  std::map<std::string, std::uint32_t> fouls;
  for (const int size : board_sizes)
    for (std::uint32_t seed = 0; seed < positions; ++seed) {
      const Position position = random_position({size, RowRule::renju}, seed);
      for (const Point point : position.board.points()) {
        if (!position.board.free(point)) continue;
        const std::string foul = referee::foul(position.grid, {point.x, point.y});
        ASSERT_EQ(said(position.board.foul(point, Colour::black)), foul)
            << size << ' ' << seed << ": " << point.x << ',' << point.y;
        ++fouls[foul];
      }
    }
  for (const char* const foul : {"six or more", "two fours", "two threes"})
    EXPECT_GT(fouls[foul], positions / 2) << foul;
}

TEST(Referee, FindsTheSameWins) {  // G2, G14
  const std::pair<RowRule, std::string> all_rows[] = {{RowRule::five_or_more, "freestyle"},
                                                      {RowRule::exactly_five, "standard"},
                                                      {RowRule::renju, "renju"}};
  for (const auto& [rule, rows] : all_rows) {
    constexpr std::uint32_t seeds = sanitized ? 30 : 400;
    std::uint32_t wins = 0;
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
      const Position position = random_position({20, rule}, seed);
      for (const Point point : position.board.points())
        for (const Colour colour : {Colour::black, Colour::white}) {
          if (!position.board.free(point)) continue;
          const auto grid = position.grid.with({point.x, point.y}, letter_of(colour));
          const bool won = referee::wins(grid, {point.x, point.y}, rows);
          ASSERT_EQ(position.board.would_win(point, colour), won) << rows << ' ' << seed;
          wins += won;
          VariantBoard laid = position.board;
          laid.lay(point, colour);
          ASSERT_EQ(laid.wins_at(point), won);
          ASSERT_EQ(laid.winning_stones(point).size() >= row_to_win, won);
        }
    }
    EXPECT_GT(wins, seeds / 4) << rows;
  }
}

// Replays random games of each rule set with the referee's rules.
TEST(Referee, AgreesWithWholeGames) {
  for (const auto& [name, size] : rule_sets_without_swap2()) {
    const Rules rules = rules_of(name, size);
    for (std::uint32_t game = 0; game < (sanitized ? 3 : 10); ++game) {
      Session<Rules> session(rules, 2, Chance(3, game));
      Draw draw = Chance(9, game).on(0);
      referee::Grid grid(size);
      std::optional<Seat> winner;
      while (const auto seat = session.pending()) {
        ASSERT_FALSE(winner) << name;
        const State& state = session.state();
        const auto moves = rules.legal_moves(state);
        const Point point =
            std::get<Place>(moves[draw.below(static_cast<std::uint32_t>(moves.size()))]).point;
        const Colour colour = state.to_move;
        ASSERT_EQ(*seat == opener, colour == Colour::black);
        if (colour == Colour::black && name == "renju") {
          ASSERT_EQ(referee::foul(grid, {point.x, point.y}), "");
        }
        grid = grid.with({point.x, point.y}, letter_of(colour));
        ASSERT_EQ(session.play(*seat, Place{point}), "");
        if (referee::wins(grid, {point.x, point.y}, name)) winner = *seat;
      }
      EXPECT_EQ(session.state().winner, winner) << name << ' ' << game;
    }
  }
}

}  // namespace
}  // namespace hilltop::gomoku::referee_test
