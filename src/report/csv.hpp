#pragma once
#include <map>
#include <string>

#include "report/lists.hpp"
#include "report/summary.hpp"

// Tables for spreadsheets. A spreadsheet takes text that begins with = + - or @ for a formula, so
// an apostrophe precedes every such text.
namespace hilltop::report {

// Returns a text as a cell of a table.
std::string csv_cell(const std::string& text);

// Returns the standings, or a list.
std::string csv(const Summary& summary);
std::string csv(const List& list);

// Returns the grades (grades.hpp).
std::string grades_csv(const Summary& summary);

// Returns a table per list, by the name of its file, such as pairs.csv. The summary is of a stored
// contest.
std::map<std::string, std::string> csv_tables(const Summary& summary);

}  // namespace hilltop::report
