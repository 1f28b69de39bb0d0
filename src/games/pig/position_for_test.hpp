#pragma once
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/build_for_test.hpp"
#include "games/pig/rules.hpp"

// Games as tests need them: told by a script, in which a number is what a roll brings.
namespace hilltop::pig {

inline const Chance any_luck(2024, 1);

inline Rules rules_to(int target) {
  return Rules::under("standard", {{"target", std::int64_t{target}}}).value();
}

inline std::vector<std::string> words_of(const std::string& script) {
  std::istringstream stream(script);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// Plays "4 5 hold 1 leave" in `state`: rolls, a hold, and the mover leaving the game. False if this
// luck brings other dice.
inline bool play(State& state, const std::vector<std::string>& script, const Chance& luck) {
  for (const std::string& word : script) {
    if (word == "leave") {
      Rules::retire(state, Seat(static_cast<std::uint8_t>(state.mover)), luck);
      continue;
    }
    const Move move = word == "hold" ? Move::hold : Move::roll;
    if (const Refusal why = Rules::refusal(state, move); !why.empty())
      throw std::logic_error(word + " was refused: " + std::string(why));
    if (move == Move::roll && Rules::next_die(state, luck) != std::stoi(word)) return false;
    Rules::apply(state, move, luck);
  }
  return true;
}

// Luck under which the dice of a script fall from `start` on; it is tried until they do.
inline Chance luck_of(const State& start, const std::string& script) {
  const std::vector<std::string> words = words_of(script);
  for (std::uint32_t game = 0; game < 10'000'000; ++game) {
    State state = start;
    if (play(state, words, Chance(7, game))) return Chance(7, game);
  }
  throw std::logic_error("these dice do not fall: " + script);
}

inline State after(State state, const std::string& script) {
  const Chance luck = luck_of(state, script);
  play(state, words_of(script), luck);
  return state;
}

// The mover has the first score; two seats.
inline State position(int mine, int theirs, int turn_total = 0, int target = target_default) {
  State state = rules_to(target).start(2, any_luck);
  state.scores = {mine, theirs};
  state.turn_total = turn_total;
  state.rolls = turn_total > 0;
  return state;
}

}  // namespace hilltop::pig
