#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <linux/mount.h>
#include <sched.h>
#include <set>
#include <string>
#include <string_view>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "runner/warden/kernel_file.hpp"
#include "runner/warden/layers.hpp"
#include "runner/warden/sandbox.hpp"

// L3, namespaces.

namespace hilltop::runner {

std::string obstacle(const std::string& path, uid_t uid) {
  for (std::size_t end = 0; (end = path.find('/', end + 1)) != std::string::npos;) {
    struct stat what;
    const std::string folder = path.substr(0, end);
    if (stat(folder.c_str(), &what) != 0) return folder;
    const mode_t bit = what.st_uid == uid ? S_IXUSR : what.st_gid == uid ? S_IXGRP : S_IXOTH;
    if ((what.st_mode & bit) == 0) return folder;
  }
  return {};
}

namespace {

// Maps the user and the group to themselves.
bool map_user(uid_t uid, gid_t gid) {
  const auto line = [](unsigned id) {
    return std::to_string(id) + ' ' + std::to_string(id) + " 1";
  };
  return put("/proc/self/setgroups", "deny") && put("/proc/self/uid_map", line(uid)) &&
         put("/proc/self/gid_map", line(gid));
}

bool mount_proc() {
  return mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0;
}

// A mount of the files at a path, to be mounted there again.
struct TakenMount {
  std::string path;
  Descriptor mount;
  bool folder;
};

// Returns a copy of the mounts at a path, or at a descriptor if the path is empty; -1 on failure.
int copied_mounts(int at, const char* path) {
  return static_cast<int>(syscall(
      SYS_open_tree, at, path,
      OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE | (*path == '\0' ? AT_EMPTY_PATH : 0)));
}

bool take_tree(const std::string& path, const std::string& shown_at,
               std::vector<TakenMount>& trees) {
  struct stat what;
  if (stat(path.c_str(), &what) != 0) return false;
  Descriptor tree(copied_mounts(AT_FDCWD, path.c_str()));
  if (!tree.open()) return false;
  trees.push_back({shown_at, std::move(tree), S_ISDIR(what.st_mode)});
  return true;
}

// Takes the bot's folder, with the layers below it.
bool take_folder(const SandboxState& state, std::vector<TakenMount>& trees) {
  if (state.lower.empty()) return take_tree(state.folder, state.home, trees);
  Descriptor layers = mounted_layers(state.folder, state.lower);
  if (!layers.open()) return false;
  trees.push_back({state.home, std::move(layers), true});
  return true;
}

// The mode of a folder that only leads to others: only the warden lists it or adds to it.
constexpr mode_t passage = 0111;

void make_place(const std::string& path, bool folder) {
  for (std::size_t end = 0; (end = path.find('/', end + 1)) != std::string::npos;)
    mkdir(path.substr(0, end).c_str(), passage);
  if (folder)
    mkdir(path.c_str(), passage);
  else
    Descriptor made(open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0444));
}

bool put_mount(int mount, const std::string& path) {
  return syscall(SYS_move_mount, mount, "", AT_FDCWD, path.c_str(), MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

bool read_only_everywhere() {
  mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID;
  return syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &attributes, sizeof attributes) ==
         0;
}

bool make_read_only(const std::string& mount) {
  mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_RDONLY;
  return syscall(SYS_mount_setattr, AT_FDCWD, mount.c_str(), 0, &attributes, sizeof attributes) ==
         0;
}

bool mount_empty(const std::string& folder) {
  return mount("hilltop", folder.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "mode=111,size=64k") == 0;
}

bool is_there(const std::string& path) {
  struct stat what;
  return stat(path.c_str(), &what) == 0;
}

constexpr const char* temporary = "/tmp";
// The folders that become a MemoryFolder, if they exist, with further flags of their mounts.
constexpr std::array<std::pair<const char*, unsigned long>, 2> memory_folders = {
    {{"/dev/shm", MS_NOEXEC}, {temporary, 0}}};
constexpr int memory_files_max = 4096;  // in each

// Returns what stands directly in a memory folder on the way to a path, or is the path; empty if
// the path is not in one.
std::string top_in_memory(const std::string& path) {
  for (const auto& [folder, flags] : memory_folders) {
    const std::size_t length = std::string_view(folder).size();
    if (path.size() > length + 1 && below(path, folder))
      return path.substr(0, path.find('/', length + 1));
  }
  return {};
}

bool mount_memory(SandboxState& state) {
  const std::string how = "mode=1777,nr_inodes=" + std::to_string(memory_files_max) +
                          ",size=" + std::to_string(state.policy.memory_bytes);
  state.memory.clear();
  for (const auto& [folder, flags] : memory_folders) {
    struct stat made;
    // A link would lead to a folder whose paths are not known to top_in_memory().
    if (lstat(folder, &made) != 0 || !S_ISDIR(made.st_mode)) continue;
    if (mount("hilltop", folder, "tmpfs", MS_NOSUID | MS_NODEV | flags, how.c_str()) != 0 ||
        stat(folder, &made) != 0)
      return false;
    state.memory.push_back({folder, made.st_dev});
  }
  return true;
}

// Returns the folder that holds the bot's; empty if the bot may need something else in it.
std::string neighbourhood(const SandboxState& state) {
  const std::string folder = state.home.substr(0, state.home.rfind('/'));
  const auto is_apart = [&](std::string_view other) {
    return !below(folder, other) && !below(other, folder);
  };
  constexpr std::array of_the_kernel = {"/dev", "/etc", "/proc", "/sys"};
  const bool is_alone = !folder.empty() && std::ranges::all_of(system_folders, is_apart) &&
                        std::ranges::all_of(of_the_kernel, is_apart) &&
                        std::ranges::all_of(state.readable, is_apart);
  return is_alone && is_there(folder) ? folder : std::string();
}

// Gives the bot's user a name and a home, which some runtimes take from /etc/passwd alone. The
// names of the machine's other users are no business of the bot.
void name_user(const SandboxState& state) {
  constexpr const char* users = "/etc/passwd";
  if (!is_there(users) || !mount_empty(temporary)) return;
  const std::string made = std::string(temporary) + "/passwd";
  const uid_t uid = state.uid != 0 ? state.uid : state.user;
  const gid_t gid = state.uid != 0 ? state.uid : state.group;
  // A line cannot hold every path.
  const bool can_stand = state.home.find_first_of(":\n") == std::string::npos;
  const std::string lines = "bot:x:" + std::to_string(uid) + ':' + std::to_string(gid) +
                            "::" + (can_stand ? state.home : temporary) +
                            ":/bin/sh\n"
                            "root:x:0:0::/root:/bin/sh\n"
                            "nobody:x:65534:65534::/nonexistent:/usr/sbin/nologin\n";
  std::vector<TakenMount> file;
  if (put(Descriptor(open(made.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0644)).number(), lines))
    take_tree(made, users, file);
  umount2(temporary, MNT_DETACH);
  if (!file.empty() && put_mount(file[0].mount.number(), users)) make_read_only(users);
}

// Makes all but the bot's folder read-only, and that folder reachable for the bot's uid and the
// only one in the folder above it: which others are there is no business of the bot. Then mounts
// the folders in memory. What the bot may read there, its own folder among it, is shown in an empty
// read-only folder that stands in its way, so that the bot cannot move it.
bool furnish_files(SandboxState& state) {
  const auto is_behind_obstacle = [&](const std::string& path) {
    return state.uid != 0 && top_in_memory(path).empty() && !obstacle(path, state.uid).empty();
  };
  std::string around;
  if (top_in_memory(state.home).empty() && !is_behind_obstacle(state.home)) {
    around = neighbourhood(state);
    if (around.empty() && !is_there(state.home)) state.home = state.folder;
  }
  std::vector<TakenMount> trees;
  if (!take_folder(state, trees) || !read_only_everywhere()) return false;
  for (const std::string& path : state.readable)
    if (!below(path, state.home) && (!top_in_memory(path).empty() || is_behind_obstacle(path)))
      take_tree(path, path, trees);
  std::ranges::sort(trees, {}, &TakenMount::path);  // what is in another one after it
  std::set<std::string> obstacles, in_the_way, tops;
  for (const TakenMount& tree : trees) {
    const std::string top = top_in_memory(tree.path);
    if (is_behind_obstacle(tree.path)) obstacles.insert(obstacle(tree.path, state.uid));
    if (!top.empty()) tops.insert(top);
    if (!top.empty() && top != tree.path) in_the_way.insert(top);
  }
  if (!around.empty()) in_the_way.insert(around);
  const mode_t mask = umask(022);
  name_user(state);
  for (const std::string& folder : obstacles)
    if (!obstacle(folder + '/', state.uid).empty() && !mount_empty(folder)) return false;
  if (!mount_memory(state)) return false;
  for (const std::string& folder : in_the_way) {
    make_place(folder, true);
    if (!mount_empty(folder)) return false;
  }
  for (const TakenMount& tree : trees) make_place(tree.path, tree.folder);
  for (const std::string& folder : in_the_way)
    if (!make_read_only(folder)) return false;
  umask(mask);
  for (const TakenMount& tree : trees)
    if (!put_mount(tree.mount.number(), tree.path)) return false;
  for (const std::string& top : tops)
    state.carried.push_back({top, open(top.c_str(), O_PATH | O_CLOEXEC)});
  return true;
}

}  // namespace

pid_t fork_apart(SandboxState& state) {
  int flags = SIGCHLD | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
  state.user = geteuid();  // unknown inside until it is mapped
  state.group = getegid();
  if (state.user != 0) flags |= CLONE_NEWUSER;
  return static_cast<pid_t>(syscall(SYS_clone, flags, nullptr, nullptr, nullptr, nullptr));
}

bool furnish_namespaces(SandboxState& state) {
  const char name[] = "hilltop";
  state.apart = true;
  if ((state.user != 0 && !map_user(state.user, state.group)) ||
      mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 || !mount_proc())
    return false;
  // Opened before the mount is gone: one with a file open for writing could not be made read-only.
  state.last_number = open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC);
  if (umount2("/proc", MNT_DETACH) != 0 || !mount_proc() || !furnish_files(state)) return false;
  if (state.wants(Layer::limits))
    for (const char* folder : {"HOME", "TMPDIR"}) setenv(folder, state.home.c_str(), 1);
  return sethostname(name, sizeof name - 1) == 0;
}

