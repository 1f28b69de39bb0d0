#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>

#include "apps/cli/stored_contest.hpp"

namespace hilltop::cli {

// A contest's outcome, in the form that was asked for (docs/output.md says what each holds).
std::string json(const arena::Contest& contest, const std::string& name,
                 const arena::ContestReport& report);
// The same, with ratings, and with who the bots are and how long their answers took.
nlohmann::ordered_json document_in_detail(const StoredContest& stored,
                                          const arena::ContestReport& report);
std::string json_in_detail(const StoredContest& stored, const arena::ContestReport& report);
std::string csv(const arena::Contest& contest, const arena::ContestReport& report);
// What strangers wrote, as a cell of CSV: a spreadsheet takes text that begins with = + - or @ for
// a formula, and does not where an apostrophe stands before it.
std::string csv_text(std::string text);
// A JSON document, and a line of CSV, as the program writes them.
std::string written(const nlohmann::ordered_json& document);
std::string csv_line(std::span<const std::string> cells);
// What a line holds in the game's unit, for JSON.
void add_unit(nlohmann::ordered_json& object, const Unit& unit, const tournament::Tally& line);
// `seconds`: that it took to play.
std::string text(const arena::Contest& contest, const arena::ContestReport& report, double seconds,
                 bool coloured);
// The same out of a store, with ratings and how long answers took. Without `all_faults` the first
// ones are listed.
std::string text_in_detail(const StoredContest& stored, const arena::ContestReport& report,
                           bool all_faults, bool coloured);

// Who scored what against whom: the share of games, a tie as half of one. Rows and columns are in
// the order of the ranking. Empty where no two met alone.
std::string pairs_text(const arena::Contest& contest, const arena::ContestReport& report,
                       bool coloured);

// The faults that were kept of some games, one a line; empty if there are none. The notes' entries
// are indexes of the entrants.
std::string faults_text(std::span<const arena::Entrant> entrants,
                        std::span<const tournament::FaultNote> notes);

}  // namespace hilltop::cli
