#include "runner/known_hashes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <span>
#include <string_view>
#include <sys/vfs.h>
#include <system_error>
#include <unistd.h>

#include "core/descriptor.hpp"
#include "core/digest.hpp"
#include "core/file.hpp"
#include "core/hex.hpp"
#include "core/user_folder.hpp"

namespace hilltop::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view first_line_of_hashes = "hilltop hashes 1";
constexpr std::size_t hashes_bytes_max = std::size_t{64} << 20;
// What is worth keeping: less is hashed again in a moment.
constexpr std::uint64_t files_worth_keeping = 50, bytes_worth_keeping = 1 << 20;
constexpr std::chrono::hours unused_max{24 * 90};
std::int64_t now_s() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec;
}

// The file systems of which it is known that each write of any kind has changed the time before it
// changes the data, and that their leases see every writer.
bool is_on_known_file_system(int file) {
  constexpr long xfs = 0x58465342;
  struct statfs on;
  return fstatfs(file, &on) == 0 &&
         (on.f_type == EXT4_SUPER_MAGIC || on.f_type == xfs || on.f_type == BTRFS_SUPER_MAGIC);
}

// A lease on a file: while it is held, no process has the file open for writing, or has mapped it
// so.
class ReadLease {
 public:
  explicit ReadLease(int file) : file_(file) {
    // A writer waits until this is over; the signal that tells of it is ignored.
    held_ = is_on_known_file_system(file) && fcntl(file, F_SETSIG, SIGURG) == 0 &&
            fcntl(file, F_SETLEASE, F_RDLCK) == 0;
  }
  ~ReadLease() {
    if (held_) fcntl(file_, F_SETLEASE, F_UNLCK);
  }
  ReadLease(const ReadLease&) = delete;
  ReadLease& operator=(const ReadLease&) = delete;
  bool held() const { return held_; }

 private:
  const int file_;
  bool held_ = false;
};

std::optional<FileStamp> stamp_of(int file) {
  struct stat found{};
  if (fstat(file, &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
  return FileStamp::of(found);
}

std::optional<ContentHash> hash_of_open(int file) {
  Digest hash;
  std::array<std::uint8_t, 1 << 16> chunk;
  for (ssize_t size; (size = read(file, chunk.data(), chunk.size())) != 0;) {
    if (size < 0) return std::nullopt;
    hash.add(std::span<const std::uint8_t>(chunk.data(), static_cast<std::size_t>(size)));
  }
  return hash.value();
}

template <class Number>
bool take_number(std::string_view& text, Number& number) {
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || rest == text.data() + text.size() || *rest != ' ') return false;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()) + 1);
  return true;
}

void remove_unused(const fs::path& folder) {
  std::error_code ignored;
  const auto now = fs::file_time_type::clock::now();
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (now - entry.last_write_time(ignored) > unused_max) fs::remove(entry.path(), ignored);
}

}  // namespace

FileStamp FileStamp::of(const struct stat& file) {
  return {file.st_dev,         file.st_ino,          static_cast<std::uint64_t>(file.st_size),
          file.st_mtim.tv_sec, file.st_mtim.tv_nsec, file.st_ctim.tv_sec,
          file.st_ctim.tv_nsec};
}

KnownHashes::KnownHashes(const fs::path& folder, std::chrono::seconds settled_after)
    : settled_after_(settled_after) {
  std::error_code unseen;
  folder_ = fs::weakly_canonical(folder, unseen);
  const fs::path caches = user_folder("XDG_CACHE_HOME", ".cache");
  if (caches.empty()) return;
  Digest name;
  name.add(folder_.string());
  file_ = caches / "hashes" / name.hex().substr(0, 32);
  load();
}

KnownHashes::~KnownHashes() {
  if (file_.empty() || (hashed_files_ < files_worth_keeping && hashed_bytes_ < bytes_worth_keeping))
    return;
  std::error_code failed;
  fs::create_directories(file_.parent_path(), failed);
  if (failed) return;
  fs::permissions(file_.parent_path(), fs::perms::owner_all, failed);
  remove_unused(file_.parent_path());
  (void)replace_file(file_, text());  // what is not kept is computed again
}

void KnownHashes::load() {
  const auto text = read_file(file_, hashes_bytes_max);
  if (!text) return;
  std::string_view rest = *text;
  const auto take_line = [&] {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    return line;
  };
  if (take_line() != first_line_of_hashes || take_line() != folder_.string()) return;
  while (!rest.empty()) {
    std::string_view line = take_line();
    Known known;
    constexpr std::size_t hash_letters = 2 * std::tuple_size_v<ContentHash>;
    const auto hash = from_hex(line.substr(0, hash_letters));
    if (!hash || hash->size() != known.hash.size() || line.size() <= hash_letters) return;
    std::ranges::copy(*hash, known.hash.begin());
    line.remove_prefix(hash_letters + 1);
    FileStamp& of = known.stamp;
    if (!take_number(line, of.device) || !take_number(line, of.inode) ||
        !take_number(line, of.size) || !take_number(line, of.written_s) ||
        !take_number(line, of.written_ns) || !take_number(line, of.changed_s) ||
        !take_number(line, of.changed_ns))
      return;
    known_.emplace_hint(known_.end(), line, known);
  }
}

std::string KnownHashes::text() const {
  std::string text = fmt::format("{}\n{}\n", first_line_of_hashes, folder_.string());
  for (const auto& [name, known] : seen_) {
    const FileStamp& of = known.stamp;
    text += fmt::format("{} {} {} {} {} {} {} {} {}\n", to_hex(known.hash), of.device, of.inode,
                        of.size, of.written_s, of.written_ns, of.changed_s, of.changed_ns, name);
  }
  return text;
}

std::optional<ContentHash> KnownHashes::find(const std::string& name,
                                             const FileStamp& stamp) const {
  for (const auto* hashes : {&seen_, &known_})
    if (const auto found = hashes->find(name);
        found != hashes->end() && found->second.stamp == stamp)
      return found->second.hash;
  return std::nullopt;
}

std::optional<ContentHash> KnownHashes::settled(const std::string& name, const fs::path& file) {
  struct stat found{};
  if (stat(file.c_str(), &found) != 0) return std::nullopt;
  if (const auto hash = find(name, FileStamp::of(found))) {
    seen_.emplace(name, Known{FileStamp::of(found), *hash});
    return hash;
  }
  if (name.contains('\n')) return std::nullopt;  // a line holds no such name
  const Descriptor in(open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!in.open()) return std::nullopt;
  const ReadLease lease(in.number());
  const auto stamp = stamp_of(in.number());
  if (!lease.held() || !stamp || stamp->changed_s + settled_after_.count() >= now_s())
    return std::nullopt;
  const auto hash = hash_of_open(in.number());
  if (!hash || stamp_of(in.number()) != stamp) return std::nullopt;
  ++hashed_files_;
  hashed_bytes_ += stamp->size;
  seen_.insert_or_assign(name, Known{*stamp, *hash});
  return hash;
}

std::optional<ContentHash> KnownHashes::hash_of(const std::string& name, const fs::path& file) {
  const auto hash = settled(name, file);
  return hash ? hash : hash_of_file(file);
}

}  // namespace hilltop::runner
