#pragma once
#include <vector>

#include "tournament/schedule.hpp"

namespace hilltop::tournament {

// Returns the entries sorted by name.
std::vector<EntryId> sorted(const Field& field, std::vector<EntryId> entries);

// Sorts a round in which no contestant has two fixtures into canonical order.
void sort_round(const Field& field, std::vector<Fixture>& round);

}  // namespace hilltop::tournament
