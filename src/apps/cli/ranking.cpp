#include "apps/cli/ranking.hpp"

#include <cstdio>
#include <expected>
#include <string>
#include <unistd.h>

#include "apps/cli/output.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/cli/version.hpp"
#include "report/csv.hpp"
#include "report/json.hpp"
#include "report/markdown.hpp"

namespace hilltop::cli {
namespace {

// Writes the report to `out` or stdout. If `out` cannot be written, prints the report instead.
Exit deliver(const std::string& report, const std::optional<std::filesystem::path>& out) {
  std::expected<void, Problem> written;
  if (out) written = write_output(report, *out);
  if (out && written) return Exit::ran;
  if (out) say("hilltop: {}; the report follows\n", written.error().text);
  const bool printed = std::fwrite(report.data(), 1, report.size(), stdout) == report.size() &&
                       std::fflush(stdout) == 0;  // main() reports a failure
  return printed && !out ? Exit::ran : Exit::could_not;
}

}  // namespace

Exit print_ranking(const report::Summary& summary, Form form,
                   const std::optional<std::filesystem::path>& out, report::TextOptions options) {
  switch (form) {
    case Form::json: return deliver(report::json(summary), out);
    case Form::csv: return deliver(report::csv(summary), out);
    case Form::md: return deliver(report::markdown(summary, program_version), out);
    case Form::text: break;
  }
  if (!out) {
    options.coloured = colours(STDOUT_FILENO);
    options.columns_max = terminal_columns(STDOUT_FILENO);
  }
  return deliver(report::text(summary, options), out);
}

}  // namespace hilltop::cli
