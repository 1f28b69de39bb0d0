#pragma once
#include <cstdint>
#include <expected>
#include <filesystem>
#include <string_view>

#include "core/problem.hpp"

namespace hilltop::server {

// What an archive may hold.
constexpr std::size_t archive_bytes_max = 16 << 20;  // as it is sent
constexpr std::uint64_t unpacked_bytes_max = std::uint64_t{64} << 20;
constexpr int unpacked_files_max = 1000;  // folders count as files
constexpr int unpacked_depth_max = 8;
constexpr std::size_t unpacked_name_bytes_max = 200;  // of each step of a path

// Unpacks an archive (tar, plain or compressed once by gzip, xz or zstd; zip) into an empty folder.
// Decompresses little more than `unpacked_bytes_max`, whatever is skipped of it, in little more
// memory than `window_bytes_max` (decompress.hpp). Leaves out what a bot's content does not count
// (runner::is_left_out()), such as the litter of the author's system. If all else is in one folder,
// that folder is left out. Files are readable by everybody, and executable if the archive says so.
// Problem: it is no such archive, it is damaged, too large, or holds something else than files and
// folders below itself; names what and where. What was unpacked before is then left to the caller.
std::expected<void, Problem> unpack(std::string_view archive, const std::filesystem::path& into);

}  // namespace hilltop::server
