#pragma once
#include <memory>
#include <span>

#include "games/tictactoe/rules.hpp"

namespace hilltop::tictactoe {

std::span<const HouseBot<Rules>> house_bots();

// Returns the value of marking a cell, for the seat that marks it: above 0 a win, the higher the
// sooner, 0 a tie, below 0 a loss.
int worth_of(const State& view, Move move);

std::unique_ptr<Bot<Rules>> make_perfect();
std::unique_ptr<Bot<Rules>> make_random();

}  // namespace hilltop::tictactoe
