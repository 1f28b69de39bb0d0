#include "store/store.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "store/columns.hpp"
#include "store/connection.hpp"
#include "store/seal.hpp"

namespace hilltop::store {

std::vector<BatchRow> Store::blocks(const Key& fixture) const {
  return connection_->reading([&] {
    std::vector<BatchRow> blocks;
    const auto id = connection_->id_of(fixture);
    if (!id) return blocks;
    const Connection::ReadFixture read = connection_->read_fixture(*id);
    const auto select = connection_->prepared(
        "SELECT id, first_game, games, layers, digest, results, seal, traces FROM block "
        "WHERE fixture = ? ORDER BY first_game");
    for (select->bind(1, *id); select->step();) {
      blocks.push_back(connection_->read_block(fixture, read.row.bots.size(), *select));
      if (!read.sound && blocks.back().damage.empty()) blocks.back().damage = changed_since;
    }
    return blocks;
  });
}

std::vector<GameRecord> Store::records(const Key& fixture, std::uint32_t first_game,
                                       std::uint32_t last_game) const {
  return connection_->reading([&] {
    std::vector<GameRecord> records;
    const auto id = connection_->id_of(fixture);
    if (!id) return records;
    const auto select = connection_->prepared(
        "SELECT game, text, result, faults FROM game_record "
        "WHERE fixture = ? AND game BETWEEN ? AND ? ORDER BY game");
    select->bind(1, *id);
    select->bind(2, first_game);
    select->bind(3, last_game);
    while (select->step())
      records.push_back({static_cast<std::uint32_t>(select->number(0)), select->text(1),
                         select->bytes(2), select->text(3)});
    return records;
  });
}

std::vector<ContestRow> Store::contests() const { return runs(/*latest_only=*/true); }

std::vector<ContestRow> Store::runs() const { return runs(/*latest_only=*/false); }

std::vector<ContestRow> Store::runs(bool latest_only) const {
  return connection_->reading([&] {
    std::vector<ContestRow> runs;
    for (auto& [id, run] : connection_->read_runs(latest_only)) runs.push_back(std::move(run));
    return runs;
  });
}

std::vector<VersionRow> Store::versions(const std::string& name) const {
  return connection_->reading([&] {
    std::vector<VersionRow> versions;
    const auto bots = connection_->prepared(
        "SELECT name, title, content, house, author, language, seal, id FROM bot WHERE name = ? "
        "ORDER BY id DESC");
    for (bots->bind(1, name); bots->step();) {
      if (!connection_->is_sealed(*bots)) continue;
      const std::int64_t id = bots->number(7);
      VersionRow version{connection_->read_bot(*bots), {}, {}};
      const auto entered = connection_->prepared(
          "SELECT DISTINCT name FROM entrant JOIN contest AS latest ON contest = latest.id "
          "WHERE bot = ? AND run = (SELECT max(run) FROM contest WHERE name = latest.name) "
          "ORDER BY name");
      for (entered->bind(1, id); entered->step();) version.contests.push_back(entered->text(0));
      const auto played = connection_->prepared(
          "SELECT key, place, fixture FROM sitter JOIN fixture ON fixture = fixture.id "
          "WHERE bot = ? ORDER BY fixture DESC");
      for (played->bind(1, id); played->step();)
        if (connection_->read_fixture(played->number(2)).sound)
          version.played.push_back(
              {key_of(played->bytes(0)), static_cast<std::uint32_t>(played->number(1))});
      versions.push_back(std::move(version));
    }
    return versions;
  });
}

// The last name of `path` may be a link, next to which a contest's folders would not be looked for.
std::string Store::kept_path(const std::filesystem::path& path) const {
  namespace fs = std::filesystem;
  if (path.empty()) return {};
  fs::path whole = fs::absolute(path).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();
  const fs::path real = fs::weakly_canonical(whole.parent_path()) / whole.filename();
  return file_ ? real.lexically_proximate(fs::weakly_canonical(fs::absolute(*file_).parent_path()))
               : real;
}

std::filesystem::path Store::path_of(const std::string& kept) const {
  if (kept.empty()) return {};
  return file_ ? (file_->parent_path() / kept).lexically_normal() : std::filesystem::path(kept);
}

void Store::put(const ContestRow& contest) { put(contest, Source::a_run); }

void Store::put(const ContestRow& theirs, Source source) {
  connection_->in_transaction([&] {
    ContestRow contest = theirs;
    std::vector<std::int64_t> bots;
    for (BotRow& bot : contest.bots) {
      bots.push_back(connection_->id_of(bot, source == Source::another_store));
      bot = connection_->bot(bots.back());
    }
    connection_->remove_damaged_runs(contest.key);
    const auto known = connection_->run_of(contest.key, bots);
    if (known) contest.times.began = known->began;
    const std::int64_t id = connection_->put(contest, known);
    for (const char* const remove :
         {"DELETE FROM entrant WHERE contest = ?", "DELETE FROM not_entered WHERE contest = ?"}) {
      const auto statement = connection_->prepared(remove);
      statement->bind(1, id);
      statement->step();
    }
    for (std::size_t place = 0; place < contest.bots.size(); ++place) {
      const auto row = connection_->prepared(
          "INSERT INTO entrant (contest, place, bot, folder) VALUES (?, ?, ?, ?)");
      row->bind(1, id);
      row->bind(2, static_cast<std::int64_t>(place));
      row->bind(3, bots[place]);
      row->bind(4, place < contest.folders.size() ? contest.folders[place] : "");
      row->step();
    }
    connection_->insert_not_entered(id, contest.not_entered);
  });
}

bool Store::put(const FixtureRow& fixture_row, const BatchRow& block) {
  return put(fixture_row, block, Source::a_run);
}

bool Store::put(const FixtureRow& fixture_row, const BatchRow& block, Source source) {
  return connection_->in_transaction([&] {
    const std::int64_t fixture = connection_->id_of(fixture_row, source == Source::another_store);
    const auto known = connection_->known(fixture_row.key, fixture, block, fixture_row.bots.size());
    const bool stays = known.has_all && !(known.yields && source == Source::another_store);
    if (!stays) {
      connection_->clear(fixture, block.first_game, block.games);
      connection_->insert(fixture_row.key, fixture, block);
    }
    for (const GameRecord& record : block.records) connection_->insert(fixture, record);
    return !stays;
  });
}

void Store::put(const Unwritten& all) {
  connection_->in_transaction([&] {
    for (const Key& fixture : all.forgotten) forget(fixture);
    for (const auto& [fixture, block] : all.doubted) remove(fixture, block);
    for (const auto& [key, check] : all.checks) put(key, check);
    for (const auto& [key, fixture] : all.fixtures)
      for (const BatchRow& block : fixture.blocks) put(fixture.fixture_row, block);
  });
}

void Store::put(const Key& key, const QualificationRow& check) {
  connection_->in_transaction([&] {
    const auto insert = connection_->prepared(
        "INSERT INTO checked (key, layers, kind, detail, against, game, asked, said, seal, "
        "error_output, delay_ms, overloaded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (key) DO UPDATE SET layers = excluded.layers, kind = excluded.kind, "
        "detail = excluded.detail, against = excluded.against, game = excluded.game, "
        "asked = excluded.asked, said = excluded.said, seal = excluded.seal, "
        "error_output = excluded.error_output, delay_ms = excluded.delay_ms, "
        "overloaded = excluded.overloaded");
    insert->bind(1, key);
    if (check.layers) insert->bind(2, static_cast<std::int64_t>(*check.layers));
    if (check.failure) {
      insert->bind(3, std::string(hilltop::name(check.failure->fault.kind)));
      insert->bind(4, check.failure->fault.detail);
      insert->bind(5, check.failure->against);
      insert->bind(6, static_cast<std::int64_t>(check.failure->game));
      insert->bind(7, check.failure->fault.asked);
      insert->bind(8, check.failure->fault.said);
      if (const auto& delay = check.failure->fault.delay)
        insert->bind(11, static_cast<std::int64_t>(delay->count()));
    }
    insert->bind(9, seal_of(key, check));
    insert->bind(10, check.failure ? check.failure->fault.error_output : "");
    insert->bind(12, check.failure && check.failure->fault.overloaded ? 1 : 0);
    insert->step();
  });
}

std::optional<QualificationRow> Store::check(const Key& key) const {
  return connection_->reading([&] { return connection_->read_check(key); });
}

std::optional<DrawnSeed> Store::drawn_seed(const Key& key) const {
  return connection_->reading([&]() -> std::optional<DrawnSeed> {
    const auto select = connection_->prepared("SELECT seed, shown FROM drawn_seed WHERE key = ?");
    select->bind(1, key);
    if (!select->step()) return std::nullopt;
    return DrawnSeed{select->text(0), select->number(1) != 0};
  });
}

DrawnSeed Store::put_drawn_seed(const Key& key, const std::optional<DrawnSeed>& before,
                                const DrawnSeed& seed) {
  if (file_) take_from_others(*file_);
  return connection_->in_transaction([&] {
    const auto now = drawn_seed(key);
    if (now && (!before || now->seed != before->seed)) return *now;
    const auto insert = connection_->prepared(
        "INSERT INTO drawn_seed (key, seed, shown) VALUES (?, ?, ?) ON CONFLICT (key) "
        "DO UPDATE SET seed = excluded.seed, shown = excluded.shown");
    insert->bind(1, key);
    insert->bind(2, seed.seed);
    insert->bind(3, std::int64_t{seed.shown});
    insert->step();
    return seed;
  });
}

NameHolders Store::name_holders(const std::string& contest) const {
  return connection_->reading([&] {
    NameHolders holders;
    const auto select =
        connection_->prepared("SELECT look, folder FROM name_holder WHERE contest = ?");
    for (select->bind(1, contest); select->step();)
      holders.emplace(select->text(0), select->text(1));
    return holders;
  });
}

void Store::put_name_holders(const std::string& contest, const NameHolders& holders) {
  connection_->in_transaction([&] {
    for (const auto& [look, folder] : holders) {
      const auto release =
          connection_->prepared("DELETE FROM name_holder WHERE contest = ? AND folder = ?");
      release->bind(1, contest);
      release->bind(2, folder);
      release->step();
      const auto insert = connection_->prepared(
          "INSERT INTO name_holder (contest, look, folder) VALUES (?, ?, ?) "
          "ON CONFLICT (contest, look) DO UPDATE SET folder = excluded.folder");
      insert->bind(1, contest);
      insert->bind(2, look);
      insert->bind(3, folder);
      insert->step();
    }
  });
}

// Keeps the fixture's row: another program may hold its id.
void Store::forget(const Key& fixture) {
  connection_->in_transaction([&] {
    const auto id = connection_->id_of(fixture);
    if (!id) return;
    for (const char* const remove :
         {"DELETE FROM block WHERE fixture = ?", "DELETE FROM game_record WHERE fixture = ?"}) {
      const auto statement = connection_->prepared(remove);
      statement->bind(1, *id);
      statement->step();
    }
  });
}

void Store::remove(const Key& fixture, const BatchRow& block) {
  connection_->in_transaction([&] {
    const auto id = connection_->id_of(fixture);
    if (!id) return;
    const auto remove = connection_->prepared(
        "DELETE FROM block WHERE fixture = ? AND first_game = ? AND seal = ?");
    remove->bind(1, *id);
    remove->bind(2, static_cast<std::int64_t>(block.first_game));
    remove->bind(3, seal_of(fixture, block));
    remove->step();
  });
}

Merged Store::merge(const Store& other) {
  return connection_->in_transaction([&] {
    Merged merged;
    for (const std::int64_t fixture :
         other.connection_->reading([&] { return other.connection_->fixtures(); })) {
      const auto theirs =
          other.connection_->reading([&] { return other.connection_->read_fixture(fixture); });
      const std::vector<GameRecord> records = other.records(theirs.row.key);
      for (BatchRow& block : other.blocks(theirs.row.key)) {
        if (!block.damage.empty() || !theirs.bots_sound) {
          ++merged.damaged;
          continue;
        }
        for (const GameRecord& record : records)
          if (record.game >= block.first_game && record.game - block.first_game < block.games)
            block.records.push_back(record);
        merged.taken += put(theirs.row, block, Source::another_store);
      }
    }
    for (const Key& key : other.connection_->reading([&] { return other.connection_->checks(); }))
      if (const auto theirs = other.check(key), ours = check(key);
          theirs && theirs->damage.empty() && (!ours || !ours->damage.empty()))
        put(key, *theirs);
    std::vector<ContestRow> contests = other.runs();
    std::vector<Key> known;
    for (const ContestRow& contest : this->contests())
      if (contest.damage.empty()) known.push_back(contest.key);
    for (auto contest = contests.rbegin(); contest != contests.rend(); ++contest) {
      if (!contest->damage.empty())
        ++merged.damaged_contests;
      else if (std::ranges::find(known, contest->key) == known.end()) {
        contest->file_path = kept_path(other.path_of(contest->file_path));
        contest->bots_path = kept_path(other.path_of(contest->bots_path));
        put(*contest, Source::another_store);
      }
      NameHolders holders = name_holders(contest->name);
      holders.merge(other.name_holders(contest->name));
      put_name_holders(contest->name, holders);
    }
    return merged;
  });
}

std::uint64_t Store::version() const {
  return connection_->reading([&] { return connection_->database->version(); });
}

std::string Store::damage() const { return connection_->database->damage(); }

}  // namespace hilltop::store
