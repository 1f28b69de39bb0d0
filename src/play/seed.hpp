#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace hilltop::play {

// The seed of a contest, from which all of its luck follows: a number, which a bot can guess, or a
// secret of 128 bits (docs/decisions/0054-a-secret-seed.md).
class Seed {
 public:
  using Secret = std::array<std::uint8_t, 16>;

  Seed(std::uint64_t number) : value_(number) {}  // NOLINT(google-explicit-constructor): it is one
  explicit Seed(const Secret& secret) : value_(secret) {}
  // Returns a new secret, from the system's source of randomness.
  static Seed drawn();
  // Reads what text() returns. Of a secret, hyphens and upper case do not count, and the letters i,
  // l and o are the digits that they look like. Error: what a seed looks like.
  static std::expected<Seed, std::string> read(std::string_view typed);

  // Returns the number in decimal; a secret as five groups of digits and letters, 26 in all
  // (D. Crockford's Base 32), that begin with the highest bits.
  std::string text() const;
  bool is_secret() const { return std::holds_alternative<Secret>(value_); }
  // Returns the number, or the secret.
  const std::variant<std::uint64_t, Secret>& value() const { return value_; }

  // Returns the BLAKE2b-256 hash of text(), hexadecimal, as `b2sum -l 256` computes it. A secret
  // cannot be found from it, nor another seed that has the same hash.
  std::string commitment() const;

  friend bool operator==(const Seed&, const Seed&) = default;

 private:
  std::variant<std::uint64_t, Secret> value_;
};

// The seed of games of house bots, and of people's lists of dice, if none is given.
inline const Seed usual_seed = 1;

// Returns the seed of games: the `given` one, else a drawn one if their luck must be a secret, else
// usual_seed.
inline Seed seed_of_games(const std::optional<Seed>& given, bool is_secret) {
  if (given) return *given;
  return is_secret ? Seed::drawn() : usual_seed;
}

}  // namespace hilltop::play
