#pragma once

#include <string_view>

namespace hilltop::cli {

// The build writes both (cmake/HilltopVersion.cmake): "1.2.3+4.gabcdef0", and the commit, the
// compiler and the kind of build: "commit abcdef0, g++ 12.2.0, Release".
extern const std::string_view program_version, program_build;

}  // namespace hilltop::cli
