#include "report/fault_text.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "report/error_gist.hpp"
#include "report/text_table.hpp"

namespace hilltop::report {

std::string reason_of(const Fault& fault) {
  const std::string gist = error_gist(fault.error_output);
  Fault shown{fault.kind, printable(fault.detail, fault_bytes_max)};
  if (fault.kind != FaultKind::crashed || gist.empty()) return described(shown);
  constexpr std::string_view exited = "exited with ";
  if (shown.detail.starts_with(exited)) shown.detail.erase(0, exited.size());
  return fmt::format("{} ({}): {}", display_name(shown.kind), shown.detail, gist);
}

Fault RepeatedOutput::taken_from(Fault fault) {
  if (fault.error_output == listed_)
    fault.error_output.clear();
  else if (!fault.error_output.empty())
    listed_ = fault.error_output;
  return fault;
}

std::string evidence_of(const Fault& fault, std::size_t line_bytes_max, std::string_view indent) {
  const auto line = [&](char direction, const std::string& text) {
    return text.empty()
               ? text
               : fmt::format("{}{} {}\n", indent, direction, printable(text, line_bytes_max));
  };
  const std::string asked = line('>', fault.asked), said = line('<', fault.said);
  return (is_answered(fault.kind) ? asked + said : said + asked) +
         indented(fault.error_output, std::string(indent) + "| ");
}

std::string faults_text(std::span<const play::Entrant> entrants,
                        std::span<const tournament::FaultNote> notes) {
  std::string text;
  for (const tournament::FaultNote& note : notes)
    text += fmt::format("  {}, game {}: {}\n", entrants[static_cast<std::size_t>(note.entry)].name,
                        tournament::number_of(note.game), reason_of(note.fault));
  return text.empty() ? text : "\n  faults\n" + text;
}

}  // namespace hilltop::report
