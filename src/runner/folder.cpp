#include "runner/folder.hpp"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "core/descriptor.hpp"

namespace hilltop::runner {
namespace {

constexpr std::uint64_t block_bytes = 512;  // unit of st_blocks

// Opens a folder within a folder and gives its owner all rights to it. Returns -1 on failure.
int open_folder(int in, const char* name) {
  constexpr int how = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  const Descriptor any(openat(in, name, how | O_PATH));
  struct stat what;
  if (!any.open() || fstat(any.number(), &what) != 0) return -1;
  const mode_t mode = what.st_mode & 07777;
  // The mode of an O_PATH descriptor can be changed only by name; openat() below shows whether it
  // worked.
  const std::string itself = "/proc/self/fd/" + std::to_string(any.number());
  if ((mode & S_IRWXU) != S_IRWXU) [[maybe_unused]]
    const int ignored = chmod(itself.c_str(), mode | S_IRWXU);
  return openat(in, name, how | O_RDONLY);
}

// Calls `visit` for each name in a folder until it returns false; closes the folder.
template <class Visit>
void for_each_name(int folder, Visit&& visit) {
  DIR* const list = fdopendir(folder);
  if (list == nullptr) {
    if (folder >= 0) close(folder);
    return;
  }
  while (const dirent* const entry = readdir(list)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != ".." && !visit(dirfd(list), entry->d_name)) break;
  }
  closedir(list);
}

class Look {
 public:
  explicit Look(const Room& enough) : enough_(enough) {}

  void at(int folder, int depth) {
    seen_.depth = std::max(seen_.depth, depth);
    if (is_enough()) {
      if (folder >= 0) close(folder);
      return;
    }
    for_each_name(folder, [&](int in, const char* name) {
      struct stat what;
      if (fstatat(in, name, &what, AT_SYMLINK_NOFOLLOW) != 0) return true;
      ++seen_.files;
      seen_.bytes += static_cast<std::uint64_t>(what.st_blocks) * block_bytes;
      if (S_ISDIR(what.st_mode) && !is_enough()) at(open_folder(in, name), depth + 1);
      return !is_enough();
    });
  }

  const Contained& seen() const { return seen_; }

 private:
  bool is_enough() const {
    return seen_.bytes > enough_.bytes || seen_.files > enough_.files ||
           seen_.depth > enough_.depth;
  }

  const Room& enough_;
  Contained seen_;
};

// Removes the files of a folder; returns the names of the folders in it.
std::vector<std::string> remove_files(int folder) {
  std::vector<std::string> folders;
  for_each_name(dup(folder), [&](int in, const char* name) {
    if (unlinkat(in, name, 0) == 0) return true;
    struct stat what;
    if (fstatat(in, name, &what, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(what.st_mode))
      folders.emplace_back(name);
    return true;
  });
  return folders;
}

}  // namespace

Contained contained_in(const std::filesystem::path& folder, const Room& enough) {
  Look look(enough);
  look.at(open_folder(AT_FDCWD, folder.c_str()), 0);
  return look.seen();
}

std::filesystem::path path_as_it_plays(const std::filesystem::path& folder) {
  const std::filesystem::path real = std::filesystem::weakly_canonical(folder);
  const std::filesystem::path above = real.parent_path();
  return above.filename() == withdrawn_folder ? above.parent_path() / real.filename() : real;
}

std::filesystem::path work_folder_of(const std::filesystem::path& layer) {
  return layer.string() + ".work";
}

// Holds one descriptor at a time: the folders may be nested deeper than a process may open files.
void remove_tree(const std::filesystem::path& folder) {
  struct Level {
    std::string name;  // the folder's name
    std::vector<std::string> left;
  };
  Descriptor here(open_folder(AT_FDCWD, folder.c_str()));
  if (!here.open()) return;
  std::vector<Level> way = {{{}, remove_files(here.number())}};
  for (;;) {
    Level& level = way.back();
    if (!level.left.empty()) {
      std::string name = std::move(level.left.back());
      level.left.pop_back();
      Descriptor within(open_folder(here.number(), name.c_str()));
      if (!within.open()) continue;
      here = std::move(within);
      auto left = remove_files(here.number());
      way.push_back({std::move(name), std::move(left)});
    } else if (way.size() > 1) {
      Descriptor above(openat(here.number(), "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      if (!above.open()) return;
      here = std::move(above);
      unlinkat(here.number(), level.name.c_str(), AT_REMOVEDIR);
      way.pop_back();
    } else {
      break;
    }
  }
  rmdir(folder.c_str());
}

}  // namespace hilltop::runner
