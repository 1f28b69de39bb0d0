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

// A short run of luck: local to one roll or one deal, never kept in a State.
// Words come from Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
// SC'11), 128 bits a block; block after block as they are used up.
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

  // The two words that a fresh run begins with; they are not used up.
  std::array<std::uint64_t, 2> two_words() const {
    const auto block = r123::Philox4x32{}(counter_, key_);
    return {block[0] | std::uint64_t{block[1]} << 32, block[2] | std::uint64_t{block[3]} << 32};
  }

  // Uniform in [0, bound), bound >= 1, exactly: Lemire, "Fast random integer generation in an
  // interval", TOMACS 29 (2019).
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

// All the luck of one game, as a function: the same occasion always draws the same. Nothing
// advances, so luck does not depend on what bots did before, a State holds no generator, and a View
// cannot leak one. The key belongs to the fixture and is made one-way from the contest's seed.
class Chance {
 public:
  Chance(std::uint64_t key, std::uint32_t game) : key_(key), game_(game) {}

  // `occasion` and `part` are the game's own: (hand), (roll, seat), …
  Draw on(std::uint32_t occasion, std::uint32_t part = 0) const {
    return {key_, game_, occasion, part};
  }

  // The first two words of on(occasion, part), at once.
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
