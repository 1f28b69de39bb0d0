#include "store/store.hpp"

#include "arena/batch_of.hpp"
#include "core/hex.hpp"
#include "fuzz/fuzz.hpp"
#include "report/csv.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace hilltop::fuzz {
namespace {

using report::StoredContest;

constexpr std::uint32_t games = 8;

constexpr const char* text_of_contest = R"([contest]
game = "pazaak"
[format]
kind = "round-robin"
games = 8
[[bot]]
folder = "a"
[[bot]]
house = "kid"
)";

// Does what `show`, `report` and `replay` do with a contest.
void read(const StoredContest& opened) {
  const arena::ContestReport report = opened.report();
  if (report.damage.empty()) {
    const report::Summary summary = report::summary_of(opened, report);
    (void)report::full_json(summary);
    (void)report::csv_tables(summary);
    (void)report::text(summary, {.all_faults = true, .coloured = true});
  }
  for (const tournament::Result& result : report.concluded.standings.results) {
    const auto results = opened.results(result.fixture);
    demand(results.empty() || results.size() == result.fixture.games,
           "a fixture that was played through has too few results");
    (void)opened.game(result.fixture, result.fixture.first_game);
  }
}

std::expected<StoredContest, Problem> opened(const std::filesystem::path& file) {
  return report::open_contest(file.string(), std::nullopt);
}

// Reads a stranger's file, byte by byte.
void read_file(std::string_view input) {
  const auto file = scratch() / "stranger.db";
  put(file, input);
  const auto contest = opened(file);
  if (contest) return read(*contest);
  demand(!contest.error().text.empty(), "a problem without a word");
}

// Makes a store with a contest between a house bot and a folder, without results.
std::filesystem::path made() {
  const auto file = scratch() / "made.db";
  auto store = store::Store::open(file, store::Store::Access::create).value();
  std::vector<play::Entrant> entrants{{"a", "A", runner::Manifest{.name = "a"}},
                                      {"kid", "Kid", play::HousePlayer{"kid"}}};
  const std::vector<store::BotRow> bots{{.name = "a", .title = "A", .content = {1}},
                                        arena::identify(entrants[1]).value()};
  const auto contest = arena::contest_of(text_of_contest, "made", std::move(entrants)).value();
  store.put(arena::kept_contest(contest, "made", bots));
  return file;
}

tournament::FaultNote note_of(Bytes& bytes) {
  tournament::FaultNote note;
  note.entry = bytes.byte() % 2;
  note.game = bytes.byte() % 16;
  note.fault.kind = static_cast<FaultKind>(bytes.byte() % 8);
  note.fault.detail = bytes.text('\0');
  note.fault.asked = bytes.text('\0');
  note.fault.said = bytes.text('\0');
  return note;
}

tournament::Tally line_of(Bytes& bytes) {
  tournament::Tally line;
  const auto small = [&] { return static_cast<std::int8_t>(bytes.byte()); };
  line.games = small();
  line.won = small();
  line.tied = small();
  line.faults = small();
  line.sum = bytes.number();
  if (bytes.byte() % 2) line.best = static_cast<int>(bytes.number());
  return line;
}

std::vector<std::uint8_t> raw(std::string_view text) { return {text.begin(), text.end()}; }

// Returns a block as a forger of seals can write it. With the third bit of `how` its tallies are
// those of its results; otherwise the input gives them.
store::BatchRow block_of(Bytes& bytes, const play::Batch& batch) {
  const std::uint8_t how = bytes.byte();
  store::BatchRow block;
  block.first_game = how & 1 ? bytes.byte() : 0;
  block.games = how & 2 ? bytes.byte() : games;
  block.bytes = raw(bytes.text('\0'));
  if (how & 4) {
    block.tallies.resize(2);
    std::uint32_t game = block.first_game;
    for (const play::GameResult& result : play::game_results(block.bytes, 2, games))
      play::add_game(block.tallies, result, batch.first_player(game++));
  } else {
    for (int i = bytes.byte() % 4; i > 0; --i) block.tallies.push_back(line_of(bytes));
  }
  for (int i = bytes.byte() % 3; i > 0; --i) block.notes.push_back(note_of(bytes));
  for (int i = bytes.byte() % 3; i > 0; --i) {
    const auto [entry, game, fault] = note_of(bytes);
    block.fault_counts.push_back(
        {game, entry, fault.kind, bytes.byte() % 2 == 1, static_cast<std::uint32_t>(i)});
  }
  if (how & 8) block.disqualified = note_of(bytes);
  if (how & 16) block.layers = bytes.byte();
  if (how & 32) block.digest = to_hex(raw(bytes.text('\0')));
  if (how & 64) block.timings.resize(bytes.byte() % 4);
  for (Timing& timing : block.timings)
    timing = {static_cast<std::uint64_t>(bytes.number()), std::chrono::nanoseconds(bytes.number()),
              std::chrono::nanoseconds(bytes.number())};
  for (int i = bytes.byte() % 3; i > 0; --i) {
    tournament::GameRecord record{.game = bytes.byte() % 16u, .text = {}, .result = {}};
    record.text = bytes.text('\0');
    record.result = raw(bytes.text('\0'));
    block.records.push_back(std::move(record));
  }
  return block;
}

void read_rows(Bytes& bytes) {
  static const std::filesystem::path file = made();
  static const StoredContest contest = [] {
    auto found = opened(file);
    demand(found.has_value(), found ? "" : found.error().text);
    return *std::move(found);
  }();
  static store::Store writer = store::Store::open(file, store::Store::Access::change).value();
  const tournament::Fixture fixture{.entries = {0, 1}, .games = games};
  const play::Batch games_of_fixture = arena::batch_of(contest.contest, fixture);
  const store::FixtureRow row = contest.cache().fixture_row(fixture);
  store::Unwritten unwritten;
  unwritten.forgotten = {row.key};
  auto& [sat, blocks] = unwritten.fixtures[row.key];
  sat = row;
  for (int i = bytes.byte() % 3; i >= 0; --i) blocks.push_back(block_of(bytes, games_of_fixture));
  writer.put(unwritten);
  read(contest);
}

}  // namespace

void store(std::string_view input) {
  try {
    if (input.starts_with("SQLite")) return read_file(input);
    Bytes bytes(input);
    read_rows(bytes);
  } catch (const store::Failure&) {
    // The program reports it too.
  }
}

}  // namespace hilltop::fuzz
