#include "apps/cli/store_session.hpp"

#include <cstdlib>
#include <filesystem>

#include "apps/cli/terminal.hpp"

namespace hilltop::cli {

std::string store_named(const std::optional<std::string>& typed) {
  if (typed) return *typed;
  const char* const named = std::getenv("HILLTOP_STORE");
  return named == nullptr || *named == '\0' ? usual_store : named;
}

std::expected<report::StoredContest, Problem> open_contest(
    const std::optional<std::string>& store, const std::optional<std::string>& wanted) {
  return report::open_contest(store_named(store), wanted);
}

std::optional<arena::ContestReport> report_of(const report::StoredContest& stored) {
  const std::string file = stored.store.file().string();
  arena::ContestReport report = stored.report();
  for (const std::string& damage : report.damage) say("{}: {}\n", file, damage);
  if (!report.damage.empty()) {
    say("{}: damaged or changed by hand; `hilltop run` plays the damaged games again and keeps "
        "the rest\n",
        file);
    return std::nullopt;
  }
  if (!report.complete) say("{}: partial results; `hilltop run` resumes\n", file);
  return report;
}

std::expected<std::unique_ptr<StoreSession>, Problem> StoreSession::begin(
    const std::string& store, const arena::Contest& contest, const std::string& name, bool fresh) {
  using Access = store::Store::Access;
  auto known = store::Store::open(store, Access::create);
  if (!known) return std::unexpected(known.error());
  std::unique_ptr<StoreSession> session(new StoreSession(contest, *std::move(known)));
  std::vector<store::BotRow>& bots = session->bots_;
  for (const arena::Entrant& entrant : contest.entrants) {
    auto bot = arena::identify(entrant);
    if (!bot) return std::unexpected(bot.error());
    bots.push_back(*std::move(bot));
  }
  session->store_.put(arena::kept_contest(contest, name, bots));
  auto written = store::Store::open(store, Access::change);
  if (!written) return std::unexpected(written.error());
  session->writer_.emplace(*std::move(written));
  session->cache_.emplace(contest, bots, fresh ? nullptr : &session->store_, &*session->writer_);
  return session;
}

}  // namespace hilltop::cli
