#pragma once
#include <string>
#include <vector>

#include "report/lists.hpp"
#include "report/luck_row.hpp"
#include "report/text_table.hpp"

// Results with the luck in them and without, side by side (docs/luck.md).
namespace hilltop::report {

TextTable luck_table(const std::vector<LuckRow>& rows);
// Returns the list `luck`. Shares of the win are from 0 to 1.
List luck_list(const std::vector<LuckRow>& rows);

std::vector<List> luck_lists(const ContestLuck& luck);  // luck and luck_missing
// Returns a sentence for each bot of which the luck of some games is not known.
std::vector<std::string> sentences_of_missing(const ContestLuck& luck);

}  // namespace hilltop::report
