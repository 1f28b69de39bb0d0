#include "apps/cli/find_luck.hpp"

#include <algorithm>
#include <unistd.h>

#include "apps/cli/interrupt.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/pair_luck.hpp"
#include "report/contest_luck.hpp"

namespace hilltop::cli {

Outcome find_luck(report::Summary& summary, int threads) {
  const report::StoredContest& stored = *summary.stored;
  const arena::Contest& contest = stored.contest;
  int seats = 0;
  for (const tournament::Result& result : summary.report.concluded.standings.results)
    seats = std::max(seats, static_cast<int>(result.fixture.entries.size()));
  if (const auto known = arena::knows_luck(*contest.game, *contest.any_game, std::max(2, seats));
      !known)
    return std::unexpected(known.error());
  Interrupt interrupt;
  prepare(*contest.any_game, contest.entrants);
  ProgressBar bar(STDERR_FILENO, "games");
  auto luck = report::contest_luck(
      stored, summary.report,
      {.games_a_pairing_max = tournament::games_max,
       .threads = threads,
       .progress = [&](std::uint64_t done, std::uint64_t all) { bar.show(done, all, "luck"); },
       .stop = interrupt.token()});
  if (!luck) return std::unexpected(std::move(luck).error());
  if (luck->stopped) return Exit::interrupted;
  summary.luck = *std::move(luck);
  return Exit::ran;
}

}  // namespace hilltop::cli
