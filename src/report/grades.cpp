#include "report/grades.hpp"

#include <fmt/format.h>
#include <set>
#include <utility>

#include "core/text.hpp"
#include "report/fault_groups.hpp"
#include "report/fault_text.hpp"

namespace hilltop::report {
namespace {

using tournament::EntryId;
using tournament::Row;

// The column of each kind of fault.
constexpr std::array<std::pair<FaultKind, const char*>, fault_kinds.size()> fault_columns = {{
    {FaultKind::illegal, "illegal"},
    {FaultKind::malformed, "malformed"},
    {FaultKind::timeout, "timed_out"},
    {FaultKind::crashed, "crashed"},
    {FaultKind::overflow, "line_too_long"},
    {FaultKind::refused_to_start, "not_started"},
    {FaultKind::out_of_turn, "out_of_turn"},
}};

class Grades {
 public:
  explicit Grades(const Summary& summary) : summary_(summary), groups_(fault_groups(summary)) {
    list_ = {"grades",
             Json::array(),
             {"folder", "author", "bot", "rank", "points", "score_percent", "games"},
             {}};
    for (const auto& [kind, column] : fault_columns) list_.columns.emplace_back(column);
    list_.columns.insert(list_.columns.end(), {"slowest_ms", "reason"});
  }

  List list() {
    for (const Row& row : summary_.report.rows) add(row);
    for (const FailedQualification& failed : summary_.report.failed)
      add_out(
          failed.entry,
          fmt::format("did not pass the check: v {}, game {}: {}", failed.failure.against,
                      tournament::number_of(failed.failure.game), reason_of(failed.failure.fault)));
    for (const tournament::FaultNote& note : summary_.report.concluded.disqualified)
      add_out(note.entry, fmt::format("disqualified: game {}: {}", tournament::number_of(note.game),
                                      reason_of(note.fault)));
    for (std::size_t i = 0; i < summary_.contest.entrants.size(); ++i)
      if (!done_.contains(static_cast<EntryId>(i)))
        add_out(static_cast<EntryId>(i), "no game is played yet");
    for (const NotEntered& left_out : summary_.contest.not_entered) {
      std::string causes;
      for (const NotEntered::Cause& cause : left_out.causes)
        causes += (causes.empty() ? "" : "; ") + (cause.place.empty() ? "" : cause.place + ": ") +
                  cause.what;
      add_line(folder_name(left_out.folder), left_out.author, left_out.name, nullptr,
               "not entered: " + causes);
    }
    return std::move(list_);
  }

 private:
  using FailedQualification = arena::FailedQualification;

  const runner::Manifest* manifest_of(EntryId entry) const {
    return std::get_if<runner::Manifest>(
        &summary_.contest.entrants[static_cast<std::size_t>(entry)].player);
  }

  void add(const Row& row) {
    done_.insert(row.entry);
    const runner::Manifest* const manifest = manifest_of(row.entry);
    if (manifest == nullptr) return;
    add_line(folder_name(manifest->folder), manifest->author, manifest->name, &row,
             row.points <= 0 && row.tally.won == 0 ? reason_for_nothing(row) : "");
  }

  void add_out(EntryId entry, const std::string& reason) {
    if (!done_.insert(entry).second) return;
    if (const runner::Manifest* const manifest = manifest_of(entry))
      add_line(folder_name(manifest->folder), manifest->author, manifest->name, nullptr, reason);
  }

  std::string reason_for_nothing(const Row& row) const {
    for (const FaultGroup& group : groups_)
      if (group.entry == row.entry) return text_of(group);
    return fmt::format("won none of {}", counted(row.tally.games, "game"));
  }

  // `row`: null if the bot has no rank.
  void add_line(const std::string& folder, const std::string& author, const std::string& name,
                const Row* row, const std::string& reason) {
    std::vector<Json>& cells = list_.cells.emplace_back();
    cells = {folder, author, name};
    cells.push_back(row == nullptr ? Json() : Json(row->rank));
    cells.push_back(row == nullptr ? 0 : row->points);
    cells.push_back(row == nullptr || row->tally.games == 0
                        ? Json()
                        : Json(fmt::format("{:.2f}", 100 * share(row->tally))));
    cells.push_back(row == nullptr ? 0 : row->tally.games);
    for (const auto& [kind, column] : fault_columns) {
      std::int64_t faults = 0;
      for (const FaultGroup& group : groups_)
        if (row != nullptr && group.entry == row->entry && group.kind == kind)
          faults += group.faults;
      cells.push_back(faults);
    }
    const std::vector<Timing>& timings = summary_.report.timings;
    const auto entry = row == nullptr ? timings.size() : static_cast<std::size_t>(row->entry);
    cells.push_back(entry < timings.size() && timings[entry].answers > 0
                        ? Json(fmt::format("{:.3f}", in_ms(timings[entry].slowest)))
                        : Json());
    cells.push_back(printable(reason, reason.size()));
  }

  const Summary& summary_;
  std::vector<FaultGroup> groups_;
  std::set<EntryId> done_;
  List list_;
};

}  // namespace

List grades(const Summary& summary) { return Grades(summary).list(); }

}  // namespace hilltop::report
