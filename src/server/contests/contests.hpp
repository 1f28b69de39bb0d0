#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/descriptor.hpp"
#include "core/json.hpp"
#include "report/stored_contest.hpp"
#include "report/summary.hpp"
#include "server/background.hpp"
#include "server/contests/report_cache.hpp"
#include "server/contests/upsets.hpp"
#include "server/contests/versions.hpp"
#include "server/event_log.hpp"
#include "server/http.hpp"

namespace hilltop::server {

// The least time between two reports of a contest that is followed, and how many times as long as
// making one takes.
constexpr std::chrono::milliseconds report_every_ms{1000};
constexpr int report_pause_factor = 5;

// A contest whose store has not changed for so long is not being played.
constexpr std::chrono::seconds quiet_s{15};

// How many points of a race are kept; beyond, every second one is dropped.
constexpr std::size_t race_points_max = 400;

// A race with fewer points, such as that of a contest without followers, is made from the stored
// results instead.
constexpr std::size_t race_points_min = 3;

// Answers about bots and games that are kept until the store changes.
constexpr std::size_t reports_bytes_max = 32 << 20;

// How long a picture of a ranking is shown before another one is drawn, and of how many contests
// pictures are kept.
constexpr std::chrono::seconds picture_lasts_s{60};
constexpr std::size_t pictures_max = 30;

// Games of a contest that one request may have played again to get to the wanted one.
constexpr std::uint32_t games_before_max = 200'000;

// The contests of a store, which any process may play. Safe from any thread; what answers a request
// may take a while.
class Contests {
 public:
  // `hides_errors`: no client sees what bots wrote to standard error, except by faults().
  Contests(std::filesystem::path store, Background& background, EventLog& log, bool hides_errors);
  ~Contests();

  // `hosted`: the name of the contest that the server looks after; empty if there is none.
  Response list(const std::string& hosted);
  Response show(const std::string& contest);
  // Returns what pages show (page_document.hpp): as a whole or, if the version `since` is known,
  // what has changed since. A version is the number of such a document, and 0 that of a contest
  // which is `expected` and has not begun.
  Response changes(const std::string& contest, std::uint64_t since, bool expected);
  Response bot(const std::string& contest, const std::string& bot);
  // Returns the results of the bots with their luck and without, and what a bot's choices cost
  // (luck_document.hpp). Such answers are made one at a time.
  Response luck(const std::string& contest);
  Response choices(const std::string& contest, const std::string& bot);
  // Returns the ranking as PNG (ranking_picture.hpp); 404 where none can be drawn. One at a time.
  Response picture(const std::string& contest);
  // Returns the faults of the bot in a folder, with what it wrote to standard error. `contents`:
  // the contents that the folder may have had when they happened; nullopt: any.
  Json faults(const std::string& contest, const std::string& folder,
              const std::optional<std::vector<store::Key>>& contents);
  // `seat`: the onlooker's; nullopt: a stranger.
  Response game(const std::string& contest, const std::string& game, std::optional<Seat> seat);

  // Returns an answer that stays, and sends the number of the contest's version now and whenever it
  // has changed; 404 if the store has no such contest. `expected`: it may still come.
  Response follow(const std::string& contest, bool expected);

  // Returns the number of contests of which anything is kept.
  std::size_t kept();

 private:
  using SteadyClock = std::chrono::steady_clock;
  struct Document {
    std::shared_ptr<const std::string> text;  // whole; null: none was made yet
    std::uint64_t of_store = 0;               // the state of the store that it was made of
  };
  struct Point {
    std::uint64_t games;
    std::vector<std::int64_t> points;  // by EntryId
  };
  // What is known of a contest.
  struct Known {
    std::mutex making;                          // one report at a time
    std::atomic<SteadyClock::duration> cost{};  // of the last report
    std::atomic<bool> stored = false;           // the store had it when it was last read
    Document document;
    Versions page;  // as pages show it
    SteadyClock::time_point changed{}, made{};
    std::uint64_t games_before = 0;  // at the first report of a row of changes
    SteadyClock::time_point since{};
    std::uint64_t games_done = 0;
    std::vector<Point> race;
    store::Key contest{};  // whose upsets these are: a name may get another contest
    Upsets upsets;
    std::vector<std::shared_ptr<Channel>> followers;  // guarded by Contests::mutex_
  };
  class Follower;

  // Returns why there is no answer, without the store's folder.
  Problem shown(Problem problem) const;
  Response not_found(const Problem& problem) const;
  std::shared_ptr<Known> known(const std::string& contest);
  static void show_version(Channel& channel, const Known& known);
  std::shared_ptr<Peer> add_follower(const std::string& contest, std::shared_ptr<Channel> channel);
  // Forgets the contest if the store does not have it and no client follows it.
  void forget_unless_needed(const std::string& contest, const Known& known);
  // Returns what make() returns, or what it returned for the same key and state of the store.
  Response cached(const std::string& key, const std::function<Response()>& make);
  Response list_anew(const std::string& hosted);
  Response bot_anew(const std::string& contest, const std::string& bot);
  // `bot`: whose choices are asked for; nullopt: the luck of all.
  Response luck_anew(const std::string& contest, const std::optional<std::string>& bot);
  Response game_anew(const std::string& contest, const std::string& game, std::optional<Seat> seat);
  // Returns the number of the store's state; 0 if there is no store.
  std::uint64_t version();
  // Returns the contest's document, made anew if the store has changed.
  std::expected<Document, Problem> document(const std::string& contest);
  // Returns the race as it was seen or, if it was not, as it follows from what is stored.
  static Json race_of(const report::Summary& summary, const Known& known);
  Json made(const report::StoredContest& stored, Known& known);
  // The least time from a report to the next one.
  static SteadyClock::duration pause_of(const Known& known);
  void refresh(const std::string& contest);
  void watch(const std::stop_token& stop);

  const std::filesystem::path store_;  // or the address of a database
  const bool is_database_;
  Background& background_;
  EventLog& log_;
  const bool hides_errors_;
  std::mutex mutex_;
  std::optional<store::Store> watched_;
  std::uint64_t inode_ = 0, reopened_ = 0;
  std::map<std::string, std::shared_ptr<Known>> contests_;
  ReportCache reports_{reports_bytes_max};
  std::mutex making_luck_, drawing_;
  struct Picture {
    std::string png;
    SteadyClock::time_point drawn;
  };
  std::map<std::string, Picture> pictures_;  // guarded by drawing_
  Descriptor changes_, woken_;
  std::jthread watcher_;
};

}  // namespace hilltop::server
