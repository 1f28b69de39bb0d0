#include "store/columns.hpp"
#include "store/connection.hpp"
#include "store/seal.hpp"

// Runs of contests, and checks of bots.
namespace hilltop::store {

void Connection::insert_not_entered(std::int64_t contest, const std::vector<NotEntered>& folders) {
  int number = 0;
  for (const NotEntered& left_out : folders)
    for (const auto& [place, what] : left_out.causes) {
      const auto row = prepared(
          "INSERT INTO not_entered (contest, number, folder, name, author, place, what) "
          "VALUES (?, ?, ?, ?, ?, ?, ?)");
      row->bind(1, contest);
      row->bind(2, number++);
      row->bind(3, left_out.folder.string());
      row->bind(4, left_out.name);
      row->bind(5, left_out.author);
      row->bind(6, place);
      row->bind(7, what);
      row->exec();
    }
}

std::vector<NotEntered> Connection::read_not_entered(std::int64_t contest) {
  std::vector<NotEntered> folders;
  const auto rows = prepared(
      "SELECT folder, name, author, place, what FROM not_entered WHERE contest = ? "
      "ORDER BY number");
  for (rows->bind(1, contest); rows->executeStep();) {
    NotEntered left_out{rows->getColumn(0).getString(),
                        rows->getColumn(1).getString(),
                        rows->getColumn(2).getString(),
                        {}};
    if (folders.empty() || folders.back().folder != left_out.folder)
      folders.push_back(std::move(left_out));
    folders.back().causes.push_back(
        {rows->getColumn(3).getString(), rows->getColumn(4).getString()});
  }
  return folders;
}

std::vector<std::pair<std::int64_t, ContestRow>> Connection::read_runs(bool latest_only) {
  std::vector<std::pair<std::int64_t, ContestRow>> contests;
  const auto select = prepared(
      "SELECT id, key, name, file, seed, games, seal, file_path, bots_path, switches, began, "
      "latest, (SELECT count(*) FROM contest AS one WHERE one.name = contest.name AND "
      "one.id <= contest.id) AS number, run = (SELECT max(run) FROM contest AS one "
      "WHERE one.key = contest.key) AS is_latest FROM contest WHERE is_latest OR NOT ? "
      "ORDER BY run DESC");
  select->bind(1, latest_only ? 1 : 0);
  while (select->executeStep()) {
    const std::int64_t id = select->getColumn(0).getInt64();
    ContestRow contest{key_of(select->getColumn(1)),
                       select->getColumn(2).getString(),
                       select->getColumn(3).getString(),
                       select->getColumn(4).getString(),
                       0,
                       {}};
    contest.games = word_in<std::uint32_t>(select->getColumn(5), contest.damage);
    const auto bots = prepared(
        "SELECT name, title, content, house, author, language, seal, folder FROM entrant JOIN "
        "bot "
        "ON bot = bot.id WHERE contest = ? ORDER BY place");
    for (bots->bind(1, id); bots->executeStep();) {
      contest.bots.push_back(read_bot(*bots));
      contest.folders.push_back(bots->getColumn(7).getString());
      if (!is_sealed(*bots)) contest.damage = changed_since;
    }
    contest.not_entered = read_not_entered(id);
    contest.file_path = select->getColumn(7).getString();
    contest.bots_path = select->getColumn(8).getString();
    contest.typed_switches = lines_in(select->getColumn(9).getString());
    contest.times = {select->getColumn(10).getInt64(), select->getColumn(11).getInt64()};
    contest.number = word_in<std::uint32_t>(select->getColumn(12), contest.damage);
    contest.is_latest = select->getColumn(13).getInt() != 0;
    if (contest.damage.empty() && key_of(select->getColumn(6)) != seal_of(contest))
      contest.damage = changed_since;
    contests.emplace_back(id, std::move(contest));
  }
  return contests;
}

std::optional<Connection::KnownRun> Connection::run_of(const Key& contest,
                                                       std::span<const std::int64_t> bots) {
  std::string places;
  for (const std::int64_t bot : bots) places += (places.empty() ? "" : ",") + std::to_string(bot);
  const auto select = prepared(
      "SELECT id, began FROM contest WHERE key = ?1 AND ?2 = (SELECT coalesce(group_concat(bot), "
      "'') FROM (SELECT bot FROM entrant WHERE entrant.contest = contest.id ORDER BY place))");
  bind_blob(*select, 1, contest);
  select->bind(2, places);
  if (!select->executeStep()) return std::nullopt;
  return KnownRun{select->getColumn(0).getInt64(), select->getColumn(1).getInt64()};
}

void Connection::remove_damaged_runs(const Key& contest) {
  for (const auto& [id, run] : read_runs(/*latest_only=*/false)) {
    if (run.key != contest || run.damage.empty()) continue;
    const auto remove = prepared("DELETE FROM contest WHERE id = ?");
    remove->bind(1, id);
    remove->exec();
  }
}

std::optional<QualificationRow> Connection::read_check(const Key& key) {
  const auto select = prepared(
      "SELECT layers, kind, detail, against, game, asked, said, seal, error_output, delay_ms, "
      "overloaded FROM checked WHERE key = ?");
  bind_blob(*select, 1, key);
  if (!select->executeStep()) return std::nullopt;
  QualificationRow check;
  if (!select->getColumn(0).isNull())
    check.layers = word_in<std::uint32_t>(select->getColumn(0), check.damage);
  if (!select->getColumn(1).isNull()) {
    const auto kind = fault_kind(select->getColumn(1).getString());
    if (!kind) check.damage = "it has a fault of an unknown kind";
    check.failure = {select->getColumn(3).getString(),
                     word_in<std::uint32_t>(select->getColumn(4), check.damage),
                     {kind.value_or(FaultKind::malformed), select->getColumn(2).getString(),
                      select->getColumn(8).getString(), select->getColumn(5).getString(),
                      select->getColumn(6).getString()}};
    Fault& fault = check.failure->fault;
    if (!select->getColumn(9).isNull())
      fault.delay = std::chrono::milliseconds(select->getColumn(9).getInt64());
    fault.overloaded = select->getColumn(10).getInt() != 0;
  }
  if (check.damage.empty() && key_of(select->getColumn(7)) != seal_of(key, check))
    check.damage = changed_since;
  return check;
}

std::vector<Key> Connection::checks() {
  std::vector<Key> keys;
  const auto select = prepared("SELECT key FROM checked");
  while (select->executeStep()) keys.push_back(key_of(select->getColumn(0)));
  return keys;
}

}  // namespace hilltop::store
