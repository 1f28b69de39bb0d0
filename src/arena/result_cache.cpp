#include "arena/result_cache.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "arena/batch_of.hpp"
#include "core/digest.hpp"
#include "play/game_results.hpp"
#include "runner/own_files.hpp"

namespace hilltop::arena {
namespace {

using tournament::EntryId;
using tournament::Fixture;

// Raised with every release that plays a game or a house bot differently, which invalidates all
// stored results. The tests of src/games/*/house_play tell when.
constexpr std::uint64_t play_version = 1;

struct AddSwitch {
  Digest& digest;
  void operator()(bool on) const { digest.add(std::uint64_t{on}); }
  void operator()(std::int64_t number) const { digest.add(static_cast<std::uint64_t>(number)); }
  void operator()(const std::string& word) const { digest.add(word); }
  void operator()(const std::vector<std::int64_t>& list) const {
    digest.add(list.size());
    for (const std::int64_t number : list) (*this)(number);
  }
};

void add_rules(Digest& digest, const Contest& contest) {
  digest.add(play_version);
  if (const auto* number = std::get_if<std::uint64_t>(&contest.seed.value()))
    digest.add(*number);
  else
    digest.add("secret " + contest.seed.text());
  digest.add(contest.game->info->name);
  digest.add(contest.rules);
  for (const auto& [name, value] : contest.any_game->switches()) {
    digest.add(name);
    digest.add(value.index());
    std::visit(AddSwitch{digest}, value);
  }
  digest.add(static_cast<std::uint64_t>(contest.conditions.faults.illegal));
  digest.add(static_cast<std::uint64_t>(contest.conditions.faults.broken));
}

void add_nodes(Digest& digest, const play::Conditions& conditions) {
  if (conditions.time.move_nodes == 0) return;
  digest.add("nodes of a move");
  digest.add(static_cast<std::uint64_t>(conditions.time.move_nodes));
}

void add_limits(Digest& digest, const play::Conditions& conditions) {
  digest.add(static_cast<std::uint64_t>(conditions.time.move_ms.count()));
  digest.add(static_cast<std::uint64_t>(conditions.time.start_ms.count()));
  // Limits that older versions did not have count only if they are not the default.
  if (conditions.time.game_ms.count() != 0) {
    digest.add("time of a game");
    digest.add(static_cast<std::uint64_t>(conditions.time.game_ms.count()));
  }
  if (conditions.faults.patience_s != play::FaultPolicy{}.patience_s) {
    digest.add("patience");
    digest.add(static_cast<std::uint64_t>(conditions.faults.patience_s.count()));
  }
  add_nodes(digest, conditions);
  const runner::Policy usual;
  const runner::Policy& sandbox = conditions.host.sandbox;
  if (sandbox.memory_bytes != usual.memory_bytes || sandbox.processes != usual.processes) {
    digest.add("limits");
    digest.add(sandbox.memory_bytes);
    digest.add(static_cast<std::uint64_t>(sandbox.processes));
  }
  if (sandbox.cpu_s != usual.cpu_s || sandbox.room != usual.room) {
    digest.add("limits of time and room");
    digest.add(static_cast<std::uint64_t>(sandbox.cpu_s.value_or(0)));
    digest.add(sandbox.room.bytes);
    digest.add(sandbox.room.files);
  }
}

}  // namespace

store::FixtureRow ResultCache::fixture_row(const Fixture& fixture) const {
  store::FixtureRow row{};
  Digest digest;
  digest.add("hilltop result");
  add_rules(digest, contest_);
  if (deterministic(fixture))
    add_nodes(digest, contest_.conditions);  // house bots keep no other limit
  else
    add_limits(digest, contest_.conditions);
  digest.add(fixture.first_game);
  digest.add(fixture.games);
  digest.add(std::uint64_t{fixture.mirrored});
  digest.add(fixture.opens ? bots_[static_cast<std::size_t>(*fixture.opens)].name : "");
  for (const EntryId entry : fixture.entries) {
    const store::BotRow& bot = bots_[static_cast<std::size_t>(entry)];
    digest.add(bot.name);
    digest.add(std::span<const std::uint8_t>(bot.content));
    row.bots.push_back(bot);
  }
  row.key = digest.value();
  return row;
}

bool ResultCache::deterministic(const Fixture& fixture) const {
  return std::ranges::all_of(
      fixture.entries, [&](EntryId entry) { return bots_[static_cast<std::size_t>(entry)].house; });
}

store::Key ResultCache::key_of_check(EntryId entry) const {
  const store::BotRow& bot = bots_[static_cast<std::size_t>(entry)];
  Digest digest;
  digest.add("hilltop check");
  add_rules(digest, contest_);
  add_limits(digest, contest_.conditions);
  digest.add(check_games);
  for (const auto& house : contest_.game->qualifiers()) digest.add(house.name);
  digest.add(bot.name);
  digest.add(std::span<const std::uint8_t>(bot.content));
  return digest.value();
}

std::optional<store::QualificationRow> ResultCache::check(EntryId entry) {
  if (stored_ == nullptr) return std::nullopt;
  auto check = stored_->check(key_of_check(entry));
  if (!check || check->damage.empty()) return check;
  damage_.push_back("the check of " + bots_[static_cast<std::size_t>(entry)].name + ": " +
                    check->damage);
  return std::nullopt;
}

void ResultCache::keep(EntryId entry, const store::QualificationRow& check) {
  if (writer_ != nullptr) writer_->put(key_of_check(entry), check);
}

bool ResultCache::keeps_results(const Fixture& fixture) const {
  return contest_.plan.by_unit || needs_results(fixture);
}

bool ResultCache::needs_results(const Fixture& fixture) const {
  return fixture.entries.size() > 2 || !deterministic(fixture);
}

std::string ResultCache::names(const Fixture& fixture) const {
  std::string names;
  for (const EntryId entry : fixture.entries)
    names += (names.empty() ? "" : ",") + bots_[static_cast<std::size_t>(entry)].name;
  return names;
}

namespace {

std::uint32_t end_of(const store::BatchRow& block) { return block.first_game + block.games; }

void add_faults(std::vector<tournament::Tally>& tallies, const store::BatchRow& block) {
  for (const tournament::FaultCount& count : block.fault_counts)
    tallies[static_cast<std::size_t>(count.entry)].faults += count.faults;
}

// Returns whether the block tells every fault's game; those of older versions may not.
bool tells_all_faults(const store::BatchRow& block) {
  std::vector<tournament::Tally> told(block.tallies.size());
  add_faults(told, block);
  return std::ranges::equal(told, block.tallies, {}, &tournament::Tally::faults,
                            &tournament::Tally::faults);
}

// Returns the games `first_game` to `end` (exclusive) of a block that tells all faults, without
// timings.
store::BatchRow part_of(store::BatchRow block, std::uint32_t first_game, std::uint32_t end,
                        const play::Batch& batch) {
  const std::size_t seats = block.tallies.size();
  block.tallies.assign(seats, {});
  std::span<const std::uint8_t> bytes = block.bytes;
  std::size_t begin_at = 0, end_at = bytes.size();
  for (std::uint32_t game = block.first_game; game < end_of(block); ++game) {
    if (game == first_game) begin_at = block.bytes.size() - bytes.size();
    if (game == end) end_at = block.bytes.size() - bytes.size();
    const auto result = play::take_game(bytes, seats);
    if (game >= first_game && game < end)
      play::add_game(block.tallies, result.value(), batch.first_player(game));
  }
  block.bytes = {block.bytes.begin() + static_cast<std::ptrdiff_t>(begin_at),
                 block.bytes.begin() + static_cast<std::ptrdiff_t>(end_at)};
  if (!block.traces.empty())
    block.traces = {block.traces.begin() + (first_game - block.first_game),
                    block.traces.begin() + (end - block.first_game)};
  const auto is_elsewhere = [&](const auto& fault) {
    return fault.game < first_game || fault.game >= end;
  };
  std::erase_if(block.notes, is_elsewhere);
  std::erase_if(block.fault_counts, is_elsewhere);
  if (block.disqualified && is_elsewhere(*block.disqualified)) block.disqualified.reset();
  add_faults(block.tallies, block);
  block.first_game = first_game;
  block.games = end - first_game;
  block.digest.clear();
  block.timings.clear();
  return block;
}

// Appends the games from `first_game` to `end` (exclusive) of a block as blocks that do not cross
// multiples of `games_a_stretch` games of the fixture. A block of which a part is needed but that
// does not tell all faults is left out.
void append_stretches(std::vector<store::BatchRow>& to, const store::BatchRow& block,
                      std::uint32_t first_game, std::uint32_t end, const Fixture& fixture,
                      std::uint32_t games_a_stretch, const play::Batch& batch) {
  for (std::uint32_t next = first_game; next < end;) {
    const std::uint32_t done = next - fixture.first_game;
    const std::uint64_t stretch_end =
        fixture.first_game + (std::uint64_t{done} / games_a_stretch + 1) * games_a_stretch;
    const auto part_end = static_cast<std::uint32_t>(std::min<std::uint64_t>(end, stretch_end));
    if (next == block.first_game && part_end == end_of(block))
      to.push_back(block);
    else if (tells_all_faults(block))
      to.push_back(part_of(block, next, part_end, batch));
    next = part_end;
  }
}

}  // namespace

namespace {

// Returns whether the outcomes in the traces are those of the tallies, or there are no traces.
bool traces_match(const store::BatchRow& block) {
  if (block.traces.empty()) return true;
  std::int64_t half_points = 0;
  for (const tournament::GameTrace trace : block.traces)
    half_points += tournament::half_points_of(trace);
  return half_points == 2 * block.tallies.front().won + block.tallies.front().tied;
}

}  // namespace

namespace {

// Returns whether each noted fault is among the counted ones.
bool notes_are_counted(const store::BatchRow& block) {
  const auto is_counted = [&](const tournament::FaultNote& note) {
    return std::ranges::any_of(block.fault_counts, [&](const tournament::FaultCount& count) {
      return std::tie(count.game, count.entry, count.kind) ==
             std::tie(note.game, note.entry, note.fault.kind);
    });
  };
  return std::ranges::all_of(block.notes, is_counted) &&
         (!block.disqualified || is_counted(*block.disqualified));
}

}  // namespace

// Returns why the block's faults, layers or answer times cannot have been under the rules.
std::string ResultCache::doubt_of_processes(const Fixture& fixture,
                                            const store::BatchRow& block) const {
  if (!block.lacks_fault_counts && !notes_are_counted(block))
    return "its list and its number of faults differ";
  if (block.disqualified && contest_.conditions.faults.cost_of(block.disqualified->fault.kind) !=
                                play::Sanction::disqualify)
    return "it disqualifies a bot, which the rules do not";
  if (deterministic(fixture) && block.layers) return "it tells of a sandbox, but no process played";
  for (std::size_t place = 0; place < block.timings.size(); ++place)
    if (block.timings[place].answers > 0 &&
        bots_[static_cast<std::size_t>(fixture.entries[place])].house)
      return "it tells how long a house bot took";
  return {};
}

std::string ResultCache::doubt(const Fixture& fixture, const store::BatchRow& block) const {
  if (block.first_game < fixture.first_game ||
      block.first_game - fixture.first_game > fixture.games ||
      block.games > fixture.games - (block.first_game - fixture.first_game))
    return "the pairing has no such games";
  if (!tells_all_faults(block) && !block.lacks_fault_counts)
    return "its list and its number of faults differ";
  if (std::string why = doubt_of_processes(fixture, block); !why.empty()) return why;
  if (!traces_match(block)) return "its traces and its tallies differ";
  if (block.bytes.empty())
    return needs_results(fixture) || block.games != fixture.games
               ? "the results of its games are missing"
               : "";
  const play::Batch batch = batch_of(contest_, fixture);
  std::vector<tournament::Tally> tallies(block.tallies.size());
  std::span<const std::uint8_t> bytes = block.bytes;
  for (std::uint32_t game = block.first_game; game < end_of(block); ++game) {
    const auto result = play::take_game(bytes, tallies.size());
    if (!result) return "the results of its games end too early";
    play::add_game(tallies, *result, batch.first_player(game));
  }
  if (!bytes.empty()) return "it has results of more games";
  for (std::size_t place = 0; place < tallies.size(); ++place) {
    tallies[place].faults = block.tallies[place].faults;
    if (tallies[place] != block.tallies[place]) return "its tallies do not match its games";
  }
  if (block.digest.empty()) return {};
  Digest digest = head_of_digest(contest_, fixture);
  digest.add(std::span<const std::uint8_t>(block.bytes));
  return digest.hex() == block.digest ? "" : "its digest does not match its games";
}

std::vector<store::BatchRow> ResultCache::recall(const Fixture& fixture,
                                                 std::uint32_t games_a_stretch) {
  std::vector<store::BatchRow> known;
  if (stored_ == nullptr) return known;
  std::vector<store::BatchRow> believed;
  for (store::BatchRow& block : stored_->blocks(fixture_row(fixture).key)) {
    const std::string why = block.damage.empty() ? doubt(fixture, block) : block.damage;
    if (why.empty()) {
      believed.push_back(std::move(block));
    } else {
      damage_.push_back("games " + std::to_string(tournament::number_of(block.first_game)) +
                        " to " + std::to_string(std::uint64_t{block.first_game} + block.games) +
                        " of " + names(fixture) + ": " + why);
      // A whole block that is wrong would keep others of its games out for ever.
      if (writer_ != nullptr && block.damage.empty())
        writer_->remove(fixture_row(fixture).key, std::move(block));
    }
  }
  const play::Batch batch = batch_of(contest_, fixture);
  const std::uint32_t end = fixture.first_game + fixture.games;
  std::size_t seen = 0;
  const store::BatchRow* furthest = nullptr;  // reaches furthest of those that begin by `next`
  for (std::uint32_t next = fixture.first_game; next < end;) {
    for (; seen < believed.size() && believed[seen].first_game <= next; ++seen) {
      const store::BatchRow& block = believed[seen];
      if ((furthest == nullptr || end_of(block) > end_of(*furthest)) &&
          (block.first_game == next || tells_all_faults(block)))
        furthest = &block;
    }
    if (furthest == nullptr || end_of(*furthest) <= next) {
      if (seen == believed.size()) break;
      next = believed[seen].first_game;
      continue;
    }
    if (furthest->games == fixture.games && !furthest->digest.empty()) return {*furthest};
    append_stretches(known, *furthest, next, end_of(*furthest), fixture, games_a_stretch, batch);
    next = end_of(*furthest);
  }
  return known;
}

std::vector<store::BatchRow> ResultCache::drop(const Fixture& fixture,
                                               const std::vector<store::BatchRow>& stored,
                                               std::span<const std::uint32_t> games,
                                               std::uint32_t games_a_stretch) {
  const play::Batch batch = batch_of(contest_, fixture);
  std::vector<store::BatchRow> kept;
  for (const store::BatchRow& block : stored) {
    std::uint32_t next = block.first_game;
    const auto keep_to = [&](std::uint32_t end) {
      append_stretches(kept, block, next, end, fixture, games_a_stretch, batch);
      next = end;
    };
    const auto end = std::ranges::lower_bound(games, end_of(block));
    for (auto game = std::ranges::lower_bound(games, next); game != end; ++game) {
      keep_to(*game);
      next = *game + 1;
    }
    keep_to(end_of(block));
  }
  if (writer_ == nullptr) return kept;
  const store::FixtureRow row = fixture_row(fixture);
  std::vector<store::BatchRow> with_records = kept;
  const std::vector<tournament::GameRecord> records = stored_->records(row.key);
  for (store::BatchRow& block : with_records)
    for (const tournament::GameRecord& record : records)
      if (record.game >= block.first_game && record.game < end_of(block))
        block.records.push_back(record);
  writer_->replace(row, std::move(with_records));
  return kept;
}

std::vector<tournament::GameRecord> ResultCache::records(const Fixture& fixture,
                                                         std::uint32_t first_game,
                                                         std::uint32_t last_game) const {
  if (stored_ == nullptr) return {};
  return stored_->records(fixture_row(fixture).key, first_game, last_game);
}

void ResultCache::keep(const Fixture& fixture, const tournament::BatchResult& played) {
  if (writer_ != nullptr && played.games > 0) keep(fixture_row(fixture), {played, {}, {}});
}

void ResultCache::keep(const store::FixtureRow& row, store::BatchRow block) {
  if (stored_ == nullptr) {
    const std::scoped_lock lock(fresh_in_use_);
    if (fresh_.insert(row.key).second) writer_->forget(row.key);
  }
  writer_->put(row, std::move(block));
}

std::optional<store::BatchRow> ResultCache::keep(const tournament::Result& whole,
                                                 tournament::BatchResult games) {
  if (writer_ == nullptr) return std::nullopt;
  const store::FixtureRow row = fixture_row(whole.fixture);
  keep(row, {std::move(games), whole.digest, {}});
  if (deterministic(whole.fixture)) return std::nullopt;
  for (store::BatchRow& stored : writer_->finish(row.key)) {
    const bool is_ours = stored.digest == whole.digest && stored.tallies == whole.tallies;
    if (stored.digest.empty() || is_ours || !stored.damage.empty() ||
        !doubt(whole.fixture, stored).empty())
      continue;
    ++overtaken_;
    return std::move(stored);
  }
  return std::nullopt;
}

runner::ContentHash content_of_house_bot(const std::string& name) {
  return runner::content_hash("house bot " + name);
}

namespace {

store::BotRow house_bot(const play::Entrant& entrant) {
  const std::string& name = std::get<play::HousePlayer>(entrant.player).bot;
  return {entrant.name, entrant.title, content_of_house_bot(name), true, {}, {}};
}

}  // namespace

std::optional<play::HousePlayer> house_player(const GameModule& game, const store::BotRow& bot) {
  for (const GameModule::HouseBotInfo& known : game.house_bots)
    if (content_of_house_bot(known.name) == bot.content) return known.player();
  return std::nullopt;
}

std::expected<store::BotRow, Problem> identify(const play::Entrant& entrant) {
  const auto* manifest = std::get_if<runner::Manifest>(&entrant.player);
  if (entrant.is_human())
    return store::BotRow{entrant.name, entrant.title, runner::content_hash("a person"), false};
  if (manifest == nullptr) return house_bot(entrant);
  const auto content = runner::authors_content(manifest->folder);
  if (!content) return std::unexpected(content.error());
  return store::BotRow{entrant.name, entrant.title,    *content,
                       false,        manifest->author, manifest->language};
}

std::expected<store::BotRow, Problem> enter(const play::Entrant& entrant,
                                            const play::BotHost& host) {
  const auto* const bot = std::get_if<runner::Manifest>(&entrant.player);
  const Announcement reading = host.builder->announce(bot == nullptr ? "" : bot->folder);
  auto before = identify(entrant);
  if (!before || bot == nullptr) return before;
  host.builder->lodge(*bot, host.warden, host.sandbox);
  auto after = identify(entrant);
  if (after && after->content != before->content)
    return std::unexpected(Problem{"the files of " + entrant.name +
                                   " change while the run begins; give the command again"});
  return after;
}

std::expected<std::vector<store::BotRow>, Problem> enter_all(std::span<play::Entrant> entrants,
                                                             const play::BotHost& host) {
  std::vector<store::BotRow> rows;
  for (play::Entrant& entrant : entrants) {
    auto row = enter(entrant, host);
    if (!row) return std::unexpected(std::move(row).error());
    entrant.content = row->content;
    rows.push_back(*std::move(row));
  }
  return rows;
}

store::Key key_of_drawn_seed(const Contest& contest, const std::string& name) {
  Digest digest;
  digest.add("hilltop drawn seed");
  digest.add(name);
  digest.add(contest.text);
  return digest.value();
}

store::ContestRow kept_contest(const Contest& contest, std::string name,
                               std::vector<store::BotRow> bots) {
  Digest digest;
  digest.add("hilltop contest");
  add_rules(digest, contest);
  digest.add(contest.text);
  digest.add(contest.plan.games);
  store::ContestRow row{digest.value(),      std::move(name),    contest.text,
                        contest.seed.text(), contest.plan.games, std::move(bots)};
  row.typed_switches = contest.typed_switches;
  for (const play::Entrant& entrant : contest.entrants) {
    const auto* const manifest = std::get_if<runner::Manifest>(&entrant.player);
    row.folders.push_back(manifest == nullptr ? "" : folder_name(manifest->folder));
  }
  for (NotEntered left_out : contest.not_entered) {
    left_out.folder = folder_name(left_out.folder);
    row.not_entered.push_back(std::move(left_out));
  }
  return row;
}

}  // namespace hilltop::arena
