#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

#include "apps/cli/page/html.hpp"
#include "apps/cli/page/parts.hpp"
#include "apps/cli/terminal.hpp"

namespace hilltop::cli {
namespace {

using tournament::EntryId;
using tournament::Result;
using tournament::Row;
using tournament::Stage;
using tournament::Tally;

// Faults that are listed; the rest is counted.
constexpr std::size_t faults_on_page_max = 500;
// The scale of the cross table: at the ends of it the shares lie as far from one half as they do
// anywhere in the table, but not less than this.
constexpr double scale_least = 0.05;
constexpr int tints = 4;  // to each side of one half

std::string number_cell(std::int64_t number) {
  return fmt::format("<td class=n data-n=\"{}\">{}</td>", number, grouped(number));
}

std::string number_heading(std::string_view name) {
  return fmt::format("<th class=n scope=col>{}</th>", name);
}

std::string time_cell(std::chrono::nanoseconds time) {
  return fmt::format("<td class=n data-n={0:.3f}>{0:.3f}</td>", in_ms(time));
}

// Of the ranking: what there is of some contests only.
class Columns {
 public:
  explicit Columns(const Told& told) : told_(told), unit_(told.contest().game->info->unit) {
    for (const Row& row : told.report.rows)
      rated_ |= told.rated.of(static_cast<std::size_t>(row.entry)).has_value();
    for (const store::BotRow& bot : told.stored.bots) {
      authors_ |= !bot.author.empty();
      languages_ |= !bot.language.empty();
    }
  }

  std::string caption() const {
    std::string out = "Best first.";
    if (rated_)
      out += " Elo is what the games say of strength, with its 95 % margin; the mean of all is 0.";
    if (timed()) out += " Milliseconds are those that answers took on the machine that played.";
    return out;
  }

  std::string headings() const {
    std::string out;
    if (unit_.adds_up) out += number_heading(html(unit_.name));
    if (means()) out += number_heading("mean") + number_heading("best");
    if (rated_) out += number_heading("Elo");
    if (timed()) out += number_heading("mean ms") + number_heading("slowest ms");
    if (authors_) out += "<th scope=col>author</th>";
    if (languages_) out += "<th scope=col>language</th>";
    return out;
  }

  std::string cells(const Row& row) const {
    const auto entry = static_cast<std::size_t>(row.entry);
    std::string out;
    if (unit_.adds_up) out += number_cell(row.line.sum);
    if (means())
      out += fmt::format("<td class=n data-n={0:.2f}>{0:.2f}</td>", mean(row.line)) +
             (row.line.best ? number_cell(*row.line.best) : "<td></td>");
    if (rated_) out += rating_cell(told_.rated.of(entry));
    if (timed()) {
      const Timing& timing = told_.report.timings[entry];
      out += timing.answers > 0 ? time_cell(timing.mean()) + time_cell(timing.slowest)
                                : "<td></td><td></td>";
    }
    const store::BotRow& bot = told_.stored.bots[entry];
    if (authors_) out += "<td class=bot>" + bdi(bot.author) + "</td>";
    if (languages_) out += "<td class=bot>" + bdi(bot.language) + "</td>";
    return out;
  }

 private:
  bool means() const { return !unit_.adds_up && !unit_.name.empty(); }
  bool timed() const { return !told_.report.timings.empty(); }

  static std::string rating_cell(const std::optional<rating::Rating>& rating) {
    if (!rating) return "<td></td>";
    return fmt::format("<td class=n data-n={:.1f}>{} ± {:.1f}</td>", rating->elo,
                       signed_text(rating->elo), rating->margin);
  }

