#include "report/fault_groups.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/fault_text.hpp"
#include "report/game_name.hpp"

namespace hilltop::report {

using tournament::Result;

std::vector<FaultGroup> fault_groups(const Summary& summary) {
  std::map<std::pair<tournament::EntryId, FaultKind>, FaultGroup> groups;
  const auto group = [&](tournament::EntryId entry, FaultKind kind) -> FaultGroup& {
    return groups.try_emplace({entry, kind}, FaultGroup{entry, kind}).first->second;
  };
  for (const Result& result : summary.report.concluded.standings.results) {
    for (const tournament::FaultCount& count : result.fault_counts) {
      FaultGroup& all = group(count.entry, count.kind);
      all.faults += count.faults;
      if (count.overloaded) all.overloaded += count.faults;
    }
    for (const tournament::FaultNote& note : result.notes) {
      FaultGroup& all = group(note.entry, note.fault.kind);
      if (result.fault_counts.empty()) ++all.faults;  // of an older version
      all.kept.push_back({&note, &result});
    }
  }
  std::vector<FaultGroup> sorted;
  for (auto& [key, all] : groups) sorted.push_back(std::move(all));
  std::ranges::stable_sort(sorted, std::greater(), &FaultGroup::faults);
  return sorted;
}

std::string game_of(const Summary& summary, const KeptFault& kept) {
  return name_of_game(summary.contest, kept.result->fixture, kept.note->game);
}

Timeouts timeouts_of(std::span<const FaultGroup> groups) {
  Timeouts timeouts;
  for (const FaultGroup& group : groups) {
    if (group.kind != FaultKind::timeout) continue;
    timeouts.all += group.faults;
    timeouts.overloaded += group.overloaded;
  }
  return timeouts;
}

std::string text_of(const FaultGroup& group) {
  return fmt::format(
      "{} × {}", grouped(group.faults),
      group.first() == nullptr ? std::string(display_name(group.kind)) : reason_of(*group.first()));
}

}  // namespace hilltop::report
