#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/seat.hpp"

// Text with inks, in which games draw what people see. The terminal or page decides what an ink
// looks like, or shows the text alone: no ink may be the only carrier of a fact.
namespace hilltop {

enum class Ink : std::uint8_t {
  plain,
  strong,  // what the player needs first
  faint,   // frames, labels and what is long past
  good,    // a choice that pays
  alert,   // a message that needs attention
  mine,    // of the player that looks
  theirs,  // of an opponent
};

// Lines of pieces of text. The lines have no line feeds.
class Drawing {
 public:
  struct Piece {
    std::string text;
    Ink ink = Ink::plain;
    friend bool operator==(const Piece&, const Piece&) = default;
  };
  using Line = std::vector<Piece>;

  Drawing() = default;
  // Returns the lines of a text in one ink.
  static Drawing of(std::string_view text, Ink ink = Ink::plain);

  // Adds to the last line.
  Drawing& add(std::string_view text, Ink ink = Ink::plain);
  Drawing& end_line();
  Drawing& append(const Drawing& below);

  const std::vector<Line>& lines() const { return lines_; }
  int rows() const { return static_cast<int>(lines_.size()); }
  int columns() const;  // of the widest line
  friend bool operator==(const Drawing&, const Drawing&) = default;

 private:
  std::vector<Line> lines_;
  bool open_ = false;  // whether the last line may grow
};

int columns_of(const Drawing::Line& line);

// Returns the two next to each other, `gap` columns apart.
Drawing beside(const Drawing& left, const Drawing& right, int gap);

// Returns the text without inks and without spaces at the ends of lines, which end with line feeds.
std::string text_of(const Drawing& drawing);

// Return the text filled up with spaces to `columns` terminal columns, on the right or on the left.
std::string left_aligned(std::string_view text, int columns);
std::string right_aligned(std::string_view text, int columns);

// Returns the text cut to `columns` terminal columns, with `mark` in the place of what is missing.
// Digits at its end remain: "Player 2" becomes "Pl…2".
std::string abbreviated(std::string_view text, int columns, std::string_view mark);

// When a table is drawn: while the player decides, or while it confirms something before or after
// that. Then what comes next must not show yet.
enum class Moment : std::uint8_t { before, deciding, after };

// What a game must know to draw.
struct Canvas {
  bool unicode = false;  // false: ASCII
  int columns = 80, rows = 24;
  Moment moment = Moment::deciding;
  Seat seat{};  // of the player that looks
};

// A drawn table. `aside` is narrow and goes next to the table or below it.
struct DrawnTable {
  Drawing table, aside = {};
};

}  // namespace hilltop
