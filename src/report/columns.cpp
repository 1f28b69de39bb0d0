#include "report/columns.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace hilltop::report {
namespace {

using tournament::Row;

template <class Of>
Column whole(const std::string& name, Of&& of, unsigned forms = everywhere) {
  return {name, name, forms, /*is_number=*/true, [of](const Row& row) { return Cell{of(row)}; }};
}

void add_unit(std::vector<Column>& columns, const Unit& unit) {
  if (unit.name.empty()) return;
  if (unit.adds_up) {
    columns.push_back(whole(std::string(unit.name), [](const Row& row) { return row.tally.sum; }));
    return;
  }
  columns.push_back(
      {"mean", "mean", everywhere, true, [](const Row& row) { return Cell{mean(row.tally), 2}; }});
  columns.push_back({"best", "best", everywhere, true, [](const Row& row) {
                       return row.tally.best ? Cell{std::int64_t{*row.tally.best}} : Cell{};
                     }});
}

void add_ratings(std::vector<Column>& columns, const rating::Ratings& ratings) {
  using Of = Cell (*)(const rating::Rating&);
  const auto add = [&](std::string key, std::string heading, unsigned forms, Of of) {
    columns.push_back(
        {std::move(key), std::move(heading), forms, true, [&ratings, of](const Row& row) {
           const auto& rating = ratings.of(static_cast<std::size_t>(row.entry));
           return rating ? of(*rating) : Cell{};
         }});
  };
  add("elo", "elo", on_terminal | on_page,
      [](const rating::Rating& rating) { return Cell{rating.elo, 1, true}; });
  add("margin", "± 95 %", on_terminal | on_page,
      [](const rating::Rating& rating) { return Cell{rating.margin, 1}; });
  add("group", "group", on_terminal | on_page,
      [](const rating::Rating& rating) { return Cell{static_cast<std::int64_t>(rating.group)}; });
}

void add_timings(std::vector<Column>& columns, const std::vector<Timing>& timings) {
  using Of = std::chrono::nanoseconds (*)(const Timing&);
  const auto add = [&](std::string key, std::string heading, Of of) {
    columns.push_back({std::move(key), std::move(heading), on_terminal | on_page, true,
                       [&timings, of](const Row& row) {
                         const auto entry = static_cast<std::size_t>(row.entry);
                         if (entry >= timings.size() || timings[entry].answers == 0) return Cell{};
                         return Cell{in_ms(of(timings[entry])), 3};
                       }});
  };
  add("mean_ms", "mean ms", [](const Timing& timing) { return timing.mean(); });
  add("slowest_ms", "slowest ms", [](const Timing& timing) { return timing.slowest; });
}

void add_authors(std::vector<Column>& columns, const std::vector<store::BotRow>& bots) {
  const auto add = [&](const std::string& name, std::string store::BotRow::* text) {
    columns.push_back({name, name, on_page, false, [&bots, text](const Row& row) {
                         const std::string& shown = bots[static_cast<std::size_t>(row.entry)].*text;
                         return shown.empty() ? Cell{} : Cell{shown};
                       }});
  };
  add("author", &store::BotRow::author);
  add("language", &store::BotRow::language);
}

// Returns whether a column has no cells, or only group 0: nobody is rated, all are in one group, or
// no author is named.
bool is_empty(const Column& column, const std::vector<Row>& rows) {
  return std::ranges::all_of(rows, [&](const Row& row) {
    const Cell cell = column.cell(row);
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

std::vector<Column> ranking_columns(const Summary& summary, Forms form) {
  std::vector<Column> columns;
  columns.push_back(whole("rank", [](const Row& row) { return std::int64_t{row.rank}; }));
  columns.push_back({"bot", "bot", everywhere, false,
                     [&summary](const Row& row) { return Cell{summary.name_of(row.entry)}; }});
  columns.push_back(whole("points", [](const Row& row) { return row.points; }));
  columns.push_back({"score_percent", "score %", everywhere, true, [](const Row& row) {
                       return row.tally.games == 0 ? Cell{} : Cell{100 * share(row.tally), 2};
                     }});
  columns.push_back(whole("games", [](const Row& row) { return row.tally.games; }));
  columns.push_back(whole("won", [](const Row& row) { return row.tally.won; }));
  columns.push_back(whole("tied", [](const Row& row) { return row.tally.tied; }));
  columns.push_back(whole("lost", [](const Row& row) { return row.tally.lost(); }));
  columns.push_back(whole("faults", [](const Row& row) { return row.tally.faults; }));
  add_unit(columns, summary.contest.game->info->unit);
  if (summary.ratings) add_ratings(columns, *summary.ratings);
  if (summary.stored != nullptr) {
    add_timings(columns, summary.report.timings);
    add_authors(columns, summary.stored->bots);
  }
  std::erase_if(columns, [&](const Column& column) {
    return (column.forms & form) == 0 ||
           ((column.forms & in_data) == 0 && is_empty(column, summary.report.rows));
  });
  return columns;
}

}  // namespace hilltop::report
