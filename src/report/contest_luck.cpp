#include "report/contest_luck.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arena/batch_of.hpp"
#include "arena/pair_luck.hpp"
#include "core/threads.hpp"
#include "report/games_to_analyse.hpp"

namespace hilltop::report {
namespace {

using tournament::EntryId;
using tournament::Fixture;

constexpr std::uint32_t games_a_portion = 256;  // even: no deal is cut

// What an Analyst keeps grows with what it sees, in Yahtzee up to 77 MB.
constexpr int analysts_max = 8;

// Games of a pairing, whose luck one thread finds.
struct Portion {
  const Fixture* fixture;
  std::uint32_t first, games;
};

// The luck of a game: by worth and seat.
struct LuckyGame {
  std::uint32_t number;
  std::vector<std::vector<rating::LuckyResult>> by_worth;
};
using LuckyGames = std::expected<std::vector<LuckyGame>, Problem>;

// Finds the luck of games: house bots play theirs again, others have records. Used by one thread,
// but for what its `store` guards.
class Finder {
 public:
  Finder(const StoredContest& stored, std::mutex& store) : stored_(stored), store_(store) {}

  LuckyGames find(const Portion& portion) {
    const Fixture& fixture = *portion.fixture;
    arena::Analyst* const analyst = analyst_of(static_cast<int>(fixture.entries.size()));
    if (analyst == nullptr) return {};
    std::vector<LuckyGame> found;
    const auto add = [&](std::uint32_t game, const LuckOfGame& luck) {
      LuckyGame& lucky = found.emplace_back(game);
      for (const std::vector<SeatLuck>& seats : luck) {
        auto& results = lucky.by_worth.emplace_back();
        for (const SeatLuck& seat : seats) results.push_back({seat.result(), seat.luck});
      }
    };
    play::Batch batch = batch_of(stored_.contest, fixture);
    if (stored_.cache().deterministic(fixture)) {
      batch.first_game = portion.first;
      batch.games = portion.games;
      analyst->play(batch, stored_.contest.conditions, add);
      return found;
    }
    const auto games = recorded(portion);
    if (!games) return std::unexpected(games.error());
    for (const GameToAnalyse& game : *games) {
      std::vector<std::string> players;
      for (const EntryId entry : by_seat(fixture, batch, game.game))
        players.push_back(
            arena::known_player(stored_.contest.entrants[static_cast<std::size_t>(entry)]));
      const auto luck = analyst->luck(game.record, players);
      if (!luck) return std::unexpected(Problem{game.name + ": " + luck.error().text});
      add(game.game, *luck);
    }
    return found;
  }

 private:
  arena::Analyst* analyst_of(int seats) {
    const auto [known, is_new] = analysts_.try_emplace(seats);
    if (is_new) known->second = stored_.contest.any_game->analyst(seats);
    return known->second.get();
  }

  std::expected<std::vector<GameToAnalyse>, Problem> recorded(const Portion& portion) const {
    const std::scoped_lock lock(store_);
    return recorded_games(stored_, *portion.fixture, portion.first, portion.games);
  }

