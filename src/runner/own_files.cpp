#include "runner/own_files.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>

#include "core/digest.hpp"
#include "core/file.hpp"
#include "core/folder_lock.hpp"
#include "core/hex.hpp"
#include "core/host_key.hpp"
#include "runner/known_hashes.hpp"
#include "runner/limits.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

// The first line of a list. Those of older versions have no seals.
constexpr std::string_view first_line = "hilltop files 3";
constexpr std::string_view not_built = "-";

// Takes the text before the first space, and the space, from the front of `text`.
std::string_view take_spaced(std::string_view& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

std::optional<ContentHash> hash_in(std::string_view word) {
  const auto bytes = from_hex(word);
  ContentHash hash;
  if (!bytes || bytes->size() != hash.size()) return std::nullopt;
  std::ranges::copy(*bytes, hash.begin());
  return hash;
}

// Returns what only the owner of the key can compute: BLAKE2b needs nothing more than the key
// before the text (RFC 7693).
ContentHash seal_of(const HostKey& key, std::string_view name, const OwnFile& file) {
  Digest seal;
  seal.add(std::span<const std::uint8_t>(key));
  seal.add("a file that a bot has made");
  seal.add(name);
  seal.add(std::span<const std::uint8_t>(file.content));
  seal.add(std::uint64_t{file.built_of.has_value()});
  if (file.built_of) seal.add(std::span<const std::uint8_t>(*file.built_of));
  return seal.value();
}

// The part of a folder that its author made.
struct Authors {
  Files files;
  std::set<std::string> programs;  // of the files, those that can be executed
  std::set<std::string> folders;
};

std::expected<Authors, Problem> authors_in(const fs::path& folder) {
  const FolderLock lock(folder, FolderLock::Use::read, folder_wait_max);
  if (lock.refused())
    return std::unexpected(Problem{folder.string() + ": another program holds it (flock)"});
  Authors authors;
  KnownHashes known(folder);
  const auto hash_of = [&](const std::string& name, const fs::path& file) {
    return known.hash_of(name, file);
  };
  if (auto files = files_in(folder, hash_of))
    authors.files = *std::move(files);
  else
    return std::unexpected(std::move(files).error());
  const auto list = read_list(folder);
  if (!list) return std::unexpected(list.error());
  for (const auto& [name, hash] : listed_in(*list, authors.files)) authors.files.erase(name);
  try {
    for (auto place = fs::recursive_directory_iterator(folder); place != end(place); ++place) {
      const fs::file_status status = place->symlink_status();
      const std::string name = place->path().lexically_relative(folder).generic_string();
      if (fs::is_directory(status)) {
        if (is_left_out(place->path().filename().string()))
          place.disable_recursion_pending();
        else if (!list->contains(name + '/'))
          authors.folders.insert(name);
      } else if (authors.files.contains(name) && fs::is_regular_file(status) &&
                 (status.permissions() & fs::perms::owner_exec) != fs::perms::none) {
        authors.programs.insert(name);
      }
    }
  } catch (const fs::filesystem_error& error) {
    return std::unexpected(Problem{folder.string() + ": " + error.code().message()});
  }
  return authors;
}

}  // namespace

std::expected<OwnFilesList, Problem> read_list(const fs::path& folder) {
  OwnFilesList listed;
  std::error_code error;
  const fs::path file = folder / own_files_list;
  if (!fs::is_regular_file(fs::symlink_status(file, error))) return listed;
  const auto text = read_file(file, own_files_list_bytes_max);
  if (!text)
    return std::unexpected(Problem{file.string() + ": " + text.error() +
                                   " (without it, what the bot wrote counts as its author's)"});
  const auto key = known_host_key();
  if (!key) return std::unexpected(key.error());
  std::istringstream lines(*text);
  std::string line;
  if (!*key || !std::getline(lines, line) || line != first_line) return listed;
  while (std::getline(lines, line)) {
    std::string_view rest = line;
    const auto content = hash_in(take_spaced(rest));
    const std::string_view of = take_spaced(rest);
    const auto built_of = hash_in(of);
    const auto seal = hash_in(take_spaced(rest));
    if (!content || (!built_of && of != not_built)) continue;
    const OwnFile own{*content, built_of};
    const fs::path name = rest;
    const bool is_inside = name.is_relative() && name == name.lexically_normal() && !name.empty() &&
                           *name.begin() != "..";
    if (is_inside && seal == seal_of(**key, rest, own)) listed.emplace(rest, own);
  }
  return listed;
}

Files listed_in(const OwnFilesList& list, const Files& all) {
  Files own;
  for (const auto& [name, file] : list)
    if (const auto found = all.find(name); found != all.end() && found->second == file.content)
      own.insert(*found);
  return own;
}

std::expected<std::string, Problem> text_of(const OwnFilesList& list) {
  const auto key = host_key();
  if (!key) return std::unexpected(key.error());
  std::string text = std::string(first_line) + '\n';
  for (const auto& [name, file] : list)
    text += to_hex(file.content) + ' ' +
            (file.built_of ? to_hex(*file.built_of) : std::string(not_built)) + ' ' +
            to_hex(seal_of(*key, name, file)) + ' ' + name + '\n';
  return text;
}

std::expected<Files, Problem> authors_files(const fs::path& folder) {
  auto authors = authors_in(folder);
  if (!authors) return std::unexpected(std::move(authors).error());
  return std::move(authors->files);
}

std::expected<ContentHash, Problem> authors_content(const fs::path& folder) {
  const auto authors = authors_in(folder);
  if (!authors) return std::unexpected(authors.error());
  Digest all;
  all.add("hilltop bot 2");
  all.add(authors->folders.size());
  for (const std::string& name : authors->folders) all.add(name);
  for (const auto& [name, hash] : authors->files) {
    all.add(name);
    all.add(std::uint64_t{authors->programs.contains(name)});
    all.add(std::span<const std::uint8_t>(hash));
  }
  return all.value();
}

std::expected<ContentHash, Problem> copy_authors_part(const fs::path& folder, const fs::path& to) {
  const auto authors = authors_in(folder);
  if (!authors) return std::unexpected(authors.error());
  try {
    fs::create_directories(to);
    for (const std::string& name : authors->folders) fs::create_directories(to / name);
    for (const auto& [name, hash] : authors->files) {
      fs::create_directories((to / name).parent_path());
      fs::copy(folder / name, to / name, fs::copy_options::copy_symlinks);
    }
  } catch (const fs::filesystem_error& error) {
    return std::unexpected(Problem{folder.string() + ": cannot be copied into " + to.string() +
                                   ": " + error.code().message()});
  }
  return authors_content(to);
}

}  // namespace hilltop::runner
