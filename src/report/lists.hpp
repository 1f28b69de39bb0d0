#pragma once
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/json.hpp"
#include "report/fault_groups.hpp"
#include "report/summary.hpp"

// The lists of a report for other programs: each is an array in JSON and a table in CSV, with
// columns that are named once.
namespace hilltop::report {

struct List {
  std::string name;                      // its key in JSON, and its file's stem in CSV
  Json objects;                          // an array
  std::vector<std::string> columns;      // of the table; empty if the list has none
  std::vector<std::vector<Json>> cells;  // of the table, by row

  // Returns a list without rows, whose objects have the columns as keys.
  static List with_columns(std::string name, std::vector<std::string> columns) {
    return {std::move(name), Json::array(), std::move(columns), {}};
  }
  void add(std::vector<Json> row) {
    Json& object = objects.emplace_back(Json::object());
    for (std::size_t i = 0; i < columns.size(); ++i) object[columns[i]] = row[i];
    cells.push_back(std::move(row));
  }
};

// Returns the text, or null.
inline Json or_null(const std::optional<std::string>& text) { return text ? Json(*text) : Json(); }

// Returns standings, pairs, rounds, play_offs, faults, fault_summary, disqualified and not_entered,
// as far as the contest's format has them.
std::vector<List> outcome_lists(const Summary& summary);
// Returns the same without pairs, and of the faults those in `faults` only, without
// a standard error that the fault before has too.
std::vector<List> page_lists(const Summary& summary, std::span<const KeptFault> faults);
// Returns ratings, seats and bots. The summary is of a stored contest.
std::vector<List> detail_lists(const Summary& summary);
List fixture_list(const Summary& summary);

// Returns the names of the sandbox layers; none for nullopt.
std::vector<std::string> layer_names(const std::optional<runner::Layers>& layers);

}  // namespace hilltop::report
