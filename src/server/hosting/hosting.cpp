#include "server/hosting/hosting.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <ranges>
#include <sys/file.h>
#include <thread>

#include "core/file.hpp"
#include "core/look.hpp"
#include "core/text.hpp"
#include "runner/folder.hpp"
#include "runner/manifest.hpp"
#include "runner/own_files.hpp"
#include "server/hosting/archive.hpp"
#include "server/json.hpp"
#include "server/refused.hpp"
#include "server/secret.hpp"

namespace hilltop::server {
namespace {

namespace fs = std::filesystem;

// Folders whose names begin with a dot do not play.
constexpr const char* withdrawn = runner::withdrawn_folder;
constexpr const char* arriving = ".arriving";

// One server at a time has the folder, which is the one that has locked this file of it.
constexpr const char* lock_file = ".lock";

constexpr std::size_t log_line_bytes_max = 1000;

// What `hilltop run` exits with after Ctrl-C (docs/output.md).
constexpr int exit_interrupted = 130;

constexpr const char* is_played = "the contest is being played";
constexpr const char* server_ended =
    "the server ended in the middle of this run; what was played is kept\n";

// Returns how many checks may run at once: each is a bot and its arena.
std::size_t checks_at_once() { return std::max(1U, std::thread::hardware_concurrency() / 2); }

bool is_folder_name(const std::string& bot) {
  return !bot.empty() && bot.size() <= runner::name_characters_max && !bot.starts_with('.') &&
         std::ranges::all_of(bot, [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
         });
}

const BotVersion* version_of(const HostedBot& bot, int number) {
  const auto found = std::ranges::find(bot.versions, number, &BotVersion::number);
  return found == bot.versions.end() ? nullptr : &*found;
}

std::string end_of(std::string_view text, std::size_t bytes_max) {
  return printable_lines(text.substr(text.size() - std::min(text.size(), bytes_max)),
                         log_line_bytes_max);
}

// Locks the folder of the bots.
std::expected<Descriptor, Problem> locked(const fs::path& bots) {
  Descriptor file(
      ::open((bots / lock_file).c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (file.open() && flock(file.number(), LOCK_EX | LOCK_NB) == 0) return file;
  const int error = errno;
  if (error == EWOULDBLOCK)
    return refused("another server hosts a contest with the bots of '" + bots.string() +
                   "'; a folder has one server at a time");
  return refused("cannot lock '" + (bots / lock_file).string() + "': " + std::strerror(error));
}

// Returns what is wrong with an upload, without the folder where it was unpacked.
Problem causes_of(const NotEntered& broken) {
  std::optional<Problem> all;
  for (const NotEntered::Cause& cause : broken.causes | std::views::reverse) {
    Problem one =
        cause.place.empty()
            ? Problem{cause.what}
            : worded("{place}: {what}", {{"place", cause.place}, {"what", Problem{cause.what}}});
    all = all ? worded("{one}; {more}", {{"one", std::move(one)}, {"more", *std::move(all)}})
              : std::move(one);
  }
  return all.value_or(Problem{});
}

}  // namespace

std::expected<std::unique_ptr<Hosting>, Problem> Hosting::open(Hosted hosted, PeopleStore& store,
                                                               EventLog& log) {
  std::error_code failed;
  for (const fs::path& folder : {hosted.bots, hosted.bots / withdrawn, hosted.bots / arriving})
    if (fs::create_directories(folder, failed); failed)
      return refused("cannot write into '" + folder.string() + "': " + failed.message());
  auto lock = locked(hosted.bots);
  if (!lock) return std::unexpected(lock.error());
  // What arrived half is gone with the server that was taking it.
  for (const auto& half : fs::directory_iterator(hosted.bots / arriving))
    runner::remove_tree(half.path());
  auto contest = read_hosted_contest(hosted.contest);
  if (!contest) return std::unexpected(contest.error());
  std::unique_ptr<Hosting> hosting(
      new Hosting(*std::move(lock), std::move(hosted), *std::move(contest), store, log));
  const std::scoped_lock alone(hosting->mutex_);
  for (const HostedBot& bot : store.bots())
    if (const BotVersion* held = version_of(bot, bot.held);
        held != nullptr && !held->passed && fs::exists(hosting->place(bot.name, false)))
      hosting->waiting_.push_back({bot.name, bot.author});
  hosting->last_run_ = store.run(hosting->contest());
  hosting->begin_checks();
  hosting->start_clock_.emplace([&all = *hosting] { all.begin_in_time(); });
  if (const auto at = store.start(hosting->contest()))
    hosting->start_clock_->set(StartClock::Time(std::chrono::seconds(*at)));
  return hosting;
}

Hosting::~Hosting() {
  start_clock_.reset();
  std::unique_ptr<Child> run;
  std::map<std::string, Check> checks;
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
    run = std::move(run_);
    checks = std::move(checks_);
  }
  if (run) run->interrupt();
  for (const auto& [bot, check] : checks) check.child->interrupt();
}

void Hosting::bury() {
  std::vector<std::unique_ptr<Child>> ended;  // destroyed without the lock
  const std::scoped_lock lock(mutex_);
  ended.swap(ended_);
}

std::string Hosting::contest() const { return fs::path(hosted_.contest).stem().string(); }

fs::path Hosting::place(const std::string& bot, bool enabled) const {
  return enabled ? hosted_.bots / bot : hosted_.bots / withdrawn / bot;
}

HiddenPaths Hosting::hidden_paths(const std::string& bot) const {
  std::vector<std::pair<fs::path, std::string>> shown{{place(bot, false), bot}};
  for (const fs::path& bots : {fs::absolute(hosted_.bots), fs::weakly_canonical(hosted_.bots)})
    shown.insert(shown.end(), {{bots / bot, bot},
                               {bots / withdrawn / bot, bot},
                               {bots / withdrawn, "bots"},
                               {bots, "bots"}});
  std::error_code none;
  shown.emplace_back(fs::temp_directory_path(none), "tmp");
  if (const char* home = std::getenv("HOME")) shown.emplace_back(home, "~");
  return HiddenPaths(std::move(shown));
}

bool Hosting::owns(const Token& who, const std::string& bot) {
  if (!is_folder_name(bot)) return false;
  if (who.is_host) return true;
  const auto found = store_.bot(bot);
  return found && found->author == who.author;
}

std::vector<SecretHash> Hosting::contents(const std::string& bot) {
  std::vector<SecretHash> contents;
  if (const auto found = store_.bot(bot))
    for (const BotVersion& version : found->versions) contents.push_back(version.content);
  return contents;
}

bool Hosting::is_checked(const std::string& bot) const {
  return checks_.contains(bot) || std::ranges::find(waiting_, bot, &Waiting::bot) != waiting_.end();
}

std::string Hosting::refusal(const Token& who, const std::string& bot, bool arrives) {
  const auto before = store_.bot(bot);
  const bool is_taken = before ? before->author != who.author
                               : fs::exists(place(bot, true)) || fs::exists(place(bot, false));
  if (is_taken && !who.is_host) return "another author has a bot of this name";
  if (ending_ || is_checked(bot)) return "the bot is being checked; upload it again after that";
  const auto is_theirs = [&](const std::string& author) {
    return !who.is_host && author == who.author;
  };
  if (waiting_.size() >= checks_waiting_max)
    return "too many bots are being checked; try again later";
  const auto checks = std::ranges::count_if(waiting_, is_theirs, &Waiting::author) +
                      std::ranges::count_if(arriving_, is_theirs, &Waiting::author) +
                      std::ranges::count_if(checks_, is_theirs,
                                            [](const auto& each) { return each.second.author; });
  const std::size_t itself = arrives && is_theirs(who.author) ? 1 : 0;
  if (static_cast<std::size_t>(checks) >= author_checks_max + itself)
    return fmt::format("{} of your bots are being checked; try again after that", checks);
  if (before) return {};
  const std::vector<HostedBot> all = store_.bots();
  if (all.size() >= hosted_bots_max) return "the contest has as many bots as it can take";
  if (static_cast<std::size_t>(std::ranges::count_if(all, is_theirs, &HostedBot::author)) >=
      author_bots_max)
    return fmt::format("an author has at most {} bots; delete one first", author_bots_max);
  return {};
}

std::optional<Problem> Hosting::refusal_of_title(const std::string& bot,
                                                 const std::string& title) const {
  for (const bool enabled : {true, false}) {
    std::error_code failed;
    for (const auto& folder : fs::directory_iterator(place("", enabled), failed)) {
      const std::string other = folder.path().filename().string();
      if (other == bot || other.starts_with('.')) continue;
      if (const auto manifest = runner::read_manifest(folder.path());
          manifest && look_of(manifest->name) == look_of(title))
        return worded("the bot '{bot}' is called '{title}' too; change the first line of 'meta'",
                      {{"bot", other}, {"title", title}});
    }
  }
  return std::nullopt;
}

std::expected<void, Problem> Hosting::upload(const Token& who, const std::string& bot,
                                             std::string_view archive) {
  bury();
  if (!is_folder_name(bot))
    return refused(
        fmt::format("a bot's folder is named by 1 to {} letters, digits, '-', '_' and '.'",
                    runner::name_characters_max));
  if (const auto why = sandbox_.missing(/*anew=*/true)) return refused(*why);
  {
    const std::scoped_lock lock(mutex_);
    if (const std::string why = refusal(who, bot); !why.empty()) return refused(why);
    if (arriving_.size() >= uploads_at_once_max ||
        std::ranges::find(arriving_, bot, &Waiting::bot) != arriving_.end())
      return refused("too many bots are being uploaded; try again later");
    arriving_.push_back({bot, who.author});
  }
  struct Arrived {
    Hosting& hosting;
    const std::string& bot;
    ~Arrived() {
      const std::scoped_lock lock(hosting.mutex_);
      std::erase_if(hosting.arriving_, [&](const Waiting& each) { return each.bot == bot; });
    }
  } const arrived{*this, bot};
  return take(who, bot, archive);
}

std::expected<void, Problem> Hosting::take(const Token& who, const std::string& bot,
                                           std::string_view archive) {
  const fs::path half = hosted_.bots / arriving / new_name();
  struct Removed {  // unless it has found its place
    const fs::path& half;
    ~Removed() { runner::remove_tree(half); }
  } const removed{half};
  fs::create_directory(half);
  if (const auto done = unpack(archive, half); !done) return done;
  const auto manifest = runner::read_manifest(half);
  if (!manifest) return refused(causes_of(manifest.error()));
  const auto content = runner::authors_content(half);
  if (!content) return refused(content.error().text);
  const std::scoped_lock lock(mutex_);
  // Another upload may have come meanwhile.
  if (const std::string why = refusal(who, bot, /*arrives=*/true); !why.empty())
    return refused(why);
  if (const auto why = refusal_of_title(bot, manifest->name)) return refused(*why);
  // The older version goes on playing until the new one has passed.
  runner::remove_tree(place(bot, false));
  fs::rename(half, place(bot, false));
  const auto before = store_.bot(bot);
  HostedBot row{bot, before ? before->author : who.author};
  if (before) row.plays = before->plays;
  row.held = before && !before->versions.empty() ? before->versions.front().number + 1 : 1;
  store_.put(row);
  store_.add_version(bot, {.number = row.held,
                           .uploaded = static_cast<std::int64_t>(std::time(nullptr)),
                           .title = manifest->name,
                           .content = *content});
  log_.write("bot_uploaded", {{"bot", bot}, {"author", row.author}, {"version", row.held}});
  waiting_.push_back({bot, row.author});
  begin_checks();
  return {};
}

void Hosting::begin_checks() {
  while (!ending_ && !run_ && checks_.size() < checks_at_once()) {
    // One at a time of each author, so that one author's slow bots do not hold up the others.
    const auto is_alone = [&](const Waiting& each) {
      return std::ranges::none_of(
          checks_, [&](const auto& check) { return check.second.author == each.author; });
    };
    const auto next = std::ranges::find_if(waiting_, is_alone);
    if (next == waiting_.end()) return;
    const Waiting taken = std::move(*next);
    waiting_.erase(next);
    begin_check(taken);
  }
}

void Hosting::begin_check(const Waiting& next) {
  const auto row = store_.bot(next.bot);
  if (!row) return;
  std::vector<std::string> check{"check",     place(next.bot, false).string(),
                                 "--game",    contest_.game,
                                 "--rules",   contest_.rules,
                                 "--games",   std::to_string(check_games),
                                 "--sandbox", "require",
                                 "--format",  "json"};
  check.insert(check.end(), contest_.limits.begin(), contest_.limits.end());
  auto child = std::make_unique<Child>(
      std::move(check),
      [this, bot = next.bot](const Child::Ended& ended) {
        logged("check_not_kept", [&] { checked(bot, ended); });
      },
      check_minutes_max);
  checks_.emplace(next.bot, Check{std::move(child), next.author, row->held});
}

void Hosting::logged(const char* event, const std::function<void()>& work) {
  try {
    work();
  } catch (const std::exception& failure) {
    log_.write(event, {{"text", failure.what()}});
  }
}

void Hosting::checked(const std::string& bot, const Child::Ended& ended) {
  const std::scoped_lock lock(mutex_);
  if (ending_) return;
  const auto found = checks_.find(bot);
  const Check& check = found->second;
  const int version = check.version;
  std::string problem;
  if (check.stopped)
    problem = "the check was stopped";
  else if (ended.overdue)
    problem = fmt::format("the check took longer than {} minutes", check_minutes_max.count());
  ended_.push_back(std::move(found->second.child));
  checks_.erase(found);
  const HiddenPaths paths = hidden_paths(bot);
  const Json verdict = paths.hide_in(Json::parse(ended.out, nullptr, false));
  const bool passed = ended.status == 0 && verdict.is_object();
  if (problem.empty() && !verdict.is_object())
    problem = fmt::format("the check ended with exit code {}", ended.status);
  store_.put_check(bot, version, passed,
                   written({{"verdict", verdict.is_object() ? verdict : Json(nullptr)},
                            {"problem", problem},
                            {"log", end_of(paths.hide(ended.errors), check_log_bytes_max)}}));
  log_.write("bot_checked", {{"bot", bot}, {"version", version}, {"passed", passed}});
  if (passed) move(bot, true);
  begin_checks();
}

// A bot whose folder went away while it played would have a fault for it.
void Hosting::move(const std::string& bot, bool enabled) {
  runner::remove_tree(place(bot, enabled));
  fs::rename(place(bot, !enabled), place(bot, enabled));
  auto row = store_.bot(bot);
  if (!row) return;  // a folder that the host put there
  (enabled ? row->plays : row->held) = enabled ? row->held : row->plays;
  store_.put(*row);
}

std::expected<void, Problem> Hosting::check_again(const Token& who, const std::string& bot) {
  bury();
  if (const auto why = sandbox_.missing(/*anew=*/true)) return refused(*why);
  const std::scoped_lock lock(mutex_);
  if (!owns(who, bot)) return refused("there is no such bot of yours");
  const auto row = store_.bot(bot);
  if (!row || !fs::exists(place(bot, false)))
    return refused("only an uploaded version that does not play is checked");
  if (const std::string why = refusal(who, bot); !why.empty()) return refused(why);
  waiting_.push_back({bot, row->author});
  begin_checks();
  return {};
}

std::expected<void, Problem> Hosting::enable(const Token& who, const std::string& bot) {
  const std::scoped_lock lock(mutex_);
  if (!owns(who, bot)) return refused("there is no such bot of yours");
  if (is_checked(bot)) return refused("the bot is being checked");
  if (!fs::exists(place(bot, false))) return refused("no such bot is withdrawn");
  if (run_) return refused(is_played);
  if (const auto row = store_.bot(bot)) {
    const BotVersion* held = version_of(*row, row->held);
    if (held == nullptr || !held->passed.value_or(false))
      return refused("the bot has not passed its check");
  }
  move(bot, true);
  return {};
}

std::expected<void, Problem> Hosting::withdraw(const Token& who, const std::string& bot) {
  const std::scoped_lock lock(mutex_);
  if (!owns(who, bot)) return refused("there is no such bot of yours");
  if (const auto running = checks_.find(bot); running != checks_.end()) {
    running->second.stopped = true;
    running->second.child->interrupt();
    return {};
  }
  if (const auto next = std::ranges::find(waiting_, bot, &Waiting::bot); next != waiting_.end()) {
    waiting_.erase(next);
    if (const auto row = store_.bot(bot))
      store_.put_check(
          bot, row->held, false,
          written({{"verdict", nullptr}, {"problem", "the check was stopped"}, {"log", ""}}));
    return {};
  }
  if (!fs::exists(place(bot, true))) return refused("no such bot plays");
  if (run_) return refused(is_played);
  move(bot, false);
  return {};
}

std::expected<void, Problem> Hosting::remove(const Token& who, const std::string& bot) {
  const std::scoped_lock lock(mutex_);
  if (!owns(who, bot)) return refused("there is no such bot of yours");
  if (is_checked(bot)) return refused("the bot is being checked");
  if (!fs::exists(place(bot, false))) return refused("withdraw the bot before you delete it");
  runner::remove_tree(place(bot, false));
  if (!fs::exists(place(bot, true))) store_.remove_bot(bot);
  return {};
}

std::expected<Json, Problem> Hosting::check_found(const Token& who, const std::string& bot,
                                                  std::optional<int> version) {
  if (!owns(who, bot)) return refused("there is no such bot of yours");
  const auto row = store_.bot(bot);
  if (!row || row->versions.empty()) return refused("the bot was not uploaded, and not checked");
  const BotVersion* asked = version ? version_of(*row, *version) : &row->versions.front();
  if (asked == nullptr) return refused("there is no such version");
  const Json found = Json::parse(store_.check(bot, asked->number), nullptr, false);
  Json answer{{"schema", "hilltop/bot-check/1"},
              {"version", asked->number},
              {"passed", asked->passed ? Json(*asked->passed) : Json(nullptr)},
              {"verdict", nullptr},
              {"problem", ""},
              {"log", ""}};
  if (found.is_object()) answer.update(found);
  return answer;
}

std::expected<void, Problem> Hosting::run(bool reveals) {
  bury();
  if (const auto why = sandbox_.missing(/*anew=*/true)) return refused(*why);
  const std::scoped_lock lock(mutex_);
  if (ending_ || run_) return refused(is_played);
  store_.put_run(contest(), {});
  last_run_.reset();
  stopping_ = false;
  std::vector<std::string> run{"run",           hosted_.contest,
                               "--bots",        hosted_.bots.string(),
                               "--store",       hosted_.store.string(),
                               "--sandbox",     "require",
                               "--skip-broken", "--out",
                               "/dev/null"};
  if (!reveals) run.emplace_back("--sealed");
  run_ = std::make_unique<Child>(
      std::move(run),
      [this](const Child::Ended& ended) {
        const std::scoped_lock ended_lock(mutex_);
        RunRow row{end_of(ended.errors, run_log_bytes_max), ended.status};
        if (ending_ && ended.status == exit_interrupted) row.status = std::nullopt;
        logged("run_not_kept", [&] { store_.put_run(contest(), row); });
        if (ending_) return;
        last_run_ = std::move(row);
        log_.write("run_ended", {{"status", ended.status}});
        ended_.push_back(std::move(run_));
        logged("checks_not_begun", [&] { begin_checks(); });
      },
      std::nullopt,
      [this](const std::string& said) {
        logged("run_not_kept",
               [&] { store_.put_run(contest(), {end_of(said, run_log_bytes_max), {}}); });
      });
  log_.write("run_begun", {{"contest", hosted_.contest}, {"reveals", reveals}});
  return {};
}

std::expected<void, Problem> Hosting::stop() {
  const std::scoped_lock lock(mutex_);
  if (!run_) return refused("the contest is not being played");
  stopping_ = true;
  run_->interrupt();
  return {};
}

std::string Hosting::run_log() {
  const std::scoped_lock lock(mutex_);
  if (run_) return end_of(run_->errors(), run_log_bytes_max);
  if (!last_run_) return "";
  return last_run_->log + (last_run_->status ? "" : server_ended);
}

}  // namespace hilltop::server
