#include "apps/cli/store_session.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

#include "apps/cli/misplaced.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/same_names.hpp"
#include "core/digest.hpp"
#include "core/file.hpp"
#include "core/look.hpp"
#include "store/address.hpp"

namespace hilltop::cli {

std::string store_named(const std::optional<std::string>& typed) {
  if (typed) return typed->empty() ? "." : *typed;  // a folder, which is refused
  const char* const named = std::getenv("HILLTOP_STORE");
  return named == nullptr || *named == '\0' ? usual_store : named;
}

namespace {

void say_held(const store::Held& held) {
  say("hilltop: {}; the results wait in memory until it is released\n", held.what());
}

// Problem: the store is none, or not there.
std::expected<void, Problem> check_there(const std::string& file, bool is_typed) {
  if (file == no_store)
    return std::unexpected(
        Problem{fmt::format("{} is none, so there are no stored results; --store "
                            "FILE names a store",
                            is_typed ? "--store" : "HILLTOP_STORE")});
  if (store::is_address(file)) return {};  // opening it tells
  if (const auto why = why_unreachable(file))
    return std::unexpected(
        Problem{fmt::format("the store '{}' cannot be reached: {}", file, *why)});
  if (std::error_code none; !std::filesystem::exists(file, none))
    return std::unexpected(Problem{fmt::format(
        "there is no store '{}'; `{}` stores its results in {} of the current folder, or where its "
        "--store says",
        file, PrintedCommand(called_program(), "run").argument("CONTEST").text(), usual_store)});
  return {};
}

}  // namespace

std::expected<store::Store, Problem> open_store(const std::optional<std::string>& typed) {
  const std::string file = store_named(typed);
  if (const auto there = check_there(file, typed.has_value()); !there)
    return std::unexpected(there.error());
  return store::Store::open(file, store::Store::Access::read);
}

std::expected<report::StoredContest, Problem> open_contest(
    const std::optional<std::string>& store, const std::optional<std::string>& wanted) {
  const std::string file = store_named(store);
  // A run stores a contest by the name of its file.
  auto name = wanted;
  std::optional<std::string> text;
  const std::size_t at = wanted ? wanted->rfind('@') : std::string::npos;
  if (at != std::string::npos && wanted->substr(0, at).ends_with(".toml")) {
    name = std::filesystem::path(wanted->substr(0, at)).stem().string() + wanted->substr(at);
  } else if (wanted && wanted->ends_with(".toml")) {
    name = std::filesystem::path(*wanted).stem().string();
    arena::ContestOverrides as_it_is;
    as_it_is.skip_broken = true;
    if (const auto contest =
            arena::read_contest(*wanted, arena::contests_folder(), std::move(as_it_is)))
      text = contest->text;
  }
  const auto there = check_there(file, store.has_value());
  auto opened = there
                    ? report::open_contest(file, name, text)
                    : std::expected<report::StoredContest, Problem>(std::unexpected(there.error()));
  if (opened || !wanted) return opened;
  if (auto found = misplaced(*wanted, Wanted::stored_contest))
    return std::unexpected(*std::move(found));
  return opened;
}

store::NameHolders name_holders_in(const std::string& store, const std::string& contest) {
  using store::Store;
  if (store == no_store || !Store::begun(store)) return {};
  const auto known = Store::open(store, Store::Access::change);
  if (!known) return {};
  store::NameHolders holders = known->name_holders(contest);
  if (!holders.empty()) return holders;
  // Older versions noted the folders of each contest alone.
  for (const store::ContestRow& row : known->contests()) {
    if (row.name != contest) continue;
    for (std::size_t place = 0; place < row.bots.size(); ++place)
      if (!row.bots[place].house)
        holders.emplace(look_of(row.bots[place].name), row.folders[place]);
    break;
  }
  return holders;
}

report::Shell shell_with(const std::optional<std::string>& store) {
  return {.store = store.value_or(""), .has_store = store_named(store) != no_store};
}

std::optional<arena::ContestReport> report_of(const report::StoredContest& stored,
                                              const report::Shell& shell) {
  const std::string file = stored.store.name();
  const PrintedCommand again = report::run_command(stored.contest, stored.name, shell);
  arena::ContestReport report = stored.report();
  for (const std::string& damage : report.damage) say("{}: {}\n", file, damage);
  if (!report.damage.empty()) {
    say("{}: damaged or changed by hand; `{}` plays the damaged games again and keeps the rest\n",
        file, again.text());
    return std::nullopt;
  }
  if (!report.complete && stored.is_latest)
    say("{}: partial results; `{}` resumes\n", file, again.text());
  else if (!report.complete)
    say("{}: partial results of an earlier run\n", file);
  return report;
}

std::expected<std::unique_ptr<PairStore>, Problem> PairStore::open(const std::string& file,
                                                                   bool fresh) {
  auto session = std::make_unique<PairStore>();
  session->file_ = file;
  session->fresh_ = fresh;
  if (file == no_store) return session;
  auto known = store::Store::open(file, store::Store::Access::create);
  if (!known) return std::unexpected(known.error());
  auto written = store::Store::open(file, store::Store::Access::change);
  if (!written) return std::unexpected(written.error());
  session->stored_ = *std::move(known);
  session->writer_.emplace(*std::move(written), say_held);
  return session;
}

play::Seed PairStore::settled_seed(const std::optional<play::Seed>& given, std::string_view what,
                                   std::span<const store::BotRow> bots) {
  const bool is_secret = !std::ranges::all_of(bots, &store::BotRow::house);
  const play::Seed drawn = play::seed_of_games(given, is_secret);
  if (given || !is_secret || !stored_) return drawn;
  Digest key;
  key.add("hilltop drawn seed of bots");
  key.add(what);
  for (const store::BotRow& bot : bots) {
    key.add(bot.name);
    key.add(std::span<const std::uint8_t>(bot.content));
  }
  const auto kept = stored_->put_drawn_seed(key.value(), std::nullopt, {drawn.text()});
  return play::Seed::read(kept.seed).value_or(drawn);
}

void PairStore::say_how_to_resume() const {
  if (stored_)
    say("interrupted; the same command{} goes on from what {} has\n",
        fresh_ ? " without --fresh" : "", file_);
  else
    say("interrupted; nothing was stored\n");
}

// Returns the seed that the store has for the contest, so that a run that was stopped goes on with
// it. One that was shown beside the result of other bots is spent: their authors may know it.
play::Seed StoreSession::drawn_seed(const arena::Contest& contest, const std::string& name) {
  const store::Key key = arena::key_of_drawn_seed(contest, name);
  const auto before = store_.drawn_seed(key);
  if (before)
    if (const auto seed = play::Seed::read(before->seed)) {
      const auto is_of_these_bots = [&](const store::ContestRow& row) {
        return row.seed == before->seed && row.name == name &&
               std::ranges::is_permutation(row.bots, bots_);
      };
      if (!before->shown || std::ranges::any_of(store_.contests(), is_of_these_bots)) return *seed;
      spent_seed_ = before->seed;
    }
  const auto kept = store_.put_drawn_seed(key, before, {contest.seed.text()});
  return play::Seed::read(kept.seed).value_or(contest.seed);
}

void StoreSession::show_seed(const arena::Contest& contest, const std::string& name) {
  const std::string seed = contest.seed.text();
  store_.put_drawn_seed(arena::key_of_drawn_seed(contest, name), store::DrawnSeed{seed},
                        {seed, true});
}

std::expected<std::unique_ptr<StoreSession>, Problem> StoreSession::begin(const std::string& store,
                                                                          arena::Contest& contest,
                                                                          const std::string& name,
                                                                          bool fresh) {
  using Access = store::Store::Access;
  auto known = store::Store::open(store, Access::create);
  if (!known) return std::unexpected(known.error());
  std::unique_ptr<StoreSession> session(new StoreSession(*std::move(known)));
  auto bots = arena::enter_all(contest.entrants, contest.conditions.host);
  if (!bots) return std::unexpected(std::move(bots).error());
  session->bots_ = *std::move(bots);
  if (contest.seed_is_drawn) contest.seed = session->drawn_seed(contest, name);
  store::ContestRow row = arena::kept_contest(contest, name, session->bots_);
  row.file_path = session->store_.kept_path(contest.file);
  row.bots_path = session->store_.kept_path(contest.bots_folder);
  const std::int64_t now = std::chrono::duration_cast<std::chrono::seconds>(
                               std::chrono::system_clock::now().time_since_epoch())
                               .count();
  row.times = {now, now};
  session->store_.put(row);
  session->store_.put_name_holders(name, arena::holders_after(contest.entrants, contest.not_entered,
                                                              session->store_.name_holders(name)));
  auto written = store::Store::open(store, Access::change);
  if (!written) return std::unexpected(written.error());
  session->writer_.emplace(*std::move(written), say_held);
  session->fresh_ = fresh;
  session->cache_.emplace(contest, session->bots_, fresh ? nullptr : &session->store_,
                          &*session->writer_);
  return session;
}

}  // namespace hilltop::cli
