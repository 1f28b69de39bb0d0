#include "cluster/queue_worker.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <future>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "cluster/database_link.hpp"
#include "cluster/played_batch.hpp"
#include "cluster/queue_schema.hpp"

namespace hilltop::cluster {
namespace {

using Clock = std::chrono::steady_clock;

// Waits between two questions for a batch, while there is none.
constexpr std::chrono::milliseconds idle_pause_min{100}, idle_pause_max{5000};
// A batch of more seconds is played without a connection.
constexpr double seconds_with_connection = 10;
// Finished games are told so often while a lease lasts.
constexpr double renewals_a_lease = 4;

// A batch that a worker has leased.
struct Leased {
  std::int64_t run, batch, fence;
  std::string orders;
  double seconds, lease_s;
  std::string bots;  // as an array of PostgreSQL: {a,b}
};

// The games of a batch that are not in the queue yet.
struct Finished {
  Leased leased;
  std::uint64_t games;
  SqlValue answer;
  double took;
};

// Returns the words of an array of PostgreSQL that need no quotes.
std::vector<std::string> words_of(std::string_view array) {
  std::vector<std::string> words;
  if (array.size() < 2) return words;
  array = array.substr(1, array.size() - 2);
  while (!array.empty()) {
    const std::size_t end = std::min(array.find(','), array.size());
    words.emplace_back(array.substr(0, end));
    array.remove_prefix(std::min(end + 1, array.size()));
  }
  return words;
}

// Threads that play batches under one number of the queue.
class QueueWorker {
 public:
  QueueWorker(const WorkerTask& task, VenuesOfRuns& venues) : task_(task), venues_(venues) {}

  std::expected<WorkerReport, Problem> run() {
    const std::stop_callback told_to_stop(task_.stop, [this] { stop_.request_stop(); });
    if (!join()) return report_;
    {
      std::vector<std::jthread> threads;
      for (int i = 1; i < task_.jobs; ++i) threads.emplace_back([this] { play_batches(); });
      play_batches();
    }
    if (failure_) std::rethrow_exception(failure_);
    if (problem_) return std::unexpected(*problem_);
    return report_;
  }

 private:
  // Waits until there is a queue, which the first run makes. Returns whether this worker is in it.
  bool join() {
    DatabaseLink link(task_.address, task_.waiting);
    GrowingWait pause(idle_pause_min, idle_pause_max);
    for (bool is_said = false; !joined(link); pause.wait(stop_.get_token())) {
      if (!std::exchange(is_said, true) && task_.waiting)
        task_.waiting(fmt::format("{} has no queue yet; the first `run --workers` makes it{}",
                                  place_of_database(task_.address),
                                  task_.until_idle ? "" : ", and this worker waits for it"));
      if (task_.until_idle || stop_.stop_requested()) return false;
      link.rest();
    }
    return true;
  }

  bool joined(DatabaseLink& link) {
    return link.ask(
        [&](PostgreSql& database) {
          if (database.run("SELECT to_regnamespace('hilltop_queue_1')").text(0, 0).empty())
            return false;
          const SqlRows me =
              database.run("SELECT id, token FROM hilltop_queue_1.join_queue($1, $2)",
                           {task_.build, task_.machine});
          number_ = me.number(0, 0);
          token_ = me.text(0, 1);
          tell({.kind = WorkerNews::Kind::joined, .worker = number_});
          return true;
        },
        stop_.get_token());
  }

  // Plays batch after batch, on a thread of its own. The next batch is claimed before the games of
  // the last one are delivered, so that these travel while it is played.
  void play_batches() {
    try {
      DatabaseLink link(task_.address, task_.waiting);
      GrowingWait idle(idle_pause_min, idle_pause_max);
      std::optional<Finished> last;
      while (!stop_.stop_requested()) {
        const auto leased = claim(link);
        if (last && (!leased || leased->run != last->leased.run)) {
          deliver(link, *std::exchange(last, std::nullopt));
          if (!leased) continue;
        }
        if (leased) {
          idle.begin_anew();
          last = play(link, *leased, std::exchange(last, std::nullopt));
        } else {
          if (has_no_run(link)) break;
          idle.wait(stop_.get_token());
        }
      }
      if (last) deliver(link, *last);
    } catch (const DatabaseRefused& refused) {
      end_with(refused);
    } catch (...) {
      end_with(std::current_exception());
    }
  }

