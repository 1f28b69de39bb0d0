#include <filesystem>
#include <fmt/format.h>
#include <limits>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/keys.hpp"
#include "runner/process.hpp"

namespace hilltop::cli {
namespace {

constexpr std::size_t line_bytes_most = 4096;

// As it is played by bots alone.
std::expected<arena::Entrant, Problem> bot_of(arena::Registered game, const std::string& typed) {
  game.has_people = false;
  auto bot = entrant(game, typed);
  if (!bot) return bot;
  if (auto* manifest = std::get_if<runner::Manifest>(&bot->body)) manifest->stderr_on = true;
  return bot;
}

}  // namespace

Outcome debug(const DebugArguments& arguments) {
  const auto game = arena::find_game(arguments.game);
  if (!game) return std::unexpected(game.error());
  const auto discipline = (*game)->under(
      arguments.rules.value_or(std::string((*game)->info->rule_sets.front().name)), {});
  if (!discipline) return std::unexpected(discipline.error());
  const auto seed =
      whole("--seed", arguments.seed, 1, 0, std::numeric_limits<std::uint64_t>::max());
  if (!seed) return std::unexpected(seed.error());
  const auto games = whole("--games", arguments.games, 2, 1, 1'000'000);
  if (!games) return std::unexpected(games.error());
  const auto mode = sandbox_mode(arguments.sandbox);
  if (!mode) return std::unexpected(mode.error());
  std::vector<arena::Entrant> pair;
  for (const std::string& typed : {arguments.bot, arguments.against}) {
    auto bot = bot_of(**game, typed);
    if (!bot) return std::unexpected(bot.error());
    pair.push_back(*std::move(bot));
  }
  number_namesakes(pair);

  const std::vector<const arena::Entrant*> entrants{&pair[0], &pair[1]};
  const std::vector<std::string> names{pair[0].name, pair[1].name};
  const arena::Run run{.key = arena::fixture_key(*seed, arguments.game, names),
                       .games = static_cast<std::uint32_t>(*games),
                       .entrants = entrants};
  arena::Judge judge;
  judge.warden = runner::warden_beside_program();
  judge.sandbox.mode = *mode;
  say_sandbox(judge, pair);
  arena::Watch watch;
  watch.wire = [&](std::size_t bot, char direction, std::string_view line) {
    if (bot == 0)
      fmt::print("{} {}\n", direction, printable(line, line_bytes_most)), std::fflush(stdout);
  };
  watch.game_over = [&](const arena::GameReport& report) {
    for (const SeatFault& fault : report.faults)
      fmt::print("! {}: {}: {}\n",
                 names[report.occupants[static_cast<std::size_t>(index(fault.seat))]],
                 name(fault.fault.kind), printable(fault.fault.detail, line_bytes_most));
    std::string result;
    for (std::size_t seat = 0; seat < report.points.size(); ++seat)
      result += fmt::format("{}{} {}", seat == 0 ? "" : ", ", names[report.occupants[seat]],
                            report.points[seat]);
    fmt::print("= game {}: {}\n\n", report.game + 1, result);
  };
  (*discipline)->play(run, judge, &watch);
  return Exit::ran;
}

}  // namespace hilltop::cli
