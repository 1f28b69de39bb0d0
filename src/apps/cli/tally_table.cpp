#include "apps/cli/tally_table.hpp"

#include "core/text.hpp"
#include "report/summary.hpp"
#include "report/text_table.hpp"

namespace hilltop::cli {

std::string tally_table(const Unit& unit, std::span<const play::Entrant> players,
                        std::span<const tournament::Tally> tallies, bool coloured) {
  std::vector<std::string> heading{"bot", "games", "won", "tied", "lost", "faults"};
  if (unit.adds_up)
    heading.emplace_back(unit.name);
  else if (!unit.name.empty())
    heading.insert(heading.end(), {"mean", "best"});
  report::TextTable table(std::move(heading));
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const tournament::Tally& tally = tallies[i];
    std::vector<std::string> row{players[i].name};
    for (const std::int64_t number :
         {tally.games, tally.won, tally.tied, tally.lost(), tally.faults})
      row.push_back(grouped(number));
    if (unit.adds_up)
      row.push_back(grouped(tally.sum));
    else if (!unit.name.empty())
      row.insert(row.end(),
                 {decimal(report::mean(tally), 2), std::to_string(tally.best.value_or(0))});
    table.add(std::move(row));
  }
  return table.text(coloured);
}

}  // namespace hilltop::cli
