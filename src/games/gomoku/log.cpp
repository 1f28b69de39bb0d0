#include "games/gomoku/log.hpp"

#include "games/gomoku/text.hpp"

namespace hilltop::gomoku {
namespace {

std::string word(Colour colour) { return std::string(name(colour)); }

// Returns how the game is called: its rows and board, if they are not those of Swap2.
std::string called(const Variant& variant) {
  if (variant == Variant{}) return "Gomoku";
  const std::string size = std::to_string(variant.size);
  return "Gomoku, " + std::string(name(variant.rows)) + " on " + size + " x " + size;
}

// Writes the sentence about a move that follows the player's name.
struct Teller {
  const State& before;
  const std::string& opponent;

  std::string operator()(const Open& move) const {
    return "opens with black " + text_of(move.first_black) + ", black " +
           text_of(move.second_black) + " and white " + text_of(move.white);
  }
  std::string operator()(const TakeBlack&) const { return "takes black"; }
  std::string operator()(const TakeWhite& move) const {
    return "takes white and lays white " + text_of(move.white);
  }
  std::string operator()(const PlaceTwo& move) const {
    return "lays black " + text_of(move.black) + " and white " + text_of(move.white) +
           "; the colour is " + opponent + "'s to pick";
  }
  std::string operator()(const PickColour& move) const { return "picks " + word(move.colour); }
  std::string operator()(const Place& move) const {
    return "lays " + word(before.to_move) + ' ' + text_of(move.point);
  }
};

}  // namespace

Log::Log(const Rules& rules, const std::vector<std::string>& names, const Chance& chance)
    : rules_(rules),
      names_(names),
      chance_(chance),
      state_(rules.start(static_cast<int>(names.size()), chance)) {}

std::string Log::opening() const {
  if (state_.phase == Phase::stones)
    return called(state_.board.variant()) + ": " + names_[0] + " has black and " + names_[1] +
           " white" + (state_.last_stone ? ", from " + text_of(state_.board) : "") + "; " +
           word(state_.to_move) + " moves first\n";
  return "Gomoku: " + names_[0] + " opens, " + names_[1] + " chooses\n";
}

std::string Log::played(Seat seat, const Move& move) {
  const auto name = [&](Seat whose) { return names_[static_cast<std::size_t>(index(whose))]; };
  const bool opening = state_.phase != Phase::stones;
  std::string line = opening ? "" : std::to_string(state_.turn) + ": ";
  line += name(seat) + ' ' + std::visit(Teller{state_, name(opponent(seat))}, move);
  const Colour mover = state_.to_move;
  rules_.apply(state_, move, chance_);
  if (opening && state_.phase == Phase::stones)
    line +=
        "; " + name(seat_of(state_, state_.to_move)) + " moves first, with " + word(state_.to_move);
  if (!opening && state_.phase == Phase::stones && state_.to_move == mover)
    line += "; " + name(opponent(seat)) + " passes, for every free point is forbidden";  // G16
  return line + '\n';
}

std::string Log::retired(Seat seat, std::string_view fault) {
  rules_.retire(state_, seat, chance_);
  return names_[static_cast<std::size_t>(index(seat))] + " is out: " + std::string(fault) + '\n';
}

std::string Log::closing() const {
  if (!state_.winner) return "The game is a tie\n";
  const auto colour = colour_of(state_, *state_.winner);
  return names_[static_cast<std::size_t>(index(*state_.winner))] + " wins" +
         (colour ? " with " + word(*colour) : "") + '\n';
}

}  // namespace hilltop::gomoku
