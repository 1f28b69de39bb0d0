#include "apps/cli/show_last.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/last_games.hpp"
#include "apps/cli/tally_table.hpp"
#include "apps/cli/terminal.hpp"
#include "core/text.hpp"
#include "play/game_results.hpp"
#include "report/fault_text.hpp"
#include "report/game_name.hpp"
#include "report/runs.hpp"
#include "report/text_table.hpp"

namespace hilltop::cli {
namespace {

constexpr std::uint32_t games_a_part = 4096;

std::string name_of_game(std::uint64_t number) {
  return fmt::format("{}:{}", last_games_name, number);
}

// `before`: games of the matches before.
std::string text_of(OpenedMatch& opened, std::uint64_t before, bool coloured) {
  const tournament::BatchResult& result = opened.match().result;
  std::vector<tournament::FaultNote> notes = result.notes;
  for (tournament::FaultNote& note : notes) note.game += static_cast<std::uint32_t>(before);
  return fmt::format("  {} to {}\n", name_of_game(before + 1),
                     name_of_game(before + result.games)) +
         tally_table(opened.game().info().unit, opened.entrants(), result.tallies, coloured) +
         report::faults_text(opened.entrants(), notes);
}

// Writes the games of a match as lines.
class MatchLines {
 public:
  MatchLines(const OpenedMatch& opened, std::size_t number, std::size_t seats,
             report::GamesForm form, bool moves, OutputStream& out)
      : batch_(opened.batch()),
        moves_(moves),
        out_(out),
        lines_(form, lined(number), seats, moves) {}

  // Problem: a record is damaged.
  std::expected<void, Problem> write(const tournament::BatchResult& games) {
    std::string text;
    std::span<const std::uint8_t> bytes = games.bytes;
    play::GameResult result{std::vector<int>(batch_.entrants.size())};
    auto record = games.records.begin();
    for (std::uint32_t game = games.first_game; take_game(bytes, result); ++game) {
      std::string steps;
      for (; moves_ && record != games.records.end() && record->game <= game; ++record) {
        if (record->game != game) continue;
        auto written = lines_.steps_of(record->text);
        if (!written) return std::unexpected(written.error());
        steps = *std::move(written);
      }
      lines_.add(text, result, game, steps);
    }
    out_.write(text);
    return {};
  }

  // Does the same with games that house bots play again.
  std::expected<void, Problem> write_played(const OpenedMatch& opened) {
    std::expected<void, Problem> written;
    play::Batch batch = batch_;
    batch.records = moves_;
    batch.games_a_part = games_a_part;
    const auto take = [&](const tournament::BatchResult& games) {
      if (written) written = write(games);
    };
    batch.part = take;
    take(opened.game().play(batch, opened.conditions()));
    return written;
  }

 private:
  report::LinedFixture lined(std::size_t number) const {
    std::vector<std::string> names;
    for (const play::Entrant* const entrant : batch_.entrants) names.push_back(entrant->name);
    return {report::name_of_pairing(names), number, "main", batch_, names};
  }

  play::Batch batch_;
  bool moves_;
  OutputStream& out_;
  report::GameLines lines_;
};

}  // namespace

Outcome show_last(const ShowArguments& arguments) {
  if (arguments.store || arguments.since || arguments.pairs || arguments.luck || arguments.list ||
      arguments.format != "text")
    return std::unexpected(Problem{fmt::format(
        "{} is not a contest: its games and faults are printed without options", last_games_name)});
  const auto games = last_games();
  if (!games) return std::unexpected(games.error());
  const bool coloured = colours(STDOUT_FILENO);
  std::string text;
  std::uint64_t before = 0;
  for (const LastMatch& match : games->matches) {
    auto opened = OpenedMatch::of(match);
    if (!opened) return std::unexpected(opened.error());
    if (text.empty())
      text = report::bold(games->command, coloured) +
             fmt::format("  {}, {}, {}, seed {}, ended {}\n", opened->game().info().name,
                         opened->game().rules_name(),
                         counted(static_cast<std::int64_t>(games->games()), "game"), games->seed,
                         report::text_of_time(games->ended_s).value_or("at an unknown time"));
    text += '\n' + text_of(*opened, before, coloured);
    before += match.result.games;
  }
  fmt::print("{}", text);
  return Exit::ran;
}

Outcome write_last_games(report::GamesForm form, bool moves, OutputStream& out) {
  const auto games = last_games();
  if (!games) return std::unexpected(games.error());
  std::size_t seats = 0, number = 0;
  for (const LastMatch& match : games->matches)
    seats = std::max(seats, match.order.contestants.size());
  out.write(report::games_head(form, seats, moves));
  for (const LastMatch& match : games->matches) {
    const auto opened = OpenedMatch::of(match);
    if (!opened) return std::unexpected(opened.error());
    MatchLines lines(*opened, ++number, seats, form, moves, out);
    const auto written =
        match.has_folders() ? lines.write(match.result) : lines.write_played(*opened);
    if (!written) return std::unexpected(written.error());
  }
  return Exit::ran;
}

}  // namespace hilltop::cli
