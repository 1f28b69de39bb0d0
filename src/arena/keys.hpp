#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hilltop::arena {

// All luck follows from the contest's seed by one-way steps (BLAKE2b of libsodium): nobody learns
// the seed, or another game's luck, from what a game shows. A fixture's key comes from the names of
// those who sit, in sorted order, not from their positions in a list.
std::uint64_t fixture_key(std::uint64_t seed, std::string_view game,
                          std::span<const std::string> sorted_names);

// The luck of a house bot in a fixture, apart from the game's.
std::uint64_t bot_luck_key(std::uint64_t fixture_key, std::string_view name);

// The seed that a process is handed: 0..2^31-1, another for each game and bot.
std::uint32_t bot_seed(std::uint64_t fixture_key, std::string_view name, std::uint32_t game);

// The seed of the games by which a contest checks its bots before it begins.
std::uint64_t check_seed(std::uint64_t seed);

// Which of `seats` sits in seat 0 of game 0.
int first_seat(std::uint64_t fixture_key, int seats);

}  // namespace hilltop::arena
