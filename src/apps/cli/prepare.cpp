#include "apps/cli/prepare.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/terminal.hpp"

namespace hilltop::cli {

void prepare(const arena::AnyGame& any_game, std::string_view house_bot, int seats) {
  ProgressBar bar(STDERR_FILENO);
  const std::string what = fmt::format("preparing {} for {} seats", house_bot, seats);
  any_game.prepare(house_bot, seats,
                   [&](std::uint64_t done, std::uint64_t all) { bar.show(done, all, what); });
}

void prepare(const arena::AnyGame& any_game, std::span<const play::Entrant> entrants) {
  for (const play::Entrant& entrant : entrants)
    if (const auto* house = std::get_if<play::HousePlayer>(&entrant.player))
      prepare(any_game, house->bot, static_cast<int>(entrants.size()));
}

}  // namespace hilltop::cli
