#include "arena/keys.hpp"

#include <array>
#include <sodium.h>

#include "core/chance.hpp"

namespace hilltop::arena {
namespace {

// BLAKE2b-128. libsodium's functions cannot fail as they are used here.
class Hash {
 public:
  explicit Hash(std::string_view purpose) {
    crypto_generichash_init(&state_, nullptr, 0, crypto_generichash_BYTES_MIN);
    text(purpose);
  }
  Hash& text(std::string_view text) {
    number(text.size());
    crypto_generichash_update(&state_, reinterpret_cast<const unsigned char*>(text.data()),
                              text.size());
    return *this;
  }
  Hash& number(std::uint64_t number) {
    std::array<unsigned char, 8> bytes;
    for (std::size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<unsigned char>(number >> 8 * i);
    crypto_generichash_update(&state_, bytes.data(), bytes.size());
    return *this;
  }
  std::uint64_t value() {
    // BLAKE2b gives at least 16 bytes; takes the first eight, in little-endian order.
    std::array<unsigned char, crypto_generichash_BYTES_MIN> out;
    crypto_generichash_final(&state_, out.data(), out.size());
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i) value |= std::uint64_t{out[i]} << 8 * i;
    return value;
  }

 private:
  crypto_generichash_state state_;
};

}  // namespace

std::uint64_t fixture_key(std::uint64_t seed, std::string_view game,
                          std::span<const std::string> sorted_names) {
  Hash hash("hilltop fixture 1");
  hash.number(seed).text(game).number(sorted_names.size());
  for (const std::string& name : sorted_names) hash.text(name);
  return hash.value();
}

std::uint64_t bot_luck_key(std::uint64_t fixture_key, std::string_view name) {
  return Hash("hilltop bot luck 1").number(fixture_key).text(name).value();
}

std::uint32_t bot_seed(std::uint64_t fixture_key, std::string_view name, std::uint32_t game) {
  const std::uint64_t value =
      Hash("hilltop bot seed 1").number(fixture_key).text(name).number(game).value();
  return static_cast<std::uint32_t>(value & 0x7fffffff);
}

std::uint64_t check_seed(std::uint64_t seed) {
  return Hash("hilltop check 1").number(seed).value();
}

int first_seat(std::uint64_t fixture_key, int seats) {
  const std::uint64_t key = Hash("hilltop seating 1").number(fixture_key).value();
  return static_cast<int>(Chance(key, 0).on(0).below(static_cast<std::uint32_t>(seats)));
}

}  // namespace hilltop::arena
