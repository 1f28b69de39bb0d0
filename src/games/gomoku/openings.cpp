#include "games/gomoku/openings.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "games/gomoku/symmetry.hpp"

namespace hilltop::gomoku {
namespace {

// Occasions of a Chance whose game is the number of the round through all openings (order), or the
// number of the opening (symmetry).
constexpr std::uint32_t order_occasion = 0, symmetry_occasion = 1;
constexpr std::uint32_t rounds_of_network = 4;

constexpr int number_of(Point point) { return 100 * point.x + point.y; }
constexpr Point point_of(int number) { return {number / 100, number % 100}; }

std::vector<int> sorted_board(const OpeningStones& opening, std::uint32_t symmetry, int size) {
  std::vector<int> board;
  for (std::size_t i = 0; i < opening.size(); ++i)
    board.push_back(2 * number_of(turned(opening[i], symmetry, size)) + static_cast<int>(i % 2));
  std::ranges::sort(board);
  return board;
}

std::vector<int> position_of(const OpeningStones& opening, int size) {
  std::vector<int> first = sorted_board(opening, 0, size);
  for (std::uint32_t symmetry = 1; symmetry < symmetries; ++symmetry)
    first = std::min(first, sorted_board(opening, symmetry, size));
  return first;
}

// Returns the number at `place` of an order of 0..count-1 that the luck chooses, without making the
// whole order: a Feistel network (Luby and Rackoff, SIAM J. Comput. 17, 1988) permutes the numbers
// of some bits, and is walked until a number is below `count` (Black and Rogaway, CT-RSA 2002).
std::uint32_t shuffled(std::uint32_t place, std::uint32_t count, const Chance& luck) {
  const int half = std::max(1, (static_cast<int>(std::bit_width(count - 1)) + 1) / 2);
  const std::uint32_t mask = (std::uint32_t{1} << half) - 1;
  do {
    std::uint32_t left = place >> half, right = place & mask;
    for (std::uint32_t round = 0; round < rounds_of_network; ++round) {
      Draw draw = luck.on(order_occasion, round << 16 | right);
      left = std::exchange(right, left ^ (draw.word32() & mask));
    }
    place = left << half | right;
  } while (place >= count);
  return place;
}

std::array<std::uint32_t, symmetries> symmetries_in_order(const Chance& luck) {
  std::array<std::uint32_t, symmetries> order;
  std::iota(order.begin(), order.end(), 0u);
  Draw draw = luck.on(symmetry_occasion);
  for (std::uint32_t left = symmetries; left > 1; --left)
    std::swap(order[left - 1], order[draw.below(left)]);
  return order;
}

}  // namespace

VariantBoard board_of(const OpeningStones& opening, Variant variant) {
  VariantBoard board(variant);
  Colour colour = Colour::black;
  for (const Point point : opening) board.lay(point, std::exchange(colour, other(colour)));
  return board;
}

std::string Openings::add(Point point) {
  if (growing_.empty() && openings_.size() == openings_max)
    return "more than " + std::to_string(openings_max) + " openings";
  if (!board_.inside(point)) return "the stone is off the board";
  if (!board_.free(point)) return "the opening has a stone there already";
  if (growing_.size() == opening_stones_max)
    return "an opening has at most " + std::to_string(opening_stones_max) + " stones";
  const Colour colour = growing_.size() % 2 == 0 ? Colour::black : Colour::white;
  if (board_.forbidden(point, colour)) return "renju forbids black this point";
  board_.lay(point, colour);
  growing_.push_back(point);
  if (board_.wins_at(point)) return "the stone completes a row of five, so the game is won already";
  return {};
}

std::string Openings::end(std::string name) {
  if (growing_.empty()) return "an opening has at least one stone";
  const auto [same, is_new] = names_.emplace(position_of(growing_, variant_.size), std::move(name));
  if (!is_new)
    return "the same position as " + same->second +
           ", as it is or turned or mirrored: delete one of the two, for each opening is played "
           "turned and mirrored anyway";
  openings_.push_back(std::exchange(growing_, {}));
  board_ = VariantBoard(variant_);
  return {};
}

std::expected<Openings, std::string> Openings::of(std::span<const int> numbers, Variant variant) {
  Openings openings(variant);
  const auto name = [&] { return "opening " + std::to_string(openings.size() + 1); };
  const auto bad = [&](const std::string& why) { return std::unexpected(name() + ": " + why); };
  for (const int number : numbers) {
    const std::string why =
        number == opening_end ? openings.end(name()) : openings.add(point_of(number));
    if (!why.empty()) return bad(why);
  }
  if (!openings.growing_.empty()) return bad("-1 is missing at its end");
  return openings;
}

std::vector<std::int64_t> Openings::numbers() const {
  std::vector<std::int64_t> numbers;
  for (const OpeningStones& opening : openings_) {
    for (const Point point : opening) numbers.push_back(number_of(point));
    numbers.push_back(opening_end);
  }
  return numbers;
}

OpeningStones Openings::dealt(const Chance& chance) const {
  const std::uint32_t round = chance.game() / size();
  const std::uint32_t number =
      shuffled(chance.game() % size(), size(), Chance(chance.key(), round));
  const std::uint32_t symmetry =
      symmetries_in_order(Chance(chance.key(), number))[round % symmetries];
  OpeningStones opening = openings_[number];
  for (Point& point : opening) point = turned(point, symmetry, variant_.size);
  return opening;
}

}  // namespace hilltop::gomoku
