#pragma once
#include <span>
#include <string>
#include <vector>

#include "report/page/sample.hpp"
#include "report/stored_contest.hpp"
#include "report/summary.hpp"

// The parts of the page; a part without content is empty.
namespace hilltop::report {

// tables.cpp
std::string ranking_of(const Summary& summary);
std::string cross_table_of(const Summary& summary);
std::string rounds_of(const Summary& summary);
std::string not_entered_of(const Summary& summary);
std::string faults_of(const Summary& summary, std::span<const ShownGame> games);

// charts.cpp
std::string ratings_of(const Summary& summary);
std::string distributions_of(const Summary& summary, const Measured& measured);

// games.cpp
std::string games_of(const Summary& summary, std::span<const ShownGame> games);

// Returns a bot's name as the heading of its row, with its title if that differs.
std::string row_heading(const Summary& summary, tournament::EntryId entry);

// Returns "+12.3", "−4.0" or "0.0".
std::string signed_text(double number);

// The contents of page.css and page.js.
extern const std::string page_style, page_script;

}  // namespace hilltop::report
