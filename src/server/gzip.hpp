#pragma once
#include <string>
#include <string_view>

namespace hilltop::server {

// How much time a text is worth: `usual` for an answer to one request, `most` for what is kept.
enum class Compression { usual, most };

// Returns the text as a gzip file. Throws std::runtime_error if there is no memory.
std::string gzipped(std::string_view text, Compression compression = Compression::usual);

}  // namespace hilltop::server