  const Told& told_;
  const Unit unit_;
  bool rated_ = false, authors_ = false, languages_ = false;
};

// "b3": three tints towards the better end.
std::string tint(double share, double reach) {
  const int step = static_cast<int>(std::lround((share - 0.5) / reach * tints));
  if (step == 0) return "even";
  return (step > 0 ? "b" : "o") + std::to_string(std::min(std::abs(step), tints));
}

const Tally* line_of(const Told& told, const std::string& a, const std::string& b) {
  const auto pair = told.met.find(std::minmax(a, b));
  if (pair == told.met.end()) return nullptr;
  return a < b ? &pair->second.a : &pair->second.b;
}

std::string cross_cell(const Told& told, EntryId row, EntryId column, double reach) {
  if (row == column) return "<td class=self></td>";
  const Tally* line = line_of(told, told.name(row), told.name(column));
  if (line == nullptr) return "<td></td>";
  return fmt::format(
      "<td class=\"cell {}\" title=\"{} v {}: {} won, {} tied, {} lost\">{:.1f}</td>",
      tint(share(*line), reach), html(told.name(row)), html(told.name(column)), grouped(line->won),
      grouped(line->tied), grouped(line->lost()), 100 * share(*line));
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

std::string meeting_of(const Told& told, const tournament::Meeting& meeting) {
  const auto side = [&](EntryId entry) {
    const bool won = meeting.winner == entry;
    return (won ? "<b>" : "") + bdi(told.name(entry)) + (won ? "</b>" : "");
  };
  return fmt::format("<tr><td>{}</td><td class=n>{}</td><td>{}</td><td>{}</td></tr>\n",
                     side(meeting.a), grouped(meeting.a_score), grouped(meeting.b_score),
                     side(meeting.b));
}

std::string play_offs_of(const Told& told) {
  std::string rows;
  for (const Result& result : told.report.concluded.standings.results) {
    if (result.fixture.stage != Stage::play_off) continue;
    for (std::size_t i = 0; i < result.tallies.size(); ++i)
      rows += "<tr>" + row_heading(told, result.fixture.entries[i]) +
              number_cell(result.tallies[i].games) + number_cell(result.tallies[i].won) +
              number_cell(result.tallies[i].tied) + "</tr>\n";
  }
  if (rows.empty()) return {};
  return "<h3>Play-offs for the first place</h3>\n<div class=scroll><table><thead><tr>"
         "<th class=bot scope=col>bot</th><th class=n scope=col>games</th>"
         "<th class=n scope=col>won</th><th class=n scope=col>shared</th></tr></thead><tbody>\n" +
         rows + "</tbody></table></div>\n";
}

std::string others_of(const Told& told, const Result& result, EntryId entry) {
  std::string others;
  for (const EntryId other : result.fixture.entries)
    if (other != entry) others += (others.empty() ? "" : ", ") + bdi(told.name(other));
  return others;
}

std::string fault_row(const Told& told, std::span<const ShownGame> games, const Result& result,
                      const tournament::FaultNote& note) {
  const std::string game = told.stored.name_of_game(result.fixture, note.game);
  const bool shown = std::ranges::find(games, game, &ShownGame::name) != games.end();
  const std::string number = grouped(tournament::number_of(note.game));
  return fmt::format(
      "<tr><th class=bot scope=row>{}</th><td class=against>{}</td><td class=n>{}</td>"
      "<td>{}</td><td class=text>{}</td></tr>\n",
      bdi(told.name(note.entry)), others_of(told, result, note.entry),
      shown ? fmt::format("<a href=\"#game={}\">{}</a>", fragment(game), number) : number,
      html(name(note.fault.kind)), bdi(note.fault.detail));
}

std::string code(std::string_view text) { return "<code>" + bdi(text) + "</code>"; }

std::string disqualified_of(const Told& told) {
  std::string list;
  for (const auto& [entry, failure] : told.report.failed)
    list += fmt::format(
        "<li><b>{}</b> did not pass the check, and everything was played without "
        "it: against {}, {}, {}. It was asked {}, and said {}</li>\n",
        bdi(told.name(entry)), html(failure.against), html(name(failure.fault.kind)),
        bdi(failure.fault.detail), code(failure.asked),
        failure.said.empty() ? "nothing" : code(failure.said));
  for (const tournament::FaultNote& note : told.report.concluded.disqualified)
    list += fmt::format(
        "<li><b>{}</b> is disqualified, and everything was played without it: {}, "
        "{}</li>\n",
        bdi(told.name(note.entry)), html(name(note.fault.kind)), bdi(note.fault.detail));
  return list.empty() ? list : "<ul>\n" + list + "</ul>\n";
}

}  // namespace

std::string row_heading(const Told& told, EntryId entry) {
  const std::string& title = told.contest().entrants[static_cast<std::size_t>(entry)].title;
  const std::string& name = told.name(entry);
  std::string out = "<th class=bot scope=row title=\"" + html(name) + "\">" + bdi(name);
  if (!title.empty() && title != name) out += "<span class=title>" + bdi(title) + "</span>";
  return out + "</th>";
}

std::string ranking_of(const Told& told) {
  if (told.report.rows.empty()) return {};
  const Columns columns(told);
  std::string rows;
  for (const Row& row : told.report.rows) {
    rows += row.rank == 1 && told.report.complete ? "<tr class=first>" : "<tr>";
    rows += number_cell(row.rank) + row_heading(told, row.entry);
    for (const std::int64_t number : {row.points, row.line.games, row.line.won, row.line.tied,
                                      row.line.lost(), row.line.faults})
      rows += number_cell(number);
    rows += columns.cells(row) + "</tr>\n";
  }
  std::string heading = "<th class=n scope=col>rank</th><th class=bot scope=col>bot</th>";
  for (const char* column : {"points", "games", "won", "tied", "lost", "faults"})
    heading += number_heading(column);
  return "<div class=scroll><table class=sorted><caption><span>" + columns.caption() +
         "</span></caption>\n<thead><tr>" + heading + columns.headings() +
         "</tr></thead>\n<tbody>\n" + rows + "</tbody></table></div>\n";
}

std::string cross_table_of(const Told& told) {
  if (told.met.empty() || told.report.rows.empty()) return {};
  double reach = scale_least;
  for (const auto& [names, pair] : told.met) reach = std::max(reach, std::abs(share(pair.a) - 0.5));
  std::string heading = "<th class=bot scope=col>bot</th>", rows;
  for (const Row& column : told.report.rows)
    heading += fmt::format("<th scope=col title=\"{}\"><span>{}</span></th>",
                           html(told.name(column.entry)), bdi(told.name(column.entry)));
  for (const Row& row : told.report.rows) {
    rows +=
        fmt::format("<tr><th class=bot scope=row>{} {}</th>", row.rank, bdi(told.name(row.entry)));
    for (const Row& column : told.report.rows)
      rows += cross_cell(told, row.entry, column.entry, reach);
    rows += "</tr>\n";
  }
  return legend(reach) +
         "<div class=scroll tabindex=0><table class=cross><caption><span>Share of games won "
         "against each "
         "opponent, in percent; a tie is half a game.</span></caption>\n<thead><tr>" +
         heading + "</tr></thead>\n<tbody>\n" + rows + "</tbody></table></div>\n";
}

std::string rounds_of(const Told& told) {
  std::string out;
  const bool swiss = told.contest().plan.format == tournament::Format::swiss;
  int number = 0;
  for (const tournament::Round& round : told.report.concluded.standings.rounds) {
    out += fmt::format(
        "<h3>Round {0}</h3>\n<div class=scroll><table><thead><tr><th scope=col></th>"
        "<th class=n scope=col>{1}</th><th scope=col>{1}</th><th scope=col></th>"
        "</tr></thead><tbody>\n",
        ++number, swiss ? "games" : "sets");
    for (const tournament::Meeting& meeting : round.meetings) out += meeting_of(told, meeting);
    out += "</tbody></table></div>\n";
    if (round.bye) out += "<p>" + bdi(told.name(*round.bye)) + " had a bye.</p>\n";
  }
  return out + play_offs_of(told);
}

std::string faults_of(const Told& told, std::span<const ShownGame> games) {
  std::string rows;
  std::size_t kept = 0;
  for (const Result& result : told.report.concluded.standings.results)
    for (const tournament::FaultNote& note : result.notes)
      if (kept++ < faults_on_page_max) rows += fault_row(told, games, result, note);
  std::int64_t all = 0;
  for (const Row& row : told.report.rows) all += row.line.faults;
  std::string out = disqualified_of(told);
  if (rows.empty()) return out;
  const auto listed = static_cast<std::int64_t>(std::min(kept, faults_on_page_max));
  return out +
         (listed >= all
              ? fmt::format("<p>All {} faults, with what happened and what was said.</p>\n",
                            grouped(listed))
              : fmt::format(
                    "<p>{} of {} faults: the first ones of each pairing, with what happened "
                    "and what was said.</p>\n",
                    grouped(listed), grouped(all))) +
         "<div class=scroll><table class=sorted><thead><tr><th class=bot scope=col>bot</th>"
         "<th scope=col>against</th><th class=n scope=col>game</th><th scope=col>fault</th>"
         "<th scope=col>what happened</th></tr></thead>\n<tbody>\n" +
         rows + "</tbody></table></div>\n";
}

}  // namespace hilltop::cli
