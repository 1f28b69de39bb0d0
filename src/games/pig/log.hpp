#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/pig/rules.hpp"

namespace hilltop::pig {

// The account of a game, one line an event.
class Log {
 public:
  Log(const Rules& rules, std::vector<std::string> names, const Chance& chance)
      : names_(std::move(names)),
        chance_(chance),
        state_(rules.start(static_cast<int>(names_.size()), chance)) {}

  std::string opening() const;
  std::string played(Seat seat, Move move);
  std::string retired(Seat seat, std::string_view fault);
  std::string closing() const;

 private:
  std::string rolled(int die) const;
  std::string held() const;
  const std::string& name(int seat) const { return names_[static_cast<std::size_t>(seat)]; }

  std::vector<std::string> names_;
  Chance chance_;
  State state_;
};

}  // namespace hilltop::pig
