#include "tournament/hill.hpp"

#include <algorithm>

namespace hilltop::tournament {

Hill::Hill(std::vector<EntryId> order) : order_(std::move(order)) {
  if (order_.empty()) return;
  champion_.entry = order_.front();
  challenge();
}

void Hill::challenge() {
  meetings_.clear();
  if (met_ < order_.size()) meetings_.push_back({champion_.entry, order_[met_]});
}

void Hill::next_round() {
  Contestant loser{order_[met_]};
  if (meetings_.front().winner == loser.entry) std::swap(champion_, loser);
  ++champion_.won;
  fallen_.push_back(loser);
  ++met_;
  challenge();
}

std::vector<EntryId> Hill::places() const {
  if (order_.empty()) return {};
  std::vector<Contestant> ranked(fallen_.rbegin(), fallen_.rend());
  std::ranges::stable_sort(ranked, std::ranges::greater(), &Contestant::won);
  std::vector<EntryId> places{champion_.entry};
  for (const Contestant& contestant : ranked) places.push_back(contestant.entry);
  return places;
}

}  // namespace hilltop::tournament
