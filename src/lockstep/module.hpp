#pragma once
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/games_of.hpp"

namespace hilltop::lockstep {

// A game that can be moved in lockstep, as its folder presents it.
struct LockstepModule {
  struct Opponent {
    std::string_view name, title, about;
    bool needs_preparing;
  };
  const GameInfo* info;
  std::vector<Opponent> opponents;  // the house bots that play here
  // Problem: there is no such rule set.
  std::expected<SeatRange, Problem> (*seats)(std::string_view rules);
  std::expected<Switches, Problem> (*switches)(std::string_view rules);
  std::expected<std::unique_ptr<LockstepGames>, Problem> (*make)(LockstepSettings settings);
};

// Returns the LockstepModule of the game that a folder's Module presents.
template <class E>
LockstepModule lockstep_module() {
  LockstepModule module{
      .info = &E::info,
      .opponents = {},
      .seats = [](std::string_view rules) -> std::expected<SeatRange, Problem> {
        auto made = E::Rules::under(rules, {});
        if (!made) return std::unexpected(std::move(made).error());
        return made->seats();
      },
      .switches = [](std::string_view rules) -> std::expected<Switches, Problem> {
        auto made = E::Rules::under(rules, {});
        if (!made) return std::unexpected(std::move(made).error());
        return made->switches();
      },
      .make = LockstepGamesOf<E>::make,
  };
  for (const auto& bot : E::house_bots())
    if (!bot.remembers)
      module.opponents.push_back({bot.name, bot.title, bot.about, bot.prepare != nullptr});
  return module;
}

}  // namespace hilltop::lockstep
