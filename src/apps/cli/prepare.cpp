#include "apps/cli/prepare.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/terminal.hpp"

namespace hilltop::cli {

void prepare(const arena::Discipline& discipline, std::string_view house_bot, int seats) {
  StatusLine line(STDERR_FILENO);
  discipline.prepare(house_bot, seats, [&](std::uint64_t done, std::uint64_t all) {
    if (line.due())
      line.draw(
          fmt::format("preparing {} for a table of {}: {} %", house_bot, seats, 100 * done / all));
  });
}

void prepare(const arena::Discipline& discipline, std::span<const arena::Entrant> table) {
  for (const arena::Entrant& entrant : table)
    if (const auto* house = std::get_if<arena::HouseSeat>(&entrant.body))
      prepare(discipline, house->bot, static_cast<int>(table.size()));
}

}  // namespace hilltop::cli
