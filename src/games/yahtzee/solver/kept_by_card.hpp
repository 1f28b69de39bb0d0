#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hilltop::yahtzee {

// The things last made for cards, by the number of the card: players come back to the same cards.
template <class T>
class KeptByCard {
 public:
  KeptByCard(std::size_t cards, std::size_t kept) : slots_(cards) { kept_.reserve(kept); }

  // Returns what make() returned for the card, as long as no other is asked for.
  template <class Make>
  const T& of(std::size_t card, Make&& make) {
    std::uint32_t& slot = slots_[card];
    if (slot == 0) {
      if (kept_.size() < kept_.capacity()) {
        kept_.push_back({card, make()});
        slot = static_cast<std::uint32_t>(kept_.size());
      } else {
        slots_[kept_[oldest_].card] = 0;
        kept_[oldest_] = {card, make()};
        slot = static_cast<std::uint32_t>(oldest_ + 1);
        oldest_ = (oldest_ + 1) % kept_.size();
      }
    }
    return kept_[slot - 1].made;
  }

 private:
  struct Kept {
    std::size_t card;
    T made;
  };

  std::vector<Kept> kept_;
  std::size_t oldest_ = 0;            // of kept_, when as many as may be are kept
  std::vector<std::uint32_t> slots_;  // by card: 1 + index of kept_; 0: not kept
};

}  // namespace hilltop::yahtzee
