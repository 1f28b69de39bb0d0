#pragma once
#include <string>

#include "store/store.hpp"

// What tells a row that was changed after it was written: a damaged disk or a hand in the tables.
// It is no signature; who forges it as well is found by `hilltop verify`, which plays and replays.
namespace hilltop::store {

Key seal_of(const Key& fixture, const BatchRow& block);
Key seal_of(const ContestRow& contest);
Key seal_of(const Key& key, const QualificationRow& check);

// Why no games can have this result, even if its seal is right; empty: some games can.
std::string nonsense_in(const BatchRow& block, std::size_t bots);

}  // namespace hilltop::store
