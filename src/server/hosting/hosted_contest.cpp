#include "server/hosting/hosted_contest.hpp"

#include <fmt/format.h>
#include <utility>

#include "arena/contest.hpp"
#include "core/file.hpp"
#include "server/refused.hpp"

namespace hilltop::server {

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
  return HostedContest{std::string(contest->game->info->name), contest->rules, std::move(limits)};
}

}  // namespace hilltop::server
