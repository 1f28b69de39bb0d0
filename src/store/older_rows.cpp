#include "store/columns.hpp"
#include "store/connection.hpp"
#include "store/seal.hpp"

// What older versions of Hilltop wrote.
namespace hilltop::store {

void Connection::count_noted_faults(BatchRow& block) {
  block.lacks_fault_counts = block.notes.size() >= tournament::fault_notes_min;
  if (block.lacks_fault_counts) return;
  for (const tournament::FaultNote& note : block.notes)
    block.fault_counts.push_back({note.game, note.entry, note.fault.kind, false, 1});
}

void Connection::seal_bots_and_fixtures() {
  std::vector<std::pair<std::int64_t, BotRow>> bots;
  {
    const auto select =
        prepared("SELECT name, title, content, house, author, language, seal, id FROM bot");
    while (select->step()) bots.emplace_back(select->number(7), read_bot(*select));
  }
  for (const auto& [id, bot] : bots) seal("UPDATE bot SET seal = ? WHERE id = ?", seal_of(bot), id);
  for (const std::int64_t fixture : fixtures())
    seal("UPDATE fixture SET seal = ? WHERE id = ?", seal_of(read_fixture(fixture).row), fixture);
}

void Connection::seal_results() {
  for (const std::int64_t fixture : fixtures()) {
    const FixtureRow sealed = read_fixture(fixture).row;
    const Key& key = sealed.key;
    const std::size_t bots = sealed.bots.size();
    const auto select = prepared(
        "SELECT id, first_game, games, layers, digest, results, seal, traces FROM block "
        "WHERE fixture = ?");
    for (select->bind(1, fixture); select->step();) {
      const BatchRow block = read_block(key, bots, *select);
      if (block.damage.empty() || block.damage == changed_since)
        seal("UPDATE block SET seal = ? WHERE id = ?", seal_of(key, block), select->number(0));
    }
  }
  for (const auto& [id, contest] : read_runs(/*latest_only=*/false))
    if (contest.damage.empty() || contest.damage == changed_since)
      seal("UPDATE contest SET seal = ? WHERE id = ?", seal_of(contest), id);
  for (const Key& key : checks())
    if (const auto check = read_check(key); check && check->damage == changed_since) {
      const auto update = prepared("UPDATE checked SET seal = ? WHERE key = ?");
      update->bind(1, seal_of(key, *check));
      update->bind(2, key);
      update->step();
    }
}

void Connection::seal(const char* update, const Key& seal, std::int64_t id) {
  const auto row = prepared(update);
  row->bind(1, seal);
  row->bind(2, id);
  row->step();
}

}  // namespace hilltop::store
