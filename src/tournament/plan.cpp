#include "tournament/plan.hpp"

namespace hilltop::tournament {

std::uint32_t games_max_of(const Plan& plan) {
  switch (plan.format) {
    case Format::everyone:
    case Format::round_robin:
    case Format::gauntlet: break;
    case Format::cup:
    case Format::hill: return games_max / sets_max;
    case Format::swiss: return games_max / swiss_rounds_max;
  }
  return games_max;
}

}  // namespace hilltop::tournament
