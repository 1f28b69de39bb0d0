#include "games/gomoku/variant.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace hilltop::gomoku {
namespace {

constexpr std::pair<std::string_view, RowRule> rule_names[] = {
    {"freestyle", RowRule::five_or_more},
    {"standard", RowRule::exactly_five},
    {"renju", RowRule::renju},
};

Point along(Point from, Point step, int steps) {
  return {from.x + steps * step.x, from.y + steps * step.y};
}

// The points of each size of board.
std::vector<std::vector<Point>> points_of_sizes() {
  std::vector<std::vector<Point>> sizes(variant_size_max + 1);
  for (int size = 0; size <= variant_size_max; ++size)
    for (int x = 0; x < size; ++x)
      for (int y = 0; y < size; ++y) sizes[static_cast<std::size_t>(size)].push_back({x, y});
  return sizes;
}

}  // namespace

std::optional<RowRule> row_rule_named(std::string_view name) {
  for (const auto& [word, rule] : rule_names)
    if (word == name) return rule;
  return std::nullopt;
}

std::string_view name(RowRule rule) {
  for (const auto& [word, named] : rule_names)
    if (named == rule) return word;
  std::unreachable();
}

VariantBoard::VariantBoard(Variant variant) : variant_(variant) {
  cells_.fill(wall);
  for (int x = 0; x < variant_.size; ++x) std::fill_n(&cell({x, 0}), variant_.size, 0);
}

std::optional<Colour> VariantBoard::at(Point point) const {
  if (has(point, Colour::black)) return Colour::black;
  if (has(point, Colour::white)) return Colour::white;
  return std::nullopt;
}

std::span<const Point> VariantBoard::points() const {
  static const std::vector<std::vector<Point>> sizes = points_of_sizes();
  return sizes[static_cast<std::size_t>(variant_.size)];
}

std::vector<Point> VariantBoard::free_points() const {
  std::vector<Point> free;
  free.reserve(static_cast<std::size_t>(variant_.size * variant_.size - stones_));
  for (int x = 0; x < variant_.size; ++x) {
    const std::uint8_t* const column = &cells_[index({x, 0})];
    for (int y = 0; y < variant_.size; ++y)
      if (column[y] == 0) free.push_back({x, y});
  }
  return free;
}

std::vector<Point> VariantBoard::legal_points(Colour colour) const {
  std::vector<Point> legal = free_points();
  if (variant_.rows == RowRule::renju)
    std::erase_if(legal, [&](Point point) { return forbidden(point, colour); });
  return legal;
}

void VariantBoard::lay(Point point, Colour colour) {
  if (!free(point)) throw std::logic_error("a stone was laid on a point that is not free");
  cell(point) = mark(colour);
  ++stones_;
}

void VariantBoard::take(Point point) {
  if (!at(point)) throw std::logic_error("a stone was taken from a point that has none");
  cell(point) = 0;
  --stones_;
}

// The stones of the colour that follow `from` in a direction.
int VariantBoard::run(Point from, Point step, Colour colour) const {
  const int by = step.x * stride + step.y;
  const std::uint8_t own = mark(colour);
  const std::uint8_t* next = &cells_[index(from)] + by;
  int length = 0;
  for (; *next == own; next += by) ++length;
  return length;
}

// The length of the row through `point`, on which the colour has a stone or would lay one.
int VariantBoard::row(Point point, Point step, Colour colour) const {
  return run(point, {-step.x, -step.y}, colour) + 1 + run(point, step, colour);
}

bool VariantBoard::row_wins(int length, Colour colour) const {
  const bool exactly = variant_.rows == RowRule::exactly_five ||
                       (variant_.rows == RowRule::renju && colour == Colour::black);
  return exactly ? length == row_to_win : length >= row_to_win;
}

bool VariantBoard::wins_at(Point point) const {
  const auto colour = at(point);
  if (!colour) return false;
  for (const Point step : directions)
    if (row_wins(row(point, step, *colour), *colour)) return true;
  return false;
}

bool VariantBoard::would_win(Point point, Colour colour) const {
  if (!free(point)) return false;
  for (const Point step : directions)
    if (row_wins(row(point, step, colour), colour)) return true;
  return false;
}

