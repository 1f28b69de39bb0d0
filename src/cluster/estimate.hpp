#pragma once
#include <functional>
#include <span>
#include <vector>

#include "cluster/stage.hpp"
#include "play/venue.hpp"

namespace hilltop::cluster {

// Estimates how long orders take on one core of this machine: each contestant plays some games of
// one of its orders, and a game takes the sum of what its contestants need. `progress`: contestants
// done, and all; may be null. The games are not kept. Throws failures of the machine.
std::vector<EstimatedOrder> estimated(
    std::vector<play::GameOrder> orders, const play::Venue& venue,
    const std::function<void(std::size_t done, std::size_t all)>& progress);

}  // namespace hilltop::cluster
