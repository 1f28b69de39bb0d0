#pragma once
// Philox is plain arithmetic. Without these three its header also reads the compiler's intrinsics,
// which doubles the time to compile a file that draws.
#define R123_USE_AES_NI 0
#define R123_USE_SSE 0
#define R123_USE_X86INTRIN_H 0
#include <Random123/philox.h>
#include <array>
#include <cstdint>

namespace hilltop {

// A short stream of random words, local to one roll or one deal; never kept in a State. The words
// come from Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC'11) in
// blocks of 128 bits.
class Draw {
 public:
  Draw(std::uint64_t key, std::uint32_t game, std::uint32_t occasion, std::uint32_t part)
      : counter_{{0, part, occasion, game}},
        key_{{static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)}} {}

  std::uint32_t word32() {
    if (used_ == 4) refill();
    return block_[used_++];
  }

  std::uint64_t word64() {
    const std::uint64_t low = word32();
    return low | static_cast<std::uint64_t>(word32()) << 32;
  }

  // Returns the first two words of a fresh stream without taking them.
  std::array<std::uint64_t, 2> two_words() const {
    const auto block = r123::Philox4x32{}(counter_, key_);
    return {block[0] | std::uint64_t{block[1]} << 32, block[2] | std::uint64_t{block[3]} << 32};
  }

  // Returns a number that is exactly uniform in [0, bound), for bound >= 1: Lemire, "Fast random
  // integer generation in an interval", TOMACS 29 (2019).
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t scaled = std::uint64_t{word32()} * bound;
    if (static_cast<std::uint32_t>(scaled) < bound) [[unlikely]] {
      const std::uint32_t threshold = -bound % bound;
      while (static_cast<std::uint32_t>(scaled) < threshold)
        scaled = std::uint64_t{word32()} * bound;
    }
    return static_cast<std::uint32_t>(scaled >> 32);
  }

 private:
  void refill() {
    block_ = r123::Philox4x32{}(counter_, key_);
    ++counter_[0];
    used_ = 0;
  }

  r123::Philox4x32::ctr_type counter_;
  r123::Philox4x32::key_type key_;
  r123::Philox4x32::ctr_type block_{};
  unsigned used_ = 4;
};

// All randomness of one game, as a function: the same occasion always draws the same words. It has
// no state that advances, so it does not depend on what bots did before, a State holds no
// generator, and a View cannot leak one. The key belongs to the fixture and is derived one-way from
// the contest's seed.
class Chance {
 public:
  Chance(std::uint64_t key, std::uint32_t game) : key_(key), game_(game) {}

  // Returns the stream of one occasion. The game numbers its occasions: (hand), (roll, seat), …
  Draw on(std::uint32_t occasion, std::uint32_t part = 0) const {
    return {key_, game_, occasion, part};
  }

  // Returns the first two words of on(occasion, part), faster.
  std::array<std::uint64_t, 2> two_words(std::uint32_t occasion, std::uint32_t part = 0) const {
    return on(occasion, part).two_words();
  }

  std::uint64_t key() const { return key_; }
  std::uint32_t game() const { return game_; }

 private:
  std::uint64_t key_;
  std::uint32_t game_;
};

}  // namespace hilltop
