#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "runner/policy.hpp"
#include "runner/report.hpp"

namespace hilltop::runner {

// A file or folder that L2 lets the bot use.
struct AllowedPlace {
  int descriptor;
  std::uint64_t rights;  // LANDLOCK_ACCESS_FS_…
};

// How often L4 killed a process for want of memory, and refused one, since the warden began.
struct Refusals {
  std::uint64_t memory = 0, processes = 0;
};

// The sandbox of one bot, on the side of its warden: what was prepared for it, and what became of
// each layer. sandbox.cpp begins with how it works.
struct SandboxState {
  Policy policy;
  Findings findings{};
  std::string folder;                 // the bot's, by its real name; empty: there is none
  std::string home;                   // where L3 shows it
  std::string path;                   // the bot's PATH
  std::vector<std::string> readable;  // beside the system's folders: policy's, the command's
  std::vector<AllowedPlace> allowed;  // the same for each of the bot's processes
  std::vector<std::string> cgroups;   // folders that were made for the bot
  std::vector<int> cgroup_doors;      // their cgroup.procs, which L3 leaves no way to open
  int freezer_door = -1;              // cgroup.procs of what freezes, if it is a cgroup of its own
  int freezer = -1, frozen = -1, processor_time = -1;  // its cgroup.freeze, .events, cpu.stat
  int memory_events = -1, pids_events = -1;            // what counts how often L4 said no
  int last_number = -1;  // the number that the namespace gave last to a process
  uid_t uid = 0;         // of the bot's own; 0: none
  uid_t user = 0;        // the warden's
  gid_t group = 0;
  bool apart = false;       // in namespaces of its own
  bool scoped = false;      // the kernel keeps its signals among its own processes
  Refusals refused_before;  // this process of the bot began
  bool freezes = false;     // it is in the cgroup that freezes

  bool on() const { return policy.mode != Policy::Mode::off; }
  bool wants(Layer layer) const { return on() && !policy.without.has(layer); }
  bool active(Layer layer) const { return on() && findings[index(layer)] == 0; }
};

inline constexpr std::array system_folders = {"/usr",       "/bin",      "/sbin",   "/lib",
                                              "/lib32",     "/lib64",    "/libx32", "/opt",
                                              "/nix/store", "/gnu/store"};

// Whether a path is a folder, or is below it.
inline bool below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

// The folder above `path`, or itself, that `uid` cannot pass through; empty: there is none.
std::string obstacle(const std::string& path, uid_t uid);

// Every function is one defence. The first ones are called in the warden, once; they never fail,
// what cannot be had stands in the findings.

void find_command(SandboxState& state, const char* command);
void clean_environment(SandboxState& state);  // L0: the warden's own, which the bot inherits
void list_files(SandboxState& state);         // L2
void claim_uid(SandboxState& state);          // L5
void make_cgroup(SandboxState& state);        // L4
void remove_cgroup(const SandboxState& state);

// Forks into namespaces of their own (L3), as the first process of them: 0 in the child, -1 with
// errno where that cannot be.
pid_t fork_apart(SandboxState& state);
// In that child: what the bot sees of the machine from there. False: see errno.
bool furnish_namespaces(SandboxState& state);
// There, while it has no child: the next one has the number that the first one had.
void start_numbers_anew(const SandboxState& state);

Refusals refusals(const SandboxState& state);

// Of a bot that runs, where state.freezes (L4).
void freeze(const SandboxState& state);
void thaw(const SandboxState& state);
bool frozen(const SandboxState& state);                      // nobody runs
std::uint64_t processor_time_us(const SandboxState& state);  // of all that were ever in it

// These are called in the child that becomes the bot, in this order, while it still lives in its
// warden's memory. False: see errno.

bool join_cgroup(SandboxState& state);        // L4
bool take_uid(SandboxState& state);           // L5
bool drop_capabilities(SandboxState& state);  // L0
bool close_descriptors(SandboxState& state);  // L0: all but three, at exec
bool restrict_files(SandboxState& state);     // L2
bool restrict_calls(SandboxState& state);     // L1
bool limit_resources(SandboxState& state);    // L0, last: they are the bot's, not the warden's

}  // namespace hilltop::runner
