#include "runner/content.hpp"

#include <algorithm>
#include <fstream>
#include <span>

#include "core/digest.hpp"
#include "runner/limits.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// Adds a word with its length: "ab", "c" and "a", "bc" differ.
void add_word(Digest& digest, std::string_view word) {
  digest.add(bytes_of(std::to_string(word.size()) + ':'));
  digest.add(bytes_of(word));
}

// Returns whether a name is one of a list, in which `*` stands for any characters.
bool is_one_of(std::string_view name, std::span<const std::string_view> patterns) {
  return std::ranges::any_of(patterns, [&](std::string_view pattern) {
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos) return name == pattern;
    return name.size() + 1 >= pattern.size() && name.starts_with(pattern.substr(0, star)) &&
           name.ends_with(pattern.substr(star + 1));
  });
}

}  // namespace

std::optional<ContentHash> hash_of_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  Digest hash;
  std::array<char, 1 << 16> chunk;
  while (in.read(chunk.data(), chunk.size()) || in.gcount() > 0)
    hash.add(bytes_of({chunk.data(), static_cast<std::size_t>(in.gcount())}));
  return hash.value();
}

ContentHash hash_of_link(const fs::path& link) {
  Digest hash;
  std::error_code error;
  add_word(hash, "link");
  add_word(hash, fs::read_symlink(link, error).string());
  return hash.value();
}

bool is_left_out(std::string_view name) {
  std::string small(name);
  std::ranges::transform(small, small.begin(), [](unsigned char c) {
    return static_cast<char>('A' <= c && c <= 'Z' ? c + ('a' - 'A') : c);
  });
  return is_one_of(name, left_out_names) || is_one_of(small, litter_names);
}

std::expected<Files, Problem> files_in(const fs::path& folder, const HashOf& hash_of) {
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
      if (files.size() == folder_files_max)
        return problem("more files than " + std::to_string(folder_files_max));
      if (bytes > folder_bytes_max)
        return problem("more than " + std::to_string(folder_bytes_max >> 20) + " MiB of files");
      std::string path = place->path().lexically_relative(folder).generic_string();
      const auto hash = place->is_symlink() ? hash_of_link(*place) : hash_of(path, *place);
      if (!hash) return problem("cannot read " + name);
      files.emplace(std::move(path), *hash);
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

}  // namespace hilltop::runner
