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

// faults.cpp
std::string faults_of(const Summary& summary, std::span<const FaultGroup> groups,
                      std::span<const ShownGame> games);
// Returns a warning if an overloaded machine may have caused timeouts.
std::string overload_of(const Summary& summary, std::span<const FaultGroup> groups);

// charts.cpp
std::string ratings_of(const Summary& summary);
std::string distributions_of(const Summary& summary, const Measured& measured);

// games.cpp
std::string games_of(const Summary& summary, std::span<const ShownGame> games);

// table.cpp

// A table. What it is made of is HTML, except its label.
struct Table {
  std::string label;    // for readers that hear the page
  std::string classes;  // "sorted": a click on a heading sorts. "cards": on a telephone each row is
                        // a card, whose cells have labels
  std::string caption, heading, rows;
  std::string box = {};  // classes of its box, which scrolls if the table is too wide
};
std::string html_of(const Table& table);

// Returns a heading of a column: of names, of numbers, or of other texts.
std::string name_heading(std::string_view name);
std::string number_heading(std::string_view name);
std::string text_heading(std::string_view name);

// Returns a cell of numbers, which is sorted by `number`. `label`: its column's heading.
std::string number_cell(std::string_view label, std::int64_t number);
std::string number_cell(std::string_view label, double number, int decimals,
                        const std::string& shown);

// Returns a bot's name as the heading of its row, with its title if that differs.
std::string row_heading(const Summary& summary, tournament::EntryId entry);

// Returns "+12.3", "−4.0" or "0.0".
std::string signed_text(double number);

// The contents of page.css and page.js.
extern const std::string page_style, page_script;

}  // namespace hilltop::report
