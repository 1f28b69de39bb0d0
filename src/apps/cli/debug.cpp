#include <chrono>
#include <fmt/format.h>
#include <limits>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/people.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/keys.hpp"
#include "core/text.hpp"

namespace hilltop::cli {
namespace {

constexpr std::size_t transcript_bytes_max = 4096;

// The bot and its opponent. People may answer for the opponent only.
std::expected<std::vector<arena::Entrant>, Problem> pair_of(arena::GameModule game,
                                                            const DebugArguments& arguments) {
  auto against = entrant(game, arguments.against.value_or(game.house_bots.front().name));
  if (!against) return std::unexpected(against.error());
  game.has_people = false;
  auto bot = entrant(game, arguments.bot);
  if (!bot) return std::unexpected(bot.error());
  std::vector<arena::Entrant> pair{*std::move(bot), *std::move(against)};
  number_namesakes(pair);
  return pair;
}

// Prints lines, each behind the milliseconds since the one before: of an answer, what it took.
class Transcript {
 public:
  void print(char direction, std::string_view line) {
    const auto now = Clock::now();
    fmt::print("{:9.3f} ms {} {}\n", std::chrono::duration<double, std::milli>(now - last_).count(),
               direction, line);
    std::fflush(stdout);
    last_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
};

}  // namespace

Outcome debug(const DebugArguments& arguments) {
  const auto game = game_of(arguments.game, arguments.bot);
  if (!game) return std::unexpected(game.error());
  const auto any_game = (*game)->under(
      arguments.rules.value_or(std::string((*game)->info->rule_sets.front().name)), {});
  if (!any_game) return std::unexpected(any_game.error());
  const auto seed =
      whole("--seed", arguments.seed, 1, 0, std::numeric_limits<std::uint64_t>::max());
  if (!seed) return std::unexpected(seed.error());
  const auto games = whole("--games", arguments.games, 2, 1, 1'000'000);
  if (!games) return std::unexpected(games.error());
  arena::Conditions conditions;
  GuardArguments guard = arguments.guard;
  if (!guard.error_output) guard.error_output = "all";
  if (const auto ok = guard_bots(conditions, guard); !ok) return std::unexpected(ok.error());
  const auto pair = pair_of(**game, arguments);
  if (!pair) return std::unexpected(pair.error());

  const std::vector<const arena::Entrant*> entrants{&(*pair)[0], &(*pair)[1]};
  const std::vector<std::string> names{(*pair)[0].name, (*pair)[1].name};
  const arena::Batch batch{.key = arena::fixture_key(*seed, (*game)->info->name, names),
                           .games = static_cast<std::uint32_t>(*games),
                           .entrants = entrants};
  say_sandbox(conditions, *pair);
  Transcript transcript;
  arena::Observer watch;
  watch.ask = asks_at_terminal(stdout);
  watch.wire = [&](std::size_t bot, char direction, std::string_view line) {
    if (bot == 0) transcript.print(direction, printable(line, transcript_bytes_max));
  };
  watch.game_over = [&](const arena::GameReport& report) {
    for (const SeatFault& fault : report.faults)
      transcript.print(
          '!',
          fmt::format("{}: {}: {}",
                      names[report.entrants[static_cast<std::size_t>(index(fault.seat))]],
                      name(fault.fault.kind), printable(fault.fault.detail, transcript_bytes_max)));
    std::string result;
    for (std::size_t seat = 0; seat < report.points.size(); ++seat)
      result += fmt::format("{}{} {}", seat == 0 ? "" : ", ", names[report.entrants[seat]],
                            report.points[seat]);
    transcript.print('=', fmt::format("game {}: {}\n", tournament::number_of(report.game), result));
  };
  prepare(**any_game, *pair);
  try {
    (*any_game)->play(batch, conditions, &watch);
  } catch (const PersonLeft& left) {
    if (!left.input_ended) return Exit::ran;
    say("hilltop: the input ended before the game was over\n");
    return Exit::could_not;
  }
  return Exit::ran;
}

}  // namespace hilltop::cli
