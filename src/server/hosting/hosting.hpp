#pragma once
#include <chrono>
#include <expected>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/descriptor.hpp"
#include "core/json.hpp"
#include "core/problem.hpp"
#include "server/event_log.hpp"
#include "server/hosting/child.hpp"
#include "server/hosting/hidden_paths.hpp"
#include "server/hosting/host_sandbox.hpp"
#include "server/hosting/hosted_contest.hpp"
#include "server/hosting/start_clock.hpp"
#include "server/people_store.hpp"

namespace hilltop::server {

// What a host's contest is played with.
struct Hosted {
  std::string contest;          // a name or a file, as `hilltop run` takes it
  std::filesystem::path bots;   // the folder whose bots play
  std::filesystem::path store;  // of results
};

// Bots in a host's folder, at most, and of one author.
constexpr std::size_t hosted_bots_max = 1000, author_bots_max = 10;

// Uploads that wait for their check, in all and of one author.
constexpr std::size_t checks_waiting_max = 100, author_checks_max = 3;

// Uploads that are unpacked at once, each of which takes memory for a window (decompress.hpp).
constexpr std::size_t uploads_at_once_max = 4;

// Games of a check, and how long it may take.
constexpr int check_games = 100;
constexpr std::chrono::minutes check_minutes_max{60};

// What is kept of the text that a check printed: the end.
constexpr std::size_t check_log_bytes_max = 32 << 10;

// What is kept of what a run said: the end.
constexpr std::size_t run_log_bytes_max = 64 << 10;

// How far ahead a contest's start may be.
constexpr int start_days_max = 366;

// A contest that a host looks after: bots come and go, runs begin and end. Each bot is built and
// checked in the sandbox, with layers L0 to L2 at least, before it plays. Checks wait while the
// contest is played, so that they take no processor from its bots. Safe from any thread; its
// functions may take a while.
class Hosting {
 public:
  // Checks the uploads whose check an earlier server did not end. Problem: the contest or the
  // folder cannot be used, or another server has the folder.
  static std::expected<std::unique_ptr<Hosting>, Problem> open(Hosted hosted, PeopleStore& store,
                                                               EventLog& log);
  // Ends a run in order, and waits for it.
  ~Hosting();

  // Returns the contest's name in the store.
  std::string contest() const;

  // Returns the bots, the authors and the run. For an author: only its own bots.
  Json state(const Token& who);

  // Takes a bot as an archive, and checks it; it plays from the next run on if it passes. Another
  // author's bot cannot be replaced. Problem: why it is not taken.
  std::expected<void, Problem> upload(const Token& who, const std::string& bot,
                                      std::string_view archive);
  // Checks a version that does not play once more.
  std::expected<void, Problem> check_again(const Token& who, const std::string& bot);
  // Lets a bot that passed its check play.
  std::expected<void, Problem> enable(const Token& who, const std::string& bot);
  // Takes a bot out of later runs, or ends its check.
  std::expected<void, Problem> withdraw(const Token& who, const std::string& bot);
  // Deletes a bot that does not play.
  std::expected<void, Problem> remove(const Token& who, const std::string& bot);
  // Returns what the check of a version found, and what it printed; of the newest version without a
  // number. Problem: there is no such check.
  std::expected<Json, Problem> check_found(const Token& who, const std::string& bot,
                                           std::optional<int> version);

  // Returns whether the bot is one of theirs.
  bool owns(const Token& who, const std::string& bot);
  // Returns what takes the paths of this machine out of what a bot has printed.
  HiddenPaths hidden_paths(const std::string& bot) const;
  // Returns the contents of a bot's versions, as stores of results know them.
  std::vector<SecretHash> contents(const std::string& bot);

  // Begins or resumes the contest. Its seed stays secret also after the last game, so that results
  // of bots that do not change are kept; with `reveals` it is shown, and a later bot needs another.
  std::expected<void, Problem> run(bool reveals);
  std::expected<void, Problem> stop();
  // Sets when the first run, or the next one, begins by itself, in seconds since 1970; nullopt: it
  // does not. A start that comes while no server is there is made up for.
  std::expected<void, Problem> set_start(std::optional<std::int64_t> at);
  // Returns what everybody may know before a run: when it begins, and the bots that play in it.
  Json entries();
  // Returns what the newest run said on its standard error, also one of a server before this one,
  // and whether that server died during the run, as lines that can be shown.
  std::string run_log();

 private:
  struct Waiting {
    std::string bot, author;
  };
  struct Check {
    std::unique_ptr<Child> child;
    std::string author;
    int version;
    bool stopped = false;
  };

  Hosting(Descriptor lock, Hosted hosted, HostedContest contest, PeopleStore& store, EventLog& log)
      : folder_lock_(std::move(lock)),
        hosted_(std::move(hosted)),
        contest_(std::move(contest)),
        store_(store),
        log_(log) {}

  // Forgets the programs that have ended. A program's own thread cannot wait for its end.
  void bury();
  std::filesystem::path place(const std::string& bot, bool enabled) const;
  // Does what may fail, on a thread that cannot report it; logs a failure.
  void logged(const char* event, const std::function<void()>& work);

  // Unpacks an upload into a new folder, looks at it, and takes it from there.
  std::expected<void, Problem> take(const Token& who, const std::string& bot,
                                    std::string_view archive);

  // Begins the run whose time has come.
  void begin_in_time();

  // These need the lock.
  bool is_checked(const std::string& bot) const;
  Json bot_json(const std::string& folder, const HostedBot* row) const;
  // Returns why a bot of this name cannot come from them; empty if it can. `arrives`: it is among
  // those that are being unpacked.
  std::string refusal(const Token& who, const std::string& bot, bool arrives = false);
  // Returns why a bot cannot be called so; nullopt if it can.
  std::optional<Problem> refusal_of_title(const std::string& bot, const std::string& title) const;
  void move(const std::string& bot, bool enabled);
  void begin_checks();
  void begin_check(const Waiting& next);
  void checked(const std::string& bot, const Child::Ended& ended);

  const Descriptor folder_lock_;  // the kernel takes it back when the server is gone
  const Hosted hosted_;
  const HostedContest contest_;
  PeopleStore& store_;
  EventLog& log_;
  HostSandbox sandbox_;
  std::mutex mutex_;
  std::optional<RunRow> last_run_;  // which has ended, or which a server before this one began
  bool ending_ = false, stopping_ = false;
  std::vector<Waiting> arriving_;  // which are being unpacked
  std::vector<Waiting> waiting_;
  std::map<std::string, Check> checks_;  // by bot
  std::unique_ptr<Child> run_;
  std::vector<std::unique_ptr<Child>> ended_;  // whose threads are about to end
  std::optional<StartClock> start_clock_;      // ends before all else
};

}  // namespace hilltop::server
