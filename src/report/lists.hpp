#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/summary.hpp"

// The lists of a report, for other programs: each is an array of a JSON document and a table of
// CSV, whose columns are named once.
namespace hilltop::report {

using Json = nlohmann::ordered_json;

struct List {
  std::string name;                      // its key in JSON, and its file's stem in CSV
  Json objects;                          // an array
  std::vector<std::string> columns;      // of the table; empty: the list has none
  std::vector<std::vector<Json>> cells;  // of the table, by row
};

// standings, pairs, rounds, play_offs, faults, disqualified: those that the contest's format has.
std::vector<List> outcome_lists(const Summary& summary);
// ratings and bots; the summary is that of a stored contest.
std::vector<List> detail_lists(const Summary& summary);
List fixture_list(const Summary& summary);

// The names of the sandbox layers; empty for nullopt.
std::vector<std::string> layer_names(const std::optional<runner::Layers>& layers);

}  // namespace hilltop::report
