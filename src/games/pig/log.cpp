#include "games/pig/log.hpp"

#include "games/pig/text.hpp"

namespace hilltop::pig {

std::string Log::opening() const {
  return "Pig to " + std::to_string(state_.target) + ": " + listed(names_) + '\n';
}

std::string Log::played(Seat seat, Move move) {
  const std::string event = move == Move::roll ? rolled(Rules::next_die(state_, chance_)) : held();
  Rules::apply(state_, move, chance_);
  return name(index(seat)) + event + '\n';
}

std::string Log::rolled(int die) const {
  if (die == losing_face)
    return " rolls 1 and scores nothing (score " + std::to_string(state_.my_score()) + ')';
  return " rolls " + std::to_string(die) + " (turn total " +
         std::to_string(state_.turn_total + die) + ')';
}

std::string Log::held() const {
  return " holds " + std::to_string(state_.turn_total) + " (score " +
         std::to_string(state_.my_score() + state_.turn_total) + ')';
}

std::string Log::retired(Seat seat, std::string_view fault) {
  Rules::retire(state_, seat, chance_);
  return name(index(seat)) + " leaves the game: " + std::string(fault) + " (score " +
         std::to_string(state_.score(index(seat))) + ")\n";
}

std::string Log::closing() const {
  std::string text = "Scores:";
  for (int seat = 0; seat < state_.seats; ++seat)
    text += (seat == 0 ? " " : ", ") + name(seat) + ' ' + std::to_string(state_.score(seat));
  return text + '\n' + verdict(state_, names_) + '\n';
}

}  // namespace hilltop::pig
