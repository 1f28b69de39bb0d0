#include <algorithm>
#include <fmt/format.h>
#include <functional>

#include "core/text.hpp"
#include "report/fault_groups.hpp"
#include "report/fault_text.hpp"
#include "report/page/html.hpp"
#include "report/page/parts.hpp"

namespace hilltop::report {
namespace {

// Max faults listed with what was said before them: in all, and of a bot and kind.
constexpr std::size_t faults_on_page_max = 500, faults_of_a_group_max = 10;

std::string code(std::string_view text) { return "<code>" + bdi(text) + "</code>"; }

std::string disqualified_of(const Summary& summary) {
  std::string list;
  for (const auto& [entry, failure] : summary.report.failed)
    list += fmt::format(
        "<li><b>{}</b> did not pass the check and took no part: against {}, {}. It was asked {} "
        "and answered {}</li>\n",
        bdi(summary.name_of(entry)), html(failure.against), bdi(described(failure.fault)),
        code(failure.fault.asked),
        is_answered(failure.fault.kind) ? code(failure.fault.said) : "nothing");
  for (const tournament::FaultNote& note : summary.report.concluded.disqualified)
    list += fmt::format("<li><b>{}</b> is disqualified, and no result includes it: {}</li>\n",
                        bdi(summary.name_of(note.entry)), bdi(described(note.fault)));
  return list.empty() ? list : "<ul>\n" + list + "</ul>\n";
}

// The names of games, as links to those that the page has.
class GameLinks {
 public:
  GameLinks(const Summary& summary, std::span<const ShownGame> games)
      : summary_(summary), games_(games) {}

  std::string to(const KeptFault& kept) const {
    const std::string game = game_of(summary_, kept);
    if (std::ranges::find(games_, game, &ShownGame::name) == games_.end()) return bdi(game);
    return fmt::format("<a href=\"#game={}\">{}</a>", fragment(game), bdi(game));
  }

 private:
  const Summary& summary_;
  std::span<const ShownGame> games_;
};

// Returns the kept faults with the last lines and the standard error before each.
std::string kept_list(const Summary& summary, const FaultGroup& group, const GameLinks& links,
                      std::size_t listed_max) {
  std::string list;
  RepeatedOutput repeated;
  const std::size_t listed = std::min(group.kept.size(), listed_max);
  for (const KeptFault& kept : std::span(group.kept).first(listed)) {
    const Fault fault = repeated.taken_from(kept.note->fault);
    const std::string evidence = evidence_of(fault, stranger_bytes_max, "");
    list += fmt::format("<li>{}: {}{}</li>\n", links.to(kept), bdi(described(fault)),
                        evidence.empty() ? "" : "\n<pre>" + html_lines(evidence) + "</pre>");
  }
  if (const auto others = group.faults - static_cast<std::int64_t>(listed); others > 0)
    list += fmt::format("<li>… and {} more; <code>{}</code> lists those that were kept</li>\n",
                        grouped(others),
                        html("hilltop show " + shell_word(summary.name) + " --faults"));
  return "<ul class=kept>\n" + list + "</ul>";
}

std::string group_row(const Summary& summary, const FaultGroup& group, const GameLinks& links,
                      bool any_overloaded, std::size_t listed_max) {
  std::string row = "<tr>" + row_heading(summary, group.entry) + number_cell("×", group.faults);
  if (any_overloaded) row += number_cell("on an overloaded machine", group.overloaded);
  if (group.kept.empty())
    return row +
           fmt::format("<td></td><td class=text>{}</td></tr>\n", html(display_name(group.kind)));
  return row + fmt::format(
                   "<td class=where data-label=\"first in\">{}</td><td class=text><details>"
                   "<summary>{}</summary>\n{}</details></td></tr>\n",
                   links.to(group.kept.front()), bdi(reason_of(*group.first())),
                   kept_list(summary, group, links, listed_max));
}

}  // namespace

std::string faults_of(const Summary& summary, std::span<const FaultGroup> groups,
                      std::span<const ShownGame> games) {
  if (groups.empty()) return disqualified_of(summary);
  const bool any_overloaded = std::ranges::any_of(groups, std::identity(), &FaultGroup::overloaded);
  const GameLinks links(summary, games);
  const std::size_t listed_max =
      std::clamp<std::size_t>(faults_on_page_max / groups.size(), 1, faults_of_a_group_max);
  std::string rows;
  std::int64_t faults = 0;
  for (const FaultGroup& group : groups) {
    rows += group_row(summary, group, links, any_overloaded, listed_max);
    faults += group.faults;
  }
  return disqualified_of(summary) +
         html_of({.label = "Faults",
                  .classes = "sorted cards faults",
                  .caption = fmt::format("{}, by bot and kind. A row opens: each game has the last "
                                         "line to the bot (>), the last from it (&lt;) and the end "
                                         "of its standard error (|), which is not repeated.",
                                         counted(faults, "fault")),
                  .heading = name_heading("bot") + number_heading("faults") +
                             (any_overloaded ? number_heading("machine overloaded") : "") +
                             text_heading("first in") + text_heading("what happened"),
                  .rows = rows,
                  .box = "wide"});
}

std::string overload_of(const Summary& summary, std::span<const FaultGroup> groups) {
  const Timeouts timeouts = timeouts_of(groups);
  if (timeouts.overloaded == 0) return {};
  return fmt::format(
      "<p class=warning>{} of {} may be the machine’s fault: it was overloaded. To play these "
      "games again: <code>{}</code></p>\n",
      grouped(timeouts.overloaded), counted(timeouts.all, "timeout"),
      html(command_of_timeouts(summary)));
}

}  // namespace hilltop::report
