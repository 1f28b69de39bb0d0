#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "games/yahtzee/rules.hpp"

namespace hilltop::yahtzee {

// The log of a game, one line per event; every text ends with a line feed.
class Log {
 public:
  Log(const Rules& rules, const std::vector<std::string>& names, const Chance& chance);

  std::string opening() const;
  // If the list of dice ends during this move, tells the part before it.
  std::string played(Seat seat, const Move& move);
  // What the seat scored; empty for a roll.
  std::string brief(Seat seat, const Move& move) const;
  std::string retired(Seat seat, std::string_view fault);
  std::string closing() const;

 private:
  bool rolls_after(const Move& move);
  std::string kept(const Keep& keep);
  std::string scored(const Score& score);
  std::string turn_begins(int round_before) const;
  const std::string& name(int seat) const { return names_[static_cast<std::size_t>(seat)]; }
  const Card& card(int seat) const { return state_.cards[static_cast<std::size_t>(seat)]; }

  Rules rules_;
  std::vector<std::string> names_;
  Chance chance_;
  State state_;
};

}  // namespace hilltop::yahtzee
