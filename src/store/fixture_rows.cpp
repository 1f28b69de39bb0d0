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
    select->bind(2, bot.content);
    if (select->step() && is_sealed(*select)) return select->number(7);
  }
  const auto insert = prepared(
      "INSERT INTO bot (name, title, content, house, author, language, seal) "
      "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name, content) DO UPDATE SET title = "
      "excluded.title, "
      "house = excluded.house, author = excluded.author, language = excluded.language, "
      "seal = excluded.seal RETURNING id");
  insert->bind(1, bot.name);
  insert->bind(2, bot.title);
  insert->bind(3, bot.content);
  insert->bind(4, bot.house ? 1 : 0);
  insert->bind(5, bot.author);
  insert->bind(6, bot.language);
  insert->bind(7, seal_of(bot));
  insert->step();
  return bot_ids[bot] = insert->number(0);
}

std::optional<std::int64_t> Connection::id_of(const Key& fixture) {
  if (const auto found = fixture_ids.find(fixture); found != fixture_ids.end())
    return found->second;
  const auto select = prepared("SELECT id FROM fixture WHERE key = ?");
  select->bind(1, fixture);
  if (!select->step()) return std::nullopt;
  return fixture_ids[fixture] = select->number(0);
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
      "ON CONFLICT (key) DO UPDATE SET seal = excluded.seal RETURNING id");
  insert->bind(1, fixture_row.key);
  insert->bind(2, seal_of(fixture_row));
  insert->step();
  const std::int64_t fixture = insert->number(0);
  const auto remove = prepared("DELETE FROM sitter WHERE fixture = ?");
  remove->bind(1, fixture);
  remove->step();
  for (std::size_t place = 0; place < bots.size(); ++place) {
    const auto sits = prepared("INSERT INTO sitter (fixture, place, bot) VALUES (?, ?, ?)");
    sits->bind(1, fixture);
    sits->bind(2, static_cast<std::int64_t>(place));
    sits->bind(3, bots[place]);
    sits->step();
  }
  sound_fixtures.insert(fixture);
  return fixture_ids[fixture_row.key] = fixture;
}

BotRow Connection::bot(std::int64_t id) {
  const auto select =
      prepared("SELECT name, title, content, house, author, language, seal FROM bot WHERE id = ?");
  select->bind(1, id);
  select->step();
  return read_bot(*select);
}

Connection::ReadFixture Connection::read_fixture(std::int64_t fixture) {
  ReadFixture read{{}, false, true};
  Key seal{};
  const auto key = prepared("SELECT key, seal FROM fixture WHERE id = ?");
  key->bind(1, fixture);
  if (key->step()) {
    read.row.key = key_of(key->bytes(0));
    seal = key_of(key->bytes(1));
  }
  const auto bots = prepared(
      "SELECT name, title, content, house, author, language, seal FROM sitter JOIN bot "
      "ON bot = bot.id WHERE fixture = ? ORDER BY place");
  for (bots->bind(1, fixture); bots->step();) {
    read.row.bots.push_back(read_bot(*bots));
    read.bots_sound &= is_sealed(*bots);
  }
  read.sound = seal == seal_of(read.row);
  return read;
}

std::vector<std::int64_t> Connection::fixtures() {
  std::vector<std::int64_t> ids;
  const auto select = prepared("SELECT id FROM fixture ORDER BY id");
  while (select->step()) ids.push_back(select->number(0));
  return ids;
}

bool Connection::is_sealed(const Statement& row) {
  return key_of(row.bytes(6)) == seal_of(read_bot(row));
}

BotRow Connection::read_bot(const Statement& row) {
  return {row.text(0),        row.text(1), key_of(row.bytes(2)),
          row.number(3) != 0, row.text(4), row.text(5)};
}

}  // namespace hilltop::store
