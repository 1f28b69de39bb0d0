#include "store/columns.hpp"
#include "store/connection.hpp"
#include "store/seal.hpp"

// Bots, and the fixtures in which they play.
namespace hilltop::store {

std::int64_t Connection::id_of(const BotRow& bot, bool keeps) {
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

std::optional<std::int64_t> Connection::id_of(const Key& fixture) {
  if (const auto found = fixture_ids.find(fixture); found != fixture_ids.end())
    return found->second;
  const auto select = prepared("SELECT id FROM fixture WHERE key = ?");
  bind_blob(*select, 1, fixture);
  if (!select->executeStep()) return std::nullopt;
  return fixture_ids[fixture] = select->getColumn(0).getInt64();
}

std::int64_t Connection::id_of(FixtureRow fixture_row, bool keeps) {
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

BotRow Connection::bot(std::int64_t id) {
  const auto select =
      prepared("SELECT name, title, content, house, author, language, seal FROM bot WHERE id = ?");
  select->bind(1, id);
  select->executeStep();
  return read_bot(*select);
}

Connection::ReadFixture Connection::read_fixture(std::int64_t fixture) {
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

std::vector<std::int64_t> Connection::fixtures() {
  std::vector<std::int64_t> ids;
  const auto select = prepared("SELECT id FROM fixture ORDER BY id");
  while (select->executeStep()) ids.push_back(select->getColumn(0).getInt64());
  return ids;
}

bool Connection::is_sealed(const SQLite::Statement& row) {
  return key_of(row.getColumn(6)) == seal_of(read_bot(row));
}

BotRow Connection::read_bot(const SQLite::Statement& row) {
  return {row.getColumn(0).getString(), row.getColumn(1).getString(),
          key_of(row.getColumn(2)),     row.getColumn(3).getInt() != 0,
          row.getColumn(4).getString(), row.getColumn(5).getString()};
}

}  // namespace hilltop::store
