#pragma once
#include <map>
#include <string>

#include "report/summary.hpp"

// Tables for spreadsheets. A spreadsheet takes text that begins with = + - or @ for a formula, and
// does not where an apostrophe stands before it: every text that a stranger wrote has one there.
namespace hilltop::report {

// The standings.
std::string csv(const Summary& summary);

// A table per list, by the name of its file, such as pairs.csv. The summary is that of a stored
// contest.
std::map<std::string, std::string> csv_tables(const Summary& summary);

}  // namespace hilltop::report
