#include "report/csv.hpp"

#include <fmt/format.h>
#include <span>
#include <vector>

#include "core/text.hpp"
#include "report/columns.hpp"
#include "report/grades.hpp"
#include "report/lists.hpp"
#include "report/luck.hpp"

namespace hilltop::report {
namespace {

constexpr std::size_t cell_bytes_max = 64 * 1024;

// Whether a spreadsheet may take a text for a formula: it skips blanks, and some read full-width
// signs as the narrow ones.
bool is_formula(std::string_view text) {
  constexpr std::u32string_view blanks =
      U" \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
      U"\u2007\u2008\u2009\u200A\u202F\u205F\u3000\"";
  constexpr std::u32string_view signs =
      U"=+-@\uFF1D\uFF0B\uFF0D\uFF20\u2212\uFE62\uFE63\uFE66\uFE6B";
  while (!text.empty()) {
    const auto character = take_character(text);
    if (!character) return false;
    if (!blanks.contains(*character)) return signs.contains(*character);
  }
  return false;
}

// Puts an apostrophe before each part that may be a formula. In many countries a semicolon begins
// the next cell.
std::string csv_text(std::string text) {
  text = printable(text, cell_bytes_max);
  std::string out;
  for (std::string_view rest = text;;) {
    const std::string_view part = rest.substr(0, rest.find(';'));
    if (is_formula(part)) out += '\'';
    out += part;
    if (part.size() == rest.size()) return out;
    out += ';';
    rest.remove_prefix(part.size() + 1);
  }
}

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string out = "\"";
  for (const char c : cell) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string line_of(std::span<const std::string> cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i == 0 ? "" : ",") + quoted(cells[i]);
  return line + '\n';
}

std::string csv_of(const Cell& cell) {
  struct Writer {
    const Cell& cell;
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return decimal(number, cell.decimals); }
    std::string operator()(const std::string& text) const { return csv_text(text); }
  };
  return std::visit(Writer{cell}, cell.value);
}

// Joins names in a list as `hilltop replay` takes them.
std::string text_of(const Json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const Json& each : value) text += (text.empty() ? "" : ",") + text_of(each);
  return text;
}

std::string csv_of(const Json& value) {
  return value.is_number() ? text_of(value) : csv_text(text_of(value));
}

}  // namespace

std::string csv(const List& list) {
  std::string out = line_of(list.columns);
  for (const std::vector<Json>& row : list.cells) {
    std::vector<std::string> cells;
    for (const Json& cell : row) cells.push_back(csv_of(cell));
    out += line_of(cells);
  }
  return out;
}

std::string csv_cell(const std::string& text) { return quoted(csv_text(text)); }

std::string csv(const Summary& summary) {
  const std::vector<Column> columns = ranking_columns(summary, in_data);
  std::vector<std::string> cells;
  for (const Column& column : columns) cells.push_back(column.key);
  std::string out = line_of(cells);
  for (const tournament::Row& row : summary.report.rows) {
    cells.clear();
    for (const Column& column : columns) cells.push_back(csv_of(column.cell(summary, row)));
    out += line_of(cells);
  }
  return out;
}

std::string grades_csv(const Summary& summary) { return csv(grades(summary)); }

std::map<std::string, std::string> csv_tables(const Summary& summary) {
  std::map<std::string, std::string> tables{{"standings.csv", csv(summary)},
                                            {"grades.csv", grades_csv(summary)}};
  for (const std::vector<List>& lists :
       {outcome_lists(summary),
        detail_lists(summary),
        {fixture_list(summary)},
        summary.luck ? luck_lists(*summary.luck) : std::vector<List>()})
    for (const List& list : lists)
      if (!list.columns.empty()) tables.emplace(list.name + ".csv", csv(list));
  return tables;
}

}  // namespace hilltop::report
