#pragma once
#include <SQLiteCpp/SQLiteCpp.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <sqlite3.h>
#include <string>
#include <sys/stat.h>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/hex.hpp"
#include "store/failure.hpp"
#include "store/rows.hpp"
#include "store/seal.hpp"

// Conversion between rows and the store's types. Included only by the store's own files.
namespace hilltop::store {

// Limits on the steps of one statement in SQLite's virtual machine, about 100 s in all, so that a
// store from a stranger cannot keep it busy forever.
inline constexpr int steps_between_looks = 1'000'000, looks_max = 10'000;

// Whether an error that SQLite throws says that another program holds the file.
inline bool is_held(const SQLite::Exception& error) {
  return error.getErrorCode() == SQLITE_BUSY || error.getErrorCode() == SQLITE_LOCKED;
}

// Returns the message for an error that SQLite throws.
inline std::string text_of(const std::filesystem::path& file, const SQLite::Exception& error) {
  const std::string place = "the store '" + file.string() + "' ";
  switch (error.getErrorCode()) {
    case SQLITE_FULL:
      return place + "cannot grow: the disk is full; what was written before is kept";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_INTERRUPT:
      return place + "is damaged (" + error.what() +
             "); left unchanged: name another with "
             "--store, or restore a copy";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return place + "is held by another program";
    case SQLITE_READONLY:
      if (error.getExtendedErrorCode() == SQLITE_READONLY_ROLLBACK ||
          error.getExtendedErrorCode() == SQLITE_READONLY_RECOVERY)
        return place + "holds a change that was cut off: any run that names it undoes it";
      return place + "cannot be written: it, or its folder, is read-only";
    case SQLITE_IOERR:
      return place +
             "cannot be read or written: is the disk failing, or is there a limit of file size "
             "(ulimit -f)?";
    case SQLITE_CANTOPEN:
      return place +
             "cannot be opened: is its folder there, and yours? --store names another, or none";
    default: return place + "cannot be used: " + error.what();
  }
}

inline std::vector<std::uint8_t> bytes_of(const SQLite::Column& column) {
  const auto* const begin = static_cast<const std::uint8_t*>(column.getBlob());
  return {begin, begin + column.getBytes()};
}

// The column `traces`.
inline std::vector<std::uint8_t> bytes_of_traces(std::span<const tournament::GameTrace> traces) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(traces.size() * sizeof(tournament::GameTrace));
  for (const tournament::GameTrace trace : traces)
    for (std::size_t i = 0; i < sizeof trace; ++i)
      bytes.push_back(static_cast<std::uint8_t>(trace >> 8 * i));
  return bytes;
}
inline std::vector<tournament::GameTrace> traces_in(std::span<const std::uint8_t> bytes,
                                                    std::string& damage) {
  std::vector<tournament::GameTrace> traces(bytes.size() / sizeof(tournament::GameTrace));
  if (traces.size() * sizeof(tournament::GameTrace) != bytes.size())
    damage = "its traces have a length that cannot be";
  for (std::size_t i = 0; i < traces.size() * sizeof(tournament::GameTrace); ++i)
    traces[i / sizeof(tournament::GameTrace)] |= tournament::GameTrace{bytes[i]}
                                                 << 8 * (i % sizeof(tournament::GameTrace));
  return traces;
}

inline Key key_of(const SQLite::Column& column) {
  Key key{};
  const std::vector<std::uint8_t> bytes = bytes_of(column);
  if (bytes.size() == key.size()) std::ranges::copy(bytes, key.begin());
  return key;
}

inline void bind_blob(SQLite::Statement& statement, int index,
                      std::span<const std::uint8_t> bytes) {
  const void* const data = bytes.empty() ? "" : static_cast<const void*>(bytes.data());
  statement.bind(index, data, static_cast<int>(bytes.size()));  // a null pointer would be NULL
}

// Binds an answer time as columns 8 to 10 of table line.
inline void bind_timing(SQLite::Statement& row, const Timing& timing) {
  row.bind(9, static_cast<std::int64_t>(timing.answers));
  row.bind(10, static_cast<std::int64_t>(timing.total.count()));
  row.bind(11, static_cast<std::int64_t>(timing.slowest.count()));
}

