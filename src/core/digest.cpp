#include "core/digest.hpp"

#include <cstring>
#include <new>
#include <sodium.h>

#include "core/hex.hpp"

namespace hilltop {

Digest::Digest() {
  static_assert(sizeof(crypto_generichash_state) <= state_bytes);
  crypto_generichash_init(new (state_) crypto_generichash_state, nullptr, 0,
                          crypto_generichash_BYTES);
}

void Digest::add(std::span<const std::uint8_t> bytes) {
  crypto_generichash_update(reinterpret_cast<crypto_generichash_state*>(state_), bytes.data(),
                            bytes.size());
}

void Digest::add(std::string_view text) {
  add(text.size());
  add(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

void Digest::add(std::uint64_t number) {
  std::array<std::uint8_t, 8> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(number >> 8 * i);
  add(std::span<const std::uint8_t>(bytes));
}

std::array<std::uint8_t, 32> Digest::value() const {
  crypto_generichash_state state;
  std::memcpy(&state, state_, sizeof state);
  std::array<std::uint8_t, 32> out;
  static_assert(out.size() == crypto_generichash_BYTES);
  crypto_generichash_final(&state, out.data(), out.size());
  return out;
}

std::string Digest::hex() const { return to_hex(value()); }

}  // namespace hilltop
