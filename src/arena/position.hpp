#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <variant>

#include "arena/written_advice.hpp"
#include "core/fault.hpp"
#include "match/record.hpp"
#include "play/entrant.hpp"
#include "runner/report.hpp"

// One question to a bot, outside of a game.
namespace hilltop::arena {

// What the protocol writes after "turn N " (docs/protocol.md), in a game of `seats` players unless
// the view tells their number.
struct TypedView {
  std::string text;
  int seats = 2;
};

// The position in which a record ends, or a view as text.
using Position = std::variant<Record, TypedView>;

struct AnswerToPosition {
  std::string asked;           // the view as text
  std::string answer;          // in the game's notation; empty after a fault without an answer
  std::optional<Fault> fault;  // also if the rules refuse the answer, which a text cannot tell
  std::chrono::nanoseconds took{0};
  std::optional<runner::Layers> sandbox;
  // For a house bot: what the game's strongest player would do, with the worth of each choice;
  // nullopt if the game has no adviser.
  std::optional<WrittenAdvice> advice;
};

}  // namespace hilltop::arena
