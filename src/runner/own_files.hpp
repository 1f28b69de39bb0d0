#pragma once
#include <compare>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "core/problem.hpp"
#include "runner/content.hpp"

// What in a bot's folder is its author's, and what the bot and its build have made in earlier runs.
namespace hilltop::runner {

// A file that the bot or its build has made in an earlier run. Of a folder the content is 0.
struct OwnFile {
  ContentHash content;
  std::optional<ContentHash> built_of;  // its author's content, if the build has made it

  friend auto operator<=>(const OwnFile&, const OwnFile&) = default;
};

// The list of them in a bot's folder, and of the folders that both have made, whose names end with
// a slash. They are the bot's state and not part of its content. A file may stand there with
// several contents, of which it has one. Each line is sealed with the key of this host
// (core/host_key.hpp): one that the bot's author wrote counts for nothing.
using OwnFilesList = std::multimap<std::string, OwnFile>;

// Returns the list in a folder, without names that lead out of it; empty if there is none. Problem:
// it or the host's key cannot be read, or it has more than own_files_list_bytes_max.
std::expected<OwnFilesList, Problem> read_list(const std::filesystem::path& folder);

// Returns those of `all` that have a content of the list.
Files listed_in(const OwnFilesList& list, const Files& all);

// Returns the text of a list. Problem: the host can have no key.
std::expected<std::string, Problem> text_of(const OwnFilesList& list);

// Returns the files of a bot's folder that its author wrote, as they are while no program gives
// files back. Problems as of files_in() and read_list(), and: another program holds the folder.
std::expected<Files, Problem> authors_files(const std::filesystem::path& folder);

// Copies what is the author's of a folder into a new one, and returns the content of the copy.
// Problems as of authors_files(), and: it cannot be copied.
std::expected<ContentHash, Problem> copy_authors_part(const std::filesystem::path& folder,
                                                      const std::filesystem::path& to);

// Returns the hash of all in the folder that reaches the bot and is its author's: names and
// contents of files, which of them can be executed, and folders. Problems as of authors_files().
std::expected<ContentHash, Problem> authors_content(const std::filesystem::path& folder);

}  // namespace hilltop::runner
