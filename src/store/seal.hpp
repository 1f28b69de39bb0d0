#pragma once
#include <string>

#include "store/rows.hpp"

// Seals: digests that reveal rows changed after they were written, by a damaged disk or by hand. A
// seal is no signature; `hilltop verify` finds forged ones, since it replays the games.
namespace hilltop::store {

Key seal_of(const Key& fixture, const BatchRow& block);
Key seal_of(const ContestRow& contest);  // titles, authors and languages are in the bots' seals
Key seal_of(const BotRow& bot);
Key seal_of(const FixtureRow& fixture);  // with the bots' names and contents only
Key seal_of(const Key& key, const QualificationRow& check);

// Returns why no games can have this result, whatever its seal; empty if some can.
std::string nonsense_in(const BatchRow& block, std::size_t bots);

}  // namespace hilltop::store
