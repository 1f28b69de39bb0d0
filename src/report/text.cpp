#include "report/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

#include "core/text.hpp"
#include "report/columns.hpp"
#include "report/fault_groups.hpp"
#include "report/fault_text.hpp"
#include "report/game_name.hpp"
#include "report/luck.hpp"
#include "report/text_table.hpp"

namespace hilltop::report {
namespace {

using tournament::Result;
using tournament::Row;
using tournament::Stage;

constexpr std::size_t fault_groups_max = 40;
constexpr int list_decimals = 2;

TextTable table_of(const Summary& summary, const std::vector<Column>& columns) {
  std::vector<std::string> cells;
  for (const Column& column : columns) cells.push_back(column.heading);
  TextTable table(std::move(cells));
  for (const Row& row : summary.report.rows) {
    cells.clear();
    for (const Column& column : columns) cells.push_back(text_of(column.cell(summary, row)));
    table.add(std::move(cells));
  }
  return table;
}

std::string text_of_ranking(const Summary& summary, bool coloured, std::optional<int> columns_max) {
  std::vector<Column> columns = ranking_columns(summary, on_terminal);
  TextTable table = table_of(summary, columns);
  std::string left_out;
  while (columns_max && table.columns() > *columns_max) {
    const auto column = std::ranges::min_element(columns, {}, [](const Column& of) {
      return of.spare == 0 ? std::numeric_limits<int>::max() : of.spare;
    });
    if (column == columns.end() || column->spare == 0) break;
    left_out += (left_out.empty() ? "" : ", ") + column->heading;
    columns.erase(column);
    table = table_of(summary, columns);
  }
  if (!left_out.empty()) left_out = "  a wider terminal also shows: " + left_out + '\n';
  return table.text(coloured) + dim(left_out, coloured && !left_out.empty());
}

std::string text_of_rounds(const Summary& summary, bool coloured) {
  std::string out;
  int number = 0;
  for (const tournament::Round& round : summary.report.concluded.standings.rounds) {
    out += '\n' + bold(fmt::format("  round {}", ++number), coloured) + '\n';
    for (const tournament::Meeting& m : round.meetings)
      out += fmt::format("    {} {} : {} {}\n", summary.name_of(m.a), grouped(m.a_score),
                         grouped(m.b_score), summary.name_of(m.b));
    if (round.bye) out += fmt::format("    {} has a bye\n", summary.name_of(*round.bye));
  }
  return out;
}

// Says what it is worth to be first; empty if it is unknown or every bot is alone.
std::string text_of_first_seat(const Summary& summary) {
  if (summary.seats.size() < 2) return {};
  const rating::PairScore first = score(summary.seats[0]);
  return fmt::format("\n  the first of {} seats scored {:.2f} % ({:.2f} to {:.2f})\n",
                     summary.seats.size(), 100 * first.mean, 100 * first.range.low,
                     100 * first.range.high);
}

std::string text_of_play_offs(const Summary& summary) {
  std::string out;
  for (const Result& result : summary.report.concluded.standings.results) {
    if (result.fixture.stage != Stage::play_off) continue;
    std::string among, on_top;
    for (std::size_t i = 0; i < result.tallies.size(); ++i) {
      const std::string& bot = summary.name_of(result.fixture.entries[i]);
      among += (among.empty() ? "" : ", ") + bot;
      if (result.tallies[i].won + result.tallies[i].tied > 0)
        on_top += (on_top.empty() ? "" : ", ") + bot;
    }
    out += fmt::format("  play-off of {}: {} on top\n", among, on_top);
  }
  return out.empty() ? out : '\n' + out;
}

std::string text_of_not_entered(const Summary& summary) {
  std::string out;
  for (const NotEntered& left_out : summary.contest.not_entered)
    for (const NotEntered::Cause& cause : left_out.causes)
      out += "  " +
             printable(NotEntered::text(cause, folder_name(left_out.folder)), fault_bytes_max) +
             '\n';
  return out.empty() ? out : "\n  not entered\n" + out;
}

std::string text_of_disqualified(const Summary& summary) {
  std::string out;
  for (const auto& [entry, failure] : summary.report.failed)
    out += fmt::format("  {} did not pass the check and took no part: v {}, game {}: {}\n",
                       summary.name_of(entry), failure.against, tournament::number_of(failure.game),
                       reason_of(failure.fault));
  for (const tournament::FaultNote& note : summary.report.concluded.disqualified)
    out += fmt::format("  {} is disqualified, and no result includes it: game {}: {}\n",
                       summary.name_of(note.entry), tournament::number_of(note.game),
                       reason_of(note.fault));
  return out;
}

// Returns a line per bot and kind.
std::string text_of_groups(const Summary& summary) {
  const std::vector<FaultGroup> groups = fault_groups(summary);
  std::size_t width = 0;
  std::int64_t listed = 0, all = 0;
  for (const FaultGroup& group : groups)
    width = std::max(width, summary.name_of(group.entry).size());
  std::string out;
  for (std::size_t i = 0; i < std::min(groups.size(), fault_groups_max); ++i) {
    listed += groups[i].faults;
    out += fmt::format("  {:{}}  {}", summary.name_of(groups[i].entry), width, text_of(groups[i]));
    if (!groups[i].kept.empty()) out += ", first in " + game_of(summary, groups[i].kept.front());
    out += '\n';
  }
  for (const Row& row : summary.report.rows) all += row.tally.faults;
  if (listed < all) out += fmt::format("  … and {} more\n", grouped(all - listed));
  return out;
}

// Lists every noted fault, with the last lines and the standard error before it.
std::string text_of_every_fault(const Summary& summary) {
  std::string out;
  RepeatedOutput repeated;
  for (const Result& result : summary.report.concluded.standings.results)
    for (const tournament::FaultNote& note : result.notes) {
      const Fault fault = repeated.taken_from(note.fault);
      out += fmt::format("  {}, {}: {}\n{}", summary.name_of(note.entry),
                         name_of_game(summary.contest, result.fixture, note.game),
                         described({fault.kind, printable(fault.detail, fault_bytes_max)}),
                         evidence_of(fault, shown_bytes_a_line_max));
    }
  return out;
}

// Says how many timeouts may be the machine's fault, and the way out.
std::string text_of_overload(const Summary& summary, const Shell& shell) {
  const Timeouts timeouts = timeouts_of(fault_groups(summary));
  if (timeouts.overloaded == 0) return {};
  const std::string command = command_of_timeouts(summary, shell);
  return fmt::format("\n  {} of {} may be the machine's fault: it was overloaded.{}\n",
                     grouped(timeouts.overloaded), counted(timeouts.all, "timeout"),
                     command.empty() ? "" : " To play these games again:\n  " + command);
}

std::string text_of_faults(const Summary& summary, bool every_fault) {
  std::string out = text_of_disqualified(summary) +
                    (every_fault ? text_of_every_fault(summary) : text_of_groups(summary));
  return out.empty() ? out : "\n  faults\n" + out;
}

std::string text_of_luck(const Summary& summary, bool coloured) {
  if (!summary.luck) return {};
  std::string out = '\n' + luck_table(summary.luck->rows).text(coloured);
  for (const std::string& sentence : sentences_of_missing(*summary.luck))
    out += "\n  " + sentence + '\n';
  return out;
}

}  // namespace

std::string games_text(const Summary& summary) {
  const std::string games = counted(summary.games(), "game");
  const auto distinct = summary.distinct_games();
  std::int64_t of_pairs = 0;
  for (const auto& [names, pair] : summary.pairs) of_pairs += pair.a.games;
  return !distinct || *distinct == of_pairs
             ? games
             : fmt::format("{} ({} distinct)", games, grouped(*distinct));
}

std::string text(const Summary& summary, const TextOptions& options) {
  const bool coloured = options.coloured;
  const auto commitment = summary.commitment();
  return bold(printable(summary.contest.name, title_bytes_max), coloured) +
         fmt::format("  {}, {}, seed {}{}\n\n",
                     counted(static_cast<std::int64_t>(summary.report.rows.size()), "bot"),
                     games_text(summary), summary.shown_seed().value_or("drawn"),
                     options.seconds ? fmt::format(", {:.1f} s", *options.seconds) : "") +
         text_of_ranking(summary, coloured, options.columns_max) +
         text_of_rounds(summary, coloured) + text_of_play_offs(summary) +
         text_of_first_seat(summary) + text_of_luck(summary, coloured) +
         text_of_not_entered(summary) + text_of_faults(summary, options.all_faults) +
         text_of_overload(summary, options.shell) +
         dim("\n  digest " + summary.report.digest, coloured) + '\n' +
         (commitment ? dim("  commitment to the seed " + *commitment, coloured) + '\n' : "");
}

std::string interim_text(const Summary& summary, std::optional<int> columns_max) {
  return fmt::format("{} so far, by points per game\n", games_text(summary)) +
         text_of_ranking(summary, /*coloured=*/false, columns_max);
}

TextTable ranking_table(const Summary& summary) {
  return table_of(summary, ranking_columns(summary, on_terminal));
}

TextTable pairs_table(const Summary& summary) {
  const std::vector<Row>& rows = summary.report.rows;
  std::vector<std::string> heading{"", "bot"};
  for (std::size_t column = 1; column <= rows.size(); ++column)
    heading.push_back(std::to_string(column));
  TextTable table(std::move(heading));
  for (std::size_t row = 0; row < rows.size() && !summary.pairs.empty(); ++row) {
    const std::string& bot = summary.name_of(rows[row].entry);
    std::vector<std::string> cells{std::to_string(row + 1), bot};
    for (const Row& column : rows) {
      const std::string& other = summary.name_of(column.entry);
      const tournament::Tally* const tally = summary.tally(bot, other);
      if (tally == nullptr)
        cells.emplace_back(bot == other ? "·" : "");
      else
        cells.push_back(fmt::format("{:.1f}", 100 * share(*tally)));
    }
    table.add(std::move(cells));
  }
  return table;
}

std::string pairs_text(const Summary& summary, bool coloured) {
  const TextTable table = pairs_table(summary);
  if (table.rows() == 0) return {};
  return fmt::format("\n  {}\n", pairs_heading) + table.text(coloured);
}

TextTable table_of(const List& list) {
  std::vector<std::string> cells = list.columns;
  for (std::string& heading : cells) std::ranges::replace(heading, '_', ' ');
  TextTable table(std::move(cells));
  for (const std::vector<Json>& row : list.cells) {
    cells.clear();
    for (const Json& cell : row)
      cells.push_back(cell.is_null()           ? ""
                      : cell.is_string()       ? cell.get<std::string>()
                      : cell.is_number_float() ? decimal(cell.get<double>(), list_decimals)
                                               : grouped(cell.get<std::int64_t>()));
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace hilltop::report
