#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/columns.hpp"
#include "report/game_name.hpp"
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

// Max faults listed; the rest is counted.
constexpr std::size_t faults_on_page_max = 500;
// Min distance from one half at the ends of the cross table's scale, which otherwise fits its
// largest distance.
constexpr double scale_min = 0.05;
constexpr int tints = 4;  // on each side of one half

std::string number_cell(std::int64_t number) {
  return fmt::format("<td class=n data-n=\"{}\">{}</td>", number, grouped(number));
}

std::string number_heading(std::string_view name) {
  return fmt::format("<th class=n scope=col>{}</th>", name);
}

// Returns a cell of the ranking; its column is sorted by data-n.
std::string cell_of(const Column& column, const Cell& cell) {
  if (!column.is_number) return "<td class=bot>" + bdi(text_of(cell)) + "</td>";
  if (const auto* whole = std::get_if<std::int64_t>(&cell.value)) return number_cell(*whole);
  const auto* number = std::get_if<double>(&cell.value);
  if (number == nullptr) return "<td></td>";
  const std::string shown = cell.is_signed ? signed_text(*number) : text_of(cell);
  return fmt::format("<td class=n data-n={:.{}f}>{}</td>", *number, cell.decimals, shown);
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
              number_cell(result.tallies[i].games) + number_cell(result.tallies[i].won) +
              number_cell(result.tallies[i].tied) + "</tr>\n";
  }
  if (rows.empty()) return {};
  return "<h3>Play-offs for the first place</h3>\n<div class=scroll><table><thead><tr>"
         "<th class=bot scope=col>bot</th><th class=n scope=col>games</th>"
         "<th class=n scope=col>won</th><th class=n scope=col>shared</th></tr></thead><tbody>\n" +
         rows + "</tbody></table></div>\n";
}

std::string others_of(const Summary& summary, const Result& result, EntryId entry) {
  std::string others;
  for (const EntryId other : result.fixture.entries)
    if (other != entry) others += (others.empty() ? "" : ", ") + bdi(summary.name_of(other));
  return others;
}

std::string fault_row(const Summary& summary, std::span<const ShownGame> games,
                      const Result& result, const tournament::FaultNote& note) {
  const std::string game = name_of_game(summary.contest, result.fixture, note.game);
  const bool shown = std::ranges::find(games, game, &ShownGame::name) != games.end();
  const std::string number = grouped(tournament::number_of(note.game));
  return fmt::format(
      "<tr><th class=bot scope=row>{}</th><td class=against>{}</td><td class=n>{}</td>"
      "<td>{}</td><td class=text>{}</td></tr>\n",
      bdi(summary.name_of(note.entry)), others_of(summary, result, note.entry),
      shown ? fmt::format("<a href=\"#game={}\">{}</a>", fragment(game), number) : number,
      html(display_name(note.fault.kind)), bdi(note.fault.detail));
}

std::string code(std::string_view text) { return "<code>" + bdi(text) + "</code>"; }

std::string disqualified_of(const Summary& summary) {
  std::string list;
  for (const auto& [entry, failure] : summary.report.failed)
    list += fmt::format(
        "<li><b>{}</b> did not pass the check and took no part: against {}, {}. It was asked {} "
        "and "
        "answered {}</li>\n",
        bdi(summary.name_of(entry)), html(failure.against), bdi(described(failure.fault)),
        code(failure.fault.asked),
        is_answered(failure.fault.kind) ? code(failure.fault.said) : "nothing");
  for (const tournament::FaultNote& note : summary.report.concluded.disqualified)
    list += fmt::format("<li><b>{}</b> is disqualified, and no result includes it: {}</li>\n",
                        bdi(summary.name_of(note.entry)), bdi(described(note.fault)));
  return list.empty() ? list : "<ul>\n" + list + "</ul>\n";
}

}  // namespace

std::string row_heading(const Summary& summary, EntryId entry) {
  const std::string& title = summary.contest.entrants[static_cast<std::size_t>(entry)].title;
  const std::string& name = summary.name_of(entry);
  std::string out = "<th class=bot scope=row title=\"" + html(name) + "\">" + bdi(name);
  if (!title.empty() && title != name) out += "<span class=title>" + bdi(title) + "</span>";
  return out + "</th>";
}

