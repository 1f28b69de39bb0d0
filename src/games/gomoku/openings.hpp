#pragma once
#include <cstdint>
#include <expected>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/chance.hpp"
#include "games/gomoku/variant.hpp"

namespace hilltop::gomoku {

constexpr std::size_t openings_max = 4096;                          // of a contest
constexpr std::size_t opening_stones_max = 100;                     // of an opening
constexpr std::size_t openings_bytes_max = std::size_t{256} << 10;  // of their file

// The stones of a position from which a game begins, black first and then in turn.
using OpeningStones = std::vector<Point>;

VariantBoard board_of(const OpeningStones& opening, Variant variant = {});

// Openings that games begin from, and the order in which they are played
// (docs/decisions/0043-openings-and-distinct-games.md).
class Openings {
 public:
  explicit Openings(Variant variant = {}) : variant_(variant), board_(variant) {}

  // Adds a stone to the opening that is being read. Returns why it cannot be laid; empty if it can.
  std::string add(Point point);
  // Ends that opening, which messages about others call `name`. Returns why it cannot be used;
  // empty if it can.
  std::string end(std::string name);

  // Reads and writes them as a switch: a stone is 100 X + Y, and -1 follows each opening. Error:
  // what is wrong.
  static std::expected<Openings, std::string> of(std::span<const int> numbers,
                                                 Variant variant = {});
  std::vector<std::int64_t> numbers() const;

  bool empty() const { return openings_.empty(); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(openings_.size()); }
  std::span<const OpeningStones> all() const { return openings_; }

  // Returns the opening of a deal, turned or mirrored. Each is dealt once before any is dealt
  // again, and with each of the eight symmetries once before any symmetry comes again.
  OpeningStones dealt(const Chance& chance) const;

 private:
  using Position = std::vector<int>;  // a board, in the one of its symmetries that sorts first

  Variant variant_;
  std::vector<OpeningStones> openings_;
  std::map<Position, std::string> names_;  // of all openings
  OpeningStones growing_;
  VariantBoard board_;  // of growing_
};

// The switch's numbers: of a stone, and at the end of an opening.
constexpr int opening_end = -1;
constexpr int opening_number_max = 100 * (variant_size_max - 1) + variant_size_max - 1;

}  // namespace hilltop::gomoku
