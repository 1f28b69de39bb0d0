#include "arena/discipline.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hilltop::arena {

void add_up(std::vector<Timing>& sums, const std::vector<Timing>& more) {
  sums.resize(std::max(sums.size(), more.size()));
  for (std::size_t i = 0; i < more.size(); ++i) sums[i].add(more[i]);
}

void RunResult::add(RunResult later) {
  for (std::size_t i = 0; i < lines.size(); ++i) lines[i].add(later.lines[i]);
  for (tournament::FaultNote& note : later.notes)
    if (notes.size() < fault_notes_most) notes.push_back(std::move(note));
  if (!disqualified) disqualified = std::move(later.disqualified);
  for (std::size_t i = 0; i < deals.size(); ++i) deals[i] += later.deals[i];
  bytes.insert(bytes.end(), later.bytes.begin(), later.bytes.end());
  sandbox = runner::of_all(sandbox, later.sandbox);
  add_up(timings, later.timings);
  std::ranges::move(later.records, std::back_inserter(records));
}

}  // namespace hilltop::arena
