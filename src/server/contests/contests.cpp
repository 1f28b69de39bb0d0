#include "server/contests/contests.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/look.hpp"
#include "core/printed_command.hpp"
#include "core/text.hpp"
#include "report/fault_text.hpp"
#include "report/game_name.hpp"
#include "report/json.hpp"
#include "report/page/sample.hpp"
#include "report/race.hpp"
#include "report/text_table.hpp"
#include "report/watched.hpp"
#include "runner/manifest.hpp"
#include "server/contests/bot_document.hpp"
#include "server/contests/luck_document.hpp"
#include "server/contests/page_document.hpp"
#include "server/contests/ranking_picture.hpp"
#include "server/json.hpp"
#include "store/address.hpp"

namespace hilltop::server {
namespace {

namespace fs = std::filesystem;

// While a server of PostgreSQL is away, what asks for the state of the store waits no longer.
constexpr std::chrono::milliseconds server_wait_max{500};

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

void replace_all(Problem& problem, const std::string& what, const std::string& by) {
  replace_all(problem.text, what, by);
  for (Problem::Value& each : problem.values) {
    if (auto* const text = std::get_if<std::string>(&each.value)) replace_all(*text, what, by);
    if (auto* const cause = std::get_if<Problem>(&each.value)) replace_all(*cause, what, by);
  }
}

}  // namespace

Contests::Contests(fs::path store, Background& background, EventLog& log, bool hides_errors)
    : store_(std::move(store)),
      is_database_(store::is_address(store_.string())),
      background_(background),
      log_(log),
      hides_errors_(hides_errors),
      changes_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)),
      woken_(eventfd(0, EFD_CLOEXEC)) {
  // Without it, changes are found by looking; so they are in a database.
  const fs::path folder = fs::absolute(store_).parent_path();
  if (changes_.open() && !is_database_)
    inotify_add_watch(changes_.number(), folder.c_str(), IN_MODIFY | IN_CREATE | IN_MOVED_TO);
  watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

Contests::~Contests() {
  watcher_.request_stop();
  const std::uint64_t one = 1;
  if (::write(woken_.number(), &one, sizeof one) < 0) log_.write("cannot_wake_a_thread", {});
}

std::shared_ptr<Contests::Known> Contests::known(const std::string& contest) {
  const std::scoped_lock lock(mutex_);
  auto& known = contests_[contest];
  if (!known) known = std::make_shared<Known>();
  return known;
}

std::size_t Contests::kept() {
  const std::scoped_lock lock(mutex_);
  return contests_.size();
}

void Contests::forget_unless_needed(const std::string& contest, const Known& known) {
  if (!known.followers.empty() || known.stored) return;
  const auto found = contests_.find(contest);
  if (found != contests_.end() && found->second.get() == &known) contests_.erase(found);
}

std::uint64_t Contests::version() {
  const std::scoped_lock lock(mutex_);
  struct stat file{};
  if (!is_database_ && (!store::Store::begun(store_) || stat(store_.c_str(), &file) != 0)) {
    watched_.reset();
    return 0;
  }
  if (!watched_ || inode_ != file.st_ino) {
    watched_.reset();
    auto opened = store::Store::open(store_, store::Store::Access::read,
                                     is_database_ ? server_wait_max : store::held_max);
    if (!opened) return 0;
    watched_ = *std::move(opened);
    inode_ = file.st_ino;
    ++reopened_;
  }
  try {
    return reopened_ << 32 | watched_->version();
  } catch (const store::Held&) {
    if (!is_database_) throw;
    watched_.reset();  // its server is away
    return 0;
  }
}

Problem Contests::shown(Problem problem) const {
  if (store_.has_parent_path())
    replace_all(problem, store_.string(), store::short_name(store_.string()));
  return problem;
}

Response Contests::not_found(const Problem& problem) const { return error(404, shown(problem)); }

Response Contests::cached(const std::string& key, const std::function<Response()>& make) {
  const std::uint64_t now = version();  // before what is read
  if (auto body = reports_.find(key, now)) return {.body = *std::move(body)};
  Response response = make();
  if (now != 0 && response.status == 200) reports_.put(key, now, response.body);
  return response;
}

Response Contests::list(const std::string& hosted) {
  return cached("contests", [&] { return list_anew(hosted); });
}

Response Contests::bot(const std::string& contest, const std::string& bot) {
  return cached(fmt::format("bot\n{}\n{}", contest, bot), [&] { return bot_anew(contest, bot); });
}

Response Contests::luck(const std::string& contest) {
  const std::scoped_lock alone(making_luck_);
  return cached(fmt::format("luck\n{}", contest), [&] { return luck_anew(contest, std::nullopt); });
}

Response Contests::choices(const std::string& contest, const std::string& bot) {
  const std::scoped_lock alone(making_luck_);
  return cached(fmt::format("choices\n{}\n{}", contest, bot),
                [&] { return luck_anew(contest, bot); });
}

Response Contests::game(const std::string& contest, const std::string& game,
                        std::optional<Seat> seat) {
  return cached(fmt::format("game\n{}\n{}\n{}", contest, game, seat ? index(*seat) : -1),
                [&] { return game_anew(contest, game, seat); });
}

Response Contests::list_anew(const std::string& hosted) {
  Json contests = Json::array();
  const auto answer = [&] {
    return json_response({{"schema", "hilltop/contests/1"},
                          {"store", store::short_name(store_.string())},
                          {"hosted", hosted.empty() ? Json(nullptr) : Json(hosted)},
                          {"contests", std::move(contests)}});
  };
  if (!store::Store::begun(store_)) return answer();
  const auto store = store::Store::open(store_, store::Store::Access::read);
  if (!store) return error(503, shown(store.error()));
  // Contests of one name, such as with two seeds: the newest one is what the name means.
  const std::vector<store::ContestRow> rows = store->contests();
  std::map<std::string, int> of_name;
  for (const store::ContestRow& row : rows) ++of_name[row.name];
  std::set<std::string> listed;
  for (const store::ContestRow& row : rows) {
    if (!listed.insert(row.name).second) continue;
    const auto opened = report::open_contest(store_.string(), row.name);
    if (!opened) {
      contests.push_back({{"name", row.name}, {"problem", shown(opened.error()).text}});
      continue;
    }
    contests.push_back({{"name", row.name},
                        {"title", printable(opened->contest.name, report::title_bytes_max)},
                        {"game", opened->contest.game->info->name},
                        {"rules", opened->contest.rules},
                        {"bots", opened->bots.size()},
                        {"of_name", of_name[row.name]},
                        {"problem", nullptr}});
  }
  return answer();
}

Json Contests::race_of(const report::Summary& summary, const Known& known) {
  Json names = Json::array(), race = Json::array();
  for (const play::Entrant& entrant : summary.contest.entrants) names.push_back(entrant.name);
  const bool watched = known.race.size() >= race_points_min;
  if (watched)
    for (const Point& point : known.race)
      race.push_back({{"games", point.games}, {"points", point.points}});
  else
    for (const report::RaceMoment& moment : report::race_of(summary))
      race.push_back({{"games", moment.games}, {"points", moment.won}});
  return {{"unit", watched ? "points" : "won"},
          {"bots", std::move(names)},
          {"points", std::move(race)}};
}

namespace {

// Returns whether the store was written to within quiet_s.
bool was_written_lately(const fs::path& store) {
  const auto now = fs::file_time_type::clock::now();
  return std::ranges::any_of(
      std::array{store, fs::path(store.string() + "-wal")}, [&](const fs::path& file) {
        std::error_code missing;
        const auto written = fs::last_write_time(file, missing);
        // A reader may make an empty journal.
        return !missing && fs::file_size(file, missing) > 0 && now - written < quiet_s;
      });
}

std::int64_t seconds_since_1970() { return static_cast<std::int64_t>(std::time(nullptr)); }

}  // namespace

Json Contests::made(const report::StoredContest& stored, Known& known) {
  const auto so_far = stored.so_far();
  if (!so_far.report.damage.empty()) throw std::runtime_error(so_far.report.damage.front());
  report::Summary summary = so_far.report.complete
                                ? report::summary_of(stored, so_far.report)
                                : report::summary_of(stored.contest, stored.name, so_far.report);
  summary.stored = &stored;
  const SteadyClock::time_point now = SteadyClock::now();
  if (so_far.games_done != known.games_done || known.race.empty()) {
    // What is read first may be old.
    const bool is_news = !known.race.empty() || was_written_lately(store_);
    if (now - known.changed > quiet_s) {
      known.games_before = so_far.games_done;
      known.since = now;
    }
    if (is_news) known.changed = now;
    known.games_done = so_far.games_done;
    Point point{so_far.games_done, std::vector<std::int64_t>(stored.contest.entrants.size())};
    for (const tournament::Row& row : so_far.report.rows)
      point.points[static_cast<std::size_t>(row.entry)] = row.points;
    if (!known.race.empty() && known.race.back().games > point.games) known.race.clear();
    known.race.push_back(std::move(point));
    if (known.race.size() > race_points_max)
      for (std::size_t i = known.race.size() - 2; i > 0 && i < known.race.size(); i -= 2)
        known.race.erase(known.race.begin() + static_cast<std::ptrdiff_t>(i));
  }
  const bool running = !so_far.report.complete && now - known.changed < quiet_s;
  const double seconds = std::chrono::duration<double>(now - known.since).count();
  const auto played = static_cast<double>(known.games_done - known.games_before);
  Json left = nullptr;
  if (running && played > 0 && seconds > 0)
    left = static_cast<std::int64_t>(static_cast<double>(so_far.games_planned - so_far.games_done) *
                                     seconds / played);
  Json document = report::document(summary);
  document["schema"] = "hilltop/contest/1";
  if (hides_errors_) {
    for (const char* list : {"faults", "disqualified"})
      for (Json& fault : document[list]) fault["stderr"] = "";
    for (Json& row : document["fault_summary"]) row["reason"] = nullptr;  // its last words
  }
  document["title"] = printable(stored.contest.name, report::title_bytes_max);
  document["complete"] = so_far.report.complete;
  document["has_luck"] = tells_luck(stored, so_far.report);
  document["live"] = {{"games_done", so_far.games_done},
                      {"games", so_far.games_planned},
                      {"running", running},
                      {"seconds_left", std::move(left)}};
  document["race"] = race_of(summary, known);
  const store::Key key = arena::kept_contest(stored.contest, stored.name, stored.bots).key;
  if (std::exchange(known.contest, key) != key) known.upsets = {};
  document["upsets"] =
      known.upsets.of(document, seconds_since_1970(), [&] { return first_run_of(stored); });
  return document;
}

std::expected<Contests::Document, Problem> Contests::document(const std::string& contest) {
  const auto known = this->known(contest);
  struct Forgetting {
    ~Forgetting() {
      const std::scoped_lock lock(contests.mutex_);
      contests.forget_unless_needed(contest, known);
    }
    Contests& contests;
    const std::string& contest;
    const Known& known;
  } const at_the_end{*this, contest, *known};
  const std::scoped_lock alone(known->making);
  const std::uint64_t now = version();
  const SteadyClock::time_point begun = SteadyClock::now();
  const bool may_have_ended =
      begun - known->changed > quiet_s && known->made - known->changed < quiet_s;
  if (known->document.text && known->document.of_store == now && !may_have_ended &&
      seconds_since_1970() < known->upsets.fresh_until_s())
    return known->document;
  auto stored = report::open_contest(store_.string(), contest);
  known->stored = stored.has_value();
  if (!stored) return std::unexpected(stored.error());
  const Json made = this->made(*stored, *known);
  known->made = SteadyClock::now();
  known->cost = known->made - begun;
  known->document.text = std::make_shared<const std::string>(written(made));
  known->document.of_store = now;
  const std::uint64_t before = known->page.newest();
  known->page.put(written(page_document(made)));
  if (known->page.newest() != before) {
    const std::scoped_lock lock(mutex_);
    for (const auto& follower : known->followers) show_version(*follower, *known);
  }
  return known->document;
}

Contests::SteadyClock::duration Contests::pause_of(const Known& known) {
  return std::max<SteadyClock::duration>(report_every_ms, known.cost.load() * report_pause_factor);
}

Response Contests::changes(const std::string& contest, std::uint64_t since, bool expected) {
  std::shared_ptr<Known> known;
  {
    const std::scoped_lock lock(mutex_);
    if (const auto found = contests_.find(contest); found != contests_.end()) known = found->second;
  }
  // However many pages ask while the contest is played, a report is not made for each.
  if (known) {
    const std::scoped_lock alone(known->making);
    if (known->page.newest() != 0 && SteadyClock::now() - known->made < pause_of(*known))
      return {.body = known->page.since(since)};
  }
  if (const auto found = document(contest); !found)
    return expected ? Response{.body = R"({"schema":"hilltop/changes/1","version":0,"changes":[]})"}
                    : not_found(found.error());
  known = this->known(contest);
  const std::scoped_lock alone(known->making);
  return {.body = known->page.since(since)};
}

Response Contests::show(const std::string& contest) {
  const auto found = document(contest);
  return found ? Response{.body = *found->text} : not_found(found.error());
}

Response Contests::picture(const std::string& contest) {
  const std::scoped_lock alone(drawing_);
  const auto now = SteadyClock::now();
  std::erase_if(pictures_,
                [&](const auto& each) { return now - each.second.drawn > picture_lasts_s; });
  auto found = pictures_.find(contest);
  if (found == pictures_.end()) {
    const auto ranking = document(contest);
    if (!ranking) return not_found(ranking.error());
    auto png = png_of(ranking_svg(Json::parse(*ranking->text)));
    if (!png) return error(404, png.error());
    if (pictures_.size() >= pictures_max) pictures_.erase(pictures_.begin());
    found = pictures_.emplace(contest, Picture{*std::move(png), now}).first;
  }
  return {
      .type = "image/png",
      .body = found->second.png,
      .headers = {{"Cache-Control", fmt::format("public, max-age={}", picture_lasts_s.count())}}};
}

namespace {

// Returns the entry of this name; otherwise the answer that says that there is none.
std::expected<tournament::EntryId, Response> entry_named(const report::StoredContest& stored,
                                                         const std::string& bot) {
  const auto& entrants = stored.contest.entrants;
  const auto found = std::ranges::find_if(
      entrants, [&](const play::Entrant& entrant) { return is_same_name(entrant.name, bot); });
  if (found != entrants.end()) return static_cast<tournament::EntryId>(found - entrants.begin());
  std::vector<std::string> names;
  for (const play::Entrant& entrant : entrants) names.push_back(entrant.name);
  return std::unexpected(
      error(404, worded("the contest has no bot '{bot}'{nearest}",
                        {{"bot", printable(bot, 80)}, {"nearest", suggestion(bot, names)}})));
}

}  // namespace

Response Contests::bot_anew(const std::string& contest, const std::string& bot) {
  const auto stored = report::open_contest(store_.string(), contest);
  if (!stored) return not_found(stored.error());
  const auto entry = entry_named(*stored, bot);
  return entry ? json_response(bot_document(*stored, *entry)) : entry.error();
}

Response Contests::luck_anew(const std::string& contest, const std::optional<std::string>& bot) {
  const auto stored = report::open_contest(store_.string(), contest);
  if (!stored) return not_found(stored.error());
  const arena::ContestReport report = stored->report();
  if (stored->contest.game->has_luck && !tells_luck(*stored, report))
    return error(
        422, fmt::format(
                 "too many pairings; to see the luck of all: {}",
                 PrintedCommand("hilltop", "show").option("--luck").argument(stored->name).text()));
  std::expected<Json, Problem> document;
  if (bot) {
    const auto entry = entry_named(*stored, *bot);
    if (!entry) return entry.error();
    document = choices_document(*stored, report, *entry);
  } else {
    document = luck_document(*stored, report);
  }
  return document ? json_response(*document) : not_found(document.error());
}

Json Contests::faults(const std::string& contest, const std::string& folder,
                      const std::optional<std::vector<store::Key>>& contents) {
  Json faults = Json::array();
  if (const auto stored = report::open_contest(store_.string(), contest)) {
    const auto so_far = stored->so_far();
    const Json document =
        report::document(report::summary_of(stored->contest, stored->name, so_far.report));
    // Another bot may have the name, or the folder, that the bot had then.
    std::set<std::string> names;
    for (const store::ContestRow& row : stored->store.contests())
      for (std::size_t i = 0; row.name == stored->name && i < row.folders.size(); ++i)
        if (row.folders[i] == folder &&
            (!contents || std::ranges::find(*contents, row.bots[i].content) != contents->end()))
          names.insert(row.bots[i].name);
    for (const char* list : {"disqualified", "faults"})
      for (const Json& fault : document[list])
        if (names.contains(text_in(fault, "bot"))) faults.push_back(fault);
  }
  return faults;
}

namespace {

// Returns a fixture as it is stored: an unfinished one with all of its games.
const tournament::Fixture& as_stored(const tournament::Fixture& played,
                                     const std::optional<tournament::Fixture>& unfinished) {
  const bool is_unfinished = unfinished && unfinished->entries == played.entries &&
                             unfinished->first_game == played.first_game &&
                             unfinished->stage == played.stage;
  return is_unfinished ? *unfinished : played;
}

}  // namespace

Response Contests::game_anew(const std::string& contest, const std::string& name,
                             std::optional<Seat> seat) {
  const auto stored = report::open_contest(store_.string(), contest);
  if (!stored) return not_found(stored.error());
  if (!stored->contest.game->has_scenes)
    return error(404, worded("games of {game} are not drawn",
                             {{"game", std::string(stored->contest.game->info->title)}}));
  const auto wanted = report::read_game_name(name);
  if (!wanted) return not_found(wanted.error());
  // Also of a pairing of which some games are missing.
  const report::StoredContest::SoFar so_far = stored->so_far();
  const auto fixture =
      report::find_game(stored->contest, *wanted, so_far.report.concluded.standings.results);
  if (!fixture) return not_found(fixture.error());
  if (wanted->game < fixture->first_game || wanted->game - fixture->first_game >= fixture->games)
    return error(404, fmt::format("the pairing has the games {} to {}",
                                  tournament::number_of(fixture->first_game),
                                  tournament::number_of(fixture->first_game + fixture->games - 1)));
  const play::Batch batch = stored->batch_to(*fixture, wanted->game);
  if (stored->cache().deterministic(*fixture) && batch.games > games_before_max)
    return error(
        422,
        fmt::format("too many games come before it; to play them again: {}",
                    PrintedCommand("hilltop", "replay")
                        .argument(report::name_of_game(stored->contest, *fixture, wanted->game))
                        .argument(stored->name)
                        .text()));
  auto game =
      report::watched(*stored, as_stored(*fixture, so_far.report.unfinished), wanted->game, seat);
  if (!game) return not_found(game.error());
  (*game)["games"] = fixture->games;  // that can be seen
  Json answer{{"schema", "hilltop/watched/1"}, {"contest", stored->name}};
  answer.update(*game);
  return json_response(answer);
}

}  // namespace hilltop::server
