#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hilltop {

// A running BLAKE2b-256 hash.
class Digest {
 public:
  Digest();
  void add(std::span<const std::uint8_t> bytes);
  void add(std::string_view text);  // preceded by its length: "ab", "c" and "a", "bc" differ
  void add(std::uint64_t number);
  // Returns the hash of everything added so far.
  std::array<std::uint8_t, 32> value() const;
  std::string hex() const;

 private:
  static constexpr std::size_t state_bytes = 384;
  alignas(64) std::byte state_[state_bytes];
};

}  // namespace hilltop
