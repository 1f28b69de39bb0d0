#include "tournament/batch_result.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace hilltop::tournament {
namespace {

// Long lists are not copied if nothing stands before them.
template <class T>
void append(std::vector<T>& to, std::vector<T> more) {
  if (more.empty()) return;
  if (to.empty())
    to = std::move(more);
  else
    to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

std::string faults_of_game(std::span<const FaultCount> counts, std::uint32_t game) {
  std::map<std::pair<EntryId, std::string_view>, std::uint64_t> faults;
  for (const FaultCount& count : std::ranges::equal_range(counts, game, {}, &FaultCount::game))
    faults[{count.entry, name(count.kind)}] += count.faults;
  std::string text;
  for (const auto& [fault, number] : faults)
    text += std::to_string(fault.first) + ' ' + std::string(fault.second) + ' ' +
            std::to_string(number) + '\n';
  return text;
}

BatchResult BatchResult::none(std::uint32_t first_game, std::size_t places) {
  BatchResult none;
  none.first_game = first_game;
  none.tallies.resize(places);
  return none;
}

GameTrace game_trace(const TracedGame& game, int half_points) {
  // Multipliers of the finaliser of MurmurHash3, by which one number of few bits each is spread.
  std::uint64_t hash = game.moves ^ game.in_seat0 * 0xff51afd7ed558ccd;
  hash ^= game.left * 0xc4ceb9fe1a85ec53;
  hash ^= hash >> 33;
  return hash << 2 | static_cast<std::uint64_t>(half_points);
}

void BatchResult::add(BatchResult later) {
  if (traces.size() == games && later.traces.size() == later.games)
    append(traces, std::move(later.traces));
  else
    traces.clear();
  games += later.games;
  for (std::size_t i = 0; i < tallies.size(); ++i) tallies[i].add(later.tallies[i]);
  for (FaultNote& note : later.notes) this->note(std::move(note));
  fault_counts.insert(fault_counts.end(), later.fault_counts.begin(), later.fault_counts.end());
  if (!disqualified) disqualified = std::move(later.disqualified);
  append(bytes, std::move(later.bytes));
  layers = layers_of_all(layers, later.layers);
  add_up(timings, later.timings);
  std::ranges::move(later.records, std::back_inserter(records));
}

void BatchResult::add(FaultNote fault) {
  ++tallies[static_cast<std::size_t>(fault.entry)].faults;
  const FaultCount one{fault.game, fault.entry, fault.fault.kind, fault.fault.overloaded, 1};
  auto last = fault_counts.rbegin();
  const auto is_same = [&] {
    return last->entry == one.entry && last->kind == one.kind && last->overloaded == one.overloaded;
  };
  while (last != fault_counts.rend() && last->game == one.game && !is_same()) ++last;
  if (last != fault_counts.rend() && last->game == one.game)
    ++last->faults;
  else
    fault_counts.push_back(one);
  note(std::move(fault));
}

void BatchResult::note(FaultNote fault) {
  const auto is_alike = [&](const FaultNote& known) {
    return known.entry == fault.entry && known.fault.kind == fault.fault.kind;
  };
  if (notes.size() < fault_notes_min || std::ranges::none_of(notes, is_alike))
    notes.push_back(std::move(fault));
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
