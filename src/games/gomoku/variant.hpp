#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "games/gomoku/board.hpp"

namespace hilltop::gomoku {

// Which rows win, and what Black may not lay. The numbers are those of Gomocup's `INFO rule`.
enum class RowRule : std::uint8_t {
  five_or_more = 0,  // freestyle
  exactly_five = 1,  // "standard": six or more in a row are nothing
  renju = 4,         // Black wins by exactly five and has forbidden points; White by five or more
};

// A board and its rows (RULES.md, G13). The rule sets play on 15 x 15 and 20 x 20; the solver knows
// other sizes too.
struct Variant {
  int size = 15;  // 5 to variant_size_max
  RowRule rows = RowRule::five_or_more;

  friend bool operator==(const Variant&, const Variant&) = default;
};

constexpr int variant_size_max = 20;
constexpr int variant_points_max = variant_size_max * variant_size_max;

// nullopt if the name is none of freestyle, standard, renju.
std::optional<RowRule> row_rule_named(std::string_view name);
std::string_view name(RowRule rule);

// Why Black may not lay a stone under renju (G15).
enum class Foul : std::uint8_t { none, overline, double_four, double_three };

// Stones on the board of a variant. Knows the rules, and nothing of how to play well.
class VariantBoard {
 public:
  VariantBoard() : VariantBoard(Variant{}) {}
  explicit VariantBoard(Variant variant);

  const Variant& variant() const { return variant_; }
  int size() const { return variant_.size; }
  bool inside(Point point) const {
    return 0 <= point.x && point.x < variant_.size && 0 <= point.y && point.y < variant_.size;
  }
  bool free(Point point) const { return inside(point) && cell(point) == 0; }
  bool has(Point point, Colour colour) const {
    return inside(point) && cell(point) == mark(colour);
  }
  std::optional<Colour> at(Point point) const;
  int stones() const { return stones_; }
  bool full() const { return stones_ == variant_.size * variant_.size; }
  std::span<const Point> points() const;  // all of the board, sorted by (X,Y)
  std::vector<Point> free_points() const;
  // Those on which the colour may lay a stone.
  std::vector<Point> legal_points(Colour colour) const;

  // The place of a point of the board in its memory, for loops over many boards.
  using Place = std::uint16_t;
  static constexpr Place place(Point point) {
    return static_cast<Place>((point.x + 1) * stride + point.y + 1);
  }
  bool has_at(Place place, Colour colour) const { return cells_[place] == mark(colour); }

  void lay(Point point, Colour colour);  // the point must be free
  void take(Point point);                // there must be a stone

  // Whether the stone on `point` belongs to a row that wins. Only the rows through it are looked
  // at.
  bool wins_at(Point point) const;
  // Whether a stone of the colour on this free point would win.
  bool would_win(Point point, Colour colour) const;
  // Returns the stones of the winning rows through `point`, along the board; empty if there are
  // none.
  std::vector<Point> winning_stones(Point point) const;

  // Whether the rules forbid the colour this free point: for Black under renju a row of six or
  // more, two fours or two threes, unless the stone makes five. A three is a row that one more
  // stone, which is not forbidden itself and makes no five, turns into a straight four; a straight
  // four is four in a row that either of two stones makes five. (Renju International Federation,
  // The International Rules of Renju, section 3.)
  Foul foul(Point point, Colour colour) const {
    if (variant_.rows != RowRule::renju || colour == Colour::white || !free(point))
      return Foul::none;
    return foul_of_black(point);
  }
  bool forbidden(Point point, Colour colour) const { return foul(point, colour) != Foul::none; }
  bool legal(Point point, Colour colour) const { return free(point) && !forbidden(point, colour); }
  // Whether any point is legal for the colour. White always has one until the board is full.
  bool may_lay(Colour colour) const;

  friend bool operator==(const VariantBoard&, const VariantBoard&) = default;

 private:
  static constexpr std::uint8_t wall = 3;
  static constexpr int stride = variant_size_max + 2;

  static std::uint8_t mark(Colour colour) { return colour == Colour::black ? 1 : 2; }
  // The place of a point on the board or next to it, where there is a wall.
  static std::size_t index(Point point) { return place(point); }
  std::uint8_t cell(Point point) const { return cells_[index(point)]; }
  std::uint8_t& cell(Point point) { return cells_[index(point)]; }
  int run(Point from, Point step, Colour colour) const;
  int row(Point point, Point step, Colour colour) const;
  bool row_wins(int length, Colour colour) const;
  std::vector<Point> fives(Point point, Point step);
  int fours(Point point);
  int threes(Point point, int enough);
  bool is_three(Point point, Point step);
  bool has_stones_for_a_foul(Point point) const;
  Foul foul_of_black(Point point) const;
  Foul tried_foul(Point point);

  Variant variant_;
  std::array<std::uint8_t, static_cast<std::size_t>(stride* stride)> cells_{};
  int stones_ = 0;
};

}  // namespace hilltop::gomoku
