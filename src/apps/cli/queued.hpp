#pragma once
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>

#include "apps/cli/commands.hpp"
#include "cluster/worker_queue.hpp"
#include "play/conditions.hpp"
#include "play/entrant.hpp"
#include "play/venue.hpp"

// Games that the workers of a queue play instead of this machine.
namespace hilltop::cli {

// Reads the options of a queue; nullopt if they are not given. Problem: one of them is wrong.
std::expected<std::optional<cluster::QueueTerms>, Problem> queue_terms(
    const QueueArguments& arguments);

// Enters a run with its bots into the queue. `what`: is played, for people. `judge`: outlives the
// queue. Problem: a bot cannot leave this machine, or the database refuses.
std::expected<std::unique_ptr<cluster::WorkerQueue>, Problem> enter_queue(
    cluster::QueueTerms terms, std::string what, std::span<const play::Entrant> bots,
    bool files_stay, const play::Venue& judge, std::stop_token stop);

// Says what a recheck has cost.
void say_account(const cluster::WorkerQueue& queue);

// Returns what `play(is_draft)` returns when every answer of the queue stands: with a recheck it
// plays drafts until then, and once more. `is_complete(result)`: it was not stopped.
template <class Play, class IsComplete>
auto play_on(cluster::WorkerQueue& queue, bool has_recheck, Play&& play, IsComplete&& is_complete) {
  while (has_recheck) {
    auto draft = play(true);
    if (!is_complete(draft)) return draft;
    if (queue.settle()) break;
  }
  auto result = play(false);
  if (has_recheck) say_account(queue);
  return result;
}

}  // namespace hilltop::cli
