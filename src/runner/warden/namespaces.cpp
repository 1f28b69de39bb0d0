#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runner/warden/kernel_file.hpp"
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
struct Tree {
  std::string path;
  int mount;
  bool folder;
};

bool take_tree(const std::string& path, const std::string& shown_at, std::vector<Tree>& trees) {
  struct stat what;
  if (stat(path.c_str(), &what) != 0) return false;
  Descriptor tree(static_cast<int>(syscall(SYS_open_tree, AT_FDCWD, path.c_str(),
                                           OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE)));
  if (!tree.open()) return false;
  trees.push_back({shown_at, tree.release(), S_ISDIR(what.st_mode)});
  return true;
}

void make_place(const Tree& tree) {
  for (std::size_t end = 0; (end = tree.path.find('/', end + 1)) != std::string::npos;)
    mkdir(tree.path.substr(0, end).c_str(), 0755);
  if (tree.folder)
    mkdir(tree.path.c_str(), 0755);
  else
    Descriptor made(open(tree.path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0444));
}

bool put_tree(const Tree& tree) {
  const Descriptor mount(tree.mount);
  return syscall(SYS_move_mount, mount.number(), "", AT_FDCWD, tree.path.c_str(),
                 MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

bool read_only_everywhere() {
  mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID;
  return syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &attributes, sizeof attributes) ==
         0;
}

constexpr const char* shared_memory = "/dev/shm";
constexpr int shared_memory_files_max = 1024;

bool make_read_only(const std::string& mount) {
  mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_RDONLY;
  return syscall(SYS_mount_setattr, AT_FDCWD, mount.c_str(), 0, &attributes, sizeof attributes) ==
         0;
}

bool mount_empty(const std::string& folder) {
  return mount("hilltop", folder.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=64k") == 0;
}

bool is_there(const std::string& path) {
  struct stat what;
  return stat(path.c_str(), &what) == 0;
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

// Makes all but the bot's folder read-only, and that folder reachable for the bot's uid and the
// only one in the folder above it: which others are there is no business of the bot.
bool furnish_files(SandboxState& state) {
  std::vector<Tree> trees;
  std::vector<std::string> obstacles;
  std::string around = neighbourhood(state);
  const bool is_enclosed = state.uid != 0 && !obstacle(state.home, state.uid).empty();
  if (is_enclosed) around.clear();
  if (around.empty() && !is_enclosed && !is_there(state.home)) state.home = state.folder;
  if (!take_tree(state.folder, state.home, trees)) return false;
  if (state.uid != 0) {
    for (const std::string& path : state.readable)
      if (!obstacle(path, state.uid).empty()) take_tree(path, path, trees);
    for (const Tree& tree : trees)
      if (std::string found = obstacle(tree.path, state.uid); !found.empty())
        obstacles.push_back(std::move(found));
  }
  if (!read_only_everywhere()) return false;
  const mode_t mask = umask(022);
  for (const std::string& folder : obstacles)
    if (!obstacle(folder + '/', state.uid).empty() && !mount_empty(folder)) return false;
  if (!around.empty() && !mount_empty(around)) return false;
  if (!obstacles.empty() || !around.empty())
    for (const Tree& tree : trees) make_place(tree);
  if (!around.empty() && !make_read_only(around)) return false;
  umask(mask);
  return std::ranges::all_of(trees, put_tree);
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

void make_shared_memory(SandboxState& state) {
  const std::string how = "mode=1777,nr_inodes=" + std::to_string(shared_memory_files_max) +
                          ",size=" + std::to_string(state.policy.memory_bytes);
  umount2(shared_memory, MNT_DETACH);
  struct stat made;
  if (mount("hilltop", shared_memory, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, how.c_str()) ==
          0 &&
      stat(shared_memory, &made) == 0)
    state.shared_memory = made.st_dev;
}

std::uint64_t shared_memory_bytes(const SandboxState& state) {
  struct statvfs held;
  if (state.shared_memory == 0 || statvfs(shared_memory, &held) != 0) return 0;
  return static_cast<std::uint64_t>(held.f_blocks - held.f_bfree) * held.f_frsize;
}

void start_numbers_anew(const SandboxState& state) { put(state.last_number, "1"); }

}  // namespace hilltop::runner
