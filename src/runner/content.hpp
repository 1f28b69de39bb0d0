#pragma once
#include <array>
#include <compare>
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

// What the build of a bot said, in its folder, after a failure.
inline constexpr const char* build_log = "build.log";

// A file that the bot or its build has made in an earlier run.
struct OwnFile {
  ContentHash content;
  std::optional<ContentHash> built_of;  // its author's content, if the build has made it

  friend auto operator<=>(const OwnFile&, const OwnFile&) = default;
};

// The list of them in a bot's folder, and of the folders that a build has made, whose names end
// with a slash. They are its state and not part of its content. A file may stand there with several
// contents, of which it has one.
inline constexpr const char* own_files_list = ".hilltop-files";
using OwnFilesList = std::multimap<std::string, OwnFile>;

// Returns the list in a folder, without names that lead out of it; empty if there is none. Problem:
// it cannot be read, or has more than own_files_list_bytes_max.
std::expected<OwnFilesList, Problem> read_list(const std::filesystem::path& folder);

// Returns those of `all` that have a content of the list.
Files listed_in(const OwnFilesList& list, const Files& all);

// Returns the text of a list.
std::string text_of(const OwnFilesList& list);

// Returns the files of a bot's folder that its author wrote, as they are while nobody gives files
// back. Problems as of files_in() and read_list(), and: another program holds the folder.
std::expected<Files, Problem> authors_files(const std::filesystem::path& folder);

}  // namespace hilltop::runner