inline Timing timing_in(SQLite::Statement& row) {
  return {static_cast<std::uint64_t>(row.getColumn(8).getInt64()),
          std::chrono::nanoseconds(row.getColumn(9).getInt64()),
          std::chrono::nanoseconds(row.getColumn(10).getInt64())};
}

// The column `switches`.
inline std::string text_of_lines(std::span<const std::string> lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}
inline std::vector<std::string> lines_in(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1))
    lines.emplace_back(text.substr(0, end));
  return lines;
}

// Returns a number of a row as `Number`; sets `damage` if it is out of range.
template <class Number>
Number word_in(const SQLite::Column& column, std::string& damage) {
  const std::int64_t number = column.getInt64();
  if (!std::in_range<Number>(number)) damage = "one of its numbers is out of range";
  return static_cast<Number>(number);
}

inline constexpr const char* changed_since = "it differs from what Hilltop stored";

struct Connection {
  Connection(const std::filesystem::path& path, int flags, std::chrono::milliseconds wait)
      : file(path),
        // To SQLite the names ":memory:" and "file:…" are not those of files.
        database(path.is_relative() ? "./" + path.string() : path.string(), flags) {
    sqlite3* const handle = database.getHandle();
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    for (const int believed : {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                               SQLITE_DBCONFIG_ENABLE_VIEW})
      sqlite3_db_config(handle, believed, 0, nullptr);
    const auto look = [](void* self) -> int {
      return ++static_cast<Connection*>(self)->looks > looks_max;
    };
    sqlite3_progress_handler(handle, steps_between_looks, look, this);
    database.setBusyTimeout(static_cast<int>(wait.count()));
    opened = identity();
  }

  // Returns device and inode of what has the file's name now; nullopt if nothing has.
  std::optional<std::pair<dev_t, ino_t>> identity() const {
    struct stat found;
    if (::stat(file.c_str(), &found) != 0) return std::nullopt;
    return std::pair(found.st_dev, found.st_ino);
  }

  // A statement that is compiled once and reset when its user is done, so that it holds no lock.
  class Prepared {
   public:
    explicit Prepared(SQLite::Statement& statement) : statement_(statement) {}
    ~Prepared() { statement_.tryReset(); }
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;
    SQLite::Statement* operator->() const { return &statement_; }
    SQLite::Statement& operator*() const { return statement_; }

   private:
    SQLite::Statement& statement_;
  };
  Prepared prepared(const char* sql) {
    const auto [found, made] = statements.try_emplace(sql);
    if (made) found->second = std::make_unique<SQLite::Statement>(database, sql);
    found->second->reset();
    found->second->clearBindings();
    looks = 0;
    return Prepared(*found->second);
  }

  // Returns the id of a bot's row; makes it if it is missing. Replaces what it says of the bot,
  // unless `keeps` and it is what was written.
  std::int64_t id_of(const BotRow& bot, bool keeps) {
    if (const auto found = bot_ids.find(bot); found != bot_ids.end()) return found->second;
    if (keeps) {
      const auto select = prepared(
          "SELECT name, title, content, house, author, language, seal, id FROM bot "
          "WHERE name = ? AND content = ?");
      select->bind(1, bot.name);
      bind_blob(*select, 2, bot.content);
      if (select->executeStep() && is_sealed(*select)) return select->getColumn(7).getInt64();
    }
    const auto insert = prepared(
        "INSERT INTO bot (name, title, content, house, author, language, seal) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET title = excluded.title, "
        "house = excluded.house, author = excluded.author, language = excluded.language, "
        "seal = excluded.seal RETURNING id");
    insert->bind(1, bot.name);
    insert->bind(2, bot.title);
    bind_blob(*insert, 3, bot.content);
    insert->bind(4, bot.house ? 1 : 0);
    insert->bind(5, bot.author);
    insert->bind(6, bot.language);
    bind_blob(*insert, 7, seal_of(bot));
    insert->executeStep();
    return bot_ids[bot] = insert->getColumn(0).getInt64();
  }

