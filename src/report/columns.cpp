#include "report/columns.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "core/text.hpp"

namespace hilltop::report {
namespace {

using tournament::Row;
using tournament::Tally;

constexpr unsigned for_people = on_terminal | on_page;

template <class Of>
Column count(const std::string& name, const std::string& about, Of of, int spare = 0) {
  return {name,       name,
          everywhere, CellKind::count,
          about,      [of](const Summary&, const Row& row) { return Cell{of(row.tally)}; },
          spare};
}

// Those of every ranking, before the game's unit.
std::vector<Column> outcome_columns() {
  return {
      {"rank", "rank", everywhere, CellKind::count,
       "1 is best; bots that tie share a rank, and the next rank counts them all (1, 2, 2, 4)",
       [](const Summary&, const Row& row) { return Cell{std::int64_t{row.rank}}; }},
      {"bot", "bot", everywhere, CellKind::text, "",
       [](const Summary& of, const Row& row) { return Cell{of.name_of(row.entry)}; }},
      {"points", "points", everywhere, CellKind::whole,
       "by the contest's [ranking]; with by = \"unit\" the sum of what the bot took",
       [](const Summary&, const Row& row) { return Cell{row.points}; }},
      {"score_percent", "score %", everywhere, CellKind::number,
       "games won in percent of those played, a tie as half; null without a game",
       [](const Summary&, const Row& row) {
         return row.tally.games == 0 ? Cell{} : Cell{100 * share(row.tally), 2};
       },
       /*spare=*/0, /*can_lack=*/true},
      count("games", "played", [](const Tally& tally) { return tally.games; }),
      count(
          "won", "won alone", [](const Tally& tally) { return tally.won; }, /*spare=*/7),
      count(
          "tied", "shared first place", [](const Tally& tally) { return tally.tied; }, /*spare=*/1),
      count(
          "lost", "the rest", [](const Tally& tally) { return tally.lost(); }, /*spare=*/2),
      count("faults", "their number", [](const Tally& tally) { return tally.faults; }),
  };
}

void add_strengths(std::vector<Column>& columns) {
  using Of = Cell (*)(const Strength&);
  const auto add = [&](const char* key, const char* heading, Of of, int spare, auto&& is_shown) {
    columns.push_back({key, heading, for_people, CellKind::number, "",
                       [of, is_shown](const Summary& summary, const Row& row) {
                         const auto strength = summary.strength_of(row.entry);
                         return strength && is_shown(summary) ? of(*strength) : Cell{};
                       },
                       spare, /*can_lack=*/true});
  };
  const Of value = [](const Strength& strength) { return Cell{strength.value, 1, true}; };
  const auto always = [](const Summary&) { return true; };
  add("elo", "elo", value, 0, [](const Summary& of) { return !of.contest.plan.by_unit; });
  add("lead", "lead", value, 0, [](const Summary& of) { return of.contest.plan.by_unit; });
  add(
      "margin", "± 95 %",
      [](const Strength& strength) { return strength.margin ? Cell{*strength.margin, 1} : Cell{}; },
      10, always);
  add(
      "group", "group",
      [](const Strength& strength) { return Cell{static_cast<std::int64_t>(strength.group)}; }, 5,
      always);
}

void add_timings(std::vector<Column>& columns) {
  using Of = std::chrono::nanoseconds (*)(const Timing&);
  const auto add = [&](const char* key, const char* heading, Of of, int spare) {
    columns.push_back({key, heading, for_people, CellKind::number, "",
                       [of](const Summary& summary, const Row& row) {
                         const auto& timings = summary.report.timings;
                         const auto entry = static_cast<std::size_t>(row.entry);
                         return summary.stored == nullptr || entry >= timings.size() ||
                                        timings[entry].answers == 0
                                    ? Cell{}
                                    : Cell{in_ms(of(timings[entry])), 3};
                       },
                       spare, /*can_lack=*/true});
  };
  add("mean_ms", "mean ms", [](const Timing& timing) { return timing.mean(); }, 6);
  add("slowest_ms", "slowest ms", [](const Timing& timing) { return timing.slowest; }, 8);
}

void add_authors(std::vector<Column>& columns) {
  const auto add = [&](const std::string& name, std::string store::BotRow::* text) {
    columns.push_back({name, name, on_page, CellKind::text, "",
                       [text](const Summary& summary, const Row& row) {
                         if (summary.stored == nullptr) return Cell{};
                         const std::string& shown =
                             summary.stored->bots[static_cast<std::size_t>(row.entry)].*text;
                         return shown.empty() ? Cell{} : Cell{shown};
                       },
                       /*spare=*/0, /*can_lack=*/true});
  };
  add("author", &store::BotRow::author);
  add("language", &store::BotRow::language);
}

// Returns whether a column has no cells, or only group 0: nobody is rated, all are in one group, or
// no author is named.
bool is_empty(const Column& column, const Summary& summary) {
  return std::ranges::all_of(summary.report.rows, [&](const Row& row) {
    const Cell cell = column.cell(summary, row);
    return std::holds_alternative<std::monostate>(cell.value) ||
           (column.key == "group" && std::get<std::int64_t>(cell.value) == 0);
  });
}

}  // namespace

std::string text_of(const Cell& cell) {
  struct Writer {
    const Cell& cell;
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(std::int64_t number) const { return grouped(number); }
    std::string operator()(double number) const {
      const std::string text = decimal(number, cell.decimals);
      return cell.is_signed && !text.starts_with('-') ? '+' + text : text;
    }
    std::string operator()(const std::string& text) const { return text; }
  };
  return std::visit(Writer{cell}, cell.value);
}

std::vector<UnitFigure> unit_figures(const Unit& unit) {
  if (unit.name.empty()) return {};
  const std::string name(unit.name);
  if (unit.adds_up)
    return {{name, CellKind::whole, "the sum of the games' " + name,
             [](const Tally& tally) { return Cell{tally.sum}; }, /*spare=*/3}};
  return {{"mean", CellKind::number, "of the points of a game",
           [](const Tally& tally) { return Cell{mean(tally), 2}; }, /*spare=*/9},
          {"best", CellKind::whole, "the most points in a game; null without a game",
           [](const Tally& tally) { return tally.best ? Cell{std::int64_t{*tally.best}} : Cell{}; },
           /*spare=*/4}};
}

std::vector<Column> all_columns(const Unit& unit) {
  std::vector<Column> columns = outcome_columns();
  for (UnitFigure& figure : unit_figures(unit))
    columns.push_back({figure.key, figure.key, everywhere, figure.kind, figure.about,
                       [cell = std::move(figure.cell)](const Summary&, const Row& row) {
                         return cell(row.tally);
                       },
                       figure.spare, /*can_lack=*/true});
  add_strengths(columns);
  add_timings(columns);
  add_authors(columns);
  return columns;
}

std::vector<Column> ranking_columns(const Summary& summary, Forms form) {
  std::vector<Column> columns = all_columns(summary.contest.game->info->unit);
  std::erase_if(columns, [&](const Column& column) {
    return (column.forms & form) == 0 ||
           ((column.forms & in_data) == 0 && is_empty(column, summary));
  });
  return columns;
}

}  // namespace hilltop::report
