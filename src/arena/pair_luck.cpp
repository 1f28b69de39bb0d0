#include "arena/pair_luck.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "arena/batch_of.hpp"
#include "arena/pair_games.hpp"
#include "core/threads.hpp"
#include "play/record_of.hpp"

namespace hilltop::arena {
namespace {

// Tables of turns that are kept take up to 77 MB a thread in Yahtzee, and play needs processors
// too.
constexpr int threads_max = 8;

// Differences that are equal but for rounding are one.
constexpr double step_of_differences = 1e-9;

// Games that a thread plays before it takes the next ones.
constexpr std::uint32_t games_at_once = 16;

play::Batch mirrored_batch(const Contest& contest) {
  const auto entries = by_name(contest);
  return batch_of(contest, {.entries = {entries.begin(), entries.end()}, .mirrored = true});
}

double rounded(double difference) {
  return std::round(difference / step_of_differences) * step_of_differences + 0.0;
}

}  // namespace

void LuckFigure::add(std::span<const rating::LuckyResult> games) {
  rating::LuckyResult& deal = deals.emplace_back(0, 0);
  for (const auto& [result, luck] : games) {
    sum += result;
    squares += result * result;
    deal.result += result / static_cast<double>(games.size());
    deal.luck += luck / static_cast<double>(games.size());
  }
}

double LuckFigure::factor_of_mirroring() const {
  const auto count = static_cast<double>(2 * deals.size());
  double mean_of_squares = 0;
  for (const rating::LuckyResult& deal : deals) mean_of_squares += 2 * deal.result * deal.result;
  const double mean = sum / count;
  const double of_deals = mean_of_squares / count - mean * mean;
  return of_deals > 0 ? (squares / count - mean * mean) / 2 / of_deals : 1;
}

std::expected<void, Problem> knows_luck(const GameModule& game, const AnyGame& any_game,
                                        int seats) {
  const std::string title(game.info->title);
  if (!game.has_luck)
    return std::unexpected(Problem{title + " has no luck that can be told: leave --luck out"});
  if (any_game.analyst(seats) == nullptr)
    return std::unexpected(Problem{"the luck of " + title + " is not known under these rules, or " +
                                   "with this number of seats: leave --luck out"});
  return {};
}

bool luck_needs_records(std::span<const play::Entrant> entrants) {
  return std::ranges::any_of(entrants, [](const play::Entrant& entrant) {
    const auto* const house = std::get_if<play::HousePlayer>(&entrant.player);
    return house == nullptr || house->remembers;
  });
}

int threads_for_luck(std::span<const play::Entrant> entrants, int threads) {
  return has_secrets(entrants) ? 1 : threads;
}

PairLuck::PairLuck(const GameModule& game, const AnyGame& any_game, int threads)
    : worths_(game.worths) {
  for (int i = 0; i < std::min(threads, threads_max); ++i) analysts_.push_back(any_game.analyst(2));
  for (const WorthInfo& worth : worths_) {
    figures_.push_back({.worth = &worth, .bot = 0, .deals = {}});
    if (worth.is_share) continue;
    figures_.push_back({.worth = &worth, .bot = 1, .deals = {}});
    figures_.push_back({.worth = &worth, .bot = std::nullopt, .deals = {}});
  }
}

std::expected<PairLuck, Problem> PairLuck::of(const GameModule& game, const AnyGame& any_game,
                                              int threads) {
  if (const auto known = knows_luck(game, any_game, 2); !known)
    return std::unexpected(known.error());
  return PairLuck(game, any_game, threads);
}

void PairLuck::play_again(const Contest& contest, const tournament::BatchResult& games,
                          std::vector<LuckOfGame>& luck) {
  std::atomic<std::uint32_t> next_game = games.first_game;
  std::atomic<std::size_t> next_analyst = 0;
  const std::uint32_t end = games.first_game + games.games;
  const auto work = [&] {
    Analyst& analyst = *analysts_[next_analyst++];
    play::Batch batch = mirrored_batch(contest);
    for (;;) {
      batch.first_game = next_game.fetch_add(games_at_once);
      if (batch.first_game >= end) return;
      batch.games = std::min(games_at_once, end - batch.first_game);
      analyst.play(batch, contest.conditions, [&](std::uint32_t game, const LuckOfGame& of_game) {
        luck[game - games.first_game] = of_game;
      });
    }
  };
  const auto helpers = start_threads(static_cast<int>(analysts_.size()) - 1, work);
  work();
}

void PairLuck::read_records(const Contest& contest, const tournament::BatchResult& games,
                            std::vector<LuckOfGame>& luck) {
  if (games.records.size() != games.games)
    throw std::logic_error("a game of which the luck is asked has no record");
  const play::Batch batch = mirrored_batch(contest);
  for (std::size_t i = 0; i < luck.size(); ++i) {
    const tournament::GameRecord& game = games.records[i];
    const auto record = record_of(*contest.any_game, batch, batch.entrants, game);
    if (!record) throw std::runtime_error(record.error().text);
    const std::size_t first = batch.first_player(game.game);
    const std::vector<std::string> players{known_player(*batch.entrants[first]),
                                           known_player(*batch.entrants[1 - first])};
    auto found = analysts_.front()->luck(*record, players);
    if (!found) throw std::runtime_error(found.error().text);
    luck[i] = *std::move(found);
  }
}

double PairLuck::add(const Contest& contest, const tournament::BatchResult& games) {
  std::vector<LuckOfGame> luck(games.games);
  luck_needs_records(contest.entrants) ? read_records(contest, games, luck)
                                       : play_again(contest, games, luck);
  const auto entries = by_name(contest);
  const play::Batch batch = mirrored_batch(contest);
  const std::size_t first_deal = figures_.front().deals.size();
  for (LuckFigure& figure : figures_) {
    const auto worth = static_cast<std::size_t>(figure.worth - worths_.data());
    const auto lucky_result = [&](std::size_t i) {
      // Entrants are in the order of their names here, and [0] and [1] as on the command line.
      const std::size_t first =
          batch.first_player(games.first_game + static_cast<std::uint32_t>(i));
      const auto seat_of = [&](std::size_t bot) {
        const auto place = static_cast<std::size_t>(entries[0]) == bot ? 0u : 1u;
        return place == first ? 0u : 1u;
      };
      rating::LuckyResult game{0, 0};
      const auto take = [&](std::size_t bot, double sign) {
        const SeatLuck& seat = luck[i][worth][seat_of(bot)];
        game.result += sign * seat.result();
        game.luck += sign * seat.luck;
      };
      take(figure.bot.value_or(0), 1);
      if (!figure.bot) take(1, -1);
      return game;
    };
    for (std::size_t i = 0; i + 1 < luck.size(); i += 2)
      figure.add(std::array{lucky_result(i), lucky_result(i + 1)});
  }
  return add_scores(first_deal);
}

double PairLuck::add_scores(std::size_t first_deal) {
  const auto deals = std::span(figures_.front().deals).subspan(first_deal);
  const double coefficient = moments_.trials() == 0 ? 1 : moments_.coefficient();
  double sum = 0;
  for (const auto& deal : deals) {
    const double score = rounded(deal.result - coefficient * deal.luck - 0.5);
    scores_.add(score);
    sum += score;
    moments_.add(deal);
  }
  return deals.empty() ? 0 : sum / static_cast<double>(deals.size());
}

}  // namespace hilltop::arena
