#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace hilltop::runner {

using ContentHash = std::array<std::uint8_t, 32>;  // BLAKE2b-256

// The files of a folder: their relative path, with '/', and the hash of their content. Files that
// interpreters, version control, editors, systems and Hilltop keep beside the source are left out.
using Files = std::map<std::string, ContentHash>;

// The names of files and folders that are left out: caches, the locks, backups and temporary files
// of vi, Emacs and similar editors, and what `hilltop` makes where its author calls it. `*` stands
// for any characters, once in a name.
inline constexpr std::array<std::string_view, 14> left_out_names = {
    "__pycache__", ".git",         ".hg", ".svn",  ".hilltop-files",
    "hilltop.db",  "hilltop.db-*", "*~",  "*.swp", "*.swo",
    "*.swx",       ".#*",          "#",   "#*#"};

// The same, in any case of letters: what macOS, Windows or a desktop of Linux leaves where an
// author looks at files or copies them.
inline constexpr std::array<std::string_view, 33> litter_names = {"__macosx",
                                                                  ".ds_store",
                                                                  ".appledouble",
                                                                  ".appledb",
                                                                  ".appledesktop",
                                                                  ".lsoverride",
                                                                  ".localized",
                                                                  ".apdisk",
                                                                  "icon\r",
                                                                  ".fseventsd",
                                                                  ".trashes",
                                                                  ".spotlight-v100",
                                                                  ".documentrevisions-v100",
                                                                  ".temporaryitems",
                                                                  "temporary items",
                                                                  "network trash folder",
                                                                  ".volumeicon.icns",
                                                                  ".com.apple.*",
                                                                  ".pkinstallsandboxmanager*",
                                                                  "thumbs.db",
                                                                  "ehthumbs.db",
                                                                  "ehthumbs_vista.db",
                                                                  "desktop.ini",
                                                                  "$recycle.bin",
                                                                  "system volume information",
                                                                  "lost+found",
                                                                  ".directory",
                                                                  "._*",
                                                                  "*:zone.identifier",
                                                                  "*:encryptable",
                                                                  ".trash-*",
                                                                  ".fuse_hidden*",
                                                                  ".nfs0*"};

// Returns whether a file or folder of this name is left out.
bool is_left_out(std::string_view name);

// Returns the hash of a regular file's content; nullopt if it cannot be read.
std::optional<ContentHash> hash_of_file(const std::filesystem::path& file);

// Returns the same, for a file whose path in the folder is `name`.
using HashOf = std::function<std::optional<ContentHash>(const std::string& name,
                                                        const std::filesystem::path& file)>;

// Returns the hash of the path to which a link leads.
ContentHash hash_of_link(const std::filesystem::path& link);

// Returns the files of a folder, the regular ones with the hash that `hash_of` returns. Problem:
// the folder cannot be read, or exceeds the limits of limits.hpp.
std::expected<Files, Problem> files_in(
    const std::filesystem::path& folder,
    const HashOf& hash_of = [](const std::string&, const std::filesystem::path& file) {
      return hash_of_file(file);
    });

// Returns the hash of the names and contents of files, or of a text.
ContentHash content_hash(const Files& files);
ContentHash content_hash(std::string_view text);

// What the build of a bot said, in its folder, after a failure.
inline constexpr const char* build_log = "build.log";

// The list of what the bot and its build have made, in its folder (runner/own_files.hpp): one of
// the names that are left out.
inline constexpr const char* own_files_list = ".hilltop-files";

}  // namespace hilltop::runner
