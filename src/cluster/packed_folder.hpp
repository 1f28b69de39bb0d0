#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/problem.hpp"
#include "runner/content.hpp"

namespace hilltop::cluster {

// Bytes of the files of a bot that travels in a queue.
constexpr std::size_t packed_bytes_max = 64 << 20;

// Returns what is the author's of a bot's folder as one text (CBOR). Problem: it cannot be read, is
// too large, or does not have this content.
std::expected<std::string, Problem> pack_folder(const std::filesystem::path& folder,
                                                const runner::ContentHash& content);

// Unpacks such a text into a new folder, and returns the content of that. Problem: the text is
// damaged, would write outside of the folder, or the disk refuses it.
std::expected<runner::ContentHash, Problem> unpack_folder(std::string_view packed,
                                                          const std::filesystem::path& to);

}  // namespace hilltop::cluster
