#include "tournament/batch_result.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hilltop::tournament {

BatchResult BatchResult::none(std::uint32_t first_game, std::size_t places) {
  BatchResult none;
  none.first_game = first_game;
  none.tallies.resize(places);
  return none;
}

void BatchResult::add(BatchResult later) {
  games += later.games;
  for (std::size_t i = 0; i < tallies.size(); ++i) tallies[i].add(later.tallies[i]);
  for (FaultNote& note : later.notes)
    if (notes.size() < fault_notes_max) notes.push_back(std::move(note));
  if (!disqualified) disqualified = std::move(later.disqualified);
  for (std::size_t i = 0; i < deals.size(); ++i) deals[i] += later.deals[i];
  bytes.insert(bytes.end(), later.bytes.begin(), later.bytes.end());
  layers = layers_of_all(layers, later.layers);
  add_up(timings, later.timings);
  std::ranges::move(later.records, std::back_inserter(records));
}

std::optional<std::uint32_t> layers_of_all(std::optional<std::uint32_t> a,
                                           std::optional<std::uint32_t> b) {
  return a && b ? *a & *b : a ? a : b;
}

void add_up(std::vector<Timing>& sums, const std::vector<Timing>& more) {
  sums.resize(std::max(sums.size(), more.size()));
  for (std::size_t i = 0; i < more.size(); ++i) sums[i].add(more[i]);
}

}  // namespace hilltop::tournament
