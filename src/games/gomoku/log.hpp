#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// The log of a game, one line per event; every text ends with a line feed.
class Log {
 public:
  Log(const Rules& rules, const std::vector<std::string>& names, const Chance& chance);

  std::string opening() const;
  std::string played(Seat seat, const Move& move);
  std::string retired(Seat seat, std::string_view fault);
  std::string closing() const;

 private:
  const Rules& rules_;
  std::vector<std::string> names_;
  Chance chance_;
  State state_;
};

}  // namespace hilltop::gomoku
