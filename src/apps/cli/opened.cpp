#include "apps/cli/opened.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "apps/cli/results.hpp"
#include "apps/cli/summary.hpp"

namespace hilltop::cli {

using store::Store;
using tournament::Fixture;

arena::Report Opened::report() const {
  arena::Ledger ledger = this->ledger();
  return run_contest(contest, {.progress = {}, .ledger = &ledger, .recall_only = true, .stop = {}});
}

std::string Opened::names(const Fixture& fixture) const {
  std::string out;
  for (const tournament::EntryId entry : fixture.entries)
    out += (out.empty() ? "" : ",") + name_of(contest, entry);
  return out;
}

arena::Run Opened::run_to(const Fixture& fixture, std::uint32_t number,
                          std::vector<const arena::Entrant*>& entrants) const {
  arena::Run run = run_of(contest, fixture, entrants);
  const bool remembered = std::ranges::any_of(entrants, [](const arena::Entrant* entrant) {
    return entrant->state() == runner::StateScope::pairing;
  });
  if (!remembered) run.first_game = number;
  run.games = number - run.first_game + 1;
  return run;
}

std::expected<Record, Problem> Opened::game(const Fixture& fixture, std::uint32_t number) const {
  const arena::Ledger ledger = this->ledger();
  std::vector<store::GameRecord> games;
  if (ledger.deterministic(fixture)) {
    std::vector<const arena::Entrant*> entrants;
    arena::Run run = run_to(fixture, number, entrants);
    run.records = true;
    games = contest.discipline->play(run, contest.judge).records;
  } else {
    games = store.records(ledger.sitting(fixture).key);
  }
  const auto found = std::ranges::find(games, number, &store::GameRecord::game);
  if (found != games.end()) return record(fixture, *found);
  return std::unexpected(
      Problem{fmt::format("game {} of {} has no record", number, names(fixture))});
}

std::vector<arena::GameResult> Opened::results(const Fixture& fixture) const {
  std::vector<std::uint8_t> bytes;
  for (const store::Block& block : ledger().known(fixture))
    bytes.insert(bytes.end(), block.bytes.begin(), block.bytes.end());
  return arena::game_results(bytes, fixture.entries.size(), fixture.games);
}

std::expected<Record, Problem> Opened::record(const Fixture& fixture,
                                              const store::GameRecord& game) const {
  std::vector<const arena::Entrant*> entrants;
  const arena::Run run = run_of(contest, fixture, entrants);
  Record head{std::string(contest.game->info->name),
              contest.rules,
              contest.switches,
              run.key,
              run.deal(game.game),
              {},
              {},
              {}};
  const std::size_t first = run.first_occupant(game.game);
  for (std::size_t seat = 0; seat < entrants.size(); ++seat) {
    const arena::Entrant& sitter = *entrants[(first + seat) % entrants.size()];
    head.sitters.push_back({"bot", sitter.title.empty() ? sitter.name : sitter.title});
  }
  return read_record(write(head) + game.text, fmt::format("{}:{}", names(fixture), game.game));
}

std::vector<tournament::EntryId> by_seat(const Fixture& fixture, const arena::Run& run,
                                         std::uint32_t game) {
  std::vector<tournament::EntryId> sitters = fixture.entries;
  std::ranges::rotate(sitters,
                      sitters.begin() + static_cast<std::ptrdiff_t>(run.first_occupant(game)));
  return sitters;
}

std::expected<Opened, Problem> open_contest(const std::optional<std::string>& store,
                                            const std::optional<std::string>& wanted) {
  const std::string file = store_named(store);
  auto opened = Store::open(file, Store::Access::read);
  if (!opened) return std::unexpected(opened.error());
  const std::vector<store::Contest> contests = opened->contests();
  std::vector<std::string> known;
  for (const store::Contest& contest : contests) {
    known.push_back(contest.name);
    if (wanted && contest.name != *wanted) continue;
    std::vector<arena::Entrant> entrants;
    for (const store::Bot& bot : contest.bots) {
      arena::Entrant entrant{bot.name, bot.title, arena::HouseSeat{bot.name}};
      if (!bot.house) {
        runner::Manifest manifest;
        manifest.name = bot.name;
        manifest.author = bot.author;
        manifest.language = bot.language;
        entrant.body = std::move(manifest);
      }
      entrants.push_back(std::move(entrant));
    }
    auto parsed = arena::contest_of(contest.file, file + ": " + contest.name, std::move(entrants));
    if (!parsed) return std::unexpected(parsed.error());
    for (std::size_t i = 0; i < contest.bots.size(); ++i) {
      if (!contest.bots[i].house) continue;
      const auto seat = arena::house_seat(*parsed->game, contest.bots[i]);
      if (!seat)
        return std::unexpected(Problem{fmt::format(
            "{}: '{}' is a house bot that this version does not have", file, contest.bots[i].name)});
      parsed->entrants[i].body = *seat;
    }
    parsed->seed = contest.seed;
    parsed->plan.games = contest.games;
    return Opened{*std::move(opened), *std::move(parsed), contest.bots, contest.name};
  }
  if (known.empty()) return std::unexpected(Problem{"the store '" + file + "' holds no contest"});
  return std::unexpected(Problem{"the store '" + file + "' has no contest '" + *wanted + "'" +
                                 suggestion(*wanted, known)});
}

}  // namespace hilltop::cli
