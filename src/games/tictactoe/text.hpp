#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "games/tictactoe/rules.hpp"

namespace hilltop::tictactoe {

// The notation of records: a move is its cell's number.
struct Text {
  static std::string write(const State& view);
  static std::string write(Move move);
  static std::expected<Move, std::string> read(std::string_view text);
};

}  // namespace hilltop::tictactoe