  BotRow bot(std::int64_t id) {
    const auto select = prepared(
        "SELECT name, title, content, house, author, language, seal FROM bot WHERE id = ?");
    select->bind(1, id);
    select->executeStep();
    return read_bot(*select);
  }

  std::optional<std::int64_t> id_of(const Key& fixture) {
    if (const auto found = fixture_ids.find(fixture); found != fixture_ids.end())
      return found->second;
    const auto select = prepared("SELECT id FROM fixture WHERE key = ?");
    bind_blob(*select, 1, fixture);
    if (!select->executeStep()) return std::nullopt;
    return fixture_ids[fixture] = select->getColumn(0).getInt64();
  }

  // Returns the row of a fixture; makes it if it is missing or is not what was written. `keeps`: as
  // for its bots.
  std::int64_t id_of(FixtureRow fixture_row, bool keeps) {
    const auto known = id_of(fixture_row.key);
    if (known && (sound_fixtures.contains(*known) || read_fixture(*known).sound)) {
      sound_fixtures.insert(*known);
      return *known;
    }
    std::vector<std::int64_t> bots;
    for (BotRow& each : fixture_row.bots) {
      bots.push_back(id_of(each, keeps));
      each = bot(bots.back());
    }
    const auto insert = prepared(
        "INSERT INTO fixture (key, seal) VALUES (?, ?) "
        "ON CONFLICT DO UPDATE SET seal = excluded.seal RETURNING id");
    bind_blob(*insert, 1, fixture_row.key);
    bind_blob(*insert, 2, seal_of(fixture_row));
    insert->executeStep();
    const std::int64_t fixture = insert->getColumn(0).getInt64();
    const auto remove = prepared("DELETE FROM sitter WHERE fixture = ?");
    remove->bind(1, fixture);
    remove->exec();
    for (std::size_t place = 0; place < bots.size(); ++place) {
      const auto sits = prepared("INSERT INTO sitter (fixture, place, bot) VALUES (?, ?, ?)");
      sits->bind(1, fixture);
      sits->bind(2, static_cast<std::int64_t>(place));
      sits->bind(3, bots[place]);
      sits->exec();
    }
    sound_fixtures.insert(fixture);
    return fixture_ids[fixture_row.key] = fixture;
  }

