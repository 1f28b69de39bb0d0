#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/warden/kernel_file.hpp"
#include "runner/warden/sandbox.hpp"

// L4, a cgroup.

namespace hilltop::runner {
namespace {

bool holds(const auto& list, const auto& what) {
  return std::ranges::find(list, what) != list.end();
}

struct Hierarchy {
  std::string own;  // folder of the arena's cgroup
  bool unified;
};

// Returns the folder of the cgroup `own` in a hierarchy, from the line of mountinfo that has this
// file system and, for version 1, this controller.
std::string cgroup_folder(std::string_view mounts, std::string_view type,
                          std::string_view controller, std::string_view own) {
  for (const std::string_view line : split(mounts, '\n')) {
    const std::vector<std::string_view> words = split(line, ' ');
    const auto dash = std::ranges::find(words, "-");
    if (words.size() < 5 || words.end() - dash < 4 || dash[1] != type) continue;
    if (!controller.empty() && !holds(split(dash[3], ','), controller)) continue;
    const std::string_view root = words[3] == "/" ? "" : words[3];
    std::string_view rest = own.starts_with(root) ? own.substr(root.size()) : own;
    return std::string(words[4]) + std::string(rest == "/" ? "" : rest);
  }
  return {};
}

// Returns the arena's cgroup in the hierarchy with this controller; version 1 if the controller is
// mounted there.
Hierarchy hierarchy(std::string_view controller) {
  const std::string groups = contents("/proc/self/cgroup");
  const std::string mounts = contents("/proc/self/mountinfo");
  Hierarchy unified{{}, true};
  for (const std::string_view line : split(groups, '\n')) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view names = line.substr(first + 1, second - first - 1);
    const std::string_view own = line.substr(second + 1);
    if (names.empty())
      unified.own = cgroup_folder(mounts, "cgroup2", "", own);
    else if (holds(split(names, ','), controller))
      return {cgroup_folder(mounts, "cgroup", controller, own), false};
  }
  return unified;
}

bool makes(const std::string& folder, std::string_view controller) {
  const std::string made = contents((folder + "/cgroup.subtree_control").c_str());
  return made.find(controller) != std::string::npos;
}

// Returns the folder in which a cgroup can be made. In version 2 a cgroup with processes has no
// children, so one beside the arena's own will do.
std::string parent_of_cgroup(const Hierarchy& in, std::string_view controller) {
  if (!in.unified || in.own.empty() || makes(in.own, controller)) return in.own;
  const std::string above = in.own.substr(0, in.own.rfind('/'));
  return makes(above, controller) ? above : std::string();
}

// Removes the cgroups of wardens that were killed.
void sweep(const std::string& parent) {
  constexpr std::string_view ours = "hilltop-";
  DIR* const list = opendir(parent.c_str());
  if (list == nullptr) return;
  while (const dirent* const entry = readdir(list)) {
    if (!std::string_view(entry->d_name).starts_with(ours)) continue;
    const pid_t warden = std::atoi(entry->d_name + ours.size());
    if (warden > 0 && kill(warden, 0) != 0 && errno == ESRCH)
      rmdir((parent + '/' + entry->d_name).c_str());
  }
  closedir(list);
}

int open_in(const std::string& folder, const char* name, int how) {
  return open((folder + '/' + name).c_str(), how | O_CLOEXEC);
}

// Makes the bot's cgroup below `parent`.
bool make_folder(SandboxState& state, const std::string& parent, std::string& folder) {
  folder = parent + "/hilltop-" + std::to_string(getpid());
  if (holds(state.cgroups, folder)) return true;
  sweep(parent);
  rmdir(folder.c_str());  // of an earlier warden with the same number
  if (mkdir(folder.c_str(), 0755) != 0) return false;
  state.cgroups.push_back(folder);
  return true;
}

bool make_one(SandboxState& state, std::string_view controller) {
  const Hierarchy in = hierarchy(controller);
  const std::string parent = parent_of_cgroup(in, controller);
  if (parent.empty()) return fail(ENOENT);
  const std::size_t before = state.cgroups.size();
  std::string folder;
  if (!make_folder(state, parent, folder)) return false;
  if (state.cgroups.size() > before) {
    const int door = open_in(folder, "cgroup.procs", O_WRONLY);
    if (door < 0) return false;
    state.cgroup_doors.push_back(door);
  }
  if (controller == "pids") {
    state.pids_events = open_in(folder, "pids.events", O_RDONLY);
    return put(folder + "/pids.max", std::to_string(state.policy.processes));
  }
  state.memory_events =
      open_in(folder, in.unified ? "memory.events" : "memory.oom_control", O_RDONLY);
  const std::string bytes = std::to_string(state.policy.memory_bytes);
  if (!in.unified) {
    if (!put(folder + "/memory.limit_in_bytes", bytes)) return false;
    put(folder + "/memory.memsw.limit_in_bytes", bytes);  // if swap is counted
    return true;
  }
  put(folder + "/memory.swap.max", "0");
  put(folder + "/memory.oom.group", "1");
  return put(folder + "/memory.max", bytes);
}

// Makes the cgroup that freezes. In version 2 that needs no controller; the cgroup that limits
// memory is used if it is of version 2. Without one, signals stop the bot.
void make_freezer(SandboxState& state) {
  const Hierarchy unified = hierarchy("");
  if (unified.own.empty()) return;
  const Hierarchy bounding = hierarchy("memory");
  std::string folder;
  if (!make_folder(state, bounding.unified ? parent_of_cgroup(bounding, "memory") : unified.own,
                   folder))
    return;
  if (!bounding.unified) state.freezer_door = open_in(folder, "cgroup.procs", O_WRONLY);
  state.freezer = open_in(folder, "cgroup.freeze", O_WRONLY);
  state.frozen = open_in(folder, "cgroup.events", O_RDONLY);
  state.processor_time = open_in(folder, "cpu.stat", O_RDONLY);
}

// Returns the number after `name`, which begins a line.
std::uint64_t number_of(int file, std::string_view name) {
  const std::string text = contents(file);
  for (const std::string_view line : split(text, '\n'))
    if (line.starts_with(name) && line.substr(name.size()).starts_with(' '))
      return std::strtoull(line.data() + name.size(), nullptr, 10);
  return 0;
}

}  // namespace

