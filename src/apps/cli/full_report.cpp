#include "apps/cli/full_report.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "apps/cli/report.hpp"
#include "apps/cli/summary.hpp"

namespace hilltop::cli {
namespace {

using Json = nlohmann::ordered_json;
using tournament::Result;
using tournament::Tally;

Json fixture_bot(const arena::Contest& contest, tournament::EntryId entry, const Tally& line) {
  Json out{{"bot", name_of(contest, entry)},
           {"won", line.won},
           {"tied", line.tied},
           {"lost", line.lost()},
           {"faults", line.faults}};
  add_unit(out, contest.game->info->unit, line);
  return out;
}

Json fixture_list(const arena::Contest& contest, const arena::ContestReport& report) {
  Json list = Json::array();
  for (const Result& result : report.concluded.standings.results) {
    const tournament::Fixture& fixture = result.fixture;
    Json bots = Json::array();
    for (std::size_t place = 0; place < fixture.entries.size(); ++place)
      bots.push_back(fixture_bot(contest, fixture.entries[place], result.tallies[place]));
    list.push_back({{"fixture", list.size() + 1},
                    {"stage", fixture.stage == tournament::Stage::main ? "main" : "play-off"},
                    {"first_game", tournament::number_of(fixture.first_game)},
                    {"games", fixture.games},
                    {"digest", result.digest},
                    {"bots", std::move(bots)}});
  }
  return list;
}

Json everything(const StoredContest& stored, const arena::ContestReport& report) {
  Json out = document_in_detail(stored, report);
  out["fixtures"] = fixture_list(stored.contest, report);
  out["complete"] = report.complete;
  return out;
}

// -------------------------------------------------------------------------------------------
// tables

using Columns = std::vector<std::string>;

Columns unit_columns(const Unit& unit) {
  if (unit.name.empty()) return {};
  return unit.adds_up ? Columns{std::string(unit.name)} : Columns{"mean", "best"};
}

Columns columns_of(const std::string& list, const arena::Contest& contest) {
  const Unit unit = contest.game->info->unit;
  Columns columns;
  if (list == "pairs") {
    columns = {"a", "b", "games", "a_won", "b_won", "tied"};
    if (unit.adds_up)
      for (const char* side : {"a_", "b_"}) columns.push_back(side + std::string(unit.name));
  } else if (list == "ratings") {
    columns = {"bot", "elo", "margin", "group"};
  } else if (list == "bots") {
    columns = {"bot", "title", "house", "author", "language", "answers", "mean_ms", "slowest_ms"};
  } else if (list == "fixtures") {
    columns = {"fixture", "stage", "first_game", "games", "digest",
               "bot",     "won",   "tied",       "lost",  "faults"};
    std::ranges::copy(unit_columns(unit), std::back_inserter(columns));
  } else if (list == "rounds") {
    columns = contest.plan.format == tournament::Format::swiss
                  ? Columns{"round", "a", "b", "a_won", "b_won", "winner", "bye"}
                  : Columns{"round", "a", "b", "a_sets", "b_sets", "winner"};
  } else if (list == "faults") {
    columns = {"bot", "opponents", "game", "fault", "detail"};
  } else if (list == "disqualified") {
    columns = {"bot", "game", "fault", "detail"};
  }
  return columns;
}

// Names in a list are joined as `hilltop replay` takes them.
std::string text_of(const Json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const Json& each : value) text += (text.empty() ? "" : ",") + text_of(each);
  return text;
}

std::string cell_of(const Json& value) {
  return value.is_number() ? text_of(value) : csv_text(text_of(value));
}

// A cell is found in the inner object, else in the outer one.
std::string row_of(const Columns& columns, const Json& outer, const Json& inner) {
  std::vector<std::string> cells;
  for (const std::string& column : columns) {
    const Json& holder = inner.contains(column) ? inner : outer;
    cells.push_back(holder.contains(column) ? cell_of(holder[column]) : "");
  }
  return csv_line(cells);
}

// Of the bots of a fixture and the meetings of a round each has a row.
std::string table_of(const Json& list, const Columns& columns) {
  std::string out = csv_line(columns);
  for (const Json& row : list) {
    const Json* inner = row.contains("bots") ? &row["bots"] : nullptr;
    if (row.contains("meetings")) inner = &row["meetings"];
    if (inner == nullptr)
      out += row_of(columns, row, row);
    else
      for (const Json& each : *inner) out += row_of(columns, row, each);
  }
  return out;
}

}  // namespace

std::string json_of_everything(const StoredContest& stored, const arena::ContestReport& report) {
  return written(everything(stored, report));
}

std::map<std::string, std::string> tables_of_everything(const StoredContest& stored,
                                                        const arena::ContestReport& report) {
  std::map<std::string, std::string> tables{{"standings.csv", csv(stored.contest, report)}};
  const Json all = everything(stored, report);
  for (const auto& [name, list] : all.items())
    if (const Columns columns = columns_of(name, stored.contest); !columns.empty())
      tables.emplace(name + ".csv", table_of(list, columns));
  return tables;
}

}  // namespace hilltop::cli
