#include "server/contests/luck_document.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arena/pair_luck.hpp"
#include "report/analysis.hpp"
#include "report/contest_luck.hpp"
#include "report/games_to_analyse.hpp"
#include "report/luck.hpp"

namespace hilltop::server {
namespace {

using report::GamesAnalysis;
using tournament::Fixture;

constexpr std::uint32_t games_a_deal_max = 2;

// Returns the pairings of the main stage, or those of one entry.
std::vector<const Fixture*> pairings_of(const arena::ContestReport& report,
                                        std::optional<tournament::EntryId> entry = {}) {
  std::vector<const Fixture*> pairings;
  for (const tournament::Result& result : report.concluded.standings.results)
    if (result.fixture.stage == tournament::Stage::main &&
        (!entry || std::ranges::count(result.fixture.entries, *entry) > 0))
      pairings.push_back(&result.fixture);
  return pairings;
}

// Returns how many games of each pairing are looked at; whole deals.
std::uint32_t games_a_pairing(std::uint32_t games_max, std::size_t pairings) {
  const auto each = games_max / static_cast<std::uint32_t>(std::max<std::size_t>(pairings, 1));
  return std::max(each / games_a_deal_max * games_a_deal_max, games_a_deal_max);
}

std::expected<void, Problem> known_luck(const report::StoredContest& stored) {
  const auto seats = static_cast<int>(stored.contest.entrants.size());
  const bool is_of_two = stored.contest.any_game->seats().holds(2);
  return arena::knows_luck(*stored.contest.game, *stored.contest.any_game, is_of_two ? 2 : seats);
}

// Returns the objects of a list about a player, whose numbers by worth are arrays `lost` and
// `luck`.
Json rows_of(const report::List& list, const std::string& player,
             std::span<const WorthInfo> worths) {
  Json rows = Json::array();
  for (const Json& object : list.objects) {
    if (object["player"] != player) continue;
    Json row = object;
    for (const std::string what : {"lost", "luck"}) {
      row[what] = Json::array();
      for (const WorthInfo& worth : worths) {
        const auto number = object.find(what + '_' + std::string(worth.name));
        if (number != object.end() && !number->is_null()) row[what].push_back(*number);
      }
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// Analyses the first games of a bot.
std::expected<GamesAnalysis, Problem> choices_of(const report::StoredContest& stored,
                                                 const std::vector<const Fixture*>& pairings,
                                                 const std::string& bot) {
  GamesAnalysis sums(stored.contest.game->worths, /*costly=*/0, bot);
  const std::uint32_t games_max = games_a_pairing(games_of_choices_max, pairings.size());
  std::map<std::size_t, std::unique_ptr<arena::Analyst>> analysts;  // by seats
  std::uint32_t analysed = 0;
  for (const Fixture* const pairing : pairings) {
    if (analysed >= games_of_choices_max) break;
    const std::size_t seats = pairing->entries.size();
    const auto [analyst, is_new] = analysts.try_emplace(seats);
    if (is_new) analyst->second = stored.contest.any_game->analyst(static_cast<int>(seats));
    if (analyst->second == nullptr) continue;
    const std::vector<std::string> unknown(seats);
    const auto games = recorded_games(stored, *pairing, pairing->first_game, games_max);
    if (!games) return std::unexpected(games.error());
    for (const report::GameToAnalyse& game : *games) {
      auto found = analyst->second->analyse(game.record, unknown, /*asks_for_best=*/false);
      if (!found) return std::unexpected(Problem{game.name + ": " + found.error().text});
      report::drop_errors(*found);
      sums.add({game.name, game.players, *std::move(found)});
      ++analysed;
    }
  }
  return sums;
}

}  // namespace

bool tells_luck(const report::StoredContest& stored, const arena::ContestReport& report) {
  return stored.contest.game->has_luck &&
         pairings_of(report).size() * games_a_deal_max <= games_of_luck_max;
}

std::expected<Json, Problem> luck_document(const report::StoredContest& stored,
                                           const arena::ContestReport& report) {
  if (const auto known = known_luck(stored); !known) return std::unexpected(known.error());
  const std::vector<const Fixture*> pairings = pairings_of(report);
  const std::uint32_t games_max = games_a_pairing(games_of_luck_max, pairings.size());
  const auto luck = contest_luck(stored, report, {.games_a_pairing_max = games_max});
  if (!luck) return std::unexpected(luck.error());
  std::uint64_t games = 0, of_games = 0;
  for (const Fixture* const pairing : pairings) {
    games += std::min(pairing->games, games_max);
    of_games += pairing->games;
  }
  Json out{{"schema", "hilltop/contest-luck/1"},
           {"contest", stored.name},
           {"games", games},
           {"of_games", of_games}};
  for (report::List& list : luck_lists(*luck)) out[list.name] = std::move(list.objects);
  return out;
}

std::expected<Json, Problem> choices_document(const report::StoredContest& stored,
                                              const arena::ContestReport& report,
                                              tournament::EntryId entry) {
  if (const auto known = known_luck(stored); !known) return std::unexpected(known.error());
  const std::string& bot = stored.contest.name_of(entry);
  const std::span<const WorthInfo> worths = stored.contest.game->worths;
  const auto choices = choices_of(stored, pairings_of(report, entry), bot);
  if (!choices) return std::unexpected(choices.error());
  Json of_worths = Json::array();
  for (const WorthInfo& worth : worths)
    of_worths.push_back(
        {{"worth", worth.name}, {"unit", worth.unit}, {"is_share", worth.is_share}});
  const Json players = rows_of(report::player_list(*choices), bot, worths);
  Json kinds = Json::array();
  for (const Json& kind : rows_of(report::kind_list(*choices), bot, worths))
    kinds.push_back(
        {{"kind", kind["kind"]}, {"decisions", kind["decisions"]}, {"lost", kind["lost"]}});
  return Json{{"schema", "hilltop/bot-choices/1"},
              {"contest", stored.name},
              {"bot", bot},
              {"games", choices->games()},
              {"worths", std::move(of_worths)},
              {"certainty", stored.contest.game->certainty},
              {"lost", players.empty() ? Json::array() : players.front()["lost"]},
              {"luck", players.empty() ? Json::array() : players.front()["luck"]},
              {"kinds", std::move(kinds)}};
}

}  // namespace hilltop::server
