#pragma once
#include <span>

#include "core/built_file.hpp"

namespace hilltop::report {

// The page's script and style, which scripts/pages builds from src/server/page.
std::span<const BuiltFile> built_files();

}  // namespace hilltop::report
