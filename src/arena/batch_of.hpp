#pragma once
#include "arena/contest.hpp"
#include "core/digest.hpp"
#include "play/game_order.hpp"
#include "tournament/fixture.hpp"

namespace hilltop::arena {

// Returns all games of a fixture as one batch, which refers to entrants of the contest.
play::Batch batch_of(const Contest& contest, const tournament::Fixture& fixture);

// Returns an order for all games of a fixture. `terms`: those of the contest.
play::GameOrder order_of(const Contest& contest, std::shared_ptr<const play::GameTerms> terms,
                         const tournament::Fixture& fixture);

// Returns the start of a fixture's digest; the bytes of its games follow.
Digest head_of_digest(const Contest& contest, const tournament::Fixture& fixture);

}  // namespace hilltop::arena