  void insert_fault(std::int64_t block, int number, const tournament::FaultNote& note,
                    bool disqualifies) {
    const auto insert = prepared("INSERT INTO fault VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert->bind(1, block);
    insert->bind(2, number);
    insert->bind(3, note.entry);
    insert->bind(4, static_cast<std::int64_t>(note.game));
    insert->bind(5, std::string(name(note.fault.kind)));
    insert->bind(6, note.fault.detail);
    insert->bind(7, disqualifies ? 1 : 0);
    insert->bind(8, note.fault.error_output);
    insert->bind(9, note.fault.asked);
    insert->bind(10, note.fault.said);
    if (note.fault.delay) insert->bind(11, static_cast<std::int64_t>(note.fault.delay->count()));
    insert->bind(12, note.fault.overloaded ? 1 : 0);
    insert->exec();
  }

  void insert_fault_count(std::int64_t block, const tournament::FaultCount& count) {
    const auto insert = prepared("INSERT INTO fault_count VALUES (?, ?, ?, ?, ?, ?)");
    insert->bind(1, block);
    insert->bind(2, static_cast<std::int64_t>(count.game));
    insert->bind(3, count.entry);
    insert->bind(4, std::string(name(count.kind)));
    insert->bind(5, count.overloaded ? 1 : 0);
    insert->bind(6, static_cast<std::int64_t>(count.faults));
    insert->exec();
  }

  void insert(const Key& key, std::int64_t fixture, const BatchRow& block) {
    const auto insert = prepared(
        "INSERT INTO block (fixture, first_game, games, layers, digest, results, seal, traces) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    insert->bind(1, fixture);
    insert->bind(2, static_cast<std::int64_t>(block.first_game));
    insert->bind(3, static_cast<std::int64_t>(block.games));
    if (block.layers) insert->bind(4, static_cast<std::int64_t>(*block.layers));
    bind_blob(*insert, 5, from_hex(block.digest).value());
    if (!block.bytes.empty()) bind_blob(*insert, 6, block.bytes);
    bind_blob(*insert, 7, seal_of(key, block));
    if (!block.traces.empty()) bind_blob(*insert, 8, bytes_of_traces(block.traces));
    insert->exec();
    const std::int64_t id = database.getLastInsertRowid();
    for (std::size_t place = 0; place < block.tallies.size(); ++place) {
      const tournament::Tally& line = block.tallies[place];
      const auto row = prepared("INSERT INTO line VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
      row->bind(1, id);
      row->bind(2, static_cast<std::int64_t>(place));
      row->bind(3, line.games);
      row->bind(4, line.won);
      row->bind(5, line.tied);
      row->bind(6, line.faults);
      row->bind(7, line.sum);
      if (line.best) row->bind(8, *line.best);
      if (place < block.timings.size() && block.timings[place].answers > 0)
        bind_timing(*row, block.timings[place]);
      row->exec();
    }
    int number = 0;
    for (const tournament::FaultNote& note : block.notes) insert_fault(id, number++, note, false);
    if (block.disqualified) insert_fault(id, number, *block.disqualified, true);
    for (const tournament::FaultCount& count : block.fault_counts) insert_fault_count(id, count);
  }

  void insert(std::int64_t fixture, const GameRecord& record) {
    const auto row = prepared("INSERT OR REPLACE INTO game_record VALUES (?, ?, ?, ?, ?)");
    row->bind(1, fixture);
    row->bind(2, static_cast<std::int64_t>(record.game));
    bind_blob(*row, 3, record.result);
    row->bind(4, record.faults);
    row->bind(5, record.text);
    row->exec();
  }

  // What the undamaged stored blocks say of `block`.
  struct Known {
    bool has_all = false;  // one has all its games
    bool yields = false;   // that one has no others, and a seal that comes later
  };
  // A complete fixture with its digest counts as more than the same games without it, and as all
  // games that the fixture can have.
  Known known(const Key& key, std::int64_t fixture, const BatchRow& block, std::size_t bots) {
    const auto select = prepared(
        "SELECT id, first_game, games, layers, digest, results, seal, traces FROM block "
        "WHERE fixture = ?1 AND ((first_game <= ?2 AND first_game + games >= ?3) OR "
        "(digest != x'' AND first_game < ?3 AND first_game + games > ?2))");
    select->bind(1, fixture);
    select->bind(2, static_cast<std::int64_t>(block.first_game));
    select->bind(3, static_cast<std::int64_t>(block.first_game) + block.games);
    Known known;
    while (select->executeStep()) {
      const BatchRow stored = read_block(key, bots, *select);
      const bool same_games = stored.first_game == block.first_game && stored.games == block.games;
      if (!stored.damage.empty() || (same_games && stored.digest.empty() && !block.digest.empty()))
        continue;
      known.has_all = true;
      known.yields = same_games && stored.digest.empty() == block.digest.empty() &&
                     seal_of(key, stored) > seal_of(key, block);
    }
    return known;
  }

  // Deletes the fixture's blocks that lie within these games or begin with the same game.
  void clear(std::int64_t fixture, std::uint32_t first_game, std::uint32_t games) {
    const auto remove = prepared(
        "DELETE FROM block WHERE fixture = ?1 AND (first_game = ?2 OR "
        "(first_game > ?2 AND first_game + games <= ?3))");
    remove->bind(1, fixture);
    remove->bind(2, static_cast<std::int64_t>(first_game));
    remove->bind(3, static_cast<std::int64_t>(first_game) + games);
    remove->exec();
  }

  // Reads a block from the columns id, first_game, games, layers, digest, results, seal and traces.
  BatchRow read_block(const Key& key, std::size_t bots, SQLite::Statement& row) {
    BatchRow block;
    block.first_game = word_in<std::uint32_t>(row.getColumn(1), block.damage);
    block.games = word_in<std::uint32_t>(row.getColumn(2), block.damage);
    if (!row.getColumn(3).isNull())
      block.layers = word_in<std::uint32_t>(row.getColumn(3), block.damage);
    block.digest = to_hex(bytes_of(row.getColumn(4)));
    block.bytes = bytes_of(row.getColumn(5));
    block.traces = traces_in(bytes_of(row.getColumn(7)), block.damage);
    read_rows(row.getColumn(0).getInt64(), block);
    if (block.damage.empty()) block.damage = nonsense_in(block, bots);
    if (block.damage.empty() && key_of(row.getColumn(6)) != seal_of(key, block))
      block.damage = changed_since;
    if (block.damage.empty() && block.fault_counts.empty() && !block.notes.empty())
      count_noted_faults(block);
    return block;
  }

  // Counts the faults of a block of an older version, which may not have noted all of them.
  static void count_noted_faults(BatchRow& block) {
    block.lacks_fault_counts = block.notes.size() >= tournament::fault_notes_min;
    if (block.lacks_fault_counts) return;
    for (const tournament::FaultNote& note : block.notes)
      block.fault_counts.push_back({note.game, note.entry, note.fault.kind, false, 1});
  }

  void read_rows(std::int64_t id, BatchRow& block) {
    const auto lines = prepared("SELECT * FROM line WHERE block = ? ORDER BY place");
    for (lines->bind(1, id); lines->executeStep();) {
      tournament::Tally line;
      line.games = lines->getColumn(2).getInt64();
      line.won = lines->getColumn(3).getInt64();
      line.tied = lines->getColumn(4).getInt64();
      line.faults = lines->getColumn(5).getInt64();
      line.sum = lines->getColumn(6).getInt64();
      if (!lines->getColumn(7).isNull())
        line.best = word_in<int>(lines->getColumn(7), block.damage);
      if (!lines->getColumn(8).isNull()) {
        block.timings.resize(block.tallies.size());
        block.timings.push_back(timing_in(*lines));
      }
      block.tallies.push_back(line);
    }
    if (!block.timings.empty()) block.timings.resize(block.tallies.size());
    const auto faults = prepared("SELECT * FROM fault WHERE block = ? ORDER BY number");
    for (faults->bind(1, id); faults->executeStep();) {
      const auto kind = fault_kind(faults->getColumn(4).getString());
      if (!kind) block.damage = "it has a fault of an unknown kind";
      tournament::FaultNote note{
          word_in<int>(faults->getColumn(2), block.damage),
          word_in<std::uint32_t>(faults->getColumn(3), block.damage),
          Fault{kind.value_or(FaultKind::malformed), faults->getColumn(5).getString(),
                faults->getColumn(7).getString(), faults->getColumn(8).getString(),
                faults->getColumn(9).getString()}};
      if (!faults->getColumn(10).isNull())
        note.fault.delay = std::chrono::milliseconds(faults->getColumn(10).getInt64());
      note.fault.overloaded = faults->getColumn(11).getInt() != 0;
      if (faults->getColumn(6).getInt() != 0)
        block.disqualified = std::move(note);
      else
        block.notes.push_back(std::move(note));
    }
    const auto counts = prepared(
        "SELECT game, place, kind, overloaded, faults FROM fault_count WHERE block = ? "
        "ORDER BY game, place, kind, overloaded");
    for (counts->bind(1, id); counts->executeStep();) {
      const auto kind = fault_kind(counts->getColumn(2).getString());
      if (!kind) block.damage = "it has a fault of an unknown kind";
      block.fault_counts.push_back({word_in<std::uint32_t>(counts->getColumn(0), block.damage),
                                    word_in<int>(counts->getColumn(1), block.damage),
                                    kind.value_or(FaultKind::malformed),
                                    counts->getColumn(3).getInt() != 0,
                                    word_in<std::uint32_t>(counts->getColumn(4), block.damage)});
    }
  }

  // Seals the bots and fixtures of a store whose version has no seals of them.
  void seal_bots_and_fixtures() {
    std::vector<std::pair<std::int64_t, BotRow>> bots;
    {
      const auto select =
          prepared("SELECT name, title, content, house, author, language, seal, id FROM bot");
      while (select->executeStep())
        bots.emplace_back(select->getColumn(7).getInt64(), read_bot(*select));
    }
    for (const auto& [id, bot] : bots)
      seal("UPDATE bot SET seal = ? WHERE id = ?", seal_of(bot), id);
    for (const std::int64_t fixture : fixtures())
      seal("UPDATE fixture SET seal = ? WHERE id = ?", seal_of(read_fixture(fixture).row), fixture);
  }

  // Seals the blocks, contests and checks of a store whose version has no seals.
  void seal_results() {
    for (const std::int64_t fixture : fixtures()) {
      const FixtureRow sealed = read_fixture(fixture).row;
      const Key& key = sealed.key;
      const std::size_t bots = sealed.bots.size();
      const auto select = prepared(
          "SELECT id, first_game, games, layers, digest, results, seal, traces FROM block "
          "WHERE fixture = ?");
      for (select->bind(1, fixture); select->executeStep();) {
        const BatchRow block = read_block(key, bots, *select);
        if (block.damage.empty() || block.damage == changed_since)
          seal("UPDATE block SET seal = ? WHERE id = ?", seal_of(key, block),
               select->getColumn(0).getInt64());
      }
    }
    for (const auto& [id, contest] : read_runs(/*latest_only=*/false))
      if (contest.damage.empty() || contest.damage == changed_since)
        seal("UPDATE contest SET seal = ? WHERE id = ?", seal_of(contest), id);
    for (const Key& key : checks())
      if (const auto check = read_check(key); check && check->damage == changed_since) {
        const auto update = prepared("UPDATE checked SET seal = ? WHERE key = ?");
        bind_blob(*update, 1, seal_of(key, *check));
        bind_blob(*update, 2, key);
        update->exec();
      }
  }

  void seal(const char* update, const Key& seal, std::int64_t id) {
    const auto row = prepared(update);
    bind_blob(*row, 1, seal);
    row->bind(2, id);
    row->exec();
  }

  void insert_not_entered(std::int64_t contest, const std::vector<NotEntered>& folders) {
    int number = 0;
    for (const NotEntered& left_out : folders)
      for (const auto& [place, what] : left_out.causes) {
        const auto row = prepared("INSERT INTO not_entered VALUES (?, ?, ?, ?, ?, ?, ?)");
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

  std::vector<NotEntered> read_not_entered(std::int64_t contest) {
    std::vector<NotEntered> folders;
    const auto rows = prepared("SELECT * FROM not_entered WHERE contest = ? ORDER BY number");
    for (rows->bind(1, contest); rows->executeStep();) {
      NotEntered left_out{rows->getColumn(2).getString(),
                          rows->getColumn(3).getString(),
                          rows->getColumn(4).getString(),
                          {}};
      if (folders.empty() || folders.back().folder != left_out.folder)
        folders.push_back(std::move(left_out));
      folders.back().causes.push_back(
          {rows->getColumn(5).getString(), rows->getColumn(6).getString()});
    }
    return folders;
  }

  // Returns runs of contests by row id, the one that was run last first. `latest_only`: of each
  // contest the latest.
  std::vector<std::pair<std::int64_t, ContestRow>> read_runs(bool latest_only) {
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

  // A run that is stored.
  struct KnownRun {
    std::int64_t id, began;
  };
  // Returns the run of a contest with these bots, by the ids of their rows; nullopt if there is
  // none.
  std::optional<KnownRun> run_of(const Key& contest, std::span<const std::int64_t> bots) {
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

  // Deletes the runs of a contest that are not what was written.
  void remove_damaged_runs(const Key& contest) {
    for (const auto& [id, run] : read_runs(/*latest_only=*/false)) {
      if (run.key != contest || run.damage.empty()) continue;
      const auto remove = prepared("DELETE FROM contest WHERE id = ?");
      remove->bind(1, id);
      remove->exec();
    }
  }

  std::optional<QualificationRow> read_check(const Key& key) {
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

  // A fixture as the store has it.
  struct ReadFixture {
    FixtureRow row;
    bool sound;       // it is what was written
    bool bots_sound;  // so are the titles, authors and languages of its bots
  };
  ReadFixture read_fixture(std::int64_t fixture) {
    ReadFixture read{{}, false, true};
    Key seal{};
    const auto key = prepared("SELECT key, seal FROM fixture WHERE id = ?");
    key->bind(1, fixture);
    if (key->executeStep()) {
      read.row.key = key_of(key->getColumn(0));
      seal = key_of(key->getColumn(1));
    }
    const auto bots = prepared(
        "SELECT name, title, content, house, author, language, seal FROM sitter JOIN bot "
        "ON bot = bot.id WHERE fixture = ? ORDER BY place");
    for (bots->bind(1, fixture); bots->executeStep();) {
      read.row.bots.push_back(read_bot(*bots));
      read.bots_sound &= is_sealed(*bots);
    }
    read.sound = seal == seal_of(read.row);
    return read;
  }

  std::vector<std::int64_t> fixtures() {
    std::vector<std::int64_t> ids;
    const auto select = prepared("SELECT id FROM fixture ORDER BY id");
    while (select->executeStep()) ids.push_back(select->getColumn(0).getInt64());
    return ids;
  }

  std::vector<Key> checks() {
    std::vector<Key> keys;
    const auto select = prepared("SELECT key FROM checked");
    while (select->executeStep()) keys.push_back(key_of(select->getColumn(0)));
    return keys;
  }

  // These read a bot from the columns name, title, content, house, author, language and seal.
  static bool is_sealed(const SQLite::Statement& row) {
    return key_of(row.getColumn(6)) == seal_of(read_bot(row));
  }
  static BotRow read_bot(const SQLite::Statement& row) {
    return {row.getColumn(0).getString(), row.getColumn(1).getString(),
            key_of(row.getColumn(2)),     row.getColumn(3).getInt() != 0,
            row.getColumn(4).getString(), row.getColumn(5).getString()};
  }

  // Runs `act`; turns an exception of SQLite into a Failure with the store's message.
  template <class Do>
  auto guarded(Do&& act) {
    try {
      return act();
    } catch (const SQLite::Exception& error) {
      if (is_held(error)) throw Held(text_of(file, error));
      throw Failure(text_of(file, error));
    }
  }

  void begin() { transaction.emplace(database, SQLite::TransactionBehavior::IMMEDIATE); }

  // What is committed to a file without a name would be lost without a word.
  void commit() {
    if (identity() != opened)
      throw Failure("the store '" + file.string() +
                    "' was deleted or replaced while it was in use, and nothing more is stored; "
                    "the command plays what is missing when it is given again");
    transaction->commit();
    transaction.reset();
  }

  // Runs `act` in a transaction: all of it takes effect or nothing. Joins a transaction that is
  // open.
  template <class Do>
  auto in_transaction(Do&& act) {
    if (transaction) return guarded(act);
    guarded([&] { begin(); });
    struct Rollback {  // unless committed; also forgets the ids of rows that are gone
      Connection& connection;
      ~Rollback() {
        if (!connection.transaction) return;
        connection.transaction.reset();
        connection.bot_ids.clear();
        connection.fixture_ids.clear();
        connection.sound_fixtures.clear();
      }
    } rollback{*this};
    if constexpr (std::is_void_v<std::invoke_result_t<Do&>>) {
      guarded(act);
      guarded([&] { commit(); });
    } else {
      auto result = guarded(act);
      guarded([&] { commit(); });
      return result;
    }
  }

  std::filesystem::path file;
  SQLite::Database database;
  std::optional<std::pair<dev_t, ino_t>> opened;  // the file's identity
  std::map<std::string, std::unique_ptr<SQLite::Statement>> statements;
  std::map<BotRow, std::int64_t> bot_ids;
  std::map<Key, std::int64_t> fixture_ids;
  std::set<std::int64_t> sound_fixtures;  // that this connection has looked at or made
  std::optional<SQLite::Transaction> transaction;
  int looks = 0;  // of the running statement: see steps_between_looks
};

}  // namespace hilltop::store
