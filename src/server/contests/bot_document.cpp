#include "server/contests/bot_document.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/hex.hpp"
#include "core/text.hpp"
#include "report/game_name.hpp"
#include "report/page/sample.hpp"
#include "report/text_table.hpp"

namespace hilltop::server {
namespace {

using tournament::EntryId;
using tournament::Fixture;

Json counted(const std::vector<int>& numbers) {
  std::map<int, int> counts;
  for (const int number : numbers) ++counts[number];
  Json list = Json::array();
  for (const auto& [number, count] : counts) list.push_back({number, count});
  return list;
}

// An answer of which a record says how long it took.
struct SlowAnswer {
  std::chrono::microseconds took;
  std::string game;
  std::size_t step;  // the position that it was asked about, from 0
  bool operator>(const SlowAnswer& other) const { return took > other.took; }
};

// Finds a bot's slowest answers in the records of its games.
class SlowAnswers {
 public:
  SlowAnswers(const report::StoredContest& stored, EntryId entry)
      : stored_(stored), cache_(stored.cache()), entry_(entry) {}

  void look_at(const Fixture& fixture) {
    if (std::ranges::find(fixture.entries, entry_) == fixture.entries.end()) return;
    if (cache_.deterministic(fixture)) return;  // its games were not timed
    const auto left = static_cast<std::uint32_t>(games_timed_max - games_);
    if (left == 0) return;
    const std::uint32_t games = std::min(fixture.games, left);
    for (const tournament::GameRecord& game : stored_.records(
             fixture, stored_.games(fixture), fixture.first_game, fixture.first_game + games - 1))
      look_at(fixture, game);
    games_ += games;
  }

  Json document() const {
    Json answers = Json::array();
    for (const SlowAnswer& slow : slowest_)
      answers.push_back({{"game", slow.game}, {"step", slow.step}, {"ms", in_ms(slow.took)}});
    return {{"games", games_}, {"answers", std::move(answers)}};
  }

 private:
  void look_at(const Fixture& fixture, const tournament::GameRecord& game) {
    const auto record = stored_.record(fixture, game);
    if (!record) return;
    const auto seated = report::by_seat(fixture, stored_.batch_to(fixture, game.game), game.game);
    for (std::size_t step = 0; step < record->steps.size(); ++step) {
      const Record::Step& played = record->steps[step];
      if (!played.took || seated[static_cast<std::size_t>(played.seat)] != entry_) continue;
      add({*played.took, report::name_of_game(stored_.contest, fixture, game.game), step});
    }
  }
  void add(SlowAnswer slow) {
    const auto place = std::ranges::upper_bound(slowest_, slow, std::greater());
    slowest_.insert(place, std::move(slow));
    if (slowest_.size() > slow_answers_max) slowest_.pop_back();
  }

  const report::StoredContest& stored_;
  arena::ResultCache cache_;
  const EntryId entry_;
  std::size_t games_ = 0;
  std::vector<SlowAnswer> slowest_;
};

// Adds up the stored games of a version, as far as the store can be trusted.
Json json_of(const store::Store& store, const store::VersionRow& version, bool plays) {
  tournament::Tally tally;
  Timing timing;
  const std::size_t pairings = std::min(version.played.size(), pairings_a_version_max);
  for (const auto& [fixture, place] : std::span(version.played).first(pairings))
    for (const store::BatchRow& block : store.blocks(fixture)) {
      if (!block.damage.empty() || place >= block.tallies.size()) continue;
      tally.add(block.tallies[place]);
      if (place < block.timings.size()) timing.add(block.timings[place]);
    }
  const bool timed = timing.answers > 0;
  return {{"content", to_hex(version.bot.content)},
          {"title", printable(version.bot.title, report::title_bytes_max)},
          {"author", printable(version.bot.author, report::title_bytes_max)},
          {"language", printable(version.bot.language, report::title_bytes_max)},
          {"plays", plays},
          {"contests", version.contests},
          {"pairings", pairings},
          {"of_pairings", version.played.size()},
          {"games", tally.games},
          {"won", tally.won},
          {"tied", tally.tied},
          {"lost", tally.lost()},
          {"faults", tally.faults},
          {"mean_ms", timed ? Json(in_ms(timing.mean())) : Json(nullptr)},
          {"slowest_ms", timed ? Json(in_ms(timing.slowest)) : Json(nullptr)}};
}

// The newest first; none of a house bot, which changes with the program only.
Json versions_of(const report::StoredContest& stored, const store::BotRow& bot) {
  Json versions = Json::array();
  if (bot.house) return versions;
  for (const store::VersionRow& version : stored.store.versions(bot.name)) {
    if (version.bot.house) continue;
    if (versions.size() == folder_versions_max) break;
    versions.push_back(json_of(stored.store, version, version.bot.content == bot.content));
  }
  return versions;
}

}  // namespace

Json bot_document(const report::StoredContest& stored, EntryId entry) {
  const auto index = static_cast<std::size_t>(entry);
  const play::Entrant& entrant = stored.contest.entrants[index];
  const arena::ContestReport report = stored.report();
  const report::Measured measured = report::measured(stored, report);
  const bool is_measured = index < measured.entries.size();
  SlowAnswers slow(stored, entry);
  for (const tournament::Result& result : report.concluded.standings.results)
    slow.look_at(result.fixture);
  return {{"schema", "hilltop/bot/1"},
          {"contest", stored.name},
          {"bot", entrant.name},
          {"title", printable(entrant.title, report::title_bytes_max)},
          {"measured_games", measured.games},
          {"of_games", measured.of_games},
          {"points", is_measured ? counted(measured.entries[index].points) : Json::array()},
          {"decisions", is_measured ? counted(measured.entries[index].decisions) : Json::array()},
          {"slowest", slow.document()},
          {"versions", versions_of(stored, stored.bots[index])}};
}

}  // namespace hilltop::server
