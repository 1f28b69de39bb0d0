#include "tournament/schedule.hpp"

#include <algorithm>
#include <utility>

#include "tournament/all_meet.hpp"
#include "tournament/cup.hpp"
#include "tournament/hill.hpp"
#include "tournament/sets.hpp"
#include "tournament/swiss_schedule.hpp"

namespace hilltop::tournament {
namespace {

// The champion first, if it takes part.
std::vector<EntryId> order_of_hill(const Plan& plan, std::vector<EntryId> entries) {
  if (plan.champion)
    std::ranges::stable_partition(entries, [&](EntryId entry) { return entry == *plan.champion; });
  return entries;
}

}  // namespace

std::unique_ptr<Schedule> make_schedule(const Plan& plan, Field field) {
  switch (plan.format) {
    case Format::everyone:
    case Format::round_robin:
    case Format::gauntlet: break;
    case Format::cup: {
      Cup cup(field.entries);
      return std::make_unique<SetsSchedule<Cup>>(plan, std::move(field), std::move(cup));
    }
    case Format::hill: {
      Hill hill(order_of_hill(plan, field.entries));
      return std::make_unique<SetsSchedule<Hill>>(plan, std::move(field), std::move(hill));
    }
    case Format::swiss: return std::make_unique<SwissSchedule>(plan, std::move(field));
  }
  return std::make_unique<AllMeet>(plan, std::move(field));
}

}  // namespace hilltop::tournament
