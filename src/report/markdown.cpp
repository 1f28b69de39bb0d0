#include "report/markdown.hpp"

#include <cctype>
#include <fmt/format.h>

#include "core/hex.hpp"
#include "core/text.hpp"
#include "report/commands.hpp"
#include "report/fault_groups.hpp"
#include "report/fault_text.hpp"
#include "report/luck.hpp"
#include "report/text.hpp"

namespace hilltop::report {
namespace {

constexpr std::size_t groups_max = 100;
constexpr std::size_t content_digits = 16;  // which tell a content from others

// Returns a text in which no character has a meaning to Markdown.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char each : text) {
    if (std::ispunct(static_cast<unsigned char>(each)) != 0) out += '\\';
    out += each;
  }
  return out;
}

std::string faults(const Summary& summary) {
  std::string out;
  for (const auto& [entry, failure] : summary.report.failed)
    out += fmt::format("- {} did not pass the check: {}\n", markdown_code(summary.name_of(entry)),
                       markdown_code(reason_of(failure.fault)));
  for (const tournament::FaultNote& note : summary.report.concluded.disqualified)
    out += fmt::format("- {} is disqualified: {}\n", markdown_code(summary.name_of(note.entry)),
                       markdown_code(reason_of(note.fault)));
  for (const NotEntered& left_out : summary.contest.not_entered)
    for (const NotEntered::Cause& cause : left_out.causes)
      out += fmt::format("- not entered: {}\n",
                         markdown_code(NotEntered::text(cause, folder_name(left_out.folder))));
  const std::vector<FaultGroup> groups = fault_groups(summary);
  for (std::size_t i = 0; i < std::min(groups.size(), groups_max); ++i) {
    out += fmt::format("- {}: {}", markdown_code(summary.name_of(groups[i].entry)),
                       markdown_code(text_of(groups[i])));
    if (!groups[i].kept.empty())
      out += ", first in " + markdown_code(game_of(summary, groups[i].kept.front()));
    out += '\n';
  }
  if (groups.size() > groups_max)
    out += fmt::format("- … and {} more kinds\n", groups.size() - groups_max);
  return out.empty() ? out : "\n## Faults\n\n" + out;
}

// Lists what bots in folders were, by which their authors and readers can tell their versions.
std::string versions(const Summary& summary) {
  TextTable table({"bot", "content"});
  for (const play::Entrant& entrant : summary.contest.entrants)
    if (entrant.is_process() && entrant.content)
      table.add({entrant.name, to_hex(*entrant.content).substr(0, content_digits)});
  return table.rows() == 0 ? "" : "\n" + table.markdown();
}

std::string luck(const Summary& summary) {
  if (!summary.luck) return {};
  std::string out = "\n## Luck\n\n" + luck_table(summary.luck->rows).markdown();
  for (const std::string& sentence : sentences_of_missing(*summary.luck))
    out += "\n- " + markdown_code(sentence);
  return out + '\n';
}

std::string how_to_reproduce(const Summary& summary, std::string_view version) {
  std::string out = fmt::format(
      "\n## How to reproduce\n\nHilltop {}; the digest is the end of "
      "what it prints.\n\n```sh\n{}\n```\n\n- digest `{}`\n",
      version, printable(play_again_command(summary), shown_bytes_a_line_max),
      summary.report.digest);
  if (!summary.shown_seed()) out += "- the seed is not shown yet\n";
  if (const auto commitment = summary.commitment())
    out += fmt::format("- commitment to the seed `{}`\n", *commitment);
  if (!summary.report.complete) out += "- these are partial results\n";
  return out + versions(summary);
}

}  // namespace

std::string markdown(const Summary& summary, std::string_view version) {
  const arena::Contest& contest = summary.contest;
  const TextTable pairs = pairs_table(summary);
  return fmt::format("# {}\n\n{} ({}), {}, {}\n\n",
                     escaped(printable(contest.name, title_bytes_max)), contest.game->info->title,
                     escaped(contest.rules),
                     counted(static_cast<std::int64_t>(summary.report.rows.size()), "bot"),
                     games_text(summary)) +
         ranking_table(summary).markdown() +
         (pairs.rows() == 0
              ? ""
              : fmt::format("\n## Head to head\n\n{}\n\n{}", pairs_heading, pairs.markdown())) +
         luck(summary) + faults(summary) + how_to_reproduce(summary, version);
}

}  // namespace hilltop::report
