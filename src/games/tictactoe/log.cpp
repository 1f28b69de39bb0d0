#include "games/tictactoe/log.hpp"

namespace hilltop::tictactoe {

std::string Log::opening() const {
  return "Tic-tac-toe: " + names_[0] + " plays X, " + names_[1] + " plays O\n";
}

std::string Log::played(Seat seat, Move move) {
  Rules::apply(state_, move, chance_);
  return name(seat) + " marks " + std::to_string(move.cell) + " with " + mark(seat) + '\n';
}

std::string Log::retired(Seat seat, std::string_view fault) {
  Rules::retire(state_, seat, chance_);
  return name(seat) + " is out: " + std::string(fault) + '\n';
}

std::string Log::closing() const {
  return state_.winner ? name(*state_.winner) + " wins\n" : "The game is a tie\n";
}

}  // namespace hilltop::tictactoe
