#include "play/threads.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "play/record_of.hpp"

namespace hilltop::play {
namespace {

// Collects what an order keeps of its games besides their results.
class Collected {
 public:
  explicit Collected(const GameOrder& order) : order_(order) { begin(); }

  // Returns the observer of the games; nullopt if nothing is to be collected.
  std::optional<Observer> observer() {
    if (!order_.logs && !order_.reports && !order_.answers) return std::nullopt;
    Observer observer;
    if (order_.logs) observer.log = [this](std::string_view text) { played_.log += text; };
    if (order_.reports)
      observer.game_over = [this](const GameReport& report) { played_.reports.push_back(report); };
    if (order_.answers)
      observer.answered = [this](std::size_t contestant, const AnswerOfProcess& answer) {
        AnswerTimes& times = played_.answers[contestant];
        if (answer.first) return times.first.add(answer.took);
        times.later.add(answer.took);
        keep_slowest(times.slowest,
                     AnswerTimes::Slow{answer.game, std::string(answer.asked), answer.took});
      };
    return observer;
  }

  // Returns what was collected since the last call, with the result of these games.
  PlayedGames with(BatchResult result) {
    PlayedGames played = std::move(played_);
    begin();
    played.result = std::move(result);
    return played;
  }

 private:
  void begin() {
    played_ = {};
    if (order_.answers) played_.answers.resize(order_.contestants.size());
  }

  const GameOrder& order_;
  PlayedGames played_;
};

// Returns the games of an order at a table.
Batch batch_of(const GameOrder& order, const Venue::Table& table) {
  Batch batch{order, table.entrants};
  batch.records = order.records;
  batch.games_a_part = order.games_a_part;
  if (order.recorded)
    batch.recorded = [&](std::uint32_t game) {
      const auto found =
          std::ranges::lower_bound(*order.recorded, game, {}, &tournament::GameRecord::game);
      if (found == order.recorded->end() || found->game != game)
        throw RecordDiffers(game, "it has no record");
      auto record = record_of(table.game, order, table.entrants, *found);
      if (!record) throw RecordDiffers(game, record.error().text);
      return *std::move(record);
    };
  return batch;
}

// Returns whether games that are handed over cannot be void any more: a process that plays all of
// them in one conversation begins anew when the machine fails it.
bool can_hand_over_parts(const Batch& batch) {
  return !batch.memory_lasts() || std::ranges::none_of(batch.entrants, &Entrant::is_process);
}

}  // namespace

Threads::~Threads() {
  cancel();
  const std::scoped_lock lock(mutex_);
  closing_ = true;
  changed_.notify_all();
}

void Threads::start(OrderId id, GameOrder order) {
  const std::scoped_lock lock(mutex_);
  waiting_.push_back({id, std::move(order), stop_.get_token()});
  if (std::ssize(threads_) < workers_) try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      // Those that there are play it; if there are none, next() does.
    }
  changed_.notify_all();
}

Answer Threads::next() {
  std::unique_lock lock(mutex_);
  while (said_.empty()) {
    if (threads_.empty() && !waiting_.empty()) {
      const Started started = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      play(started);
      lock.lock();
    } else {
      changed_.wait(lock);
    }
  }
  Answer answer = std::move(said_.front());
  said_.pop_front();
  changed_.notify_all();
  return answer;
}

void Threads::cancel() {
  const std::scoped_lock lock(mutex_);
  std::exchange(stop_, std::stop_source()).request_stop();
  for (const Started& never : waiting_) said_.push_back({never.id, none_of(never.order), true});
  waiting_.clear();
  changed_.notify_all();
}

void Threads::work() {
  while (true) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closing_ || !waiting_.empty(); });
    if (closing_) return;
    const Started started = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    play(started);
  }
}

void Threads::play(const Started& started) {
  const GameOrder& order = started.order;
  Collected collected(order);
  try {
    const Venue::Table table = venue_.table(order);
    Batch batch = batch_of(order, table);
    batch.stop = started.stop;
    batch.idle = order.starts_anew ? nullptr : &idle_;
    if (can_hand_over_parts(batch))
      batch.part = [&](BatchResult part) {
        say({started.id, collected.with(std::move(part)), false});
      };
    const std::optional<Observer> observer = collected.observer();
    BatchResult rest = table.game.play(batch, table.conditions, observer ? &*observer : nullptr);
    say({started.id, collected.with(std::move(rest)), true});
  } catch (const RecordDiffers& differs) {
    PlayedGames played = none_of(order);
    played.misfit = {differs.game, differs.what()};
    say({started.id, std::move(played), true});
  } catch (...) {
    cancel();  // before this thread begins another order, which the machine would fail as well
    say({started.id, collected.with(none_of(order).result), true, std::current_exception()});
  }
}

void Threads::say(Answer answer) {
  std::unique_lock lock(mutex_);
  if (!threads_.empty())
    changed_.wait(lock, [&] { return closing_ || said_.size() < answers_waiting_max; });
  said_.push_back(std::move(answer));
  changed_.notify_all();
}

}  // namespace hilltop::play
