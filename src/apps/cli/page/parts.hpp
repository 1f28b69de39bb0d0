#pragma once
#include <span>
#include <string>
#include <vector>

#include "apps/cli/page/sample.hpp"
#include "apps/cli/stored_contest.hpp"
#include "apps/cli/summary.hpp"

// The parts of the page. Each is empty where there is nothing to say.
namespace hilltop::cli {

// What the parts are made of.
struct Told {
  const StoredContest& stored;
  const arena::ContestReport& report;
  rating::Ratings rated;
  Pairs met;

  const arena::Contest& contest() const { return stored.contest; }
  const std::string& name(tournament::EntryId entry) const {
    return name_of(stored.contest, entry);
  }
};

// tables.cpp
std::string ranking_of(const Told& told);
std::string cross_table_of(const Told& told);
std::string rounds_of(const Told& told);
std::string faults_of(const Told& told, std::span<const ShownGame> games);

// charts.cpp
std::string ratings_of(const Told& told);
std::string distributions_of(const Told& told, const Measured& measured);

// games.cpp
std::string games_of(const Told& told, std::span<const ShownGame> games);

// A bot's name as the heading of its row, with its title if that is another one.
std::string row_heading(const Told& told, tournament::EntryId entry);

// "+12.3", "−4.0", "0.0"
std::string signed_text(double number);

// The files page.css and page.js.
extern const std::string page_style, page_script;

}  // namespace hilltop::cli
