#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "games/tictactoe/rules.hpp"

namespace hilltop::tictactoe {

// The log of a game, one line per event.
class Log {
 public:
  Log(const Rules& rules, std::vector<std::string> names, const Chance& chance)
      : names_(std::move(names)), chance_(chance), state_(rules.start(2, chance)) {}

  std::string opening() const;
  std::string played(Seat seat, Move move);
  std::string retired(Seat seat, std::string_view fault);
  std::string closing() const;

 private:
  const std::string& name(Seat seat) const { return names_[static_cast<std::size_t>(index(seat))]; }

  std::vector<std::string> names_;
  Chance chance_;
  State state_;
};

}  // namespace hilltop::tictactoe