std::string ranking_of(const Summary& summary) {
  if (summary.report.rows.empty()) return {};
  const std::vector<Column> columns = ranking_columns(summary, on_page);
  std::string heading, rows;
  for (const Column& column : columns)
    heading += column.is_number ? number_heading(html(column.heading))
                                : "<th class=bot scope=col>" + html(column.heading) + "</th>";
  for (const Row& row : summary.report.rows) {
    rows += row.rank == 1 && summary.report.complete ? "<tr class=first>" : "<tr>";
    for (const Column& column : columns)
      rows +=
          column.key == "bot" ? row_heading(summary, row.entry) : cell_of(column, column.cell(row));
    rows += "</tr>\n";
  }
  return "<div class=scroll><table class=sorted><caption><span>" + caption_of(columns) +
         "</span></caption>\n<thead><tr>" + heading + "</tr></thead>\n<tbody>\n" + rows +
         "</tbody></table></div>\n";
}

std::string cross_table_of(const Summary& summary) {
  if (summary.pairs.empty() || summary.report.rows.empty()) return {};
  double reach = scale_min;
  for (const auto& [names, pair] : summary.pairs)
    reach = std::max(reach, std::abs(share(pair.a) - 0.5));
  std::string heading = "<th class=bot scope=col>bot</th>", rows;
  for (const Row& column : summary.report.rows)
    heading += fmt::format("<th scope=col title=\"{}\"><span>{}</span></th>",
                           html(summary.name_of(column.entry)), bdi(summary.name_of(column.entry)));
  for (const Row& row : summary.report.rows) {
    rows += fmt::format("<tr><th class=bot scope=row>{} {}</th>", row.rank,
                        bdi(summary.name_of(row.entry)));
    for (const Row& column : summary.report.rows)
      rows += cross_cell(summary, row.entry, column.entry, reach);
    rows += "</tr>\n";
  }
  return legend(reach) +
         "<div class=scroll tabindex=0><table class=cross><caption><span>Share of games won "
         "against each "
         "opponent, in percent; a tie is half a game.</span></caption>\n<thead><tr>" +
         heading + "</tr></thead>\n<tbody>\n" + rows + "</tbody></table></div>\n";
}

std::string rounds_of(const Summary& summary) {
  std::string out;
  const bool sets = tournament::traits_of(summary.contest.plan.format).score == "sets";
  int number = 0;
  for (const tournament::Round& round : summary.report.concluded.standings.rounds) {
    out += fmt::format(
        "<h3>Round {0}</h3>\n<div class=scroll><table><thead><tr><th scope=col></th>"
        "<th class=n scope=col>{1}</th><th scope=col>{1}</th><th scope=col></th>"
        "</tr></thead><tbody>\n",
        ++number, sets ? "sets" : "games");
    for (const tournament::Meeting& meeting : round.meetings) out += meeting_of(summary, meeting);
    out += "</tbody></table></div>\n";
    if (round.bye) out += "<p>" + bdi(summary.name_of(*round.bye)) + " had a bye.</p>\n";
  }
  return out + play_offs_of(summary);
}

std::string not_entered_of(const Summary& summary) {
  std::string rows;
  for (const NotEntered& left_out : summary.contest.not_entered)
    for (const NotEntered::Cause& cause : left_out.causes)
      rows += fmt::format(
          "<tr><th class=bot scope=row>{}</th><td class=bot>{}</td><td class=text>{}</td></tr>\n",
          bdi(folder_name(left_out.folder)), bdi(left_out.name),
          bdi((cause.place.empty() ? "" : cause.place + ": ") + cause.what));
  if (rows.empty()) return {};
  return "<p>These folders were left out, and no result includes them.</p>\n"
         "<div class=scroll><table><thead><tr><th class=bot scope=col>folder</th>"
         "<th class=bot scope=col>bot</th><th scope=col>what is wrong</th></tr></thead><tbody>\n" +
         rows + "</tbody></table></div>\n";
}

std::string faults_of(const Summary& summary, std::span<const ShownGame> games) {
  std::string rows;
  std::size_t kept = 0;
  for (const Result& result : summary.report.concluded.standings.results)
    for (const tournament::FaultNote& note : result.notes)
      if (kept++ < faults_on_page_max) rows += fault_row(summary, games, result, note);
  std::int64_t all = 0;
  for (const Row& row : summary.report.rows) all += row.tally.faults;
  std::string out = disqualified_of(summary);
  if (rows.empty()) return out;
  const auto listed = static_cast<std::int64_t>(std::min(kept, faults_on_page_max));
  return out +
         (listed >= all ? fmt::format("<p>All {} faults.</p>\n", grouped(listed))
                        : fmt::format("<p>{} of {} faults: the first ones of each pairing.</p>\n",
                                      grouped(listed), grouped(all))) +
         "<div class=scroll><table class=sorted><thead><tr><th class=bot scope=col>bot</th>"
         "<th scope=col>against</th><th class=n scope=col>game</th><th scope=col>fault</th>"
         "<th scope=col>what happened</th></tr></thead>\n<tbody>\n" +
         rows + "</tbody></table></div>\n";
}

}  // namespace hilltop::report
