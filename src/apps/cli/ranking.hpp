#pragma once
#include <filesystem>
#include <optional>

#include "apps/cli/commands.hpp"
#include "report/text.hpp"

namespace hilltop::cli {

// Writes a contest's ranking to `out` or stdout. If `out` cannot be written, prints it instead.
// `options`: of the text; its width and colours are set for stdout.
Exit print_ranking(const report::Summary& summary, Form form,
                   const std::optional<std::filesystem::path>& out, report::TextOptions options);

}  // namespace hilltop::cli