Refusals refusals(const SandboxState& state) {
  return {number_of(state.memory_events, "oom_kill"), number_of(state.pids_events, "max")};
}

void freeze(const SandboxState& state) { put(state.freezer, "1"); }
void thaw(const SandboxState& state) { put(state.freezer, "0"); }
bool frozen(const SandboxState& state) { return number_of(state.frozen, "frozen") == 1; }
std::uint64_t processor_time_us(const SandboxState& state) {
  return number_of(state.processor_time, "usage_usec");
}

void make_cgroup(SandboxState& state) {
  if (make_one(state, "memory") && make_one(state, "pids")) return make_freezer(state);
  state.findings[index(Layer::cgroup)] = errno;
  remove_cgroup(state);
  state.cgroups.clear();
  state.cgroup_doors.clear();
}

bool join_cgroup(SandboxState& state) {
  state.freezes = state.processor_time >= 0 && state.frozen >= 0 && state.freezer >= 0 &&
                  (state.freezer_door < 0 || write(state.freezer_door, "0", 1) == 1);
  return std::ranges::all_of(state.cgroup_doors, [](int door) { return write(door, "0", 1) == 1; });
}

// Retries, because the kernel takes a moment to forget the last process.
void remove_cgroup(const SandboxState& state) {
  constexpr int tries_max = 100;
  constexpr useconds_t pause_us = 1000;
  for (const std::string& folder : state.cgroups)
    for (int tries = 0; rmdir(folder.c_str()) != 0 && errno == EBUSY && tries < tries_max; ++tries)
      usleep(pause_us);
}

}  // namespace hilltop::runner
