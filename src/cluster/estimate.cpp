#include "cluster/estimate.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <string>
#include <utility>

#include "play/threads.hpp"

namespace hilltop::cluster {
namespace {

// A measurement has twice as many games until it takes this long.
constexpr std::chrono::milliseconds measured_enough{50};
// A contestant takes at least this share of the games that measure it: on a busy machine the others
// may seem to take all of it.
constexpr double share_min = 0.05;

// Returns the seconds of one game of an order.
double measured(play::Threads& threads, const play::GameOrder& order) {
  using Clock = std::chrono::steady_clock;
  play::GameOrder some = order;
  some.records = false;
  for (some.games = std::min(1u, order.games);;
       some.games = std::min(2 * some.games, order.games)) {
    const auto begun = Clock::now();
    threads.start(0, some);
    while (true) {
      const play::Answer answer = threads.next();
      if (answer.failure) std::rethrow_exception(answer.failure);
      if (answer.ended) break;
    }
    const auto took = Clock::now() - begun;
    if (took >= measured_enough || some.games == order.games)
      return std::chrono::duration<double>(took).count() / some.games;
  }
}

}  // namespace

std::vector<EstimatedOrder> estimated(
    std::vector<play::GameOrder> orders, const play::Venue& venue,
    const std::function<void(std::size_t done, std::size_t all)>& progress) {
  std::map<std::string, double> seconds;  // of a game, by contestant; negative: not known
  for (const play::GameOrder& order : orders)
    for (const play::Contestant& contestant : order.contestants)
      seconds.emplace(contestant.name, -1);
  std::size_t known = 0;
  play::Threads threads(1, venue);
  for (const play::GameOrder& order : orders) {
    if (known == seconds.size()) break;
    double of_known = 0;
    std::vector<double*> unknown;
    for (const play::Contestant& contestant : order.contestants) {
      double& of_this = seconds.at(contestant.name);
      if (of_this < 0)
        unknown.push_back(&of_this);
      else
        of_known += of_this;
    }
    if (unknown.empty()) continue;
    const double of_game = measured(threads, order);
    const double rest = std::max(of_game - of_known, share_min * of_game);
    for (double* const each : unknown) *each = rest / static_cast<double>(unknown.size());
    known += unknown.size();
    if (progress) progress(known, seconds.size());
  }
  std::vector<EstimatedOrder> all;
  for (play::GameOrder& order : orders) {
    double of_game = 0;
    for (const play::Contestant& contestant : order.contestants)
      of_game += seconds.at(contestant.name);
    const double all_games = of_game * order.games;
    all.push_back({std::move(order), all_games});
  }
  return all;
}

}  // namespace hilltop::cluster
