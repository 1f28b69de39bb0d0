#include "tournament/cup.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace hilltop::tournament {
namespace {

// Returns the seeds 0..size-1 in the order of a standard bracket: neighbours meet, and if the
// better seed always wins, seeds 1 and 2 meet in the last round.
std::vector<std::size_t> bracket(std::size_t size) {
  std::vector<std::size_t> order{0};
  while (order.size() < size) {
    std::vector<std::size_t> next;
    for (const std::size_t seed : order) {
      next.push_back(seed);
      next.push_back(2 * order.size() - 1 - seed);
    }
    order = std::move(next);
  }
  return order;
}

}  // namespace

Cup::Cup(const std::vector<EntryId>& seeds)
    : seeds_(seeds), group_size_(std::bit_ceil(seeds.size())) {
  for (const std::size_t seed : bracket(group_size_))
    slots_.push_back(seed < seeds_.size() ? Slot(seeds_[seed]) : std::nullopt);
  pair_up();
}

int Cup::seed_of(EntryId entry) const {
  return static_cast<int>(std::ranges::find(seeds_, entry) - seeds_.begin());
}

void Cup::pair_up() {
  meetings_.clear();
  if (group_size_ == 1) return;
  for (std::size_t i = 0; i < slots_.size(); i += 2)
    if (slots_[i] && slots_[i + 1]) {
      const auto [a, b] = std::minmax(*slots_[i], *slots_[i + 1], [this](EntryId x, EntryId y) {
        return seed_of(x) < seed_of(y);
      });
      meetings_.push_back({a, b});
    }
}

bool Cup::round_is_over() const {
  return std::ranges::all_of(meetings_,
                             [](const Meeting& meeting) { return meeting.winner.has_value(); });
}

void Cup::next_round() {
  std::vector<Slot> next;
  for (std::size_t group = 0; group < slots_.size(); group += group_size_) {
    std::vector<Slot> winners, losers;
    for (std::size_t i = group; i < group + group_size_; i += 2) {
      Slot winner = slots_[i], loser = slots_[i + 1];
      bool swap = !winner;
      for (const Meeting& meeting : meetings_)
        if (winner && loser && (meeting.a == *winner || meeting.b == *winner))
          swap = meeting.winner == loser;
      if (swap) std::swap(winner, loser);
      winners.push_back(winner);
      losers.push_back(loser);
    }
    next.insert(next.end(), winners.begin(), winners.end());
    next.insert(next.end(), losers.begin(), losers.end());
  }
  slots_ = std::move(next);
  group_size_ /= 2;
  pair_up();
}

std::vector<EntryId> Cup::places() const {
  std::vector<EntryId> places;
  for (const Slot& slot : slots_)
    if (slot) places.push_back(*slot);
  return places;
}

}  // namespace hilltop::tournament
