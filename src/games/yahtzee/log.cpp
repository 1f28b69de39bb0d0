#include "games/yahtzee/log.hpp"

#include "games/yahtzee/text.hpp"

namespace hilltop::yahtzee {
namespace {

std::string in_brackets(const Card& card) {
  return " (total " + std::to_string(card.total()) + ")\n";
}

}  // namespace

Log::Log(const Rules& rules, const std::vector<std::string>& names, const Chance& chance)
    : rules_(rules),
      names_(names),
      chance_(chance),
      state_(rules.start(static_cast<int>(names.size()), chance)) {}

std::string Log::opening() const {
  return "Yahtzee: " + listed(names_) + '\n' + turn_begins(/*round_before=*/-1);
}

std::string Log::played(Seat seat, const Move& move) {
  const std::string text = name(index(seat));
  if (const auto* keep = std::get_if<Keep>(&move)) return text + " keeps " + kept(*keep);
  return text + " scores " + scored(std::get<Score>(move));
}

// Plays the move; false if the listed dice do not suffice for the next roll.
bool Log::rolls_after(const Move& move) {
  try {
    rules_.apply(state_, move, chance_);
    return true;
  } catch (const DiceRanOut&) {
    return false;
  }
}

std::string Log::kept(const Keep& keep) {
  std::string held;
  for (std::size_t i = 0; i < keep.count; ++i)
    held.append(i == 0 ? "" : " ").append(std::to_string(state_.dice[keep.dice[i]]));
  if (!rolls_after(keep)) return (held.empty() ? "nothing" : held) + '\n';
  if (keep.count == 0) return "nothing and rolls " + text_of(state_.dice) + '\n';
  if (keep.count == dice_rolled) return "all of " + held + '\n';
  return held + " and now has " + text_of(state_.dice) + '\n';
}

std::string Log::scored(const Score& score) {
  const int mover = state_.mover, round = state_.round;
  const Card before = card(mover);
  const bool rolled = rolls_after(score);
  const Card& after = card(mover);
  std::string text = std::to_string(after.box(score.category)) + " in ";
  text += title(score.category);
  if (after.yahtzee_bonus() > before.yahtzee_bonus())
    text += ", and a Yahtzee bonus of " + std::to_string(yahtzee_bonus_score);
  if (after.upper_bonus() > before.upper_bonus())
    text += ", and the upper bonus of " + std::to_string(upper_bonus_score);
  return text + in_brackets(after) + (rolled ? turn_begins(round) : "");
}

std::string Log::brief(Seat seat, const Move& move) const {
  const auto* score = std::get_if<Score>(&move);
  if (score == nullptr) return {};
  return name(index(seat)) + ": " + std::to_string(card(index(seat)).box(score->category)) +
         " in " + std::string(title(score->category)) + '\n';
}

std::string Log::retired(Seat seat, std::string_view fault) {
  const int round = state_.round;
  const bool in_turn = rules_.turn(state_) == seat;
  rules_.retire(state_, seat, chance_);
  return name(index(seat)) + " leaves the game: " + std::string(fault) +
         in_brackets(card(index(seat))) + (in_turn ? turn_begins(round) : "");
}

std::string Log::turn_begins(int round_before) const {
  if (!rules_.turn(state_)) return {};
  std::string text;
  if (state_.round != round_before) text = "Round " + std::to_string(state_.round + 1) + '\n';
  return text + name(state_.mover) + " rolls " + text_of(state_.dice) + '\n';
}

std::string Log::closing() const {
  std::string text = "Totals:";
  for (int seat = 0; seat < state_.seats; ++seat)
    text += (seat == 0 ? " " : ", ") + name(seat) + ' ' + std::to_string(card(seat).total());
  return text + '\n' + verdict(rules_.points(state_), state_.retired, names_) + '\n';
}

}  // namespace hilltop::yahtzee