  const StoredContest& stored_;
  std::mutex& store_;
  std::map<int, std::unique_ptr<arena::Analyst>> analysts_;  // by seats; null: unknown
};

// Returns the pairings of the main stage, cut into what one thread does at a time.
std::vector<Portion> portions_of(const StoredContest& stored, const arena::ContestReport& report,
                                 std::uint32_t games_a_pairing_max) {
  std::vector<Portion> portions;
  for (const tournament::Result& result : report.concluded.standings.results) {
    const Fixture& fixture = result.fixture;
    if (fixture.stage != tournament::Stage::main) continue;
    const std::uint32_t games = std::min(fixture.games, games_a_pairing_max);
    const bool is_cut =
        stored.cache().deterministic(fixture) && !batch_of(stored.contest, fixture).memory_lasts();
    const std::uint32_t at_once = is_cut ? games_a_portion : std::max(games, 1u);
    for (std::uint32_t done = 0; done < games; done += at_once)
      portions.push_back({&fixture, fixture.first_game + done, std::min(at_once, games - done)});
  }
  return portions;
}

// What is known of a bot so far.
struct OfBot {
  std::vector<arena::LuckFigure> figures;  // by worth
  std::int64_t games = 0, known = 0;
};

// Adds the games of a portion to those of their bots, deal by deal. A deal of which a game is
// missing counts as missing.
void add_portion(const StoredContest& stored, const Portion& portion,
                 std::span<const LuckyGame> games, std::vector<OfBot>& bots) {
  const Fixture& fixture = *portion.fixture;
  const play::Batch batch = batch_of(stored.contest, fixture);
  for (const EntryId entry : fixture.entries)
    bots[static_cast<std::size_t>(entry)].games += portion.games;
  const std::size_t games_a_deal = fixture.mirrored ? 2 : 1;
  const auto deal_of = [&](const LuckyGame& game) { return game.number / games_a_deal; };
  while (games.size() >= games_a_deal) {
    if (deal_of(games.front()) != deal_of(games[games_a_deal - 1])) {
      games = games.subspan(1);
      continue;
    }
    std::map<EntryId, std::vector<std::vector<rating::LuckyResult>>> by_bot;  // by worth and game
    for (const LuckyGame& game : games.first(games_a_deal)) {
      const std::vector<EntryId> seated = by_seat(fixture, batch, game.number);
      for (std::size_t seat = 0; seat < seated.size(); ++seat) {
        auto& results = by_bot[seated[seat]];
        results.resize(game.by_worth.size());
        for (std::size_t worth = 0; worth < game.by_worth.size(); ++worth)
          results[worth].push_back(game.by_worth[worth][seat]);
      }
    }
    for (const auto& [entry, results] : by_bot) {
      OfBot& bot = bots[static_cast<std::size_t>(entry)];
      bot.known += static_cast<std::int64_t>(games_a_deal);
      for (std::size_t worth = 0; worth < results.size(); ++worth)
        bot.figures[worth].add(results[worth]);
    }
    games = games.subspan(games_a_deal);
  }
}

std::vector<OfBot> nothing_known(const arena::Contest& contest) {
  std::vector<OfBot> bots(contest.entrants.size());
  for (OfBot& bot : bots)
    for (const WorthInfo& worth : contest.game->worths)
      bot.figures.push_back({.worth = &worth, .bot = {}, .deals = {}});
  return bots;
}

ContestLuck luck_of(const arena::Contest& contest, const arena::ContestReport& report,
                    const std::vector<OfBot>& bots) {
  ContestLuck luck;
  for (std::size_t worth = 0; worth < contest.game->worths.size(); ++worth)
    for (const tournament::Row& row : report.rows) {
      const arena::LuckFigure& figure = bots[static_cast<std::size_t>(row.entry)].figures[worth];
      if (figure.deals.empty()) continue;
      luck.rows.push_back(
          {figure.worth, contest.name_of(row.entry), rating::adjusted_results(figure.deals),
           contest.plan.mirrored ? std::optional(figure.factor_of_mirroring()) : std::nullopt});
    }
  for (const tournament::Row& row : report.rows) {
    const OfBot& bot = bots[static_cast<std::size_t>(row.entry)];
    if (bot.known < bot.games)
      luck.missing.push_back({contest.name_of(row.entry), bot.games, bot.known});
  }
  return luck;
}

}  // namespace

std::expected<ContestLuck, Problem> contest_luck(const StoredContest& stored,
                                                 const arena::ContestReport& report,
                                                 const ContestLuckOptions& options) {
  const std::vector<Portion> portions = portions_of(stored, report, options.games_a_pairing_max);
  std::uint64_t all = 0, done = 0;
  for (const Portion& portion : portions) all += portion.games;
  std::vector<LuckyGames> found(portions.size());
  std::mutex store, counting;
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    Finder finder(stored, store);
    for (std::size_t i; (i = next++) < portions.size() && !options.stop.stop_requested();) {
      found[i] = finder.find(portions[i]);
      const std::scoped_lock lock(counting);
      done += portions[i].games;
      if (options.progress) options.progress(done, all);
    }
  };
  {
    const auto helpers = start_threads(std::min(options.threads, analysts_max) - 1, work);
    work();
  }
  std::vector<OfBot> bots = nothing_known(stored.contest);
  for (std::size_t i = 0; i < portions.size(); ++i) {
    if (!found[i]) return std::unexpected(std::move(found[i]).error());
    add_portion(stored, portions[i], *found[i], bots);
  }
  ContestLuck luck = luck_of(stored.contest, report, bots);
  luck.stopped = done < all;
  return luck;
}

}  // namespace hilltop::report
