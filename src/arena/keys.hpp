#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hilltop::arena {

// Returns the key of a fixture's randomness. All randomness follows from the contest's seed by
// one-way steps (BLAKE2b of libsodium), so that a game reveals neither the seed nor the randomness
// of another game. The key depends on the entrants' sorted names, not on their positions in a list.
std::uint64_t fixture_key(std::uint64_t seed, std::string_view game,
                          std::span<const std::string> sorted_names);

// Returns the key of a house bot's own randomness in a fixture.
std::uint64_t bot_luck_key(std::uint64_t fixture_key, std::string_view name);

// Returns the seed that a process gets: 0..2^31-1, different for each game and bot.
std::uint32_t bot_seed(std::uint64_t fixture_key, std::string_view name, std::uint32_t game);

// Returns the seed of the games that check a contest's bots before it begins.
std::uint64_t check_seed(std::uint64_t seed);

// Returns the index, below `seats`, of the entrant in seat 0 of game 0.
int first_seat(std::uint64_t fixture_key, int seats);

}  // namespace hilltop::arena
