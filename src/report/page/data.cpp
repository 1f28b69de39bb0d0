#include "report/page/data.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "core/text.hpp"
#include "report/commands.hpp"
#include "report/fault_groups.hpp"
#include "report/json.hpp"
#include "report/lists.hpp"
#include "report/luck.hpp"
#include "report/page/html.hpp"
#include "report/page/sample.hpp"
#include "report/race.hpp"
#include "report/text_table.hpp"
#include "tournament/formats.hpp"

namespace hilltop::report {
namespace {

// Returns the first faults of each group.
std::vector<KeptFault> listed(std::span<const FaultGroup> groups) {
  const std::size_t each = std::clamp<std::size_t>(
      faults_on_page_max / std::max<std::size_t>(1, groups.size()), 1, faults_of_a_group_max);
  std::vector<KeptFault> faults;
  for (const FaultGroup& group : groups)
    for (std::size_t i = 0; i < std::min(each, group.kept.size()); ++i)
      if (faults.size() < faults_on_page_max) faults.push_back(group.kept[i]);
  return faults;
}

// Returns each pair of the best bots that met: their places in the standings, the games, and how
// many each won.
Json pairs_of(const Summary& summary) {
  const auto& rows = summary.report.rows;
  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < std::min(rows.size(), paired_bots_max); ++i)
    place[summary.name_of(rows[i].entry)] = i;
  Json pairs = Json::array();
  for (const auto& [names, pair] : summary.pairs) {
    const auto a = place.find(names.first), b = place.find(names.second);
    if (a != place.end() && b != place.end())
      pairs.push_back({a->second, b->second, pair.a.games, pair.a.won, pair.b.won});
  }
  return pairs;
}

Json counts_of(const std::vector<int>& numbers) {
  std::map<int, int> counts;
  for (const int number : numbers) ++counts[number];
  Json list = Json::array();
  for (const auto& [number, count] : counts) list.push_back({number, count});
  return list;
}

// Returns the commands, the file and the format of the contest.
Json about(const Summary& summary) {
  const StoredContest& stored = *summary.stored;
  const arena::Contest& contest = stored.contest;
  const tournament::FormatTraits& format = tournament::traits_of(contest.plan.format);
  return {{"format", format.kind},
          {"games", contest.plan.games},
          {"games_are", format.games},
          {"mirrored", contest.plan.mirrored},
          {"command", play_again_command(summary)},
          {"file", printable_lines(contest.text, std::max<std::size_t>(1, contest.text.size()))},
          {"house", std::ranges::all_of(stored.bots, &store::BotRow::house)}};
}

Json race(const Summary& summary) {
  Json names = Json::array(), moments = Json::array();
  for (const play::Entrant& entrant : summary.contest.entrants) names.push_back(entrant.name);
  for (const RaceMoment& moment : race_of(summary))
    moments.push_back({{"games", moment.games}, {"points", moment.won}});
  return {{"unit", "won"}, {"bots", std::move(names)}, {"points", std::move(moments)}};
}

Json contest(const Summary& summary, std::span<const FaultGroup> groups) {
  const StoredContest& stored = *summary.stored;
  Json out{{"contest", summary.name},
           {"title", printable(stored.contest.name, title_bytes_max)},
           {"game", stored.contest.game->info->name},
           {"rules", stored.contest.rules},
           {"seed", or_null(summary.shown_seed())},
           {"commitment", or_null(summary.commitment())},
           {"digest", summary.report.digest}};
  for (auto&& lists : {page_lists(summary, listed(groups)), detail_lists(summary)})
    for (const List& list : lists) out[list.name] = list.objects;
  out["has_luck"] = summary.luck.has_value();
  if (summary.luck)
    for (const List& list : luck_lists(*summary.luck)) out[list.name] = list.objects;
  for (const char* list : {"faults", "disqualified"})
    for (Json& fault : out[list])
      for (const char* line : {"asked", "said"})
        fault[line] = printable(fault[line].get_ref<const std::string&>(), stranger_bytes_max);
  if (const Timeouts timeouts = timeouts_of(groups); timeouts.overloaded > 0)
    out["timeouts"] = {{"all", timeouts.all},
                       {"overloaded", timeouts.overloaded},
                       {"command", command_of_timeouts(summary)}};
  out["complete"] = summary.report.complete;
  out["live"] = {{"games_done", summary.games()},
                 {"games", summary.games()},
                 {"running", false},
                 {"seconds_left", nullptr}};
  out["race"] = race(summary);
  out["about"] = about(summary);
  return out;
}

// Returns what was measured of each bot of the standings, in their order.
Json bots(const Summary& summary, const Measured& measured) {
  Json bots = Json::array();
  for (const tournament::Row& row : summary.report.rows) {
    const Measured::Of& of = measured.entries[static_cast<std::size_t>(row.entry)];
    bots.push_back({{"points", counts_of(of.points)}, {"decisions", counts_of(of.decisions)}});
  }
  return bots;
}

}  // namespace

std::expected<Json, Problem> page_data(const Summary& summary) {
  const std::vector<FaultGroup> groups = fault_groups(summary);
  auto shown = shown_games(summary, groups);
  if (!shown) return std::unexpected(shown.error());
  const Measured measured = report::measured(*summary.stored, summary.report);
  const Unit unit = summary.contest.game->info->unit;
  return Json{{"contest", contest(summary, groups)},
              {"pairs", pairs_of(summary)},
              {"unit", unit.name},
              {"measured", {{"games", measured.games}, {"of_games", measured.of_games}}},
              {"bots", bots(summary, measured)},
              {"games", std::move(shown->games)},
              {"games_cut", shown->cut}};
}

}  // namespace hilltop::report
