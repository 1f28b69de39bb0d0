#include "report/stored_contest.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "arena/batch_of.hpp"
#include "core/look.hpp"
#include "core/text.hpp"
#include "play/record_of.hpp"
#include "report/game_name.hpp"
#include "report/text_table.hpp"

namespace hilltop::report {

using store::Store;
using tournament::Fixture;

arena::ContestReport StoredContest::report() const {
  arena::ResultCache cache = this->cache();
  return run_contest(contest, {.progress = {}, .cache = &cache, .recall_only = true, .stop = {}});
}

StoredContest::SoFar StoredContest::so_far() const {
  arena::ResultCache cache = this->cache();
  arena::ContestProgress last{0, 0, 0};
  SoFar so_far;
  so_far.report = run_contest(contest, {.progress = [&](const auto& progress) { last = progress; },
                                        .cache = &cache,
                                        .recall_only = true,
                                        .partial = true,
                                        .stop = {}});
  for (const tournament::Result& result : so_far.report.concluded.standings.results)
    so_far.games_done += result.fixture.games;
  so_far.games_planned = so_far.games_done + last.games_planned - last.games_done;
  so_far.games_done += last.games_ahead;
  return so_far;
}

play::Batch StoredContest::batch_to(const Fixture& fixture, std::uint32_t game) const {
  play::Batch batch = batch_of(contest, fixture);
  if (!batch.memory_lasts()) batch.first_game = game;
  batch.games = game - batch.first_game + 1;
  return batch;
}

std::expected<Record, Problem> StoredContest::game(const Fixture& fixture,
                                                   std::uint32_t game) const {
  arena::ResultCache cache = this->cache();
  std::optional<tournament::GameRecord> found;
  if (cache.deterministic(fixture)) {
    play::Batch batch = batch_to(fixture, game);
    batch.records = true;
    found = contest.any_game->play(batch, contest.conditions).records.back();
  } else {
    for (tournament::GameRecord& record : records(fixture, games(fixture), game, game))
      found = std::move(record);
  }
  if (found) return record(fixture, *found);
  return std::unexpected(
      Problem{fmt::format("{} has no record", name_of_game(contest, fixture, game))});
}

StoredGames StoredContest::games(const Fixture& fixture) const {
  arena::ResultCache cache = this->cache();
  StoredGames games;
  for (const store::BatchRow& block : cache.recall(fixture)) {
    games.bytes.insert(games.bytes.end(), block.bytes.begin(), block.bytes.end());
    games.fault_counts.insert(games.fault_counts.end(), block.fault_counts.begin(),
                              block.fault_counts.end());
  }
  std::span<const std::uint8_t> rest = games.bytes;
  play::GameResult result{std::vector<int>(fixture.entries.size())};
  while (play::take_game(rest, result)) games.ends.push_back(games.bytes.size() - rest.size());
  return games;
}

std::vector<tournament::GameRecord> StoredContest::records(const Fixture& fixture,
                                                           const StoredGames& games,
                                                           std::uint32_t first_game,
                                                           std::uint32_t last_game) const {
  std::vector<tournament::GameRecord> found;
  bool is_exact = false;
  for (tournament::GameRecord& record : cache().records(fixture, first_game, last_game)) {
    const std::size_t position = record.game - fixture.first_game;
    if (position >= games.ends.size() ||
        (!record.result.empty() && !std::ranges::equal(record.result, games.result(position))))
      continue;
    const bool is_first = found.empty() || found.back().game != record.game;
    if (!is_first && is_exact) continue;
    is_exact = record.faults == faults_of_game(games.fault_counts, record.game);
    if (is_first)
      found.push_back(std::move(record));
    else if (is_exact)
      found.back() = std::move(record);
  }
  return found;
}

std::vector<play::GameResult> StoredContest::results(const Fixture& fixture) const {
  return play::game_results(games(fixture).bytes, fixture.entries.size(), fixture.games);
}

std::expected<Record, Problem> StoredContest::record(const Fixture& fixture,
                                                     const tournament::GameRecord& game) const {
  const play::Batch batch = batch_of(contest, fixture);
  return record_of(*contest.any_game, batch, batch.entrants, game,
                   name_of_game(contest, fixture, game.game));
}

std::vector<tournament::EntryId> by_seat(const Fixture& fixture, const play::Batch& batch,
                                         std::uint32_t game) {
  std::vector<tournament::EntryId> seated = fixture.entries;
  std::ranges::rotate(seated,
                      seated.begin() + static_cast<std::ptrdiff_t>(batch.first_player(game)));
  return seated;
}

namespace {

// The entrants of a stored contest. House bots are filled in by seat_house_bots, once the game is
// known.
std::expected<std::vector<play::Entrant>, Problem> entrants_of(const store::ContestRow& contest,
                                                               const std::string& file) {
  std::vector<play::Entrant> entrants;
  for (std::size_t i = 0; i < contest.bots.size(); ++i) {
    const store::BotRow& bot = contest.bots[i];
    if (const std::string why = runner::complaint_of_name(bot.name); !why.empty())
      return std::unexpected(Problem{
          fmt::format("{}: a bot of '{}' has an unusable name: {}", file, contest.name, why)});
    play::Entrant entrant{bot.name, printable(bot.title, title_bytes_max),
                          play::HousePlayer{bot.name}};
    if (!bot.house) {
      runner::Manifest manifest;
      manifest.folder = printable(contest.folders[i], title_bytes_max);
      manifest.name = bot.name;
      manifest.author = printable(bot.author, title_bytes_max);
      manifest.language = printable(bot.language, title_bytes_max);
      entrant.player = std::move(manifest);
    }
    entrants.push_back(std::move(entrant));
  }
  return entrants;
}

std::expected<void, Problem> seat_house_bots(arena::Contest& contest, const store::ContestRow& row,
                                             const std::string& file) {
  for (std::size_t i = 0; i < row.bots.size(); ++i) {
    if (!row.bots[i].house) continue;
    const auto house = arena::house_player(*contest.game, row.bots[i]);
    if (!house)
      return std::unexpected(Problem{fmt::format(
          "{}: '{}' is a house bot that this version does not have", file, row.bots[i].name)});
    contest.entrants[i].player = *house;
  }
  return {};
}

}  // namespace

std::expected<arena::Contest, Problem> contest_of_run(const Store& store,
                                                      const store::ContestRow& row) {
  const std::string file = store.name();
  if (!row.damage.empty())
    return std::unexpected(Problem{
        fmt::format("{}: the entry of the contest '{}' is damaged: {}; a run writes it again, and "
                    "keeps the games",
                    file, row.name, row.damage)});
  auto entrants = entrants_of(row, file);
  if (!entrants) return std::unexpected(entrants.error());
  const std::string source = file + ": " + row.name;
  auto contest = arena::contest_of(row.file, source, *std::move(entrants));
  if (!contest) return contest;
  // A contest without a name has that of its file, which here is not the store.
  if (contest->name == std::filesystem::path(source).stem()) contest->name = row.name;
  if (const auto ok = seat_house_bots(*contest, row, file); !ok) return std::unexpected(ok.error());
  contest->file = store.path_of(row.file_path);
  contest->bots_folder = store.path_of(row.bots_path);
  contest->games_are_typed = contest->plan.games != row.games;
  contest->typed_switches = row.typed_switches;
  const auto seed = play::Seed::read(row.seed);
  if (!seed)
    return std::unexpected(
        Problem{fmt::format("{}: the contest '{}' has no seed: {}", file, row.name, seed.error())});
  const auto drawn = store.drawn_seed(arena::key_of_drawn_seed(*contest, row.name));
  const bool is_drawn = drawn && drawn->seed == row.seed;
  contest->seed_is_sealed = is_drawn && !drawn->shown;
  contest->seed_is_typed = !is_drawn && contest->seed != *seed;
  contest->seed = *seed;
  for (std::size_t i = 0; i < row.bots.size(); ++i)
    contest->entrants[i].content = row.bots[i].content;
  contest->plan.games = row.games;
  contest->not_entered = row.not_entered;
  if (arena::kept_contest(*contest, row.name, row.bots).key != row.key)
    return std::unexpected(Problem{fmt::format(
        "{}: the contest '{}' is not the one that was run: its file, seed or number of games was "
        "changed in the store, or a version of Hilltop ran it that plays differently",
        file, row.name)});
  return contest;
}

namespace {

// The name and the number in NAME@RUN; nullopt: the text has none.
struct RunName {
  std::string contest;
  std::uint32_t run;
};
std::optional<RunName> run_name_in(const std::string& typed) {
  const std::size_t at = typed.rfind('@');
  if (at == typed.npos) return std::nullopt;
  const auto run = number_in<std::uint32_t>(std::string_view(typed).substr(at + 1));
  if (!run) return std::nullopt;
  return RunName{typed.substr(0, at), *run};
}

std::expected<store::ContestRow, Problem> run_named(const RunName& wanted,
                                                    const std::vector<store::ContestRow>& runs,
                                                    const std::string& file) {
  std::uint32_t last = 0;
  for (const store::ContestRow& run : runs) {
    if (run.name != wanted.contest) continue;
    if (run.number == wanted.run) return run;
    last = std::max(last, run.number);
  }
  return std::unexpected(Problem{fmt::format(
      "the store '{}' has {} of '{}', but no run {}", file,
      last == 1 ? "run 1" : fmt::format("runs 1 to {}", last), wanted.contest, wanted.run)});
}

// Returns the row of the wanted contest or run.
std::expected<store::ContestRow, Problem> row_of(const Store& store,
                                                 const std::optional<std::string>& wanted,
                                                 const std::optional<std::string>& text) {
  std::vector<store::ContestRow> rows = store.contests();
  const std::string file = store.name();
  if (rows.empty()) return std::unexpected(Problem{"the store '" + file + "' holds no contest"});
  std::ranges::stable_partition(
      rows, [&](const store::ContestRow& row) { return text && row.file == *text; });
  std::vector<std::string> known;
  for (store::ContestRow& row : rows) {
    known.push_back(row.name);
    if (!wanted || is_same_name(row.name, *wanted)) return std::move(row);
  }
  const auto run = run_name_in(*wanted);
  if (run && std::ranges::find(known, run->contest) != known.end())
    return run_named(*run, store.runs(), file);
  return std::unexpected(Problem{"the store '" + file + "' has no contest '" + *wanted + "'" +
                                 suggestion(*wanted, known)});
}

}  // namespace

std::expected<StoredContest, Problem> open_contest(const std::string& file,
                                                   const std::optional<std::string>& wanted,
                                                   const std::optional<std::string>& text) {
  auto store = Store::open(file, Store::Access::read);
  if (!store) return std::unexpected(store.error());
  auto row = row_of(*store, wanted, text);
  if (!row) return std::unexpected(row.error());
  auto contest = contest_of_run(*store, *row);
  if (!contest) return std::unexpected(contest.error());
  return StoredContest{*std::move(store),    *std::move(contest), std::move(row->bots),
                       std::move(row->name), row->times,          row->number,
                       row->is_latest};
}

}  // namespace hilltop::report
