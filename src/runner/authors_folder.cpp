#include "runner/authors_folder.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <set>
#include <span>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "core/descriptor.hpp"
#include "core/digest.hpp"
#include "core/file.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_error(const fs::path& what) {
  throw fs::filesystem_error("cannot write", what, std::error_code(errno, std::generic_category()));
}

// Opens the folder of `file` below `root`; creates missing folders. Follows no link: its author may
// have put it there to lead to somebody else's files.
Descriptor folder_of(const fs::path& root, const fs::path& file) {
  Descriptor folder(open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (const fs::path& part : file.parent_path()) {
    if (!folder.open()) break;
    mkdirat(folder.number(), part.c_str(), 0755);
    folder = Descriptor(
        openat(folder.number(), part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  }
  if (!folder.open()) throw_error(root / file);
  return folder;
}

constexpr std::string_view half_suffix = "~";

// Returns the name of a file that is being written: one that no author gives a file, and that no
// content counts (is_left_out()).
std::string half_name() { return fmt::format("{}.{}{}", own_files_list, getpid(), half_suffix); }

void write_or_throw(const Descriptor& out, std::string_view text) {
  if (const auto written = write_all(out, text); !written) throw NotGivenBack(written.error());
}

// What a file that is put takes the place of.
enum class Replaces { nothing, anything };

// Puts a file at `root / file`: a reader finds the old file or the new one. `write` gets the new
// file's descriptor, and returns whether to go on. Returns whether it was put.
template <class Write>
bool put_file(const fs::path& root, const fs::path& file, mode_t mode, Replaces replaces,
              Write&& write) {
  const Descriptor folder = folder_of(root, file);
  const std::string half = half_name();
  unlinkat(folder.number(), half.c_str(), 0);
  const Descriptor out(openat(folder.number(), half.c_str(),
                              O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (!out.open()) throw_error(root / file);
  const auto rename = [&](unsigned flags) {
    return renameat2(folder.number(), half.c_str(), folder.number(), file.filename().c_str(),
                     flags) == 0;
  };
  bool put = false;
  try {
    put = write(out);
    if (put && !rename(replaces == Replaces::nothing ? RENAME_NOREPLACE : 0)) {
      const bool knows_flag = errno != EINVAL;  // NFS does not
      put = !knows_flag && !is_there(root / file) && rename(0);
      if (!put && !is_there(root / file)) throw_error(root / file);
    }
  } catch (...) {
    unlinkat(folder.number(), half.c_str(), 0);
    throw;
  }
  if (!put) unlinkat(folder.number(), half.c_str(), 0);
  return put;
}

}  // namespace

FolderIdentity identity_of(const fs::path& folder) {
  struct statx found{};
  if (statx(AT_FDCWD, folder.c_str(), 0, STATX_INO | STATX_BTIME, &found) != 0) return {};
  // An inode may have been another folder's.
  return {found.stx_dev_major, found.stx_dev_minor, found.stx_ino,
          static_cast<std::uint64_t>(found.stx_btime.tv_sec), found.stx_btime.tv_nsec};
}

bool is_folder(const fs::path& path) {
  std::error_code unseen;
  return fs::is_directory(fs::symlink_status(path, unseen));
}

bool is_there(const fs::path& file) {
  std::error_code unseen;
  return fs::exists(fs::symlink_status(file, unseen));
}

std::optional<ContentHash> content_at(const fs::path& file) {
  std::error_code unseen;
  if (!fs::is_regular_file(fs::symlink_status(file, unseen))) return std::nullopt;
  return hash_of_file(file);
}

bool copy_into(const fs::path& root, const fs::path& file, const fs::path& from,
               const ContentHash& hash, const std::optional<ContentHash>& replaced) {
  const Descriptor in(open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  struct stat found{};
  if (!in.open() || fstat(in.number(), &found) != 0) throw_error(from);
  const auto write = [&](const Descriptor& out) {
    Digest copied;
    std::array<char, 1 << 16> chunk;
    for (ssize_t size; (size = read(in.number(), chunk.data(), chunk.size())) != 0;) {
      if (size < 0) throw_error(from);
      const std::string_view part(chunk.data(), static_cast<std::size_t>(size));
      copied.add(std::span(reinterpret_cast<const std::uint8_t*>(part.data()), part.size()));
      write_or_throw(out, part);
    }
    if (copied.value() != hash) {  // the list would not know it
      errno = EBUSY;
      throw_error(from);
    }
    const std::array times{found.st_atim, found.st_mtim};
    futimens(out.number(), times.data());
    return !replaced || content_at(root / file) == replaced;
  };
  const bool runs = (found.st_mode & S_IXUSR) != 0;
  return put_file(root, file, runs ? 0755 : 0644, replaced ? Replaces::anything : Replaces::nothing,
                  write);
}

void write_into(const fs::path& root, const fs::path& file, std::string_view text) {
  put_file(root, file, 0644, Replaces::anything, [&](const Descriptor& out) {
    write_or_throw(out, text);
    return true;
  });
}

void remove_from(const fs::path& root, const fs::path& file) {
  const Descriptor folder = folder_of(root, file);
  if (unlinkat(folder.number(), file.filename().c_str(), 0) != 0 && errno != ENOENT)
    throw_error(root / file);
}

void remove_halves(const fs::path& root, const Files& files) {
  std::set<fs::path> folders{root};
  for (const auto& [name, hash] : files) folders.insert((root / name).parent_path());
  const std::string prefix = std::string(own_files_list) + '.';
  std::error_code unseen;
  for (const fs::path& folder : folders)
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, unseen)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(prefix) && name.ends_with(half_suffix)) fs::remove(entry, unseen);
    }
}

}  // namespace hilltop::runner
