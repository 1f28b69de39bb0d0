#pragma once
#include <optional>
#include <string>

#include "report/commands.hpp"
#include "report/lists.hpp"
#include "report/summary.hpp"
#include "report/text_table.hpp"

namespace hilltop::report {

struct TextOptions {
  std::optional<double> seconds = {};  // time of the run; nullopt if it is a stored contest
  bool all_faults = false;             // list every noted fault with what was said before it
  bool coloured = false;
  std::optional<int> columns_max = {};  // of the terminal: columns of the ranking that do not fit
                                        // are left out, the least important first
  Shell shell = {};                     // that commands are printed for
};
// Returns the outcome for a terminal; for a stored contest with ratings and timings.
std::string text(const Summary& summary, const TextOptions& options);

// Returns the ranking with all columns of a terminal.
TextTable ranking_table(const Summary& summary);

// Returns the rows and columns of pairs_text(); without rows if the contest has no games of two.
TextTable pairs_table(const Summary& summary);
constexpr std::string_view pairs_heading = "share of games won, in percent; a tie is half a game";

// Returns a list with its keys as headings.
TextTable table_of(const List& list);

// Returns "300 games", or "300 games (182 distinct)" if some were repeated.
std::string games_text(const Summary& summary);

// Returns the ranking of an unfinished contest, by points per game.
std::string interim_text(const Summary& summary, std::optional<int> columns_max = {});

// Returns the head-to-head table: the share of games that each bot won against each other bot, a
// tie as half a game, in the order of the ranking. Empty if the contest has no games of two.
std::string pairs_text(const Summary& summary, bool coloured);

}  // namespace hilltop::report
