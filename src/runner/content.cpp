#include "runner/content.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/digest.hpp"
#include "core/hex.hpp"
#include "runner/limits.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view first_line = "hilltop diary 1";

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// With its length, so that neighbours do not run together.
void add_word(Digest& digest, std::string_view word) {
  digest.add(bytes_of(std::to_string(word.size()) + ':'));
  digest.add(bytes_of(word));
}

// A link is where it leads, whatever stands there.
std::optional<ContentHash> hash_of(const fs::directory_entry& entry) {
  Digest hash;
  std::error_code error;
  if (entry.is_symlink()) {
    add_word(hash, "link");
    add_word(hash, fs::read_symlink(entry.path(), error).string());
    return hash.value();
  }
  std::ifstream in(entry.path(), std::ios::binary);
  if (!in) return std::nullopt;
  std::array<char, 1 << 16> chunk;
  while (in.read(chunk.data(), chunk.size()) || in.gcount() > 0)
    hash.add(bytes_of({chunk.data(), static_cast<std::size_t>(in.gcount())}));
  return hash.value();
}

bool has(const Files& files, const std::string& name, const ContentHash& hash) {
  const auto found = files.find(name);
  return found != files.end() && found->second == hash;
}

}  // namespace

// Caches; and the locks, copies and half-written files of vi, Emacs and their like.
bool is_left_out(std::string_view name) {
  static constexpr std::array<std::string_view, 4> caches = {"__pycache__", ".git", ".hg", ".svn"};
  return std::ranges::find(caches, name) != caches.end() || name.ends_with('~') ||
         name.ends_with(".swp") || name.ends_with(".swo") || name.ends_with(".swx") ||
         name.starts_with(".#") || (name.starts_with('#') && name.ends_with('#'));
}

std::expected<Files, Problem> files_in(const fs::path& folder) {
  Files files;
  std::uintmax_t bytes = 0;
  const auto problem = [&](const std::string& why) {
    return std::unexpected(Problem{folder.string() + ": " + why});
  };
  try {
    for (auto place = fs::recursive_directory_iterator(folder); place != end(place); ++place) {
      const std::string name = place->path().filename().string();
      const bool left_out = is_left_out(name);
      if (place->is_directory() && !place->is_symlink()) {
        if (left_out) place.disable_recursion_pending();
        continue;
      }
      if (left_out) continue;
      if (!place->is_symlink() && !place->is_regular_file()) continue;
      if (!place->is_symlink()) bytes += place->file_size();
      if (files.size() == folder_files_most)
        return problem("more files than " + std::to_string(folder_files_most));
      if (bytes > folder_bytes_most)
        return problem("more than " + std::to_string(folder_bytes_most >> 20) + " MiB of files");
      const auto hash = hash_of(*place);
      if (!hash) return problem("cannot read " + place->path().filename().string());
      files.emplace(place->path().lexically_relative(folder).generic_string(), *hash);
    }
  } catch (const fs::filesystem_error& error) {
    return problem(error.code().message());
  }
  return files;
}

ContentHash content_hash(const Files& files) {
  Digest all;
  add_word(all, "hilltop bot 1");
  for (const auto& [name, hash] : files) {
    add_word(all, name);
    all.add(std::span<const std::uint8_t>(hash));
  }
  return all.value();
}

ContentHash content_hash(std::string_view text) {
  Digest hash;
  hash.add(bytes_of(text));
  return hash.value();
}

Files Diary::entered(const Files& now) const {
  Files entered;
  for (const auto& [name, hash] : now) {
    const auto before = entered_.find(name);
    const bool own =
        playing_ ? before == entered_.end() && !entered_.empty() : has(left_, name, hash);
    if (!own)
      entered.emplace(name, hash);
    else if (before != entered_.end())
      entered.insert(*before);
  }
  for (const auto& [name, hash] : entered_)  // that the bot removed
    if (!playing_ && !now.contains(name) && !left_.contains(name)) entered.emplace(name, hash);
  return entered;
}

void Diary::begin(const Files& entered) {
  entered_ = entered;
  playing_ = true;
}

void Diary::end(const Files& left, const std::set<std::string>& authors) {
  left_ = left;
  for (const std::string& name : authors)
    if (const auto before = entered_.find(name); before != entered_.end())
      left_.insert_or_assign(name, before->second);
  playing_ = false;
}

std::set<std::string> Diary::changed(const Files& now) const {
  std::set<std::string> names;
  for (const auto& [name, hash] : entered_)
    if (!has(now, name, hash)) names.insert(name);
  return names;
}

std::string Diary::write() const {
  std::string text = std::string(first_line) + (playing_ ? " playing\n" : " over\n");
  for (const auto& [name, hash] : entered_) text += "entered " + to_hex(hash) + ' ' + name + '\n';
  for (const auto& [name, hash] : left_) text += "left " + to_hex(hash) + ' ' + name + '\n';
  return text;
}

Diary Diary::read(std::string_view text) {
  Diary diary;
  std::istringstream lines{std::string(text)};
  std::string line;
  if (!std::getline(lines, line) || !line.starts_with(first_line)) return {};
  diary.playing_ = line.ends_with(" playing");
  while (std::getline(lines, line)) {
    const std::size_t hash_at = line.find(' ') + 1, name_at = line.find(' ', hash_at) + 1;
    if (hash_at == 0 || name_at == 0) return {};
    const auto bytes = from_hex(std::string_view(line).substr(hash_at, name_at - hash_at - 1));
    ContentHash hash{};
    if (!bytes || bytes->size() != hash.size()) return {};
    std::ranges::copy(*bytes, hash.begin());
    (line.starts_with("entered ") ? diary.entered_ : diary.left_)
        .emplace(line.substr(name_at), hash);
  }
  return diary;
}

}  // namespace hilltop::runner
