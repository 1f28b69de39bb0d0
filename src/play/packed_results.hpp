#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Results of games (play/game_results.hpp) on their way to another machine: in a line, and in about
// a byte for each game. Where games are short enough for that to count, few results are frequent.
namespace hilltop::play {

constexpr std::size_t packed_words_max = 249, packed_word_bytes_max = 8;
// The bytes of results without a name are at most one in so many.
constexpr std::size_t packed_rare_share = 4;

struct PackedResults {
  std::vector<std::vector<std::uint8_t>> words;  // the results that have a name, as bytes
  // The word of each game: its index and 1, or 0 if it has no name, in a byte that is never '\n' or
  // 0xff.
  std::string games;
  std::string rare;  // the results without a name, as bytes, in the order of games
};

// nullopt: most results are rare, or the bytes are not those of whole games of `seats`.
std::optional<PackedResults> pack_results(std::span<const std::uint8_t> bytes, std::size_t seats);
// nullopt: pack_results() returns no such thing.
std::optional<std::vector<std::uint8_t>> unpack_results(const PackedResults& packed,
                                                        std::size_t seats);

// Appends bytes to a line: "\n" as "\xffn", and "\xff" as "\xffe".
void append_bytes(std::string& line, std::string_view bytes);
// Returns what append_bytes() has appended. nullopt: it is no such thing.
std::optional<std::string> bytes_of_line(std::string_view line);

}  // namespace hilltop::play
