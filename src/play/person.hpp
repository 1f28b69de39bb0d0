#pragma once
#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/seat.hpp"
#include "match/text.hpp"

namespace hilltop::play {

// A question to the person in a seat.
struct PersonPrompt {
  Seat seat;
  std::string name;                     // of the person
  std::string table;                    // lines with what the seat sees
  std::string asks;                     // the question, without a line feed
  std::string help;                     // lines that explain the answers
  std::vector<std::string> words = {};  // with which answers begin
};

// Returns a person's answer as typed. `complaint`: why the last answer to the prompt cannot be
// played; empty at first. An exception ends the game.
using AskPerson =
    std::function<std::string(const PersonPrompt& prompt, const std::string& complaint)>;

template <class E>
PersonPrompt prompt_for(const View<typename E::Rules>& view, Seat seat,
                        const std::vector<std::string>& names) {
  using S = typename E::Screen;
  PersonPrompt prompt{seat, names[static_cast<std::size_t>(index(seat))], S::show(view, names),
                      S::question(view), S::help(view)};
  if constexpr (WordyScreen<S, typename E::Rules>) prompt.words = S::words(view);
  return prompt;
}

// Returns the typed move. Error: it is not a move, or the rules refuse it.
template <class E>
std::expected<Move<typename E::Rules>, std::string> typed_move(const typename E::Rules& rules,
                                                               const View<typename E::Rules>& view,
                                                               std::string_view typed) {
  auto move = E::Screen::read(view, typed);
  if (move)
    if (const Refusal why = rules.refusal(view, *move); !why.empty())
      return std::unexpected(std::string(why));
  return move;
}

}  // namespace hilltop::play
