#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {

// The contest's log of a game, line for line (RULES.md, P13).
class Log {
 public:
  Log(const Rules& rules, std::vector<std::string> names, const Chance& chance)
      : rules_(rules), names_(std::move(names)), chance_(chance) {}

  std::string opening();
  std::string played(Seat seat, Rules::Move move);
  // What the last move led to, without the hands.
  std::string brief(Seat, Rules::Move) const { return brief_; }
  std::string retired(Seat seat, std::string_view fault);
  std::string closing() { return {}; }  // the last hand has reported the result

 private:
  const Rules& rules_;
  std::vector<std::string> names_;
  Chance chance_;
  Rules::State state_;
  std::string brief_;
};

}  // namespace hilltop::pazaak
