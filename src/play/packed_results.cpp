#include "play/packed_results.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace hilltop::play {
namespace {

// Stands in a line before a byte that was replaced.
constexpr char escape = '\xff';

// Returns the byte that stands for a number, and back. 0 is that of all words without a name.
constexpr char name_of(std::size_t number) {
  return static_cast<char>(number < '\n' ? number : number + 1);
}
constexpr std::size_t number_of(char name) {
  const auto byte = static_cast<std::uint8_t>(name);
  return byte < '\n' ? byte : byte - std::size_t{1};
}
constexpr char nameless = name_of(0);
static_assert(static_cast<std::uint8_t>(name_of(packed_words_max)) < 0xff);

// Returns the length of a game: the points of each seat, the decisions, and the seats that left. A
// number ends with a byte below 128. Returns 0 if it is not whole.
std::size_t length_of_game(std::span<const std::uint8_t> bytes, std::size_t seats) {
  std::size_t length = 0;
  for (std::size_t numbers = seats + 2; numbers > 0; ++length) {
    if (length == bytes.size()) return 0;
    numbers -= bytes[length] < 128;
  }
  return length;
}

// A game's bytes as a number, the first one lowest.
struct Word {
  std::uint64_t bits = 0;
  std::size_t length = 0;  // in bytes; 0: the game is longer than a word, or not whole
};
Word first_word(std::span<const std::uint8_t> bytes, std::size_t seats) {
  static_assert(std::endian::native == std::endian::little);
  // What is behind the end looks as if numbers went on.
  std::uint64_t bits = 0x8080808080808080;
  std::memcpy(&bits, bytes.data(), std::min(bytes.size(), sizeof bits));
  std::uint64_t ends = ~bits & 0x8080808080808080;
  for (std::size_t i = 1; i < seats + 2; ++i) ends &= ends - 1;
  if (ends == 0) return {};
  const std::uint64_t last = ends & -ends;
  return {bits & (last | (last - 1)), static_cast<std::size_t>(std::countr_zero(last)) / 8 + 1};
}

// The words that have a name. Of two words of one game none begins with the other, so that zeros
// behind them make no difference.
class Names {
 public:
  // Returns the name of a word, which gets one if there is any left.
  char of(std::uint64_t bits) {
    std::size_t at = bits * multiplier >> (64 - slot_bits);
    while (slots_[at].name != nameless && slots_[at].bits != bits) at = (at + 1) % slots_.size();
    if (slots_[at].name == nameless && given_ < packed_words_max)
      slots_[at] = {bits, name_of(++given_)};
    return slots_[at].name;
  }
  std::size_t given() const { return given_; }

 private:
  struct Slot {
    std::uint64_t bits = 0;
    char name = nameless;
  };
  // Of Fibonacci hashing: 2^64 divided by the golden ratio.
  static constexpr std::uint64_t multiplier = 0x9e3779b97f4a7c15;
  static constexpr unsigned slot_bits = 10;

  std::array<Slot, std::size_t{1} << slot_bits> slots_{};
  std::size_t given_ = 0;
};

}  // namespace

std::optional<PackedResults> pack_results(std::span<const std::uint8_t> bytes, std::size_t seats) {
  Names names;
  PackedResults packed;
  packed.games.resize(bytes.size() / (seats + 2));  // a game has a byte or more for each number
  std::size_t games = 0;
  for (auto rest = bytes; !rest.empty(); ++games) {
    const Word word = first_word(rest, seats);
    const char name = word.length == 0 ? nameless : names.of(word.bits);
    const std::size_t length = word.length == 0 ? length_of_game(rest, seats) : word.length;
    if (length == 0) return std::nullopt;
    if (name == nameless) {
      packed.rare.append(reinterpret_cast<const char*>(rest.data()), length);
      if (packed.rare.size() > bytes.size() / packed_rare_share) return std::nullopt;
    } else if (names.given() > packed.words.size()) {
      packed.words.emplace_back(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(length));
    }
    packed.games[games] = name;
    rest = rest.subspan(length);
  }
  packed.games.resize(games);
  return packed;
}

std::optional<std::vector<std::uint8_t>> unpack_results(const PackedResults& packed,
                                                        std::size_t seats) {
  std::array<Word, 256> words{};  // by name
  if (packed.words.size() > packed_words_max) return std::nullopt;
  for (std::size_t i = 0; i < packed.words.size(); ++i) {
    Word& word = words[static_cast<std::uint8_t>(name_of(i + 1))];
    word.length = packed.words[i].size();
    if (word.length == 0 || word.length > packed_word_bytes_max) return std::nullopt;
    std::memcpy(&word.bits, packed.words[i].data(), word.length);
  }
  std::size_t length = packed.rare.size();
  for (const char name : packed.games) {
    if (number_of(name) > packed.words.size() || name == '\n') return std::nullopt;
    length += words[static_cast<std::uint8_t>(name)].length;
  }
  // Each word is copied whole, with what is behind it, which the next one replaces.
  std::vector<std::uint8_t> bytes(length + packed_word_bytes_max);
  std::uint8_t* at = bytes.data();
  std::span rare(reinterpret_cast<const std::uint8_t*>(packed.rare.data()), packed.rare.size());
  for (const char name : packed.games) {
    if (name == nameless) [[unlikely]] {
      const std::size_t of_game = length_of_game(rare, seats);
      if (of_game == 0) return std::nullopt;
      std::memcpy(at, rare.data(), of_game);
      rare = rare.subspan(of_game);
      at += of_game;
      continue;
    }
    const Word& word = words[static_cast<std::uint8_t>(name)];
    std::memcpy(at, &word.bits, packed_word_bytes_max);
    at += word.length;
  }
  if (!rare.empty()) return std::nullopt;
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
