#include "server/hosting/hosted_contest.hpp"

#include <fmt/format.h>
#include <utility>
#include <variant>

#include "arena/contest.hpp"
#include "core/file.hpp"
#include "server/refused.hpp"

namespace hilltop::server {

namespace {

// Returns the house bots that a contest's file names; none if its other bots cannot be read.
std::vector<std::string> house_bots_of(const std::string& contest) {
  arena::ContestOverrides as_it_is;
  as_it_is.skip_broken = true;
  const auto read = arena::read_contest(contest, arena::contests_folder(), std::move(as_it_is));
  std::vector<std::string> names;
  if (!read) return names;
  for (const play::Entrant& entrant : read->entrants)
    if (std::holds_alternative<play::HousePlayer>(entrant.player)) names.push_back(entrant.name);
  return names;
}

}  // namespace

std::expected<HostedContest, Problem> read_hosted_contest(const std::string& wanted) {
  const auto file = arena::find_contest(wanted, arena::contests_folder());
  if (!file) return std::unexpected(file.error());
  const auto text = read_file(*file, arena::contest_bytes_max);
  if (!text) return refused("cannot read '" + file->string() + "': " + text.error());
  // Its bots come later: two stand in for them.
  const auto contest = arena::contest_of(
      *text, file->string(), {{"one", "", runner::Manifest{}}, {"two", "", runner::Manifest{}}});
  if (!contest) return std::unexpected(contest.error());
  if (!contest->game->has_processes)
    return refused(std::string(contest->game->info->title) + " has no bots in folders");
  std::vector<std::string> limits;
  for (const play::TimeSwitch& limit : play::time_switches)
    if (const std::int64_t value = limit.get(contest->conditions.time); value != 0)
      limits.insert(limits.end(), {"--set", fmt::format("{}={}", limit.name, value)});
  const runner::Limits of_contest = limits_of(contest->conditions.host.sandbox),
                       usual = limits_of(runner::Policy());
  for (const runner::LimitKey& key : runner::limit_keys)
    if (const auto value = of_contest.*key.limit; value && value != usual.*key.limit)
      limits.insert(limits.end(), {"--set", fmt::format("{}={}", key.name, *value)});
  for (const auto& [name, value] : contest->any_game->switches())
    if (auto typed = typed_switch(name, value))
      limits.insert(limits.end(), {"--set", *std::move(typed)});
  return HostedContest{std::string(contest->game->info->name), contest->rules, std::move(limits),
                       house_bots_of(wanted)};
}

}  // namespace hilltop::server
