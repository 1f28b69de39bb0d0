#pragma once
#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/contest.hpp"
#include "tournament/result.hpp"

// A game of a contest as text, which every command prints and takes: "bold-kid:17" is game 17 of
// the pairing of bold and kid. If a name has a hyphen, a comma or a backslash, commas join the
// names, with a backslash before each comma and backslash of a name. All bots in one game are
// called "everyone". No two games of a contest have one name.
namespace hilltop::report {

// `names`: by place. No two lists of names have one text.
std::string name_of_pairing(std::vector<std::string> names);
std::string name_of_pairing(const arena::Contest& contest, const tournament::Fixture& fixture);
std::string name_of_game(const arena::Contest& contest, const tournament::Fixture& fixture,
                         std::uint32_t game);

struct GameName {
  std::string pairing;
  std::uint32_t game;  // index
};

// Reads "PAIRING:GAME"; without ":GAME" the first game.
std::expected<GameName, Problem> read_game_name(std::string_view typed);

// A decision of a game, "bold-kid:17/12": the twelfth, from 1.
struct DecisionName {
  GameName game;
  std::size_t number;
};

// nullopt: the text does not name a decision.
std::optional<DecisionName> read_decision_name(std::string_view typed);

// Returns the complaint that the game of this name, of `decisions`, has no such one.
Problem no_decision(const std::string& game, std::size_t decisions, std::size_t number);

// Returns the fixture of `results` that has the game. Two bots may be named in any order, and
// commas or hyphens may join the names as they are. Problem: there is none, or what is typed so is
// ambiguous.
std::expected<tournament::Fixture, Problem> find_game(
    const arena::Contest& contest, const GameName& wanted,
    const std::vector<tournament::Result>& results);

}  // namespace hilltop::report
