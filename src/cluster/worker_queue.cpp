#include "cluster/worker_queue.hpp"

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdexcept>
#include <utility>

#include "core/digest.hpp"
#include "play/order_text.hpp"

namespace hilltop::cluster {
namespace {

// Waits between two looks at the queue.
constexpr std::chrono::milliseconds look_pause_min{50}, look_pause_max{250};
// Batches that wait in the queue for each one that is played, so that no worker finds it empty.
constexpr std::int64_t ahead_min = 32, ahead_of_each = 2;
constexpr std::size_t batches_at_once = 64;
// The last orders are shared so that each worker gets some batches of them, but none so short that
// the queue costs more than the games.
constexpr std::int64_t batches_of_each_min = 4;
constexpr double batch_seconds_min = 1;
// Orders in a batch, and games, however short they are: a batch's answer is one value of the
// database, with some bytes for each game.
constexpr std::size_t orders_max = 1000;
constexpr double games_max = 4 * double{play::games_an_order_elsewhere};
// How often the queue is asked how many batches wait there while nothing is heard: workers that
// come may have taken them.
constexpr std::chrono::seconds cut_every{1};
// How long nobody may play until it is said.
constexpr std::chrono::seconds nobody_plays_max{5};
// Looks at a queue in which nobody plays, after which this machine plays what is to be checked.
constexpr int looks_in_vain = 10;

std::array<std::uint8_t, 32> key_of(std::string_view order) {
  Digest digest;
  digest.add(order);
  return digest.value();
}

double games_in(const std::vector<OrderShape>& orders) {
  double games = 0;
  for (const OrderShape& order : orders) games += order.games;
  return games;
}

std::string called(std::int64_t worker, std::string_view machine) {
  return fmt::format("worker {} ({})", worker, machine);
}

}  // namespace

WorkerQueue::WorkerQueue(QueueTerms terms, const play::Venue& judge)
    : terms_(std::move(terms)),
      judge_(judge),
      queue_(terms_.address, terms_.say, terms_.stop),
      pause_(look_pause_min, look_pause_max),
      draw_(terms_.recheck),
      nobody_by_(std::chrono::steady_clock::now() + nobody_plays_max) {
  queue_.begin(terms_.build, terms_.what, terms_.lease, terms_.bots);
  terms_.bots.clear();
}

WorkerQueue::~WorkerQueue() {
  try {
    queue_.end();
  } catch (const std::exception& error) {
    say(fmt::format("the run stays in the queue for a day: {}", error.what()));
  }
}

void WorkerQueue::start(play::OrderId id, play::GameOrder order) {
  if (cancelled().stop_requested()) give_up();  // what was started before
  std::string text = write(order);
  const Key key = key_of(text);
  asked_.emplace(key, Asked{id, shape_of(order)});
  if (const auto place = places_.find(key); place != places_.end()) {
    if (batches_.at(place->second.batch).by != 0) known_.push_back(key);
    return;
  }
  places_.emplace(key, Place{0, 0});
  batches_.try_emplace(0);  // of the orders that stand in no batch
  uncut_.push_back({key, std::move(text), shape_of(order)});
  cut_next_ = {};
}

play::Answer WorkerQueue::next() {
  while (true) {
    if (!ready_.empty()) {
      play::Answer answer = std::move(ready_.front());
      ready_.pop_front();
      return answer;
    }
    const std::stop_token cancelled = this->cancelled();
    if (cancelled.stop_requested()) {
      give_up();
      continue;
    }
    if (!known_.empty()) return from_queue();
    cut();
    if (hear()) {
      pause_.begin_anew();
      continue;
    }
    say_if_nobody_plays();
    pause_.wait(cancelled);
  }
}

// Says, once, that the run waits for workers.
void WorkerQueue::say_if_nobody_plays() {
  if (nobody_is_said_ || std::chrono::steady_clock::now() < nobody_by_) return;
  const QueueState state = queue_.state();
  nobody_is_said_ = state.leased == 0 && state.waiting > 0;
  if (nobody_is_said_)
    say(fmt::format("no worker plays yet; on any machine with this program, `{}` starts one",
                    terms_.worker));
  else
    nobody_by_ = std::chrono::steady_clock::now() + nobody_plays_max;
}

std::uint32_t WorkerQueue::games_an_order() const {
  return terms_.batch_seconds < batch_seconds_min ? play::games_an_order_usual
                                                  : play::games_an_order_elsewhere;
}

void WorkerQueue::cancel() {
  const std::scoped_lock lock(mutex_);
  cancelled_.request_stop();
}

std::stop_token WorkerQueue::cancelled() {
  const std::scoped_lock lock(mutex_);
  return cancelled_.get_token();
}

// Answers all that is asked for with no games, and forgets the batches that nobody has answered.
void WorkerQueue::give_up() {
  for (const auto& [key, asked] : asked_) {
    play::PlayedGames none;
    none.result = tournament::BatchResult::none(asked.shape.first_game, asked.shape.names.size());
    ready_.push_back({asked.id, std::move(none), true});
  }
  asked_.clear();
  known_.clear();
  uncut_.clear();
  std::erase_if(places_,
                [&](const auto& place) { return batches_.at(place.second.batch).by == 0; });
  std::erase_if(batches_, [](const auto& each) { return each.second.by == 0; });
  {
    const std::scoped_lock lock(mutex_);
    cancelled_ = {};
  }
  if (!terms_.stop.stop_requested()) queue_.withdraw();
}

// Returns the seconds of a batch: shorter ones towards the end, so that no worker plays the last
// one alone for long. `playing`: batches that are played.
double WorkerQueue::seconds_of_next(std::int64_t playing) const {
  const auto shares = static_cast<double>(batches_of_each_min * std::max<std::int64_t>(playing, 1));
  double all = 0;
  for (const Uncut& order : uncut_) {
    all += speed_.seconds(order.shape.names, order.shape.games).value_or(terms_.batch_seconds);
    if (all >= terms_.batch_seconds * shares) return terms_.batch_seconds;
  }
  return std::min(terms_.batch_seconds, std::max(all / shares, batch_seconds_min));
}

// Takes the next batch of the orders that stand in none.
QueuedBatch WorkerQueue::next_batch(double seconds_max) {
  QueuedBatch batch{++last_, {}, 0};
  BatchState& at = batches_[batch.number];
  std::vector<std::string> texts;
  double games = 0;
  while (!uncut_.empty() && texts.size() < orders_max) {
    Uncut& order = uncut_.front();
    // An order of unknown length is a batch of its own, so that workers measure it.
    const auto seconds = speed_.seconds(order.shape.names, order.shape.games);
    const double all = batch.seconds + seconds.value_or(seconds_max);
    games += order.shape.games;
    if (!texts.empty() && (all > seconds_max || games > games_max)) break;
    batch.seconds += seconds.value_or(0);
    places_.at(order.key) = {batch.number, texts.size()};
    at.keys.push_back(order.key);
    at.orders.push_back(std::move(order.shape));
    texts.push_back(std::move(order.text));
    uncut_.pop_front();
    if (!seconds) break;
  }
  batch.orders = text_of(texts);
  return batch;
}

// Puts orders into the queue, as many as workers will soon ask for.
void WorkerQueue::cut() {
  const auto now = std::chrono::steady_clock::now();
  if (uncut_.empty() || now < cut_next_) return;
  cut_next_ = now + cut_every;
  const QueueState state = queue_.state();
  std::int64_t missing = std::max(ahead_min, ahead_of_each * state.leased) - state.waiting;
  std::vector<QueuedBatch> batches;
  for (; missing > 0 && !uncut_.empty(); --missing) {
    batches.push_back(next_batch(seconds_of_next(state.leased)));
    if (batches.size() == batches_at_once) queue_.add(std::exchange(batches, {}));
  }
  if (!batches.empty()) queue_.add(batches);
}

// Takes what workers have delivered. Returns whether there was something.
bool WorkerQueue::hear() {
  if (!heard_.empty()) queue_.acknowledge(std::exchange(heard_, {}));
  const std::vector<DeliveredBatch> all = queue_.delivered();
  for (const DeliveredBatch& each : all) {
    hear(each);
    heard_.push_back(each.id);
  }
  if (!all.empty()) cut_next_ = {};
  return !all.empty();
}

void WorkerQueue::hear(const DeliveredBatch& delivered) {
  const auto found = batches_.find(delivered.batch);
  if (found == batches_.end() || banned_.contains(delivered.worker)) return;
  BatchState& batch = found->second;
  if (delivered.failed) return note_failure(found->first, batch, delivered);
  auto games = read_games(delivered.games, batch.orders);
  if (!games)
    return ban(
        delivered.worker, delivered.machine,
        fmt::format("its answer to batch {} cannot be used: {}", found->first, games.error().text));
  if (batch.by == 0)
    accept(found->first, batch, delivered, *std::move(games));
  else
    compare(found->first, batch, delivered, *std::move(games));
}

void WorkerQueue::accept(BatchNumber number, BatchState& batch, const DeliveredBatch& delivered,
                         BatchGames games) {
  batch.by = delivered.worker;
  std::vector<std::pair<std::vector<std::string>, double>> played;
  for (std::size_t i = 0; i < games.size(); ++i) {
    played.emplace_back(batch.orders[i].names, games[i].result.games);
    account_.games += games[i].result.games;
    give(batch.keys[i], std::move(games[i]));
  }
  speed_.learn(played, delivered.seconds);
  if (!draw_.draws(delivered.worker)) return;
  batch.is_rechecked = true;
  queue_.play_twice(number);
}

// Answers the orders that ask for these games.
void WorkerQueue::give(Key key, play::PlayedGames games) {
  const auto [first, last] = asked_.equal_range(key);
  for (auto each = first; each != last;) {
    const play::OrderId id = each->second.id;
    ready_.push_back({id, ++each == last ? std::move(games) : games, true});
  }
  asked_.erase(first, last);
}

// Answers an order whose games were played before it was asked for again.
play::Answer WorkerQueue::from_queue() {
  const Key key = known_.front();
  const auto asked = asked_.find(key);
  const Place place = places_.at(key);
  const BatchState& batch = batches_.at(place.batch);
  if (fetched_ != place.batch) {
    const auto delivered = queue_.answer(place.batch, batch.by);
    if (!delivered) throw std::runtime_error("the queue has lost a batch that it had");
    auto games = read_games(delivered->games, batch.orders);
    if (!games) throw std::runtime_error("the queue has changed a batch: " + games.error().text);
    fetched_games_ = *std::move(games);
    fetched_ = place.batch;
  }
  known_.pop_front();
  play::Answer answer{asked->second.id, fetched_games_[place.index], true};
  asked_.erase(asked);
  return answer;
}

void WorkerQueue::note_failure(BatchNumber number, BatchState& batch,
                               const DeliveredBatch& failed) {
  if (batch.by != 0 && !batch.is_rechecked) return;
  batch.failed_on.insert(failed.machine);
  say(fmt::format("batch {} failed on {} ({}); another machine gets it", number, failed.machine,
                  failed.games));
  if (batch.failed_on.size() >= failures_max)
    throw std::runtime_error(fmt::format("batch {} failed on {}: {}", number,
                                         fmt::join(batch.failed_on, ", "), failed.games));
}

void WorkerQueue::compare(BatchNumber number, BatchState& batch, const DeliveredBatch& second,
                          BatchGames games) {
  if (second.worker == batch.by) {
    // The same worker again: it has lost the answer of the server, or its lease.
    const auto first = queue_.answer(number, batch.by);
    const auto games_of_first =
        first ? read_games(first->games, batch.orders) : std::unexpected(Problem{"it is lost"});
    if (games_of_first && !difference(*games_of_first, games)) return;
  }
  batch.is_rechecked = false;
  for (const play::PlayedGames& each : games) account_.twice += each.result.games;
  const auto first = queue_.answer(number, batch.by);
  if (!first) throw std::runtime_error("the queue has lost a batch that it had");
  const auto games_of_first = read_games(first->games, batch.orders);
  if (!games_of_first) throw std::runtime_error("the queue has changed a batch");
  const auto differs = difference(*games_of_first, games);
  if (!differs) return;
  if (differs->may_be_of_machine)
    return say(fmt::format(
        "{} and {} differ in {} by a fault that a slow machine may cause: the first answer counts",
        called(first->worker, first->machine), called(second.worker, second.machine),
        text_of(*differs, batch.orders)));
  judge(number, batch, *first, *games_of_first, second, std::move(games));
}

std::optional<BatchGames> WorkerQueue::played_here(BatchNumber number) {
  const auto orders = read_order_lines(queue_.orders(number));
  if (!orders) throw std::runtime_error("the queue has changed a batch: " + orders.error().text);
  auto games = play_batch(*orders, judge_, terms_.stop, nullptr);
  // Bots may be random by themselves, and then no game proves anything.
  if (!games || std::ranges::none_of(*orders, has_processes)) return games;
  const auto again = play_batch(*orders, judge_, terms_.stop, nullptr);
  if (!again || difference(*games, *again)) return std::nullopt;
  return games;
}

// Decides by this machine's own games which of two answers is wrong.
void WorkerQueue::judge(BatchNumber number, BatchState& batch, const DeliveredBatch& first,
                        const BatchGames& games_of_first, const DeliveredBatch& second,
                        BatchGames games) {
  const auto here = played_here(number);
  if (!here) {
    say(fmt::format("batch {} has other games each time it is played: the first answer counts",
                    number));
    return;
  }
  const auto wrong_first = difference(*here, games_of_first);
  const auto wrong_second = difference(*here, games);
  const auto why = [&](const GameDifference& at) {
    return fmt::format("its results differ from those of this machine in {}",
                       text_of(at, batch.orders));
  };
  if (wrong_second && !wrong_second->may_be_of_machine)
    ban(second.worker, second.machine, why(*wrong_second));
  if (!wrong_first || wrong_first->may_be_of_machine) return;
  ban(first.worker, first.machine, why(*wrong_first));
  if (!wrong_second) accept(number, batch, second, std::move(games));
}

void WorkerQueue::ban(std::int64_t worker, std::string_view machine, const std::string& why) {
  if (!banned_.insert(worker).second) return;
  std::vector<long long> voided;
  for (auto& [number, batch] : batches_) {
    if (batch.by != worker) continue;
    batch.by = 0;
    batch.is_rechecked = false;
    account_.voided += static_cast<std::uint64_t>(games_in(batch.orders));
    voided.push_back(number);
  }
  queue_.ban(worker, why, voided);
  heard_.clear();  // else answers that are to be delivered again would be acknowledged
  fetched_ = 0;
  say(fmt::format("{}: {}; it gets no more batches, and {} of its batches are played again",
                  called(worker, machine), why, voided.size()));
  if (voided.empty()) return;
  is_void_ = true;
  if (!draw_.is_on())
    throw std::runtime_error(
        "wrong results may be stored; play the contest again with --fresh and --recheck 3%");
  // What was fetched or announced of its batches is asked from the queue again.
  std::erase_if(known_, [&](const Key& key) { return batches_.at(places_.at(key).batch).by == 0; });
}

bool WorkerQueue::settle() {
  if (!draw_.is_on()) return true;
  int in_vain = 0;
  const auto is_open = [](const auto& each) {
    return each.first != 0 && (each.second.by == 0 || each.second.is_rechecked);
  };
  while (std::ranges::any_of(batches_, is_open) && !terms_.stop.stop_requested()) {
    if (hear()) {
      in_vain = 0;
      pause_.begin_anew();
      continue;
    }
    if (queue_.state().leased > 0) in_vain = 0;
    if (++in_vain <= looks_in_vain || !check_here()) pause_.wait(terms_.stop);
  }
  hear();
  return !std::exchange(is_void_, false);
}

// Plays one of the drawn batches on this machine. Returns whether there was one.
bool WorkerQueue::check_here() {
  const auto found =
      std::ranges::find_if(batches_, [](const auto& each) { return each.second.is_rechecked; });
  if (found == batches_.end()) return false;
  auto& [number, batch] = *found;
  batch.is_rechecked = false;
  queue_.play_no_more(number);
  const auto first = queue_.answer(number, batch.by);
  if (!first) throw std::runtime_error("the queue has lost a batch that it had");
  const auto games = read_games(first->games, batch.orders);
  const auto here = played_here(number);
  if (!here || !games) return true;
  for (const play::PlayedGames& each : *here) account_.twice += each.result.games;
  const auto wrong = difference(*here, *games);
  if (wrong && !wrong->may_be_of_machine)
    ban(first->worker, first->machine,
        fmt::format("its results differ from those of this machine in {}",
                    text_of(*wrong, batch.orders)));
  return true;
}

}  // namespace hilltop::cluster
