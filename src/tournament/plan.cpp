#include "tournament/plan.hpp"

namespace hilltop::tournament {

std::uint32_t games_most_of(const Plan& plan) {
  switch (plan.format) {
    case Format::everyone:
    case Format::round_robin:
    case Format::gauntlet: break;
    case Format::cup:
    case Format::hill: return games_most / sets_most;
    case Format::swiss: return games_most / swiss_rounds_most;
  }
  return games_most;
}

}  // namespace hilltop::tournament
