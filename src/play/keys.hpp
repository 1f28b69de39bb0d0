#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "core/chance.hpp"
#include "core/game.hpp"
#include "play/entrant.hpp"
#include "play/seed.hpp"

namespace hilltop::play {

// Keys of 64 bits for Chance, one per number: the same for all numbers, or, where a secret is
// behind them, another for each (SipHash-2-4, J.-P. Aumasson and D. J. Bernstein, 2012): then
// one of them tells nothing of the others.
class ChanceKeys {
 public:
  using Secret = std::array<std::uint8_t, 16>;

  explicit ChanceKeys(std::uint64_t key) : key_(key) {}
  explicit ChanceKeys(const Secret& secret) : secret_(secret) {}

  std::uint64_t key(std::uint32_t number) const { return secret_ ? own_key(number) : key_; }
  Chance chance(std::uint32_t number) const { return {key(number), number}; }

  friend bool operator==(const ChanceKeys&, const ChanceKeys&) = default;

 private:
  std::uint64_t own_key(std::uint32_t number) const;

  std::uint64_t key_ = 0;
  std::optional<Secret> secret_;
};

// The luck of a fixture. All of it follows from the contest's seed by one-way steps (BLAKE2b of
// libsodium), so that a game reveals neither the seed nor the luck of another fixture. It depends
// on the entrants' sorted names, not on their positions in a list; under a secret seed also on
// their contents, so that a bot's next version meets other luck than its author has seen.
class FixtureLuck {
 public:
  // All of the luck follows from a key of 64 bits, or from a secret; the deals of a secret have a
  // key each unless they follow one another (GameInfo).
  struct Root {
    std::variant<std::uint64_t, ChanceKeys::Secret> key;
    bool deals_follow_one_another = false;
    friend bool operator==(const Root&, const Root&) = default;
  };

  explicit FixtureLuck(std::uint64_t key) : FixtureLuck(Root{key}) {}
  explicit FixtureLuck(const Root& root);
  // Under a secret seed each entrant has its content.
  FixtureLuck(const Seed& seed, const GameInfo& game, std::span<const Entrant* const> sorted);

  const Root& root() const { return root_; }
  // Returns the luck of a deal's cards, dice or openings.
  Chance deal(std::uint32_t deal) const { return deals_.chance(deal); }
  // Returns the keys of a house bot's own randomness, by deal.
  ChanceKeys of_bot(std::string_view name) const;
  // Returns the seed that a process gets: 0..2^31-1, different for each game and bot. A bot
  // must try 2^63 keys, or 2^127 under a secret seed, to find one that may be behind it.
  std::uint32_t bot_seed(std::string_view name, std::uint32_t game) const;
  // Returns the index, below `seats`, of the entrant in seat 0 of game 0.
  int first_seat(int seats) const;

  friend bool operator==(const FixtureLuck& a, const FixtureLuck& b) { return a.root_ == b.root_; }

 private:
  Root root_;
  ChanceKeys deals_;
};

// Returns the key of the luck of people's games, or of what is tuned.
std::uint64_t luck_key(const Seed& seed, std::string_view game, std::span<const std::string> names);
// Returns the key of a bot's own randomness in a game whose luck has this key.
std::uint64_t bot_luck_key(std::uint64_t luck_key, std::string_view name);
// Returns the seed that a process gets in a game whose luck has this key, as FixtureLuck does.
std::uint32_t bot_seed(std::uint64_t luck_key, std::string_view name, std::uint32_t game);

// Returns the seed of the games that check a contest's bots before it begins.
Seed check_seed(const Seed& seed);

}  // namespace hilltop::play
