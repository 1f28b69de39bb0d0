#include "runner/kept_trees.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <map>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "core/digest.hpp"
#include "core/file.hpp"
#include "core/hex.hpp"
#include "core/user_folder.hpp"
#include "runner/house.hpp"
#include "runner/known_hashes.hpp"
#include "runner/limits.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

// Each copy is a folder, named by a part of its key: the copy, and a list of the stamps in it.
constexpr const char* kept_files = "files";
constexpr const char* kept_list = "list";
constexpr std::string_view first_word_of_list = "hilltop tree 1";
constexpr std::size_t list_bytes_max = std::size_t{64} << 20;

// Adds what a copy has of the dates: which files are older than which.
void add_order_of_dates(const Tree& tree, Digest& key) {
  std::vector<fs::file_time_type> dates;
  for (const TreeEntry& entry : tree)
    if (entry.kind == TreeEntry::Kind::file) dates.push_back(entry.date);
  std::ranges::sort(dates);
  const auto [first, last] = std::ranges::unique(dates);
  dates.erase(first, last);
  for (const TreeEntry& entry : tree)
    if (entry.kind == TreeEntry::Kind::file)
      key.add(
          static_cast<std::uint64_t>(std::ranges::lower_bound(dates, entry.date) - dates.begin()));
}

// Returns the hash of everything that two equal copies have in common.
std::string key_of(const Tree& tree, const Files& hashes) {
  Digest key;
  key.add(first_word_of_list);
  for (const TreeEntry& entry : tree) {
    key.add(entry.name);
    key.add(static_cast<std::uint64_t>(entry.kind) << 1 | (entry.runs ? 1 : 0));
    if (entry.kind != TreeEntry::Kind::folder)
      key.add(std::span<const std::uint8_t>(hashes.at(entry.name)));
  }
  add_order_of_dates(tree, key);
  return key.hex();
}

std::optional<FileStamp> stamp_at(const fs::path& path) {
  struct stat found{};
  if (lstat(path.c_str(), &found) != 0) return std::nullopt;
  return FileStamp::of(found);
}

// The head of a list: what is kept, and how large it is.
struct Head {
  std::string key;
  std::uint64_t bytes = 0;
};

// The words of a list end with a byte 0, which no name contains.
std::string_view take_word(std::string_view& text) {
  const std::size_t end = text.find('\0');
  if (end == std::string_view::npos) return std::exchange(text, {});
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end + 1);
  return word;
}

void add_word_of(std::string& list, std::string_view word) { (list += word) += '\0'; }

std::string word_of(const FileStamp& stamp) {
  return fmt::format("{} {} {} {} {} {} {}", stamp.device, stamp.inode, stamp.size, stamp.written_s,
                     stamp.written_ns, stamp.changed_s, stamp.changed_ns);
}

std::optional<Head> take_head(std::string_view& list) {
  if (take_word(list) != first_word_of_list) return std::nullopt;
  Head head{std::string(take_word(list)), 0};
  const std::string_view bytes = take_word(list);
  const char* const end = bytes.data() + bytes.size();
  if (std::from_chars(bytes.data(), end, head.bytes).ptr != end) return std::nullopt;
  return head;
}

// Returns the list of a copy; nullopt if something in it cannot be read.
std::optional<std::string> list_of(const fs::path& files, const Tree& tree, const Head& head) {
  std::string list;
  add_word_of(list, first_word_of_list);
  add_word_of(list, head.key);
  add_word_of(list, std::to_string(head.bytes));
  const auto add = [&](const std::string& name) {
    const auto stamp = stamp_at(name.empty() ? files : files / name);
    if (!stamp) return false;
    add_word_of(list, name);
    add_word_of(list, word_of(*stamp));
    return true;
  };
  if (!add({})) return std::nullopt;
  for (const TreeEntry& entry : tree)
    if (!add(entry.name)) return std::nullopt;
  return list;
}

// Returns whether everything in a copy is as it was when its list was written. A name that came or
// went has changed the times of its folder.
bool is_as_listed(const fs::path& files, std::string_view list) {
  std::string path = files.string();
  const std::size_t length = path.size();
  while (!list.empty()) {
    const std::string_view name = take_word(list);
    path.resize(length);
    if (!name.empty()) (path += '/') += name;
    const auto stamp = stamp_at(path);
    if (!stamp || word_of(*stamp) != take_word(list)) return false;
  }
  return true;
}

// Opens and locks the list of a copy. Not open if there is none, another program removes it, or
// uses it and `how` is LOCK_EX.
Descriptor locked_list(const fs::path& place, int how) {
  Descriptor list(open((place / kept_list).c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC));
  struct stat held{}, named{};
  if (!list.open() || flock(list.number(), how | LOCK_NB) != 0 ||
      fstat(list.number(), &held) != 0 || stat((place / kept_list).c_str(), &named) != 0 ||
      held.st_ino != named.st_ino || held.st_dev != named.st_dev)
    return {};
  return list;
}

