#pragma once
#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/threads.hpp"

namespace hilltop::arena {

// Max tasks begun after the first unfinished one, unless said otherwise; bounds the results that
// wait.
constexpr std::size_t tasks_ahead_max = 256;

// Runs tasks 0..tasks-1 on `workers` threads, or as many as the system gives, and passes their
// results to `consume(i, result)` in order, one at a time; `consume` returns whether to go on.
// Tasks that claim the same number (`claims(i)`: a span; a bot that keeps files) run one after the
// other, in order. An exception of `work(i)` or `consume` ends all tasks and is passed on.
// `ahead_max`: as tasks_ahead_max.
template <class Claims, class Work, class Consume>
void work_in_order(std::size_t tasks, int workers, Claims&& claims, Work&& work, Consume&& consume,
                   std::size_t ahead_max = tasks_ahead_max) {
  using Outcome = std::invoke_result_t<Work&, std::size_t>;
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t consumed = 0, begun_below = 0;  // every task below `begun_below` was begun
  std::set<std::size_t> begun, running;       // at or above it; under way
  std::map<std::size_t, Outcome> waiting;     // finished, but results before them are missing
  bool consuming = false, stopped = false;
  std::exception_ptr failure;

  const auto was_begun = [&](std::size_t task) {
    return task < begun_below || begun.contains(task);
  };
  // Returns the first task that may begin now: no earlier unfinished task has one of its claims.
  const auto next_task = [&]() -> std::optional<std::size_t> {
    std::vector<int> taken;
    for (const std::size_t task : running)
      for (const int claim : claims(task)) taken.push_back(claim);
    const std::size_t end = std::min(tasks, consumed + ahead_max);
    for (std::size_t task = begun_below; task < end; ++task) {
      if (was_begun(task)) continue;
      const auto claimed = claims(task);
      const auto is_taken = [&](int claim) {
        return std::ranges::find(taken, claim) != taken.end();
      };
      if (std::ranges::none_of(claimed, is_taken)) return task;
      taken.insert(taken.end(), claimed.begin(), claimed.end());
    }
    return std::nullopt;
  };
  const auto begin = [&](std::size_t task) {
    begun.insert(task);
    running.insert(task);
    while (begun.erase(begun_below) != 0) ++begun_below;
  };
  const auto work_on = [&] {
    std::unique_lock lock(mutex);
    try {
      while (!stopped && consumed < tasks) {
        if (const auto ready = waiting.find(consumed); ready != waiting.end() && !consuming) {
          consuming = true;
          Outcome result = std::move(ready->second);
          waiting.erase(ready);
          lock.unlock();
          const bool go_on = consume(consumed, std::move(result));
          lock.lock();
          consuming = false;
          ++consumed;
          stopped = stopped || !go_on;
          changed.notify_all();
        } else if (const auto task = next_task()) {
          begin(*task);
          lock.unlock();
          Outcome result = work(*task);
          lock.lock();
          running.erase(*task);
          waiting.emplace(*task, std::move(result));
          changed.notify_all();
        } else {
          changed.wait(lock);
        }
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      if (!failure) failure = std::current_exception();
      stopped = true;
      changed.notify_all();
    }
  };
  {
    const auto others = start_threads(workers - 1, work_on);
    work_on();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace hilltop::arena
