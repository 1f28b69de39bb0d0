#pragma once
#include <vector>

#include "tournament/schedule.hpp"

namespace hilltop::tournament {

// By their names.
std::vector<EntryId> sorted(const Field& field, std::vector<EntryId> entries);

// Into canonical order, where nobody sits in two fixtures of the round.
void sort_round(const Field& field, std::vector<Fixture>& round);

}  // namespace hilltop::tournament
