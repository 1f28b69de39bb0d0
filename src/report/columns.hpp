#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "report/summary.hpp"

// The columns of a ranking, listed once for every form of it.
namespace hilltop::report {

// A figure or a text of one bot.
struct Cell {
  std::variant<std::monostate, std::int64_t, double, std::string> value;  // monostate: unknown
  int decimals = 0;        // of a double, in forms for people
  bool is_signed = false;  // a double above 0 is shown with its sign
};

// Returns a cell for a terminal: "1,234", "+12.3"; empty if unknown.
std::string text_of(const Cell& cell);

// The places of a column, as bits: the table of a terminal, CSV and JSON (`standings`), the page.
enum Forms : unsigned { on_terminal = 1, in_data = 2, on_page = 4, everywhere = 7 };

struct Column {
  std::string key;      // in JSON and CSV
  std::string heading;  // in tables for people
  unsigned forms;       // a sum of Forms
  bool is_number;
  std::function<Cell(const tournament::Row&)> cell;
};

// Returns the columns of a form, in order, without those that are empty for all bots. `summary`
// must outlive them.
std::vector<Column> ranking_columns(const Summary& summary, Forms form);

}  // namespace hilltop::report
