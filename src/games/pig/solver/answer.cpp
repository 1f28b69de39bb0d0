#include "games/pig/solver/answer.hpp"

#include <string>

#include "core/text.hpp"
#include "games/pig/solver/win_table.hpp"

namespace hilltop::pig {
namespace {

constexpr int decimals = 6;
constexpr int columns_max = 10;  // of a table over pairs of scores

Solution::Cell real(double value) { return Solution::Real{value, decimals}; }

// The number of an option, from 0 to `max`, or 0 if it was not typed.
std::expected<int, Problem> number_of(const Question& question, std::string_view option, int max) {
  const auto typed = question.options.find(std::string(option));
  if (typed == question.options.end()) return 0;
  const int number = number_in<int>(typed->second).value_or(-1);
  if (number < 0 || number > max)
    return std::unexpected(Problem{"--" + std::string(option) + " takes a number from 0 to " +
                                   std::to_string(max) + ", not '" + typed->second + "'"});
  return number;
}

// One row each score of its own, one column each score of the opponent; `cell(mine, theirs)`.
template <class Cell>
Solution::Table over_scores(std::string name, int target, Cell&& cell) {
  const int step = (target + columns_max - 1) / columns_max;
  Solution::Table table{std::move(name), {"mine"}, {}};
  for (int theirs = 0; theirs < target; theirs += step)
    table.columns.push_back("theirs_" + std::to_string(theirs));
  for (int mine = 0; mine < target; mine += step) {
    table.rows.push_back({std::int64_t{mine}});
    for (int theirs = 0; theirs < target; theirs += step)
      table.rows.back().push_back(cell(mine, theirs));
  }
  return table;
}

// The lowest turn total at which the best player holds. A turn total of 1 does not occur.
std::int64_t holds_at(const WinTable& table, int mine, int theirs) {
  int total = losing_face + 1;
  while (table.best(mine, theirs, total) == Move::roll) ++total;
  return total;
}

Solution whole_game(const WinTable& table) {
  const double first = table.win(0, 0);
  return {{{"first_seat", real(first)}, {"second_seat", real(1 - first)}},
          {over_scores("win", table.target(),
                       [&](int mine, int theirs) { return real(table.win(mine, theirs)); }),
           over_scores("hold_at", table.target(), [&](int mine, int theirs) -> Solution::Cell {
             return holds_at(table, mine, theirs);
           })}};
}

Solution choice(const WinTable& table, int mine, int theirs, int turn_total) {
  const std::string best = table.best(mine, theirs, turn_total) == Move::roll ? "roll" : "hold";
  if (turn_total == 0) return {{{"best", best}, {"roll", real(table.win(mine, theirs))}}, {}};
  if (mine + turn_total >= table.target()) return {{{"best", best}, {"hold", real(1)}}, {}};
  const WinTable::Worth worth = table.worth(mine, theirs, turn_total);
  return {{{"best", best}, {"roll", real(worth.roll)}, {"hold", real(worth.hold)}}, {}};
}

}  // namespace

std::expected<Solution, Problem> Solver::solve(std::string_view rule_set, const Switches& switches,
                                               const Question& question) {
  const auto rules = Rules::under(rule_set, switches);
  if (!rules) return std::unexpected(rules.error());
  const int target = rules->target();
  int numbers[] = {0, 0, 0};  // mine, theirs, turn
  for (std::size_t i = 0; i < options.size(); ++i) {
    const auto number =
        number_of(question, options[i].name, i < 2 ? target - 1 : target - 1 + faces);
    if (!number) return std::unexpected(number.error());
    numbers[i] = *number;
  }
  const WinTable& table = win_table(target);
  if (question.options.empty()) return whole_game(table);
  return choice(table, numbers[0], numbers[1], numbers[2]);
}

}  // namespace hilltop::pig
