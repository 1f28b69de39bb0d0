#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/database_link.hpp"
#include "cluster/played_batch.hpp"
#include "cluster/recheck.hpp"
#include "cluster/run_queue.hpp"
#include "cluster/speed.hpp"
#include "play/game_service.hpp"

namespace hilltop::cluster {

// Machines on which a batch must fail before its run does.
constexpr std::size_t failures_max = 3;

struct QueueTerms {
  std::string address;  // of the database
  std::string build;    // of this program
  std::string what;     // is played, for people
  std::string worker;   // the command that starts a worker
  std::chrono::seconds lease{300};
  double batch_seconds = 120;                 // of one core
  double recheck = 0;                         // share of batches that another worker plays too
  std::map<std::string, std::string> bots;    // packed folders, by content
  std::function<void(std::string_view)> say;  // takes sentences for people
  std::stop_token stop;  // ends the waiting for a server that is lost, and settle()
};

// Has workers of a queue in a PostgreSQL play orders. Used by one thread, cancel() by any.
//
// With a recheck, an answer that was given may turn out to be wrong later, so that what follows
// from it is provisional: once all is played, settle() says whether the answers stand. If not, the
// same orders are asked again, and those that were not void are answered from the queue.
class WorkerQueue final : public play::GameService {
 public:
  // Enters the run. `judge`: this machine, whose games decide between two answers; outlives this
  // object. Throws DatabaseUnreachable and DatabaseRefused.
  WorkerQueue(QueueTerms terms, const play::Venue& judge);
  // Removes the run from the queue, if the server answers.
  ~WorkerQueue() override;
  WorkerQueue(const WorkerQueue&) = delete;
  WorkerQueue& operator=(const WorkerQueue&) = delete;

  void start(play::OrderId id, play::GameOrder order) override;
  // Throws std::runtime_error if a batch has failed on failures_max machines, or, without a
  // recheck, if answers that were given turn out to be wrong.
  play::Answer next() override;
  void cancel() override;
  std::size_t units_ahead() const override { return std::numeric_limits<std::size_t>::max(); }
  // Fewer for batches of less than a second.
  std::uint32_t games_an_order() const override;

  // Waits until every batch that was drawn has been played twice. Returns whether all answers that
  // were given since the last call stand; if not, the caller begins anew.
  bool settle();
  // Returns the games that were played, and those of them that were played twice or were void.
  struct Account {
    std::uint64_t games = 0, twice = 0, voided = 0;
  };
  const Account& account() const { return account_; }

 private:
  using Key = std::array<std::uint8_t, 32>;  // of an order's text

  // An order that is asked for and not answered.
  struct Asked {
    play::OrderId id;
    OrderShape shape;
  };
  // An order that stands in no batch yet.
  struct Uncut {
    Key key;
    std::string text;
    OrderShape shape;
  };
  // Where an order's games are or will be.
  struct Place {
    BatchNumber batch;
    std::size_t index;
  };
  struct BatchState {
    std::vector<Key> keys;
    std::vector<OrderShape> orders;
    std::int64_t by = 0;        // the worker whose games count; 0: none yet
    bool is_rechecked = false;  // a second answer is awaited
    std::set<std::string> failed_on;
  };

  double seconds_of_next(std::int64_t playing) const;
  QueuedBatch next_batch(double seconds_max);
  void cut();
  void say_if_nobody_plays();
  bool hear();
  void hear(const DeliveredBatch& delivered);
  void accept(BatchNumber number, BatchState& batch, const DeliveredBatch& delivered,
              BatchGames games);
  void compare(BatchNumber number, BatchState& batch, const DeliveredBatch& second,
               BatchGames games);
  void judge(BatchNumber number, BatchState& batch, const DeliveredBatch& first,
             const BatchGames& games_of_first, const DeliveredBatch& second, BatchGames games);
  void note_failure(BatchNumber number, BatchState& batch, const DeliveredBatch& failed);
  void ban(std::int64_t worker, std::string_view machine, const std::string& why);
  void give(Key key, play::PlayedGames games);
  play::Answer from_queue();
  std::stop_token cancelled();
  void give_up();
  bool check_here();
  std::optional<BatchGames> played_here(BatchNumber number);
  void say(const std::string& sentence) const {
    if (terms_.say) terms_.say(sentence);
  }

  QueueTerms terms_;
  const play::Venue& judge_;
  RunQueue queue_;
  GrowingWait pause_;
  Speed speed_;
  RecheckDraw draw_;
  Account account_;

  std::map<Key, Place> places_;
  std::map<BatchNumber, BatchState> batches_;
  std::multimap<Key, Asked> asked_;
  std::deque<Uncut> uncut_;
  std::deque<Key> known_;  // asked for, and in the queue
  std::deque<play::Answer> ready_;
  std::set<std::int64_t> banned_;
  std::vector<long long> heard_;  // to be acknowledged
  BatchNumber last_ = 0;
  std::chrono::steady_clock::time_point cut_next_;   // unless an order or an answer comes
  std::chrono::steady_clock::time_point nobody_by_;  // when it is said that nobody plays
  bool nobody_is_said_ = false;
  bool is_void_ = false;  // an answer that was given does not stand
  // The batch whose games were fetched last.
  BatchNumber fetched_ = 0;
  BatchGames fetched_games_;

  std::mutex mutex_;
  std::stop_source cancelled_;  // of the orders that were started
};

}  // namespace hilltop::cluster
