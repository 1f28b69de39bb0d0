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

// The files of a folder: their path in it, with '/', and the hash of what they hold. What
// interpreters, version control, editors and Hilltop keep beside the source is left out.
using Files = std::map<std::string, ContentHash>;

// Whether a file or folder of this name is such a thing.
bool is_left_out(std::string_view name);

// A Problem: the folder cannot be read, or is larger than a bot may be (limits.hpp).
std::expected<Files, Problem> files_in(const std::filesystem::path& folder);

// The hash of a plain file's contents; nullopt: it cannot be read.
std::optional<ContentHash> hash_of_file(const std::filesystem::path& file);

// Of a bot: its files, by name and content.
ContentHash content_hash(const Files& files);
ContentHash content_hash(std::string_view text);

// What a bot made in earlier runs, by the list in its folder, and nobody has changed since: its
// state, and no part of what it is. `all`: what is in the folder.
inline constexpr const char* own_files_list = ".hilltop-files";
Files own_files(const std::filesystem::path& folder, const Files& all);
std::string list_of(const Files& own);  // what such a list holds

// What its author put into a bot's folder. Problems are those of files_in().
std::expected<Files, Problem> authors_files(const std::filesystem::path& folder);

}  // namespace hilltop::runner
