#include "games/gomoku/trace.hpp"

#include <algorithm>
#include <variant>

namespace hilltop::gomoku {
namespace {

// The kinds of codes. A code is a kind and what comes with it, so no two decisions share one.
enum class Code : std::uint64_t { open = 1, take_black, take_white, place_two, pick, place, stone };

constexpr std::size_t cell(Point point, int size) {
  return static_cast<std::size_t>(point.x * size + point.y);
}

// Table of the cells that symmetries turn a cell into.
template <int size>
constexpr auto turned_cells = [] {
  std::array<std::array<std::uint16_t, symmetries>, std::size_t{size} * size> table{};
  for (int x = 0; x < size; ++x)
    for (int y = 0; y < size; ++y)
      for (std::uint32_t symmetry = 0; symmetry < symmetries; ++symmetry)
        table[cell({x, y}, size)][symmetry] =
            static_cast<std::uint16_t>(cell(turned({x, y}, symmetry, size), size));
  return table;
}();

const std::array<std::uint16_t, symmetries>& turned_cell(Point point, int size) {
  static_assert(board_sizes == std::array{15, 20});
  return size == board_sizes.front() ? turned_cells<board_sizes.front()>[cell(point, size)]
                                     : turned_cells<board_sizes.back()>[cell(point, size)];
}

// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
constexpr std::uint64_t mixed(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
  value = (value ^ value >> 27) * 0x94d049bb133111eb;
  return value ^ value >> 31;
}

constexpr std::uint64_t code(Code kind, std::uint64_t first = 0, std::uint64_t second = 0,
                             std::uint64_t third = 0) {
  return static_cast<std::uint64_t>(kind) << 24 | third << 16 | second << 8 | first;
}

// The code of one stone. A cell of 20 x 20 takes nine bits, so the ninth stands apart.
constexpr std::uint64_t code_of_stone(Code kind, std::uint64_t cell, std::uint64_t colour = 0) {
  return code(kind, cell & 0xff, colour, cell >> 8);
}

}  // namespace

template <class CodeOf>
void Trace::add(CodeOf&& code_of) {
  for (std::uint32_t symmetry = 0; symmetry < symmetries; ++symmetry)
    hashes_[symmetry] = mixed(hashes_[symmetry] ^ code_of([symmetry, this](Point point) {
                                return std::uint64_t{turned_cell(point, size_)[symmetry]};
                              }));
}

struct MoveTrace {
  Trace& trace;

  void operator()(const Open& move) const {
    trace.add([&](auto at) {
      const auto [low, high] = std::minmax({at(move.first_black), at(move.second_black)});
      return code(Code::open, low, high, at(move.white));
    });
  }
  void operator()(const TakeBlack&) const {
    trace.add([](auto) { return code(Code::take_black); });
  }
  void operator()(const TakeWhite& move) const {
    trace.add([&](auto at) { return code(Code::take_white, at(move.white)); });
  }
  void operator()(const PlaceTwo& move) const {
    trace.add([&](auto at) { return code(Code::place_two, at(move.black), at(move.white)); });
  }
  void operator()(const PickColour& move) const {
    trace.add([&](auto) { return code(Code::pick, static_cast<std::uint64_t>(move.colour)); });
  }
  void operator()(const Place& move) const {
    trace.add([&](auto at) { return code_of_stone(Code::place, at(move.point)); });
  }
};

// The stones of a given opening (G12) are a set: a sum of their hashes does not tell their order.
Trace::Trace(const State& start) : size_(start.board.size()) {
  if (start.board.stones() == 0) return;
  for (const Point point : start.board.points())
    if (const auto colour = start.board.at(point))
      for (std::uint32_t symmetry = 0; symmetry < symmetries; ++symmetry)
        hashes_[symmetry] += mixed(code_of_stone(Code::stone, turned_cell(point, size_)[symmetry],
                                                 static_cast<std::uint64_t>(*colour)));
}

void Trace::played(const Move& move) { std::visit(MoveTrace{*this}, move); }

std::uint64_t Trace::value() const { return std::ranges::min(hashes_); }

}  // namespace hilltop::gomoku
