#include "play/packed_results.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace hilltop::play {
namespace {

// Stands in a line before a byte that was replaced.
constexpr char escape = '\xff';

// Returns the byte that stands for a word, and back.
constexpr char name_of(std::size_t word) {
  return static_cast<char>(word < '\n' ? word : word + 1);
}
constexpr std::size_t word_of(char name) {
  const auto byte = static_cast<std::uint8_t>(name);
  return byte < '\n' ? byte : byte - std::size_t{1};
}
static_assert(static_cast<std::uint8_t>(name_of(packed_words_max - 1)) < 0xff);

// The words that have occurred, by their bytes as a number. Of two words of one game none begins
// with the other, so that zeros behind them make no difference.
class Words {
 public:
  // Returns the name of a word; nullopt if there are too many.
  std::optional<char> name(std::uint64_t word) {
    std::size_t at = word * multiplier >> (64 - slot_bits);
    while (slots_[at].is_used && slots_[at].word != word) at = (at + 1) % slots_.size();
    if (!slots_[at].is_used) {
      if (words_ == packed_words_max) return std::nullopt;
      slots_[at] = {word, name_of(words_++), true};
    }
    return slots_[at].name;
  }
  std::size_t size() const { return words_; }

 private:
  struct Slot {
    std::uint64_t word = 0;
    char name = 0;
    bool is_used = false;
  };
  // Of Fibonacci hashing: 2^64 divided by the golden ratio.
  static constexpr std::uint64_t multiplier = 0x9e3779b97f4a7c15;
  static constexpr unsigned slot_bits = 10;

  std::array<Slot, std::size_t{1} << slot_bits> slots_{};
  std::size_t words_ = 0;
};

}  // namespace

std::optional<PackedResults> pack_results(std::span<const std::uint8_t> bytes, std::size_t seats) {
  Words words;
  PackedResults packed;
  packed.games.resize(bytes.size() / (seats + 2));  // a game has a byte or more for each number
  std::size_t games = 0;
  for (std::size_t at = 0; at < bytes.size(); ++games) {
    // The points of each seat, the decisions, and the seats that left; a number ends with a byte
    // below 128.
    std::uint64_t word = 0;
    std::size_t length = 0;
    for (std::size_t numbers = seats + 2; numbers > 0; ++length) {
      if (length == packed_word_bytes_max || at + length == bytes.size()) return std::nullopt;
      const std::uint8_t byte = bytes[at + length];
      word |= std::uint64_t{byte} << 8 * length;
      numbers -= byte < 128;
    }
    const auto name = words.name(word);
    if (!name) return std::nullopt;
    if (words.size() > packed.words.size()) {
      const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
      packed.words.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(length));
    }
    packed.games[games] = *name;
    at += length;
  }
  packed.games.resize(games);
  return packed;
}

std::optional<std::vector<std::uint8_t>> unpack_results(const PackedResults& packed) {
  struct Word {
    std::array<std::uint8_t, packed_word_bytes_max> bytes{};
    std::size_t length = 0;
  };
  std::array<Word, 256> words;  // by name
  if (packed.words.size() > packed_words_max) return std::nullopt;
  for (std::size_t i = 0; i < packed.words.size(); ++i) {
    Word& word = words[static_cast<std::uint8_t>(name_of(i))];
    word.length = packed.words[i].size();
    if (word.length == 0 || word.length > packed_word_bytes_max) return std::nullopt;
    std::ranges::copy(packed.words[i], word.bytes.begin());
  }
  std::size_t length = 0;
  for (const char name : packed.games) {
    if (word_of(name) >= packed.words.size() || name == '\n') return std::nullopt;
    length += words[static_cast<std::uint8_t>(name)].length;
  }
  // Each word is copied whole, with what is behind it, which the next one replaces.
  std::vector<std::uint8_t> bytes(length + packed_word_bytes_max);
  std::uint8_t* at = bytes.data();
  for (const char name : packed.games) {
    const Word& word = words[static_cast<std::uint8_t>(name)];
    std::memcpy(at, word.bytes.data(), packed_word_bytes_max);
    at += word.length;
  }
  bytes.resize(length);
  return bytes;
}

void append_bytes(std::string& line, std::string_view bytes) {
  std::size_t newline = bytes.find('\n'), escaped = bytes.find(escape), from = 0;
  while (true) {
    const std::size_t at = std::min(newline, escaped);
    line += bytes.substr(from, at - from);
    if (at == std::string_view::npos) return;
    line += escape;
    line += at == newline ? 'n' : 'e';
    from = at + 1;
    (at == newline ? newline : escaped) = bytes.find(bytes[at], from);
  }
}

std::optional<std::string> bytes_of_line(std::string_view line) {
  std::string bytes;
  bytes.reserve(line.size());
  while (true) {
    const std::size_t at = line.find(escape);
    bytes += line.substr(0, at);
    if (at == std::string_view::npos) return bytes;
    const std::string_view replaced = line.substr(at + 1, 1);
    if (replaced != "n" && replaced != "e") return std::nullopt;
    bytes += replaced == "n" ? '\n' : escape;
    line.remove_prefix(at + 2);
  }
}

}  // namespace hilltop::play