// Removes a copy unless a program uses it.
bool remove_kept(const fs::path& place) {
  const Descriptor list = locked_list(place, LOCK_EX);
  std::error_code error;
  if (!list.open() && fs::exists(place / kept_list, error)) return false;
  const fs::path half = make_own_folder(place.parent_path(), kept_half_prefix);
  fs::rename(place, half / "gone", error);  // nobody finds half a copy
  remove_tree(half);
  return !error;
}

std::optional<KeptTree> found_tree(const fs::path& place, const std::string& key) {
  Descriptor list = locked_list(place, LOCK_SH);
  if (!list.open()) return std::nullopt;
  const auto text = read_file(place / kept_list, list_bytes_max);
  if (!text) return std::nullopt;
  std::string_view rest = *text;
  const auto head = take_head(rest);
  if (!head || head->key != key || !is_as_listed(place / kept_files, rest)) return std::nullopt;
  futimens(list.number(), nullptr);  // it is used now
  return KeptTree(place / kept_files, std::move(list));
}

// Removes copies that nobody has used for long, and then the least recently used ones, until there
// is room for one more of `bytes`. Returns whether there is.
bool make_room(const fs::path& folder, std::uint64_t bytes) {
  struct Kept {
    fs::file_time_type used;
    fs::path place;
    std::uint64_t bytes;
  };
  std::vector<Kept> all;
  std::uint64_t sum = bytes;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with(kept_half_prefix)) continue;
    std::error_code unseen;
    const auto text = read_file(entry.path() / kept_list, list_bytes_max);
    std::string_view rest = text ? std::string_view(*text) : std::string_view();
    const auto head = take_head(rest);
    all.push_back({fs::last_write_time(entry.path() / kept_list, unseen), entry.path(),
                   head ? head->bytes : 0});
    sum += all.back().bytes;
  }
  std::ranges::sort(all, {}, &Kept::used);
  std::size_t count = all.size();
  const auto now = fs::file_time_type::clock::now();
  for (const Kept& each : all) {
    const bool is_enough = sum <= kept_bytes_max && count < kept_trees_max;
    if (is_enough && now - each.used < kept_unused_max) break;
    if (!remove_kept(each.place)) continue;
    --count;
    sum -= each.bytes;
  }
  return sum <= kept_bytes_max && count < kept_trees_max;
}

// Makes the copy with its list in a folder. Returns whether it is what the hashes say.
bool make_copy(const fs::path& from, const Tree& tree, const Files& hashes, const Head& head,
               KnownHashes& known, const fs::path& half) {
  const fs::path files = half / kept_files;
  fs::create_directory(files);
  fs::permissions(files, fs::perms(0777));  // the folder above is closed
  const Files settled = copy_tree(from, tree, files, OpenTo::everybody, &known);
  for (const TreeEntry& entry : tree) {
    if (entry.kind == TreeEntry::Kind::folder) continue;
    const fs::path copy = files / entry.name;
    const auto found = settled.find(entry.name);
    const auto hash = entry.kind == TreeEntry::Kind::link ? hash_of_link(copy)
                      : found != settled.end()            ? found->second
                                                          : hash_of_file(copy);
    if (hash != hashes.at(entry.name)) return false;
  }
  std::error_code ignored;
  const auto date = fs::file_time_type::clock::now() - folder_age;
  for (const TreeEntry& entry : tree)
    if (entry.kind == TreeEntry::Kind::folder)
      fs::last_write_time(files / entry.name, date, ignored);
  const auto list = list_of(files, tree, head);
  return list && replace_file(half / kept_list, *list);
}

}  // namespace

bool is_worth_keeping(const Tree& tree) {
  return tree.size() >= kept_files_min || bytes_of(tree) >= kept_bytes_min;
}

fs::path kept_trees_folder() {
  const fs::path caches = user_folder("XDG_CACHE_HOME", ".cache");
  if (caches.empty()) return {};
  const fs::path folder = caches / "trees";
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (!failed) fs::permissions(folder, fs::perms::owner_all, failed);
  return failed ? fs::path() : folder;
}

std::optional<KeptTree> kept_tree(const fs::path& from, const Tree& tree, const Files& hashes,
                                  KnownHashes& known) {
  const fs::path folder = kept_trees_folder();
  if (folder.empty()) return std::nullopt;
  const Head head{key_of(tree, hashes), bytes_of(tree)};
  const fs::path place = folder / head.key.substr(0, 32);
  if (auto found = found_tree(place, head.key)) return found;
  fs::path half;
  try {
    std::error_code error;
    if (fs::exists(place, error) && !remove_kept(place)) return std::nullopt;
    if (!make_room(folder, head.bytes)) return std::nullopt;
    half = make_own_folder(folder, kept_half_prefix);
    if (make_copy(from, tree, hashes, head, known, half)) fs::rename(half, place, error);
  } catch (const fs::filesystem_error&) {  // a full disk, most often
  }
  if (!half.empty()) remove_tree(half);  // gone, unless it could not be made or another was first
  return found_tree(place, head.key);
}

}  // namespace hilltop::runner
