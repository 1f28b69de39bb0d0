#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <linux/landlock.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "runner/warden/kernel_file.hpp"
#include "runner/warden/sandbox.hpp"

// L2, a list of files.

namespace hilltop::runner {
namespace {

// Constants that the kernel's headers may lack.
namespace landlock {
constexpr std::uint64_t truncate = 1 << 14;   // ABI 3
constexpr std::uint64_t ioctl_dev = 1 << 15;  // ABI 5
constexpr std::uint64_t of_abi_1 = (1 << 13) - 1;
constexpr std::uint64_t read = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t run = read | LANDLOCK_ACCESS_FS_EXECUTE;
constexpr std::uint64_t write =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | truncate;
constexpr std::uint64_t of_files = LANDLOCK_ACCESS_FS_EXECUTE | write | ioctl_dev;
constexpr std::uint64_t never = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                                LANDLOCK_ACCESS_FS_MAKE_SOCK | ioctl_dev;
constexpr std::uint64_t tcp = 3;     // ABI 4: to bind and to connect
constexpr std::uint64_t others = 3;  // ABI 6: abstract sockets and signals
constexpr int truncate_abi = 3, tcp_abi = 4, ioctl_abi = 5, others_abi = 6;

struct Ruleset {
  std::uint64_t files, network, scopes;
};

int abi() {
  return static_cast<int>(
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

// Returns everything that this ABI can forbid.
Ruleset everything(int abi) {
  return {of_abi_1 | (abi >= 2 ? LANDLOCK_ACCESS_FS_REFER : 0) |
              (abi >= truncate_abi ? truncate : 0) | (abi >= ioctl_abi ? ioctl_dev : 0),
          abi >= tcp_abi ? tcp : 0, abi >= others_abi ? others : 0};
}
}  // namespace landlock

// Opens a path that the bot may use with `rights`; nullopt if it does not exist.
std::optional<AllowedPlace> place(const char* path, std::uint64_t rights) {
  Descriptor place(open(path, O_PATH | O_CLOEXEC));
  struct stat what;
  if (!place.open() || fstat(place.number(), &what) != 0) return std::nullopt;
  if (!S_ISDIR(what.st_mode)) rights &= landlock::of_files;
  return AllowedPlace{place.release(), rights};
}

class FileList {
 public:
  FileList() : forbidden_(landlock::everything(landlock::abi())) {
    ruleset_ =
        static_cast<int>(syscall(SYS_landlock_create_ruleset, &forbidden_, sizeof forbidden_, 0));
  }
  ~FileList() { Descriptor closed(ruleset_); }
  FileList(const FileList&) = delete;
  FileList& operator=(const FileList&) = delete;

  bool made() const { return ruleset_ >= 0; }
  bool keeps_signals() const { return forbidden_.scopes != 0; }

  bool allow(const AllowedPlace& place) const {
    landlock_path_beneath_attr rule{};
    rule.allowed_access = place.rights & forbidden_.files;
    rule.parent_fd = place.descriptor;
    return syscall(SYS_landlock_add_rule, ruleset_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  }
  bool allow(const char* path, std::uint64_t rights) const {
    const auto found = place(path, rights);
    if (!found) return false;
    const Descriptor closed(found->descriptor);
    return allow(*found);
  }

  bool enforce() const { return syscall(SYS_landlock_restrict_self, ruleset_, 0) == 0; }

 private:
  landlock::Ruleset forbidden_;
  int ruleset_;
};

void allow(SandboxState& state, const char* path, std::uint64_t rights) {
  if (const auto found = place(path, rights)) state.allowed.push_back(*found);
}

namespace fs = std::filesystem;

// Returns whether everybody may read a file or folder with all that is in it. If not, appends the
// parts of it that everybody may read, the largest ones, to `parts`. What a link leads to has
// rights of its own.
bool is_for_everybody(const fs::path& path, std::vector<fs::path>& parts) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  const auto has = [&](fs::perms bits) { return (status.permissions() & bits) == bits; };
  if (fs::is_symlink(status)) return true;
  if (fs::is_regular_file(status)) return has(fs::perms::others_read);
  if (!fs::is_directory(status) || !has(fs::perms::others_read | fs::perms::others_exec))
    return false;
  std::vector<fs::path> open;
  bool is_whole = true;
  fs::directory_iterator entry(path, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error))
    if (is_for_everybody(entry->path(), parts))
      open.push_back(entry->path());
    else
      is_whole = false;
  if (!is_whole || error) parts.insert(parts.end(), open.begin(), open.end());
  return is_whole && !error;
}

// Allows what everybody may read at a path. The kernel keeps others than root from the rest; to
// root, where L5 is missing, nothing is closed, so for it only what has the mode is allowed.
void allow_what_everybody_may_read(const FileList& list, const char* path) {
  std::vector<fs::path> parts;
  if (geteuid() != 0 || is_for_everybody(path, parts)) parts = {path};
  for (const fs::path& part : parts) list.allow(part.c_str(), landlock::run);
}

// In a PID namespace /proc shows the bot alone. Else only the bot's first process and the files
// that describe the machine are allowed.
void allow_proc(const FileList& list, bool apart) {
  if (apart) {
    list.allow("/proc", landlock::read);
    return;
  }
  for (const char* path : {"/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat",
                           "/proc/version", "/proc/filesystems", "/proc/loadavg", "/proc/uptime"})
    list.allow(path, landlock::read);
}

}  // namespace

void list_files(SandboxState& state) {
  for (const char* folder : system_folders)
    if (!(folder == std::string_view("/opt") &&
          below(state.folder, folder)))  // bots may be kept there
      allow(state, folder, landlock::run);
  allow(state, "/sys/devices/system/cpu", landlock::read);
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full"})
    allow(state, device, landlock::write);
  for (const char* device : {"/dev/random", "/dev/urandom"}) allow(state, device, landlock::read);
  for (const std::string& path : state.readable) allow(state, path.c_str(), landlock::run);
}

bool restrict_files(SandboxState& state) {
  if (landlock::abi() < 1) return false;
  const FileList list;
  if (!list.made()) return false;
  for (const AllowedPlace& place : state.allowed) list.allow(place);
  allow_what_everybody_may_read(list, settings_folder);
  for (const std::string& linked : state.linked)
    allow_what_everybody_may_read(list, linked.c_str());
  allow_proc(list, state.apart);
  for (const MemoryFolder& folder : state.memory) list.allow(folder.path, ~landlock::never);
  if (!list.allow(".", ~landlock::never) || !list.enforce()) return false;
  state.scoped = list.keeps_signals();
  return true;
}

}  // namespace hilltop::runner
