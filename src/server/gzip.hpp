#pragma once
#include <string>
#include <string_view>

namespace hilltop::server {

// Returns the text as a gzip file. Throws std::runtime_error if there is no memory.
std::string gzipped(std::string_view text);

}  // namespace hilltop::server
