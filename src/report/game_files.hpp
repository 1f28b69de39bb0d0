#pragma once
#include <expected>
#include <string>

#include "report/stored_contest.hpp"

// One game of a stored contest as text that other programs read, made from its record. Problem: the
// record is damaged, or the format cannot express the game.
namespace hilltop::report {

// Returns the game in `format`, one of GameModule::formats.
std::expected<std::string, Problem> file_of_game(const StoredContest& stored,
                                                 const tournament::Fixture& fixture,
                                                 const tournament::GameRecord& game,
                                                 const std::string& format);

// Returns a line of JSON for each move of the game: the position in which it was made, as its
// player saw it, what the player's search said of it, and how the game ended for the player
// (docs/schema/sample.json).
std::expected<std::string, Problem> samples_of_game(const StoredContest& stored,
                                                    const tournament::Fixture& fixture,
                                                    const tournament::GameRecord& game);

}  // namespace hilltop::report
