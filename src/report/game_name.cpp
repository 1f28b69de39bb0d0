#include "report/game_name.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "tournament/formats.hpp"

namespace hilltop::report {
namespace {

using tournament::Fixture;

std::string joined(const arena::Contest& contest, const std::vector<tournament::EntryId>& entries,
                   char by) {
  std::string out;
  for (const tournament::EntryId entry : entries)
    out += (out.empty() ? "" : std::string(1, by)) + contest.name_of(entry);
  return out;
}

bool is_everyone(const arena::Contest& contest, const Fixture& fixture) {
  return tournament::traits_of(contest.plan.format).one_game_for_all &&
         fixture.stage == tournament::Stage::main;
}

constexpr std::string_view everyone = "everyone";

bool is_named(const arena::Contest& contest, const Fixture& fixture, std::string_view pairing) {
  if (pairing == everyone && is_everyone(contest, fixture)) return true;
  std::vector<tournament::EntryId> entries = fixture.entries;
  const auto is_joined = [&] {
    return pairing == joined(contest, entries, ',') || pairing == joined(contest, entries, '-');
  };
  if (is_joined()) return true;
  if (entries.size() != 2) return false;
  std::swap(entries[0], entries[1]);
  return is_joined();
}

}  // namespace

std::string name_of_pairing(const arena::Contest& contest, const Fixture& fixture) {
  if (is_everyone(contest, fixture)) return std::string(everyone);
  const bool has_hyphen = std::ranges::any_of(fixture.entries, [&](tournament::EntryId entry) {
    return contest.name_of(entry).contains('-');
  });
  return joined(contest, fixture.entries, has_hyphen ? ',' : '-');
}

std::string name_of_game(const arena::Contest& contest, const Fixture& fixture,
                         std::uint32_t game) {
  return name_of_pairing(contest, fixture) + ':' + std::to_string(tournament::number_of(game));
}

std::expected<GameName, Problem> read_game_name(std::string_view typed) {
  const std::size_t colon = typed.rfind(':');
  if (colon == typed.npos) return GameName{std::string(typed), 0};
  const std::string_view number = typed.substr(colon + 1);
  const auto game = number_in<std::uint32_t>(number);
  if (!game || *game == 0 || *game > tournament::games_max)
    return std::unexpected(Problem{"the game's number after ':' is a whole number from 1 to " +
                                   std::to_string(tournament::games_max) + ", not '" +
                                   std::string(number) + "'"});
  return GameName{std::string(typed.substr(0, colon)), *game - 1};
}

std::expected<Fixture, Problem> find_game(const arena::Contest& contest, const GameName& wanted,
                                          const std::vector<tournament::Result>& results) {
  std::vector<std::string> known;
  std::vector<Fixture> found;
  std::uint32_t games = 0;
  for (const tournament::Result& result : results) {
    const Fixture& fixture = result.fixture;
    known.push_back(name_of_pairing(contest, fixture));
    if (!is_named(contest, fixture, wanted.pairing)) continue;
    games = std::max(games, fixture.first_game + fixture.games);
    if (wanted.game >= fixture.first_game && wanted.game - fixture.first_game < fixture.games)
      found.push_back(fixture);
  }
  if (found.size() == 1) return found.front();
  const std::string name = "'" + wanted.pairing + "'";
  if (found.size() > 1)
    return std::unexpected(Problem{name + " names several pairings: join the names by commas"});
  if (games == 0)
    return std::unexpected(
        Problem{"no completed pairing " + name + suggestion(wanted.pairing, known)});
  return std::unexpected(Problem{wanted.pairing + " played games 1 to " + std::to_string(games) +
                                 ", but no game " +
                                 std::to_string(tournament::number_of(wanted.game))});
}

}  // namespace hilltop::report
