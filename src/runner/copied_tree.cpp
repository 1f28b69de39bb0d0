#include "runner/copied_tree.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <utility>

#include "runner/copy_file.hpp"
#include "runner/known_hashes.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

// Lists a folder for a copy.
class Listing {
 public:
  Listing(const fs::path& folder, const Room& room) : room_(room) {
    list(folder, {}, 0);
    std::ranges::sort(tree_, {}, &TreeEntry::name);
  }

  Tree take() { return std::move(tree_); }

 private:
  void list(const fs::path& folder, const std::string& name, int depth) {
    if (depth > room_.depth)
      throw NoRoom(fmt::format("more than {} folders in one another", room_.depth));
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      const std::string last = entry.path().filename().string();
      struct stat found{};
      if (is_left_out(last)) continue;
      if (lstat(entry.path().c_str(), &found) != 0)
        throw fs::filesystem_error("cannot read", entry.path(),
                                   std::error_code(errno, std::generic_category()));
      const std::string path = name.empty() ? last : name + '/' + last;
      if (S_ISLNK(found.st_mode)) {
        add(path, TreeEntry::Kind::link, found);
      } else if (S_ISDIR(found.st_mode)) {
        add(path, TreeEntry::Kind::folder, found);
        list(entry.path(), path, depth + 1);
      } else if (S_ISREG(found.st_mode)) {
        add(path, TreeEntry::Kind::file, found);
      }
    }
  }

  void add(const std::string& name, TreeEntry::Kind kind, const struct stat& found) {
    const bool is_file = kind == TreeEntry::Kind::file;
    const std::uint64_t bytes = is_file ? static_cast<std::uint64_t>(found.st_size) : 0;
    const auto date = std::chrono::seconds(found.st_mtim.tv_sec) +
                      std::chrono::nanoseconds(found.st_mtim.tv_nsec);
    tree_.push_back({name, kind, is_file && (found.st_mode & S_IXUSR) != 0, bytes,
                     std::chrono::file_clock::from_sys(std::chrono::sys_time(date))});
    bytes_ += bytes;
    if (bytes_ > room_.bytes) throw NoRoom(fmt::format("more than {} MiB", room_.bytes >> 20));
    if (tree_.size() > room_.files)
      throw NoRoom(fmt::format("more than {} files and folders", room_.files));
  }

  const Room& room_;
  Tree tree_;
  std::uint64_t bytes_ = 0;
};

// Gives the copies of files dates in the order of their originals, by which `make` tells what to
// build, a tick of the slowest kernel apart.
void keep_order_of_dates(const Tree& tree, const fs::path& copy) {
  constexpr std::chrono::milliseconds tick{10};
  std::vector<std::pair<fs::file_time_type, const TreeEntry*>> dates;
  for (const TreeEntry& entry : tree)
    if (entry.kind == TreeEntry::Kind::file) dates.emplace_back(entry.date, &entry);
  std::ranges::sort(dates, {}, [](const auto& file) { return file.first; });
  auto date = fs::file_time_type::clock::now();
  for (auto file = dates.rbegin(); file != dates.rend(); ++file) {
    if (file == dates.rbegin() || file->first != std::prev(file)->first) date -= tick;
    std::error_code ignored;
    fs::last_write_time(copy / file->second->name, date, ignored);
  }
}

// Returns the mode of a copy. L5 extends that of its owner alone to the bot.
fs::perms mode_of_copy(bool runs, OpenTo open_to) {
  constexpr fs::perms all_write = fs::perms(0666), all_run = fs::perms(0111);
  const fs::perms all = all_write | (runs ? all_run : fs::perms::none);
  return open_to == OpenTo::everybody ? all : all & fs::perms::owner_all;
}

std::optional<ContentHash> copy_with_hash(const std::string& name, const fs::path& from,
                                          const fs::path& to, fs::perms mode, KnownHashes* known) {
  const auto hash = known == nullptr ? std::nullopt : known->settled(name, from);
  copy_file(from, to, mode);
  struct stat now{};
  const bool is_settled =
      hash && stat(from.c_str(), &now) == 0 && known->find(name, FileStamp::of(now)) == hash;
  return is_settled ? hash : std::nullopt;
}

}  // namespace

Tree tree_in(const fs::path& folder, const Room& room) { return Listing(folder, room).take(); }

std::uint64_t bytes_of(const Tree& tree) {
  std::uint64_t bytes = 0;
  for (const TreeEntry& entry : tree) bytes += entry.bytes;
  return bytes;
}

Files copy_tree(const fs::path& from, const Tree& tree, const fs::path& to, OpenTo open_to,
                KnownHashes* known) {
  Files hashes;
  for (const TreeEntry& entry : tree) {
    const fs::path original = from / entry.name, copy = to / entry.name;
    switch (entry.kind) {
      case TreeEntry::Kind::link: fs::copy_symlink(original, copy); break;
      case TreeEntry::Kind::folder:
        fs::create_directory(copy);
        fs::permissions(copy, mode_of_copy(true, open_to));
        break;
      case TreeEntry::Kind::file:
        if (const auto hash = copy_with_hash(entry.name, original, copy,
                                             mode_of_copy(entry.runs, open_to), known))
          hashes.emplace(entry.name, *hash);
        break;
    }
  }
  keep_order_of_dates(tree, to);
  return hashes;
}

}  // namespace hilltop::runner
