#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace hilltop::runner {

using ContentHash = std::array<std::uint8_t, 32>;  // BLAKE2b-256

// The files of a folder: their relative path, with '/', and the hash of their content. Files that
// interpreters, version control, editors and Hilltop keep beside the source are left out.
using Files = std::map<std::string, ContentHash>;

// Returns whether a file or folder of this name is left out.
bool is_left_out(std::string_view name);

// Problem: the folder cannot be read, or exceeds the limits of limits.hpp.
std::expected<Files, Problem> files_in(const std::filesystem::path& folder);

// Returns the hash of a regular file's content; nullopt if it cannot be read.
std::optional<ContentHash> hash_of_file(const std::filesystem::path& file);

// Returns a bot's content hash: of the names and contents of its files, or of a text.
ContentHash content_hash(const Files& files);
ContentHash content_hash(std::string_view text);

// Returns the files that the bot wrote in earlier runs, according to the list in its folder, and
// that are unchanged since. They are its state and not part of its content. `all` are the files of
// the folder; both are of one moment only under a FolderLock. The list may have several contents of
// one file.
inline constexpr const char* own_files_list = ".hilltop-files";
Files own_files(const std::filesystem::path& folder, const Files& all);

// Returns the text of a list of `own` and, of a give-back that may be cut off, of `coming`.
std::string list_of(const Files& own, const Files& coming = {});

// Returns the files of a bot's folder that its author wrote, under a FolderLock. Problems as of
// files_in().
std::expected<Files, Problem> authors_files(const std::filesystem::path& folder);

}  // namespace hilltop::runner
