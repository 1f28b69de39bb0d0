#pragma once
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// The game's notation, for records and logs: RULES.md, "Notation of records".
struct Text {
  static std::string write(const State& view);
  static std::string write(const Move& move);
  static std::expected<Move, std::string> read(std::string_view text);
};

// Parts shared by the notation and the wire. A point is `(X,Y)`. Readers parse the whole text and
// accept any integers for X and Y; the rules refuse points off the board (W4). nullopt if the text
// is malformed.
char letter(Colour colour);            // 'B' or 'W'
std::string_view name(Colour colour);  // "black" or "white"
std::string_view name(Phase phase);
std::string text_of(Point point);                // "(3,4)"
std::string text_of(const VariantBoard& board);  // W1: [((3,4),"B"),…] sorted by (X,Y)
// The stones may be in any order.
std::optional<VariantBoard> read_board(std::string_view text, Variant variant = {});
std::optional<Open> read_open(std::string_view text);
std::optional<PlaceTwo> read_two(std::string_view text);
std::optional<Point> read_point(std::string_view text);
std::optional<Colour> read_colour(std::string_view text);

}  // namespace hilltop::gomoku
