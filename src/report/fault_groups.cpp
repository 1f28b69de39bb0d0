#include "report/fault_groups.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/error_gist.hpp"
#include "report/fault_text.hpp"

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
      if (all.first != nullptr) continue;
      all.first = &note;
      all.result = &result;
    }
  }
  std::vector<FaultGroup> sorted;
  for (const auto& [key, all] : groups) sorted.push_back(all);
  std::ranges::stable_sort(sorted, std::greater(), &FaultGroup::faults);
  return sorted;
}

std::string reason_of(const Fault& fault) {
  const std::string gist = error_gist(fault.error_output);
  Fault shown{fault.kind, printable(fault.detail, fault_bytes_max)};
  if (fault.kind != FaultKind::crashed || gist.empty()) return described(shown);
  constexpr std::string_view exited = "exited with ";
  if (shown.detail.starts_with(exited)) shown.detail.erase(0, exited.size());
  return fmt::format("{} ({}): {}", display_name(shown.kind), shown.detail, gist);
}

std::string text_of(const FaultGroup& group) {
  return fmt::format("{} × {}", grouped(group.faults),
                     group.first == nullptr ? std::string(display_name(group.kind))
                                            : reason_of(group.first->fault));
}

}  // namespace hilltop::report
