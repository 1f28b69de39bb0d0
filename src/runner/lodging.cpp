#include "runner/lodging.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include "core/descriptor.hpp"
#include "core/folder_lock.hpp"
#include "runner/limits.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view house_prefix = "hilltop-bots-";

// Returns a file's mode for its owner alone; L5 extends it to the bot.
fs::perms mode_of(const fs::path& file) {
  const bool runs = (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
  return fs::perms::owner_read | fs::perms::owner_write |
         (runs ? fs::perms::owner_exec : fs::perms::none);
}

// Copies a folder to a new one. Throws NoRoom if it exceeds `room`.
class Copy {
 public:
  explicit Copy(const Room& room) : room_(room) {}

  void tree(const fs::path& from, const fs::path& to, int depth = 0) {
    if (depth > room_.depth)
      throw NoRoom(fmt::format("more than {} folders in one another", room_.depth));
    fs::create_directory(to);
    fs::permissions(to, fs::perms::owner_all);
    for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
      const fs::path name = entry.path().filename();
      if (is_left_out(name.string())) continue;
      if (entry.is_symlink()) {
        take(0);
        fs::copy_symlink(entry.path(), to / name);
      } else if (entry.is_directory()) {
        take(0);
        tree(entry.path(), to / name, depth + 1);
      } else if (entry.is_regular_file()) {
        take(entry.file_size());
        fs::copy_file(entry.path(), to / name);
        fs::permissions(to / name, mode_of(entry.path()));
      }
    }
  }

 private:
  void take(std::uintmax_t bytes) {
    held_.bytes += bytes;
    ++held_.files;
    if (held_.bytes > room_.bytes) throw NoRoom(fmt::format("more than {} MiB", room_.bytes >> 20));
    if (held_.files > room_.files)
      throw NoRoom(fmt::format("more than {} files and folders", room_.files));
  }

  const Room& room_;
  Contained held_;
};

// Returns whether a file describes the bot, so that only its author may write it.
bool is_entry(std::string_view name) { return name == "meta" || name == "bot.toml"; }

// Returns the files that the bot wrote, the smallest first, within the limits. The folder may have
// become anything: only regular files in real folders count, links are skipped, and unreadable
// files are left out.
Files made_by_bot(const fs::path& folder, const Files& authors) {
  std::vector<std::pair<std::uintmax_t, std::string>> found;
  std::error_code error;
  constexpr auto how = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator place(folder, how, error), end;
       !error && place != end && found.size() < folder_files_max; place.increment(error)) {
    std::error_code unseen;
    const std::string name = place->path().lexically_relative(folder).generic_string();
    if (is_left_out(place->path().filename().string()) || place->is_symlink(unseen)) {
      place.disable_recursion_pending();
      continue;
    }
    if (place.depth() > data_depth_max) place.disable_recursion_pending();
    if (place->is_regular_file(unseen) && !authors.contains(name) && !is_entry(name) &&
        !name.contains('\n'))  // which the list of them cannot hold
      found.emplace_back(place->file_size(unseen), name);
  }
  std::ranges::sort(found);
  Files made;
  std::uintmax_t bytes = 0;
  for (const auto& [size, name] : found) {
    if (made.size() == data_files_max || (bytes += size) > data_bytes_max) break;
    if (const auto hash = hash_of_file(folder / name)) made.emplace(name, *hash);
  }
  return made;
}

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

void write_all(int to, std::string_view text, const fs::path& what) {
  while (!text.empty()) {
    const ssize_t size = write(to, text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) throw_error(what);
    text.remove_prefix(static_cast<std::size_t>(size));
  }
}

