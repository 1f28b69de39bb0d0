#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "report/summary.hpp"

// The columns of a ranking and the figures of a game's unit, listed once for every form of a
// report: tables, CSV, JSON and its schemas (schemas_test.cpp), and the page.
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

// What the cells of a column are.
enum class CellKind : std::uint8_t {
  text,
  count,  // a whole number, 0 or more
  whole,
  number,
};

struct Column {
  std::string key;      // in JSON and CSV
  std::string heading;  // in tables for people
  unsigned forms;       // a sum of Forms
  CellKind kind;
  std::string about;  // what its schema says of it; may be empty
  std::function<Cell(const Summary&, const tournament::Row&)> cell;
  // The order in which a narrow terminal goes without columns; 0: it is always shown.
  int spare = 0;
  bool can_lack = false;  // its cells may be unknown
};

// What a unit of points tells of some games: their sum, or mean and best.
struct UnitFigure {
  std::string key;  // in JSON and CSV, and as a heading
  CellKind kind;
  std::string about;
  std::function<Cell(const tournament::Tally&)> cell;
  int spare = 0;
};

// Returns the figures of a unit; none if points are an outcome.
std::vector<UnitFigure> unit_figures(const Unit& unit);

// Returns all columns of rankings of games with this unit, in order.
std::vector<Column> all_columns(const Unit& unit);

// Returns the columns of a form, in order; those that only forms for people have are left out if
// they are empty for all bots.
std::vector<Column> ranking_columns(const Summary& summary, Forms form);

}  // namespace hilltop::report
