#include "tournament/formats.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "tournament/all_meet.hpp"
#include "tournament/cup.hpp"
#include "tournament/hill.hpp"
#include "tournament/sets.hpp"
#include "tournament/swiss_schedule.hpp"

namespace hilltop::tournament {
namespace {

constexpr std::string_view cup_keys[] = {"sets_to_win"};
constexpr std::string_view hill_keys[] = {"sets_to_win", "champion"};
constexpr std::string_view swiss_keys[] = {"rounds"};
constexpr std::string_view gauntlet_keys[] = {"challengers"};
constexpr TieBreak swiss_tie_breaks[] = {TieBreak::buchholz, TieBreak::won};

std::unique_ptr<Schedule> schedule_of_all(const Plan& plan, Field field) {
  return std::make_unique<AllMeet>(plan, std::move(field), traits_of(plan.format).one_game_for_all);
}

std::unique_ptr<Schedule> schedule_of_cup(const Plan& plan, Field field) {
  Cup cup(field.entries);
  return std::make_unique<SetsSchedule<Cup>>(plan, std::move(field), std::move(cup));
}

// The champion comes first, if it takes part.
std::unique_ptr<Schedule> schedule_of_hill(const Plan& plan, Field field) {
  std::vector<EntryId> order = field.entries;
  if (plan.champion)
    std::ranges::stable_partition(order, [&](EntryId entry) { return entry == *plan.champion; });
  Hill hill(std::move(order));
  return std::make_unique<SetsSchedule<Hill>>(plan, std::move(field), std::move(hill));
}

std::unique_ptr<Schedule> schedule_of_swiss(const Plan& plan, Field field) {
  return std::make_unique<SwissSchedule>(plan, std::move(field));
}

constexpr FormatTraits all_formats[] = {
    {.format = Format::everyone,
     .kind = "everyone",
     .games = "in all",
     .about = "all bots play in every game",
     .schedule = schedule_of_all,
     .keys = {},
     .one_game_for_all = true},
    {.format = Format::round_robin,
     .kind = "round-robin",
     .games = "per pair",
     .about = "every pair plays",
     .schedule = schedule_of_all,
     .keys = {}},
    {.format = Format::gauntlet,
     .kind = "gauntlet",
     .games = "per pair",
     .about = "each challenger plays every non-challenger",
     .schedule = schedule_of_all,
     .keys = gauntlet_keys,
     .has_play_offs = false},
    {.format = Format::cup,
     .kind = "cup",
     .games = "per set",
     .about = "an elimination bracket in which every place is played for",
     .schedule = schedule_of_cup,
     .keys = cup_keys,
     .round = "set",
     .score = "sets",
     .listed_order_counts = true,
     .matches_of_two_max = sets_max,
     .sets_to_win = 4},
    {.format = Format::swiss,
     .kind = "swiss",
     .games = "per match",
     .about = "rounds of bots with equal scores; no bot is eliminated",
     .schedule = schedule_of_swiss,
     .keys = swiss_keys,
     .round = "round",
     .score = "won",
     .has_play_offs = false,
     .matches_of_two_max = swiss_rounds_max,
     .points_are_per_match = true,
     .has_byes = true,
     .points = {2, 1, 0},
     .tie_breaks = swiss_tie_breaks},
    {.format = Format::hill,
     .kind = "hill",
     .games = "per set",
     .about = "the champion plays every challenger in turn; the winner is the champion",
     .schedule = schedule_of_hill,
     .keys = hill_keys,
     .round = "set",
     .score = "sets",
     .listed_order_counts = true,
     .matches_of_two_max = sets_max,
     .sets_to_win = 1},
};

}  // namespace

std::span<const FormatTraits> formats() { return all_formats; }

const FormatTraits& traits_of(Format format) {
  const auto* const found = std::ranges::find(all_formats, format, &FormatTraits::format);
  if (found == std::end(all_formats)) throw std::logic_error("a format without a row");
  return *found;
}

std::uint32_t games_max_of(Format format) {
  return games_max / traits_of(format).matches_of_two_max;
}

std::unique_ptr<Schedule> make_schedule(const Plan& plan, Field field) {
  return traits_of(plan.format).schedule(plan, std::move(field));
}

}  // namespace hilltop::tournament