  std::optional<Leased> claim(DatabaseLink& link) {
    return link.ask(
        [&](PostgreSql& database) -> std::optional<Leased> {
          const SqlRows rows = database.run_for_bytes(
              "SELECT run::text, batch::text, fence::text, orders, seconds::text, lease_s::text,"
              " bots::text FROM hilltop_queue_1.claim($1)",
              {token_});
          if (rows.size() == 0) return std::nullopt;
          return Leased{
              rows.number(0, 0), rows.number(0, 1), rows.number(0, 2),           rows.bytes(0, 3),
              rows.real(0, 4),   rows.real(0, 5),   std::string(rows.text(0, 6))};
        },
        stop_.get_token());
  }

  // Returns whether no run is for this worker, and that is the end.
  bool has_no_run(DatabaseLink& link) {
    std::vector<std::string> builds;
    link.ask(
        [&](PostgreSql& database) {
          const SqlRows rows = database.run("SELECT * FROM hilltop_queue_1.wanted_builds()");
          builds.clear();
          for (std::size_t row = 0; row < rows.size(); ++row)
            builds.emplace_back(rows.text(row, 0));
          return true;
        },
        stop_.get_token());
    if (std::ranges::find(builds, task_.build) != builds.end()) return false;
    if (!builds.empty()) {
      const std::scoped_lock lock(mutex_);
      problem_ = Problem{fmt::format(
          "the queue wants another program than this one: {}, not {}; all machines need the same",
          fmt::join(builds, " or "), task_.build)};
      stop_.request_stop();
      return true;
    }
    return task_.until_idle;
  }

  // Plays a batch while the games of the one before are delivered. Returns its games, unless it
  // fails or is given back.
  std::optional<Finished> play(DatabaseLink& unshared, const Leased& leased,
                               std::optional<Finished> before) {
    const auto begun = Clock::now();
    const bool is_long = leased.seconds > seconds_with_connection;
    const std::future<void> delivery = std::async([&] {
      if (before) deliver_or_end(unshared, *before);
      if (is_long) unshared.rest();
    });
    // Returns the connection once the delivery does not use it any more.
    const auto link = [&]() -> DatabaseLink& {
      delivery.wait();
      return unshared;
    };
    std::optional<BatchGames> games;
    try {
      const auto orders = read_order_lines(leased.orders);
      if (!orders) throw std::runtime_error(orders.error().text);
      const auto venue = this->venue(link, leased);
      auto due = begun + every(leased);
      games = play_batch(*orders, *venue, stop_.get_token(), [&](std::uint64_t so_far) {
        if (Clock::now() < due) return true;
        due = Clock::now() + every(leased);
        const bool is_wanted = renew(link(), leased, so_far);
        if (is_long) link().rest();
        return is_wanted;
      });
    } catch (const DatabaseUnreachable&) {
      throw;
    } catch (const DatabaseRefused&) {
      throw;
    } catch (const std::exception& error) {
      fail(link(), leased, error.what());
      return std::nullopt;
    }
    const double took = std::chrono::duration<double>(Clock::now() - begun).count();
    link();
    if (games) return finished(leased, *std::move(games), took);
    give_back(unshared, leased);
    return std::nullopt;
  }

  // On the thread that played them: their bytes are still in its cache.
  static Finished finished(const Leased& leased, BatchGames games, double took) {
    std::uint64_t number = 0;
    for (const play::PlayedGames& each : games) number += each.result.games;
    return {leased, number, SqlValue::bytes(text_of(std::move(games))), took};
  }

  static Clock::duration every(const Leased& leased) {
    return std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(leased.lease_s / renewals_a_lease));
  }

