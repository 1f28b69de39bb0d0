#include "play/keys.hpp"

#include <sodium.h>

namespace hilltop::play {
namespace {

static_assert(sizeof(ChanceKeys::Secret) == crypto_shorthash_KEYBYTES);
static_assert(sizeof(ChanceKeys::Secret) == crypto_generichash_BYTES_MIN);

// The key from which others are derived: 64 bits, or a secret.
using Key = std::variant<std::uint64_t, ChanceKeys::Secret>;

std::array<unsigned char, 8> bytes_of(std::uint64_t number) {
  std::array<unsigned char, 8> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<unsigned char>(number >> 8 * i);
  return bytes;
}

std::uint64_t number_in(std::span<const unsigned char> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof value; ++i) value |= std::uint64_t{bytes[i]} << 8 * i;
  return value;
}

// BLAKE2b-128 of a purpose, of what follows, and of the root: a number is hashed like any other, a
// secret is the key. libsodium's functions cannot fail as they are used here.
class Hash {
 public:
  explicit Hash(std::string_view purpose) : Hash(purpose, nullptr, 0) {}
  Hash(std::string_view purpose, std::uint64_t root) : Hash(purpose) { number(root); }
  Hash(std::string_view purpose, const ChanceKeys::Secret& root)
      : Hash(purpose, root.data(), root.size()) {}

  Hash& text(std::string_view text) {
    number(text.size());
    return bytes({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
  }
  Hash& number(std::uint64_t number) { return bytes(bytes_of(number)); }
  Hash& bytes(std::span<const unsigned char> bytes) {
    crypto_generichash_update(&state_, bytes.data(), bytes.size());
    return *this;
  }
  ChanceKeys::Secret secret() {
    ChanceKeys::Secret out;
    crypto_generichash_final(&state_, out.data(), out.size());
    return out;
  }
  // Returns the first eight bytes, in little-endian order.
  std::uint64_t value() { return number_in(secret()); }

 private:
  Hash(std::string_view purpose, const unsigned char* key, std::size_t key_bytes) {
    crypto_generichash_init(&state_, key, key_bytes, crypto_generichash_BYTES_MIN);
    text(purpose);
  }

  crypto_generichash_state state_;
};

std::uint32_t in_31_bits(std::uint64_t value) {
  return static_cast<std::uint32_t>(value & 0x7fffffff);
}

Hash fixture_of(std::uint64_t seed, std::string_view game, std::size_t entrants) {
  Hash hash("hilltop fixture 1");
  hash.number(seed).text(game).number(entrants);
  return hash;
}

// Returns the root of a fixture's luck.
Key root_of(const Seed& seed, std::string_view game, std::span<const Entrant* const> sorted) {
  if (const auto* number = std::get_if<std::uint64_t>(&seed.value())) {
    Hash hash = fixture_of(*number, game, sorted.size());
    for (const Entrant* entrant : sorted) hash.text(entrant->name);
    return hash.value();
  }
  Hash hash("hilltop fixture 2", std::get<Seed::Secret>(seed.value()));
  hash.text(game).number(sorted.size());
  for (const Entrant* entrant : sorted) hash.text(entrant->name).bytes(entrant->content.value());
  return hash.secret();
}

ChanceKeys keys_of_deals(const FixtureLuck::Root& root) {
  if (const auto* key = std::get_if<std::uint64_t>(&root.key)) return ChanceKeys(*key);
  Hash hash("hilltop deals 2", std::get<ChanceKeys::Secret>(root.key));
  return root.deals_follow_one_another ? ChanceKeys(hash.value()) : ChanceKeys(hash.secret());
}

}  // namespace

std::uint64_t ChanceKeys::own_key(std::uint32_t number) const {
  const std::array<unsigned char, 8> bytes = bytes_of(number);
  std::array<unsigned char, crypto_shorthash_BYTES> out;
  crypto_shorthash(out.data(), bytes.data(), bytes.size(), secret_->data());
  return number_in(out);
}

FixtureLuck::FixtureLuck(const Root& root) : root_(root), deals_(keys_of_deals(root_)) {}

FixtureLuck::FixtureLuck(const Seed& seed, const GameInfo& game,
                         std::span<const Entrant* const> sorted)
    : FixtureLuck({root_of(seed, game.name, sorted), game.deals_follow_one_another}) {}

ChanceKeys FixtureLuck::of_bot(std::string_view name) const {
  if (const auto* key = std::get_if<std::uint64_t>(&root_.key))
    return ChanceKeys(bot_luck_key(*key, name));
  return ChanceKeys(
      Hash("hilltop bot luck 2", std::get<ChanceKeys::Secret>(root_.key)).text(name).secret());
}

std::uint32_t FixtureLuck::bot_seed(std::string_view name, std::uint32_t game) const {
  if (const auto* key = std::get_if<std::uint64_t>(&root_.key))
    return play::bot_seed(*key, name, game);
  return in_31_bits(Hash("hilltop bot seed 2", std::get<ChanceKeys::Secret>(root_.key))
                        .text(name)
                        .number(game)
                        .value());
}

int FixtureLuck::first_seat(int seats) const {
  const std::uint64_t key = std::visit(
      [](const auto& root) { return Hash("hilltop seating 1", root).value(); }, root_.key);
  return static_cast<int>(Chance(key, 0).on(0).below(static_cast<std::uint32_t>(seats)));
}

std::uint64_t luck_key(const Seed& seed, std::string_view game,
                       std::span<const std::string> names) {
  const auto* secret = std::get_if<Seed::Secret>(&seed.value());
  Hash hash = secret == nullptr
                  ? fixture_of(std::get<std::uint64_t>(seed.value()), game, names.size())
                  : Hash("hilltop luck 2", *secret).text(game).number(names.size());
  for (const std::string& name : names) hash.text(name);
  return hash.value();
}

std::uint64_t bot_luck_key(std::uint64_t luck_key, std::string_view name) {
  return Hash("hilltop bot luck 1", luck_key).text(name).value();
}

std::uint32_t bot_seed(std::uint64_t luck_key, std::string_view name, std::uint32_t game) {
  return in_31_bits(Hash("hilltop bot seed 1", luck_key).text(name).number(game).value());
}

Seed check_seed(const Seed& seed) {
  return std::visit(
      [](const auto& value) {
        Hash hash("hilltop check 1", value);
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::uint64_t>)
          return Seed(hash.value());
        else
          return Seed(hash.secret());
      },
      seed.value());
}

}  // namespace hilltop::play