// Replaces a file in the author's folder atomically: a reader finds the old file or the new one.
// `write` gets the new file's descriptor. While it is written its name is one that no author gives
// a file, and that no content counts (is_left_out()).
template <class Write>
void put_file(const fs::path& root, const fs::path& file, mode_t mode, Write&& write) {
  const Descriptor folder = folder_of(root, file);
  const std::string next = std::string(own_files_list) + '.' + std::to_string(getpid()) + '~';
  unlinkat(folder.number(), next.c_str(), 0);
  const Descriptor out(openat(folder.number(), next.c_str(),
                              O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (!out.open()) throw_error(root / file);
  try {
    write(out.number());
    if (renameat(folder.number(), next.c_str(), folder.number(), file.filename().c_str()) != 0)
      throw_error(root / file);
  } catch (...) {
    unlinkat(folder.number(), next.c_str(), 0);
    throw;
  }
}

void copy_file(const fs::path& from, const fs::path& root, const fs::path& file) {
  const bool runs = (mode_of(from) & fs::perms::owner_exec) != fs::perms::none;
  std::ifstream in(from, std::ios::binary);
  if (!in) throw_error(from);
  put_file(root, file, runs ? 0755 : 0644, [&](int out) {
    std::array<char, 1 << 16> chunk;
    while (in.read(chunk.data(), chunk.size()) || in.gcount() > 0)
      write_all(out, {chunk.data(), static_cast<std::size_t>(in.gcount())}, root / file);
  });
}

void remove_file(const fs::path& root, const fs::path& file) {
  const Descriptor folder = folder_of(root, file);
  if (unlinkat(folder.number(), file.filename().c_str(), 0) != 0 && errno != ENOENT)
    throw_error(root / file);
}

bool is_gone(pid_t process) { return kill(process, 0) != 0 && errno == ESRCH; }

void sweep(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(house_prefix)) continue;
    pid_t owner = 0;
    std::from_chars(name.data() + house_prefix.size(), name.data() + name.size(), owner);
    if (owner > 0 && is_gone(owner)) remove_tree(entry.path());
  }
}

}  // namespace

Lodging::Lodging(fs::path authors, fs::path folder, const Room& room)
    : authors_(std::move(authors)), folder_(std::move(folder)) {
  const FolderLock lock(authors_, FolderLock::Use::read);
  try {
    Copy(room).tree(authors_, folder_);
  } catch (...) {
    remove_tree(folder_);
    throw;
  }
  if (const auto all = files_in(folder_)) brought_ = *all;
  own_ = own_files(authors_, brought_);
}

Lodging::~Lodging() { remove_tree(folder_); }

void Lodging::take_build() {
  const auto built = files_in(folder_);
  if (!built) return;
  for (const auto& [name, hash] : brought_)
    if (const auto now = built->find(name);
        now != built->end() && now->second != hash && !is_entry(name) && !own_.contains(name))
      rebuilt_.emplace(name, hash);
}

void Lodging::give_back() const {
  Files authors = brought_;
  for (const Files* const taken : {&own_, &rebuilt_})
    for (const auto& [name, hash] : *taken) authors.erase(name);
  const Files made = made_by_bot(folder_, authors);
  if (made == own_) return;

  const FolderLock lock(authors_, FolderLock::Use::write);
  const auto now = files_in(authors_);
  if (!now) throw std::runtime_error(now.error().text);
  Files own = own_files(authors_, *now);
  Files coming;
  for (const auto& [name, hash] : made) {
    const auto brought = own_.find(name);
    if (brought != own_.end() && brought->second == hash) continue;
    // A file that its author has put there or changed meanwhile stays.
    const fs::file_status there = fs::symlink_status(authors_ / name);
    const auto before = rebuilt_.find(name);
    const bool is_as_before_its_build = before != rebuilt_.end() && fs::is_regular_file(there) &&
                                        now->contains(name) && now->at(name) == before->second;
    if (own.contains(name) || is_as_before_its_build || !fs::exists(there))
      coming.emplace(name, hash);
  }
  const auto put_list = [&](const std::string& text) {
    put_file(authors_, own_files_list, 0644,
             [&](int out) { write_all(out, text, authors_ / own_files_list); });
  };
  // A file that is not in the list passes for its author's, whenever this is cut off.
  if (!coming.empty()) put_list(list_of(own, coming));
  for (const auto& [name, hash] : own_) {
    if (made.contains(name) || !own.contains(name)) continue;
    remove_file(authors_, name);
    own.erase(name);
  }
  std::exception_ptr failure;
  for (const auto& [name, hash] : coming) try {
      copy_file(folder_ / name, authors_, name);
      own.insert_or_assign(name, hash);
    } catch (const std::exception&) {
      failure = std::current_exception();
    }
  if (own.empty())
    remove_file(authors_, own_files_list);
  else
    put_list(list_of(own));
  if (failure) std::rethrow_exception(failure);
}

fs::path make_house() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (error) {
    const char* const typed = std::getenv("TMPDIR");
    throw std::runtime_error(
        fmt::format("there is no folder for temporary files '{}'; set TMPDIR to another one",
                    typed == nullptr ? "/tmp" : typed));
  }
  sweep(parent);
  std::string name = parent / (std::string(house_prefix) + std::to_string(getpid()) + "-XXXXXX");
  if (mkdtemp(name.data()) == nullptr)
    throw fs::filesystem_error("cannot make a folder for bots", name,
                               std::error_code(errno, std::generic_category()));
  // Bots with a uid of their own must pass through it.
  fs::permissions(name, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
  return name;
}

}  // namespace hilltop::runner
