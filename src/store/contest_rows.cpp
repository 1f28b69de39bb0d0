#include <algorithm>

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
      row->step();
    }
}

std::vector<NotEntered> Connection::read_not_entered(std::int64_t contest) {
  std::vector<NotEntered> folders;
  const auto rows = prepared(
      "SELECT folder, name, author, place, what FROM not_entered WHERE contest = ? "
      "ORDER BY number");
  for (rows->bind(1, contest); rows->step();) {
    NotEntered left_out{rows->text(0), rows->text(1), rows->text(2), {}};
    if (folders.empty() || folders.back().folder != left_out.folder)
      folders.push_back(std::move(left_out));
    folders.back().causes.push_back({rows->text(3), rows->text(4)});
  }
  return folders;
}

std::vector<std::pair<std::int64_t, ContestRow>> Connection::read_runs(bool latest_only) {
  std::vector<std::pair<std::int64_t, ContestRow>> contests;
  const auto select = prepared(
      "SELECT id, key, name, file, seed, games, seal, file_path, bots_path, switches, began, "
      "latest, number, is_latest FROM (SELECT contest.*, (SELECT count(*) FROM contest AS one "
      "WHERE one.name = contest.name AND one.id <= contest.id) AS number, CASE WHEN run = "
      "(SELECT max(run) FROM contest AS one WHERE one.key = contest.key) THEN 1 ELSE 0 END "
      "AS is_latest FROM contest) AS counted WHERE is_latest = 1 OR ? = 0 ORDER BY run DESC");
  select->bind(1, latest_only ? 1 : 0);
  while (select->step()) {
    const std::int64_t id = select->number(0);
    ContestRow contest{
        key_of(select->bytes(1)), select->text(2), select->text(3), select->text(4), 0, {}};
    contest.games = word_in<std::uint32_t>(select->number(5), contest.damage);
    const auto bots = prepared(
        "SELECT name, title, content, house, author, language, seal, folder FROM entrant JOIN "
        "bot "
        "ON bot = bot.id WHERE contest = ? ORDER BY place");
    for (bots->bind(1, id); bots->step();) {
      contest.bots.push_back(read_bot(*bots));
      contest.folders.push_back(bots->text(7));
      if (!is_sealed(*bots)) contest.damage = changed_since;
    }
    contest.not_entered = read_not_entered(id);
    contest.file_path = select->text(7);
    contest.bots_path = select->text(8);
    contest.typed_switches = lines_in(select->text(9));
    contest.times = {select->number(10), select->number(11)};
    contest.number = word_in<std::uint32_t>(select->number(12), contest.damage);
    contest.is_latest = select->number(13) != 0;
    if (contest.damage.empty() && key_of(select->bytes(6)) != seal_of(contest))
      contest.damage = changed_since;
    contests.emplace_back(id, std::move(contest));
  }
  return contests;
}

std::int64_t Connection::put(const ContestRow& contest, const std::optional<KnownRun>& known) {
  // The parameters of both are the same.
  const auto row = prepared(
      known ? "UPDATE contest SET key = ?1, name = ?2, file = ?3, seed = ?4, games = ?5, "
              "run = (SELECT max(run) + 1 FROM contest), seal = ?6, file_path = ?7, "
              "bots_path = ?8, switches = ?9, began = ?10, latest = ?11 WHERE id = ?12 RETURNING id"
            : "INSERT INTO contest (key, name, file, seed, games, run, seal, file_path, bots_path, "
              "switches, began, latest) VALUES (?1, ?2, ?3, ?4, ?5, (SELECT coalesce(max(run), 0) "
              "+ 1 FROM contest), ?6, ?7, ?8, ?9, ?10, ?11) RETURNING id");
  row->bind(1, contest.key);
  row->bind(2, contest.name);
  row->bind(3, contest.file);
  row->bind(4, contest.seed);
  row->bind(5, std::int64_t{contest.games});
  row->bind(6, seal_of(contest));
  row->bind(7, contest.file_path);
  row->bind(8, contest.bots_path);
  row->bind(9, text_of_lines(contest.typed_switches));
  row->bind(10, contest.times.began);
  row->bind(11, contest.times.latest);
  if (known) row->bind(12, known->id);
  row->step();
  return row->number(0);
}

std::optional<Connection::KnownRun> Connection::run_of(const Key& contest,
                                                       std::span<const std::int64_t> bots) {
  const auto select = prepared("SELECT id, began FROM contest WHERE key = ? ORDER BY id");
  for (select->bind(1, contest); select->step();) {
    std::vector<std::int64_t> entered;
    const auto entrants = prepared("SELECT bot FROM entrant WHERE contest = ? ORDER BY place");
    for (entrants->bind(1, select->number(0)); entrants->step();)
      entered.push_back(entrants->number(0));
    if (std::ranges::equal(entered, bots)) return KnownRun{select->number(0), select->number(1)};
  }
  return std::nullopt;
}

void Connection::remove_damaged_runs(const Key& contest) {
  for (const auto& [id, run] : read_runs(/*latest_only=*/false)) {
    if (run.key != contest || run.damage.empty()) continue;
    const auto remove = prepared("DELETE FROM contest WHERE id = ?");
    remove->bind(1, id);
    remove->step();
  }
}

std::optional<QualificationRow> Connection::read_check(const Key& key) {
  const auto select = prepared(
      "SELECT layers, kind, detail, against, game, asked, said, seal, error_output, delay_ms, "
      "overloaded FROM checked WHERE key = ?");
  select->bind(1, key);
  if (!select->step()) return std::nullopt;
  QualificationRow check;
  if (!select->is_null(0)) check.layers = word_in<std::uint32_t>(select->number(0), check.damage);
  if (!select->is_null(1)) {
    const auto kind = fault_kind(select->text(1));
    if (!kind) check.damage = "it has a fault of an unknown kind";
    check.failure = {select->text(3),
                     word_in<std::uint32_t>(select->number(4), check.damage),
                     {kind.value_or(FaultKind::malformed), select->text(2), select->text(8),
                      select->text(5), select->text(6)}};
    Fault& fault = check.failure->fault;
    if (!select->is_null(9)) fault.delay = std::chrono::milliseconds(select->number(9));
    fault.overloaded = select->number(10) != 0;
  }
  if (check.damage.empty() && key_of(select->bytes(7)) != seal_of(key, check))
    check.damage = changed_since;
  return check;
}

std::vector<Key> Connection::checks() {
  std::vector<Key> keys;
  const auto select = prepared("SELECT key FROM checked");
  while (select->step()) keys.push_back(key_of(select->bytes(0)));
  return keys;
}

}  // namespace hilltop::store