std::vector<Point> VariantBoard::winning_stones(Point point) const {
  std::vector<Point> stones;
  const auto colour = at(point);
  if (!colour) return stones;
  for (const Point step : directions) {
    const int before = run(point, {-step.x, -step.y}, *colour);
    const int after = run(point, step, *colour);
    if (!row_wins(before + 1 + after, *colour)) continue;
    for (int i = -before; i <= after; ++i) stones.push_back(along(point, step, i));
  }
  std::ranges::sort(stones);
  const auto doubled = std::ranges::unique(stones);
  stones.erase(doubled.begin(), doubled.end());
  return stones;
}

bool VariantBoard::may_lay(Colour colour) const {
  return std::ranges::any_of(points(), [&](Point point) { return legal(point, colour); });
}

// A foul takes four stones besides, all in reach of a row of five: two threes or two fours have two
// each, two fours on one line have four, and six in a row more.
bool VariantBoard::has_stones_for_a_foul(Point point) const {
  constexpr int enough = 4;
  int count = 0;
  for (const Point step : directions)
    for (int i = -(row_to_win - 1); i < row_to_win; ++i)
      count += has(along(point, step, i), Colour::black);
  return count >= enough;
}

Foul VariantBoard::foul_of_black(Point point) const {
  if (!has_stones_for_a_foul(point)) return Foul::none;
  VariantBoard tried = *this;
  return tried.tried_foul(point);
}

// Lays the stone and takes it again.
Foul VariantBoard::tried_foul(Point point) {
  if (would_win(point, Colour::black)) return Foul::none;
  for (const Point step : directions)
    if (row(point, step, Colour::black) > row_to_win) return Foul::overline;
  lay(point, Colour::black);
  const Foul foul = fours(point) > 1       ? Foul::double_four
                    : threes(point, 2) > 1 ? Foul::double_three
                                           : Foul::none;
  take(point);
  return foul;
}

// The points on which one more stone of Black makes exactly five with its stone on `point`.
std::vector<Point> VariantBoard::fives(Point point, Point step) {
  std::vector<Point> found;
  for (int i = -(row_to_win - 1); i < row_to_win; ++i) {
    const Point other = along(point, step, i);
    if (!free(other)) continue;
    if (row(other, step, Colour::black) != row_to_win) continue;
    const int before = run(other, {-step.x, -step.y}, Colour::black);
    const int after = run(other, step, Colour::black);
    if (i < 0 ? after >= -i : before >= i) found.push_back(other);
  }
  return found;
}

// The fours of Black that its stone on `point` belongs to.
int VariantBoard::fours(Point point) {
  int count = 0;
  for (const Point step : directions) {
    const std::vector<Point> ends = fives(point, step);
    // Both ends of four in a row are one four; other pairs are two fours on one line.
    const bool straight = ends.size() == 2 && row(point, step, Colour::black) == row_to_win - 1 &&
                          (ends[1].x - ends[0].x == row_to_win * step.x) &&
                          (ends[1].y - ends[0].y == row_to_win * step.y);
    count += straight ? 1 : static_cast<int>(ends.size());
  }
  return count;
}

int VariantBoard::threes(Point point, int enough) {
  int count = 0;
  for (const Point step : directions) {
    if (count == enough) break;
    count += is_three(point, step);
  }
  return count;
}

bool VariantBoard::is_three(Point point, Point step) {
  if (!fives(point, step).empty()) return false;  // it is a four
  for (int i = -(row_to_win - 2); i <= row_to_win - 2; ++i) {
    const Point next = along(point, step, i);
    if (!free(next)) continue;
    // The three stones and this one must be four in a row with `point` among them.
    const int before = run(next, {-step.x, -step.y}, Colour::black);
    const int after = run(next, step, Colour::black);
    if (before + 1 + after != row_to_win - 1 || !(i < 0 ? after >= -i : before >= i)) continue;
    const Point first = along(next, step, -before - 1), last = along(next, step, after + 1);
    if (!free(first) || !free(last)) continue;
    lay(next, Colour::black);
    const bool straight = row(first, step, Colour::black) == row_to_win &&
                          row(last, step, Colour::black) == row_to_win;
    take(next);
    if (straight && !would_win(next, Colour::black) && tried_foul(next) == Foul::none) return true;
  }
  return false;
}

}  // namespace hilltop::gomoku
