#include "report/game_name.hpp"

#include <algorithm>

#include "core/look.hpp"
#include "core/text.hpp"
#include "tournament/formats.hpp"

namespace hilltop::report {
namespace {

using tournament::Fixture;

using Names = std::vector<std::string>;

Names names_of(const arena::Contest& contest, const Fixture& fixture) {
  Names names;
  for (const tournament::EntryId entry : fixture.entries) names.push_back(contest.name_of(entry));
  return names;
}

std::string joined(const Names& names, char by) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : std::string(1, by)) + name;
  return out;
}

bool is_everyone(const arena::Contest& contest, const Fixture& fixture) {
  return tournament::traits_of(contest.plan.format).one_game_for_all &&
         fixture.stage == tournament::Stage::main;
}

constexpr std::string_view everyone = "everyone";

// Whether the text is what name_of_pairing() returns, but for the order of two.
bool is_named(const arena::Contest& contest, const Fixture& fixture, std::string_view pairing) {
  if (is_everyone(contest, fixture)) return pairing == everyone;
  Names names = names_of(contest, fixture);
  if (is_same_name(pairing, name_of_pairing(names))) return true;
  std::ranges::reverse(names);
  return names.size() == 2 && is_same_name(pairing, name_of_pairing(names));
}

// Whether it is what people type for it: the names as they are, joined by either.
bool is_typed(const arena::Contest& contest, const Fixture& fixture, std::string_view pairing) {
  Names names = names_of(contest, fixture);
  const auto is_joined = [&] {
    return is_same_name(pairing, joined(names, ',')) || is_same_name(pairing, joined(names, '-'));
  };
  if (is_joined()) return true;
  std::ranges::reverse(names);
  return names.size() == 2 && is_joined();
}

}  // namespace

std::string name_of_pairing(Names names) {
  constexpr std::string_view joins = "-,\\";
  if (std::ranges::none_of(
          names, [&](const std::string& name) { return name.find_first_of(joins) != name.npos; }))
    return joined(names, '-');
  for (std::string& name : names)
    for (std::size_t at = 0; (at = name.find_first_of(",\\", at)) != name.npos; at += 2)
      name.insert(at, 1, '\\');
  return joined(names, ',');
}

std::string name_of_pairing(const arena::Contest& contest, const Fixture& fixture) {
  if (is_everyone(contest, fixture)) return std::string(everyone);
  return name_of_pairing(names_of(contest, fixture));
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

std::optional<DecisionName> read_decision_name(std::string_view typed) {
  const std::size_t slash = typed.rfind('/');
  if (slash == typed.npos || typed.rfind(':', slash) == typed.npos) return std::nullopt;
  const auto number = number_in<std::size_t>(typed.substr(slash + 1));
  const auto game = read_game_name(typed.substr(0, slash));
  if (!number || *number == 0 || !game) return std::nullopt;
  return DecisionName{*game, *number};
}

Problem no_decision(const std::string& game, std::size_t decisions, std::size_t number) {
  return {game + " has " + counted(static_cast<std::int64_t>(decisions), "decision") +
          ", but no decision " + std::to_string(number)};
}

std::expected<Fixture, Problem> find_game(const arena::Contest& contest, const GameName& wanted,
                                          const std::vector<tournament::Result>& results) {
  std::vector<std::string> known;
  std::vector<Fixture> found;
  std::uint32_t games = 0;
  const auto look = [&](auto&& is_meant) {
    for (const tournament::Result& result : results) {
      const Fixture& fixture = result.fixture;
      if (!is_meant(contest, fixture, wanted.pairing)) continue;
      games = std::max(games, fixture.first_game + fixture.games);
      if (wanted.game >= fixture.first_game && wanted.game - fixture.first_game < fixture.games)
        found.push_back(fixture);
    }
  };
  look(is_named);
  if (games == 0) look(is_typed);
  if (found.size() == 1) return found.front();
  for (const tournament::Result& result : results)
    known.push_back(name_of_pairing(contest, result.fixture));
  const std::string name = "'" + wanted.pairing + "'";
  if (found.size() > 1)
    return std::unexpected(Problem{name + " names several pairings, such as " +
                                   shell_word(name_of_pairing(contest, found[0])) + " and " +
                                   shell_word(name_of_pairing(contest, found[1]))});
  if (games == 0)
    return std::unexpected(
        Problem{"no completed pairing " + name + suggestion(wanted.pairing, known)});
  return std::unexpected(Problem{wanted.pairing + " played games 1 to " + std::to_string(games) +
                                 ", but no game " +
                                 std::to_string(tournament::number_of(wanted.game))});
}

}  // namespace hilltop::report
