#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/search_note.hpp"
#include "games/gomoku/board.hpp"

// The words of the Gomocup protocol ("Gomoku AI protocol", Martin Petříček and Petr Laštovička).
namespace hilltop::gomocup {

using gomoku::Point;

std::string write_point(Point point);                    // "7,8"
std::optional<Point> read_point(std::string_view text);  // allows white space around numbers

// The kinds of an engine's lines.
enum class Kind {
  remark,   // MESSAGE, DEBUG and empty lines: for people
  ok,       // OK
  error,    // ERROR
  unknown,  // UNKNOWN
  swap,     // SWAP
  points,   // one to three points: "7,8" or "7,8 9,9"
  about,    // the form that the protocol gives the answer to ABOUT: name="…", …
  other,
};
struct EngineReply {
  Kind kind;
  std::vector<Point> points;  // of the kind `points`
};
EngineReply read_reply(std::string_view line);

// Adds what a line for people says of the engine's search; what an earlier line said remains unless
// the line says it anew. The forms are in docs/gomocup.md.
void take_search(SearchNote& note, std::string_view line);

}  // namespace hilltop::gomocup
