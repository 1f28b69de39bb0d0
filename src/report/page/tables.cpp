#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/columns.hpp"
#include "report/page/html.hpp"
#include "report/page/parts.hpp"
#include "tournament/formats.hpp"

namespace hilltop::report {
namespace {

using tournament::EntryId;
using tournament::Result;
using tournament::Row;
using tournament::Stage;
using tournament::Tally;

// Max bots in the cross table: a browser is slow with more cells.
constexpr std::size_t crossed_max = 100;
// Min distance from one half at the ends of the cross table's scale, which otherwise fits its
// largest distance.
constexpr double scale_min = 0.05;
constexpr int tints = 4;  // on each side of one half

// Returns a cell of the ranking; its column is sorted by data-n.
std::string cell_of(const Column& column, const Cell& cell) {
  if (std::holds_alternative<std::monostate>(cell.value)) return "<td></td>";
  if (!column.is_number)
    return fmt::format("<td class=name data-label=\"{}\">{}</td>", html(column.heading),
                       bdi(text_of(cell)));
  if (const auto* whole = std::get_if<std::int64_t>(&cell.value))
    return number_cell(column.heading, *whole);
  const double number = std::get<double>(cell.value);
  return number_cell(column.heading, number, cell.decimals,
                     cell.is_signed ? signed_text(number) : text_of(cell));
}

std::string caption_of(std::span<const Column> columns) {
  const auto has = [&](std::string_view key) {
    return std::ranges::find(columns, key, &Column::key) != columns.end();
  };
  std::string out = "Best first.";
  if (has("elo")) out += " Elo estimates strength from the games; the mean of all bots is 0.";
  if (has("mean_ms")) out += " Milliseconds are the times of answers on the machine that played.";
  return out;
}

// Returns the class of a share: "b3" is three tints towards the better end.
std::string tint(double share, double reach) {
  const int step = static_cast<int>(std::lround((share - 0.5) / reach * tints));
  if (step == 0) return "even";
  return (step > 0 ? "b" : "o") + std::to_string(std::min(std::abs(step), tints));
}

std::string cross_cell(const Summary& summary, EntryId row, EntryId column, double reach) {
  if (row == column) return "<td class=self></td>";
  const Tally* tally = summary.tally(summary.name_of(row), summary.name_of(column));
  if (tally == nullptr) return "<td></td>";
  return fmt::format(
      "<td class=\"cell {}\" title=\"{} v {}: {} won, {} tied, {} lost\">{:.1f}</td>",
      tint(share(*tally), reach), html(summary.name_of(row)), html(summary.name_of(column)),
      grouped(tally->won), grouped(tally->tied), grouped(tally->lost()), 100 * share(*tally));
}

std::string legend(double reach) {
  std::string swatches;
  for (int step = -tints; step <= tints; ++step)
    swatches += fmt::format("<i class={}></i>", tint(0.5 + reach * step / tints, reach));
  return fmt::format(
      "<div class=legend aria-hidden=true><span>{:.1f} %</span><div>{}</div><span>{:.1f} %</span>"
      "</div>\n",
      100 * (0.5 - reach), swatches, 100 * (0.5 + reach));
}

std::string meeting_of(const Summary& summary, const tournament::Meeting& meeting) {
  const auto side = [&](EntryId entry) {
    const bool won = meeting.winner == entry;
    return (won ? "<b>" : "") + bdi(summary.name_of(entry)) + (won ? "</b>" : "");
  };
  return fmt::format("<tr><td>{}</td><td class=n>{}</td><td>{}</td><td>{}</td></tr>\n",
                     side(meeting.a), grouped(meeting.a_score), grouped(meeting.b_score),
                     side(meeting.b));
}

std::string play_offs_of(const Summary& summary) {
  std::string rows;
  for (const Result& result : summary.report.concluded.standings.results) {
    if (result.fixture.stage != Stage::play_off) continue;
    for (std::size_t i = 0; i < result.tallies.size(); ++i)
      rows += "<tr>" + row_heading(summary, result.fixture.entries[i]) +
              number_cell("games", result.tallies[i].games) +
              number_cell("won", result.tallies[i].won) +
              number_cell("shared", result.tallies[i].tied) + "</tr>\n";
  }
  if (rows.empty()) return {};
  return "<div><h3>Play-offs for the first place</h3>\n" +
         html_of({.label = "Play-offs",
                  .classes = "",
                  .caption = "Shared: the bot had the most points together with others.",
                  .heading = name_heading("bot") + number_heading("games") + number_heading("won") +
                             number_heading("shared"),
                  .rows = rows}) +
         "</div>\n";
}

}  // namespace

std::string ranking_of(const Summary& summary) {
  if (summary.report.rows.empty()) return {};
  const std::vector<Column> columns = ranking_columns(summary, on_page);
  std::string heading, rows;
  for (const Column& column : columns)
    heading += column.is_number      ? number_heading(column.heading)
               : column.key == "bot" ? name_heading(column.heading)
                                     : text_heading(column.heading);
  for (const Row& row : summary.report.rows) {
    rows += row.rank == 1 && summary.report.complete ? "<tr class=first>" : "<tr>";
    for (const Column& column : columns)
      rows +=
          column.key == "bot" ? row_heading(summary, row.entry) : cell_of(column, column.cell(row));
    rows += "</tr>\n";
  }
  return html_of({.label = "Ranking",
                  .classes = "sorted cards ranking",
                  .caption = caption_of(columns),
                  .heading = heading,
                  .rows = rows});
}

std::string cross_table_of(const Summary& summary) {
  if (summary.pairs.empty() || summary.report.rows.empty()) return {};
  double reach = scale_min;
  for (const auto& [names, pair] : summary.pairs)
    reach = std::max(reach, std::abs(share(pair.a) - 0.5));
  const std::span<const Row> crossed =
      std::span(summary.report.rows).first(std::min(summary.report.rows.size(), crossed_max));
  std::string heading = name_heading("bot"), rows;
  for (const Row& column : crossed)
    heading += fmt::format("<th scope=col title=\"{0}\"><span>{1}</span></th>",
                           html(summary.name_of(column.entry)), bdi(summary.name_of(column.entry)));
  for (const Row& row : crossed) {
    rows += fmt::format("<tr><th class=bot scope=row>{} {}</th>", row.rank,
                        bdi(summary.name_of(row.entry)));
    for (const Row& column : crossed) rows += cross_cell(summary, row.entry, column.entry, reach);
    rows += "</tr>\n";
  }
  return legend(reach) +
         html_of({.label = "Head to head",
                  .classes = "cross",
                  .caption = std::string("Share of games that the bot of the row won against the "
                                         "bot of the column, in percent; a tie is half a game.") +
                             (crossed.size() < summary.report.rows.size()
                                  ? fmt::format(" The best {} bots; <code>pairs.csv</code> of "
                                                "<code>hilltop report --csv</code> has all.",
                                                crossed.size())
                                  : ""),
                  .heading = heading,
                  .rows = rows});
}

std::string rounds_of(const Summary& summary) {
  std::string out;
  const std::string_view unit =
      tournament::traits_of(summary.contest.plan.format).score == "sets" ? "sets" : "games";
  int number = 0;
  for (const tournament::Round& round : summary.report.concluded.standings.rounds) {
    std::string rows;
    for (const tournament::Meeting& meeting : round.meetings) rows += meeting_of(summary, meeting);
    const std::string label = fmt::format("Round {}", ++number);
    out += "<div><h3>" + label + "</h3>\n" +
           html_of({.label = label,
                    .classes = "meetings",
                    .caption = fmt::format(
                        "{} won; the winner is in bold.{}", unit,
                        round.bye ? " Bye: " + bdi(summary.name_of(*round.bye)) + '.' : ""),
                    .heading = text_heading("bot") + number_heading(unit) + text_heading(unit) +
                               text_heading("bot"),
                    .rows = rows,
                    .box = "wide"}) +
           "</div>\n";
  }
  out += play_offs_of(summary);
  return out.empty() ? out : "<div class=rounds>\n" + out + "</div>\n";
}

std::string not_entered_of(const Summary& summary) {
  std::string rows;
  std::int64_t mistakes = 0;
  for (const NotEntered& left_out : summary.contest.not_entered) {
    mistakes += static_cast<std::int64_t>(left_out.causes.size());
    for (const NotEntered::Cause& cause : left_out.causes)
      rows += fmt::format(
          "<tr><th class=bot scope=row>{}</th><td class=name data-label=bot>{}</td>"
          "<td class=text>{}</td></tr>\n",
          bdi(folder_name(left_out.folder)), bdi(left_out.name),
          bdi((cause.place.empty() ? "" : cause.place + ": ") + cause.what));
  }
  if (rows.empty()) return {};
  return std::string("<p>These folders were left out, and no result includes them.</p>\n") +
         html_of(
             {.label = "Not entered",
              .classes = "cards",
              .caption = fmt::format(
                  "{} of {}.", counted(mistakes, "mistake"),
                  counted(static_cast<std::int64_t>(summary.contest.not_entered.size()), "folder")),
              .heading =
                  name_heading("folder") + text_heading("bot") + text_heading("what is wrong"),
              .rows = rows});
}

}  // namespace hilltop::report
