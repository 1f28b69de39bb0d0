#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "runner/content.hpp"

// The folder of a bot's author, into which the bot's files are given back. Its author and other
// programs may change anything in it at any moment, so that each change here is atomic, follows no
// link, and replaces only what is known. The functions that change it throw
// std::filesystem::filesystem_error if they cannot.
namespace hilltop::runner {

// What a bot wrote cannot be given back.
struct NotGivenBack : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What tells a folder from others that had its name before; zeros for none.
using FolderIdentity = std::array<std::uint64_t, 5>;
FolderIdentity identity_of(const std::filesystem::path& folder);

// Returns whether there is a folder, or anything at all; a link is not what it leads to.
bool is_folder(const std::filesystem::path& path);
bool is_there(const std::filesystem::path& file);

// Returns the content of a regular file; nullopt for anything else.
std::optional<ContentHash> content_at(const std::filesystem::path& file);

// Puts a copy of `from`, whose content is `hash`, with its time at `root / file`, in the place of a
// file of content `replaced`, or of none. Creates missing folders. Returns whether what it replaces
// was still there. Throws NotGivenBack if the copy cannot be written.
bool copy_into(const std::filesystem::path& root, const std::filesystem::path& file,
               const std::filesystem::path& from, const ContentHash& hash,
               const std::optional<ContentHash>& replaced);

// Puts a file with this text at `root / file`, in the place of any. Throws NotGivenBack if it
// cannot be written.
void write_into(const std::filesystem::path& root, const std::filesystem::path& file,
                std::string_view text);

// Removes a file, if there is one.
void remove_from(const std::filesystem::path& root, const std::filesystem::path& file);

// Removes what killed programs were writing into `root` and the folders of `files`.
void remove_halves(const std::filesystem::path& root, const Files& files);

}  // namespace hilltop::runner