  // `link`: returns the connection.
  template <class Link>
  std::shared_ptr<const play::Venue> venue(const Link& link, const Leased& leased) {
    const std::scoped_lock lock(venues_mutex_);
    auto venue = venues_.venue(leased.run, words_of(leased.bots), [&](const std::string& content) {
      return link().ask(
          [&](PostgreSql& database) {
            return database.run_for_bytes("SELECT hilltop_queue_1.bot_folder($1)", {content})
                .bytes(0, 0);
          },
          stop_.get_token());
    });
    if (!venue) throw std::runtime_error(venue.error().text);
    return *std::move(venue);
  }

  bool renew(DatabaseLink& link, const Leased& leased, std::uint64_t games) {
    return link.ask(
        [&](PostgreSql& database) {
          return database
                     .run("SELECT hilltop_queue_1.renew($1, $2, $3, $4, $5)",
                          {token_, leased.run, leased.batch, leased.fence, games})
                     .text(0, 0) == "t";
        },
        stop_.get_token());
  }

  void deliver(DatabaseLink& link, const Finished& batch) {
    const bool is_there = hand_in(link, batch.leased, batch.took, false, batch.answer);
    WorkerNews news =
        of(batch.leased, is_there ? WorkerNews::Kind::played : WorkerNews::Kind::late);
    news.games = batch.games;
    news.seconds = batch.took;
    tell(std::move(news));
  }

  void deliver_or_end(DatabaseLink& link, const Finished& batch) {
    try {
      deliver(link, batch);
    } catch (const DatabaseRefused& refused) {
      end_with(refused);
    } catch (...) {
      end_with(std::current_exception());
    }
  }

  void fail(DatabaseLink& link, const Leased& leased, std::string error) {
    hand_in(link, leased, 0, true, SqlValue::bytes(error));
    WorkerNews news = of(leased, WorkerNews::Kind::failed);
    news.error = std::move(error);
    tell(std::move(news));
  }

  // A stop does not keep finished games from the queue, as long as that answers.
  bool hand_in(DatabaseLink& link, const Leased& leased, double seconds, bool failed,
               const SqlValue& text) {
    return link.ask(
        [&](PostgreSql& database) {
          return database
                     .run("SELECT hilltop_queue_1.deliver($1, $2, $3, $4, $5, $6, $7)",
                          {token_, leased.run, leased.batch, leased.fence, seconds,
                           failed ? "t" : "f", text})
                     .text(0, 0) == "t";
        },
        stop_.get_token());
  }

  void give_back(DatabaseLink& link, const Leased& leased) {
    link.ask(
        [&](PostgreSql& database) {
          return database.run("SELECT hilltop_queue_1.give_back($1, $2, $3, $4)",
                              {token_, leased.run, leased.batch, leased.fence});
        },
        stop_.get_token());
    tell(of(leased, WorkerNews::Kind::given_back));
  }

  WorkerNews of(const Leased& leased, WorkerNews::Kind kind) const {
    return {.kind = kind, .worker = number_, .run = leased.run, .batch = leased.batch};
  }

  void tell(WorkerNews news) {
    const std::scoped_lock lock(mutex_);
    report_.batches += news.kind == WorkerNews::Kind::played;
    report_.failed += news.kind == WorkerNews::Kind::failed;
    report_.games += news.games;
    if (task_.told) task_.told(news);
  }

  void end_with(const DatabaseRefused& refused) {
    if (refused.code != worker_banned && refused.code != worker_unknown)
      return end_with(std::current_exception());
    const std::scoped_lock lock(mutex_);
    problem_ = Problem{
        fmt::format("the queue gives worker {} no more batches: {}", number_, refused.what())};
    stop_.request_stop();
  }

  void end_with(std::exception_ptr failure) {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    stop_.request_stop();
  }

  const WorkerTask& task_;
  VenuesOfRuns& venues_;
  std::int64_t number_ = 0;
  std::string token_;
  std::stop_source stop_;
  std::mutex venues_mutex_;
  std::mutex mutex_;  // of what follows
  WorkerReport report_;
  std::optional<Problem> problem_;
  std::exception_ptr failure_;
};

}  // namespace

std::expected<WorkerReport, Problem> work(const WorkerTask& task, VenuesOfRuns& venues) {
  return QueueWorker(task, venues).run();
}

}  // namespace hilltop::cluster
