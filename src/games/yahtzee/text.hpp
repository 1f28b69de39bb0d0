#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "games/yahtzee/rules.hpp"

namespace hilltop::yahtzee {

// Moves are "keep", "keep 0 3 1" and "score full_house"; a view is one line. Parsing is strict
// except for white space; the rules refuse an index of no die.
struct Text {
  static std::string write(const View& view);
  static std::string write(const Move& move);
  static std::expected<Move, std::string> read(std::string_view text);
};

std::string text_of(const Dice& dice);  // "3 4 3 3 6"

std::vector<std::string_view> words_of(std::string_view text);

// Returns what people type for a box: "3k", "fh".
std::string_view short_name(Category category);

// Returns the winner of a result: "Ann wins with 245", "Ann, Bob and Cid tie with 201". `left`: bit
// i if seat i left; if all did, "Nobody wins: everybody left".
std::string verdict(const Points& points, std::uint64_t left,
                    const std::vector<std::string>& names);

// Returns "Ann, Bob and Cid".
std::string listed(const std::vector<std::string>& names);

}  // namespace hilltop::yahtzee
