#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/people.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/terminal.hpp"
#include "core/text.hpp"
#include "play/keys.hpp"
#include "play/played.hpp"

namespace hilltop::cli {
namespace {

constexpr std::size_t transcript_bytes_max = 4096;
constexpr std::uint32_t debug_games_max = 1'000'000;

// Returns the bot and its opponent. Only the opponent may be a person.
std::expected<std::vector<play::Entrant>, Problem> pair_of(const arena::GameModule& game,
                                                           const DebugArguments& arguments) {
  auto against = player(game, arguments.against.value_or(game.house_bots.front().name));
  if (!against) return std::unexpected(against.error());
  auto bot = cli::bot(game, arguments.bot);
  if (!bot) return std::unexpected(bot.error());
  std::vector<play::Entrant> pair{*std::move(bot), *std::move(against)};
  number_namesakes(pair);
  return pair;
}

// Prints lines, each after the milliseconds since the line before: for an answer, its time.
class Transcript {
 public:
  void print(char direction, std::string_view line) {
    const auto now = Clock::now();
    fmt::print("{:9.3f} ms {} {}\n", std::chrono::duration<double, std::milli>(now - last_).count(),
               direction, line);
    std::fflush(stdout);
    last_ = Clock::now();
  }

  // Prints the faults of a game that is over, its last table and its result. `names`: by entrant.
  void print_end(const play::GameReport& report, const std::vector<std::string>& names,
                 std::string_view table) {
    for (const SeatFault& fault : report.faults)
      print('!', fmt::format("{}: {}",
                             names[report.entrants[static_cast<std::size_t>(index(fault.seat))]],
                             printable(described(fault.fault), transcript_bytes_max)));
    for (std::string_view rest = table; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
      print('|', trimmed(rest.substr(0, end)).empty() ? "" : rest.substr(0, end));
      rest.remove_prefix(end + 1);
    }
    std::string result;
    for (std::size_t seat = 0; seat < report.points.size(); ++seat)
      result += fmt::format("{}{} {}", seat == 0 ? "" : ", ", names[report.entrants[seat]],
                            report.points[seat]);
    print('=', fmt::format("game {}: {}\n", tournament::number_of(report.game), result));
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
};

}  // namespace

Outcome debug(const DebugArguments& arguments) {
  const auto game = game_of(arguments.game, arguments.bot);
  if (!game) return std::unexpected(game.error());
  DebugArguments asked = arguments;
  if (!asked.guard.error_output) asked.guard.error_output = "all";
  const auto number = whole("--game-number", arguments.game_number, 1, 1, tournament::games_max);
  if (!number) return std::unexpected(number.error());
  const std::uint32_t games = arguments.game_number ? 1 : 2;
  const auto request = read_game(**game, asked, {.games = games, .games_max = debug_games_max});
  if (!request) return std::unexpected(request.error());
  auto pair = pair_of(**game, arguments);
  if (!pair) return std::unexpected(pair.error());
  const auto seed = settled_seed(request->given_seed, *pair, request->conditions);
  if (!seed) return std::unexpected(seed.error());

  const std::vector<const play::Entrant*> entrants{&(*pair)[0], &(*pair)[1]};
  const std::vector<std::string> names{(*pair)[0].name, (*pair)[1].name};
  // As hilltop play has it, so that both have the same games.
  const play::Batch batch{{.luck = {*seed, *(*game)->info, entrants},
                           .first_game = static_cast<std::uint32_t>(*number - 1),
                           .games = request->games,
                           .mirrored = request->any_game->openings() > 0},
                          entrants};
  say_sandbox(request->conditions, *pair);
  if (!build_all(request->conditions, *pair)) return Exit::could_not;
  Transcript transcript;
  play::Observer observer;
  observer.ask = asks_at_terminal(stdout);
  observer.wire = [&](std::size_t bot, char direction, std::string_view line) {
    if (bot == 0) transcript.print(direction, printable(line, transcript_bytes_max));
  };
  std::string table;  // a person has seen it
  if (!pair->back().is_human()) observer.table = [&table](std::string_view now) { table = now; };
  bool has_fault = false;  // of the bot, not of its opponent
  observer.game_over = [&](const play::GameReport& report) {
    has_fault |= std::ranges::any_of(report.faults, [&](const SeatFault& fault) {
      return report.entrants[static_cast<std::size_t>(index(fault.seat))] == 0;
    });
    transcript.print_end(report, names, table);
  };
  prepare(*request->any_game, *pair);
  try {
    request->any_game->play(batch, request->conditions, &observer);
  } catch (const PersonLeft& left) {
    if (!left.input_ended) return Exit::ran;
    say("hilltop: the input ended before the game was over\n");
    return Exit::could_not;
  }
  return has_fault ? Exit::could_not : Exit::ran;
}

}  // namespace hilltop::cli
