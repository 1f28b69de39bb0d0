#include "core/hex.hpp"
#include "store/columns.hpp"
#include "store/connection.hpp"
#include "store/seal.hpp"

// Blocks of games: their tallies, faults and records.
namespace hilltop::store {
namespace {

// A timing is three columns, of which `first` is the index of the first.
void bind_timing(Statement& row, int first, const Timing& timing) {
  row.bind(first, static_cast<std::int64_t>(timing.answers));
  row.bind(first + 1, static_cast<std::int64_t>(timing.total.count()));
  row.bind(first + 2, static_cast<std::int64_t>(timing.slowest.count()));
}

Timing timing_in(Statement& row, int first) {
  return {static_cast<std::uint64_t>(row.number(first)),
          std::chrono::nanoseconds(row.number(first + 1)),
          std::chrono::nanoseconds(row.number(first + 2))};
}

}  // namespace

void Connection::insert_fault(std::int64_t block, int number, const tournament::FaultNote& note,
                              bool disqualifies) {
  const auto insert = prepared(
      "INSERT INTO fault (block, number, place, game, kind, detail, disqualifies, error_output, "
      "asked, said, delay_ms, overloaded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
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
  insert->step();
}

void Connection::insert_fault_count(std::int64_t block, const tournament::FaultCount& count) {
  const auto insert = prepared(
      "INSERT INTO fault_count (block, game, place, kind, overloaded, faults) "
      "VALUES (?, ?, ?, ?, ?, ?)");
  insert->bind(1, block);
  insert->bind(2, static_cast<std::int64_t>(count.game));
  insert->bind(3, count.entry);
  insert->bind(4, std::string(name(count.kind)));
  insert->bind(5, count.overloaded ? 1 : 0);
  insert->bind(6, static_cast<std::int64_t>(count.faults));
  insert->step();
}

void Connection::insert(const Key& key, std::int64_t fixture, const BatchRow& block) {
  const auto insert = prepared(
      "INSERT INTO block (fixture, first_game, games, layers, digest, results, seal, traces) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id");
  insert->bind(1, fixture);
  insert->bind(2, static_cast<std::int64_t>(block.first_game));
  insert->bind(3, static_cast<std::int64_t>(block.games));
  if (block.layers) insert->bind(4, static_cast<std::int64_t>(*block.layers));
  insert->bind(5, from_hex(block.digest).value());
  if (!block.bytes.empty()) insert->bind(6, block.bytes);
  insert->bind(7, seal_of(key, block));
  if (!block.traces.empty()) insert->bind(8, bytes_of_traces(block.traces));
  insert->step();
  const std::int64_t id = insert->number(0);
  for (std::size_t place = 0; place < block.tallies.size(); ++place) {
    const tournament::Tally& line = block.tallies[place];
    const auto row = prepared(
        "INSERT INTO line (block, place, games, won, tied, faults, sum, best, answers, took_ns, "
        "slowest_ns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    row->bind(1, id);
    row->bind(2, static_cast<std::int64_t>(place));
    row->bind(3, line.games);
    row->bind(4, line.won);
    row->bind(5, line.tied);
    row->bind(6, line.faults);
    row->bind(7, line.sum);
    if (line.best) row->bind(8, *line.best);
    if (place < block.timings.size() && block.timings[place].answers > 0)
      bind_timing(*row, 9, block.timings[place]);
    row->step();
  }
  int number = 0;
  for (const tournament::FaultNote& note : block.notes) insert_fault(id, number++, note, false);
  if (block.disqualified) insert_fault(id, number, *block.disqualified, true);
  for (const tournament::FaultCount& count : block.fault_counts) insert_fault_count(id, count);
}

void Connection::insert(std::int64_t fixture, const GameRecord& record) {
  const auto row = prepared(
      "INSERT INTO game_record (fixture, game, result, faults, text) VALUES (?, ?, ?, ?, ?) "
      "ON CONFLICT (fixture, game, result, faults) DO UPDATE SET text = excluded.text");
  row->bind(1, fixture);
  row->bind(2, static_cast<std::int64_t>(record.game));
  row->bind(3, record.result);
  row->bind(4, record.faults);
  row->bind(5, record.text);
  row->step();
}

Connection::Known Connection::known(const Key& key, std::int64_t fixture, const BatchRow& block,
                                    std::size_t bots) {
  const auto select = prepared(
      "SELECT id, first_game, games, layers, digest, results, seal, traces FROM block "
      "WHERE fixture = ?1 AND ((first_game <= ?2 AND first_game + games >= ?3) OR "
      "(length(digest) > 0 AND first_game < ?3 AND first_game + games > ?2))");
  select->bind(1, fixture);
  select->bind(2, static_cast<std::int64_t>(block.first_game));
  select->bind(3, static_cast<std::int64_t>(block.first_game) + block.games);
  Known known;
  while (select->step()) {
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

void Connection::clear(std::int64_t fixture, std::uint32_t first_game, std::uint32_t games) {
  const auto remove = prepared(
      "DELETE FROM block WHERE fixture = ?1 AND (first_game = ?2 OR "
      "(first_game > ?2 AND first_game + games <= ?3))");
  remove->bind(1, fixture);
  remove->bind(2, static_cast<std::int64_t>(first_game));
  remove->bind(3, static_cast<std::int64_t>(first_game) + games);
  remove->step();
}

BatchRow Connection::read_block(const Key& key, std::size_t bots, Statement& row) {
  BatchRow block;
  block.first_game = word_in<std::uint32_t>(row.number(1), block.damage);
  block.games = word_in<std::uint32_t>(row.number(2), block.damage);
  if (!row.is_null(3)) block.layers = word_in<std::uint32_t>(row.number(3), block.damage);
  block.digest = to_hex(row.bytes(4));
  block.bytes = row.bytes(5);
  block.traces = traces_in(row.bytes(7), block.damage);
  read_rows(row.number(0), block);
  if (block.damage.empty()) block.damage = nonsense_in(block, bots);
  if (block.damage.empty() && key_of(row.bytes(6)) != seal_of(key, block))
    block.damage = changed_since;
  if (block.damage.empty() && block.fault_counts.empty() && !block.notes.empty())
    count_noted_faults(block);
  return block;
}

void Connection::read_rows(std::int64_t id, BatchRow& block) {
  const auto lines = prepared(
      "SELECT games, won, tied, faults, sum, best, answers, took_ns, slowest_ns FROM line "
      "WHERE block = ? ORDER BY place");
  for (lines->bind(1, id); lines->step();) {
    tournament::Tally line;
    line.games = lines->number(0);
    line.won = lines->number(1);
    line.tied = lines->number(2);
    line.faults = lines->number(3);
    line.sum = lines->number(4);
    if (!lines->is_null(5)) line.best = word_in<int>(lines->number(5), block.damage);
    if (!lines->is_null(6)) {
      block.timings.resize(block.tallies.size());
      block.timings.push_back(timing_in(*lines, 6));
    }
    block.tallies.push_back(line);
  }
  if (!block.timings.empty()) block.timings.resize(block.tallies.size());
  const auto faults = prepared(
      "SELECT place, game, kind, detail, disqualifies, error_output, asked, said, delay_ms, "
      "overloaded FROM fault WHERE block = ? ORDER BY number");
  for (faults->bind(1, id); faults->step();) {
    const auto kind = fault_kind(faults->text(2));
    if (!kind) block.damage = "it has a fault of an unknown kind";
    tournament::FaultNote note{word_in<int>(faults->number(0), block.damage),
                               word_in<std::uint32_t>(faults->number(1), block.damage),
                               Fault{kind.value_or(FaultKind::malformed), faults->text(3),
                                     faults->text(5), faults->text(6), faults->text(7)}};
    if (!faults->is_null(8)) note.fault.delay = std::chrono::milliseconds(faults->number(8));
    note.fault.overloaded = faults->number(9) != 0;
    if (faults->number(4) != 0)
      block.disqualified = std::move(note);
    else
      block.notes.push_back(std::move(note));
  }
  const auto counts = prepared(
      "SELECT game, place, kind, overloaded, faults FROM fault_count WHERE block = ? "
      "ORDER BY game, place, kind, overloaded");
  for (counts->bind(1, id); counts->step();) {
    const auto kind = fault_kind(counts->text(2));
    if (!kind) block.damage = "it has a fault of an unknown kind";
    block.fault_counts.push_back({word_in<std::uint32_t>(counts->number(0), block.damage),
                                  word_in<int>(counts->number(1), block.damage),
                                  kind.value_or(FaultKind::malformed), counts->number(3) != 0,
                                  word_in<std::uint32_t>(counts->number(4), block.damage)});
  }
}

}  // namespace hilltop::store
