#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "games/pig/rules.hpp"

namespace hilltop::pig {

// The notation of records: a move is "roll" or "hold", a view is one line.
struct Text {
  static std::string write(const State& view);
  static std::string write(Move move);
  static std::expected<Move, std::string> read(std::string_view text);
};

// What both sides see, as a line of words and numbers.
std::string seen_by_all(const State& view);

// "Ann, Bob and Cid".
std::string listed(const std::vector<std::string>& names);

// How the game ended: "Ann wins with 103", "Ann and Bob tie with 80".
std::string verdict(const State& state, const std::vector<std::string>& names);

}  // namespace hilltop::pig