bool renew_memory(SandboxState& state) {
  std::vector<TakenMount> carried;
  for (const CarriedMount& each : state.carried) {
    struct stat what;
    Descriptor copy(copied_mounts(each.mount, ""));
    if (!copy.open() || fstat(each.mount, &what) != 0) return false;
    carried.push_back({each.path, std::move(copy), S_ISDIR(what.st_mode)});
  }
  for (const MemoryFolder& folder : state.memory) umount2(folder.path, MNT_DETACH);
  if (!mount_memory(state)) return false;
  const mode_t mask = umask(022);
  for (std::size_t i = 0; i < carried.size(); ++i) {
    TakenMount& tree = carried[i];
    make_place(tree.path, tree.folder);
    if (!put_mount(tree.mount.number(), tree.path)) return false;
    close(std::exchange(state.carried[i].mount, tree.mount.release()));
  }
  umask(mask);
  return true;
}

std::uint64_t bytes_in_memory(const SandboxState& state) {
  std::uint64_t bytes = 0;
  for (const MemoryFolder& folder : state.memory) {
    struct statvfs held;
    if (statvfs(folder.path, &held) == 0)
      bytes += static_cast<std::uint64_t>(held.f_blocks - held.f_bfree) * held.f_frsize;
  }
  return bytes;
}

void start_numbers_anew(const SandboxState& state) { put(state.last_number, "1"); }

}  // namespace hilltop::runner
