#include <cstdint>
#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "runner/warden/kernel_file.hpp"
#include "runner/warden/sandbox.hpp"

// L5, a uid for each bot.

namespace hilltop::runner {
namespace {

// Uids for bots if the arena runs as root.
constexpr uid_t first_uid = 61000;
constexpr uid_t uids = 1000;
constexpr const char* uid_claims = "/run/hilltop";  // one file per uid, locked while it is in use

// Limits when a bot's folder is handed to the bot's group: the bot may have made it endless.
constexpr int folder_depth_max = 32;
constexpr int folder_entries_max = 100'000;

// Gives the bot's group the owner's rights to one file or folder. Skips a file with two names: the
// other may be elsewhere.
bool share(int place, gid_t group, const struct stat& what) {
  if (S_ISREG(what.st_mode) && what.st_nlink > 1) return true;
  mode_t mode = (what.st_mode & 0777) | (what.st_mode & S_IRWXU) >> 3;
  if (S_ISDIR(what.st_mode)) mode |= S_ISGID;  // new entries get its group
  if (what.st_gid == group && (what.st_mode & 07777) == mode) return true;
  const std::string name = "/proc/self/fd/" + std::to_string(place);
  return fchownat(place, "", static_cast<uid_t>(-1), group, AT_EMPTY_PATH) == 0 &&
         chmod(name.c_str(), mode) == 0;
}

// Does so for a whole folder, without other mounts and without following links.
bool share_all(int folder, gid_t group, dev_t device, int depth, int& entries) {
  const Descriptor again(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!again.open()) return false;
  DIR* const list = fdopendir(dup(again.number()));
  if (list == nullptr) return false;
  bool shared = true;
  while (const dirent* const entry = readdir(list)) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (++entries > folder_entries_max) break;
    const Descriptor place(openat(folder, entry->d_name, O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat what;
    if (!place.open() || fstat(place.number(), &what) != 0 || what.st_dev != device) continue;
    const bool is_folder = S_ISDIR(what.st_mode);
    if (!is_folder && !S_ISREG(what.st_mode) && !S_ISFIFO(what.st_mode)) continue;
    shared = share(place.number(), group, what) && shared;
    if (is_folder && depth < folder_depth_max)
      shared = share_all(place.number(), group, device, depth + 1, entries) && shared;
  }
  closedir(list);
  return shared;
}

bool share_folder(const std::string& path, gid_t group) {
  const Descriptor folder(open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  struct stat what;
  int entries = 0;
  return folder.open() && fstat(folder.number(), &what) == 0 &&
         share(folder.number(), group, what) &&
         share_all(folder.number(), group, what.st_dev, 0, entries);
}

// Claims a uid for a folder, or shares the claim of another warden of the same folder. The claim
// ends with the warden, however that ends.
bool claim(uid_t uid, std::string_view folder) {
  const std::string name = std::string(uid_claims) + '/' + std::to_string(uid);
  Descriptor file(open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.open()) return false;
  if (flock(file.number(), LOCK_EX | LOCK_NB) == 0 && ftruncate(file.number(), 0) == 0 &&
      pwrite(file.number(), folder.data(), folder.size(), 0) != static_cast<ssize_t>(folder.size()))
    return false;
  // Another warden may claim it between the two locks: the folder that the file names in the end
  // has it.
  if (flock(file.number(), LOCK_SH) != 0 || contents(name.c_str()) != folder) return fail(EEXIST);
  file.release();
  return true;
}

// Trusts the folder of claims only if it is root's own.
bool make_claims_folder() {
  struct stat what;
  return (mkdir(uid_claims, 0700) == 0 || errno == EEXIST) && lstat(uid_claims, &what) == 0 &&
         ((S_ISDIR(what.st_mode) && what.st_uid == 0 && (what.st_mode & 022) == 0) || fail(EPERM));
}

uid_t free_uid(std::string_view folder) {
  std::uint32_t hash = 2166136261;  // FNV-1a: the same folder gets the same uid if it is free
  for (const char byte : folder) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619;
  for (uid_t next = 0; next < uids; ++next) {
    const uid_t uid = first_uid + (hash + next) % uids;
    if (claim(uid, folder)) return uid;
    if (errno != EEXIST) break;
  }
  return 0;
}

}  // namespace

void claim_uid(SandboxState& state) {
  std::int32_t& finding = state.findings[index(Layer::uid)];
  if (geteuid() != 0) {
    finding = EPERM;
    return;
  }
  if (!make_claims_folder() || (state.uid = free_uid(state.home)) == 0) {
    finding = errno;
  } else if (!share_folder(state.folder, state.uid)) {
    finding = ENOTSUP;
    state.uid = 0;
  }
}

bool take_uid(SandboxState& state) {
  if (state.uid == 0) return true;
  const uid_t uid = std::exchange(state.uid, 0);
  if (!obstacle(state.apart ? state.home : state.folder, uid).empty()) return fail(EACCES);
  // Lets the bot open /dev/stdin, /dev/stdout and /dev/stderr.
  for (const int pipe : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    struct stat what;
    if (fstat(pipe, &what) == 0 && S_ISFIFO(what.st_mode) && fchown(pipe, uid, uid) != 0)
      return false;
  }
  if (setgroups(0, nullptr) != 0 || setresgid(uid, uid, uid) != 0 || setresuid(uid, uid, uid) != 0)
    return false;
  state.uid = uid;
  return true;
}

}  // namespace hilltop::runner
