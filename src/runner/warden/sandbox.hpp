#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "runner/policy.hpp"
#include "runner/report.hpp"
#include "runner/system_folders.hpp"

namespace hilltop::runner {

// A file or folder that L2 allows.
struct AllowedPlace {
  int descriptor;
  std::uint64_t rights;  // LANDLOCK_ACCESS_FS_…
};

// A folder that is the bot's own and in memory, on a device of its own.
struct MemoryFolder {
  const char* path;
  dev_t device;
};

// A mount that L3 made in a MemoryFolder, to be found there again when that is renewed.
struct CarriedMount {
  std::string path;
  int mount;  // a descriptor of it, which no process of the bot gets
};

// Number of processes that L4 killed for lack of memory, and refused, since the warden began.
struct Refusals {
  std::uint64_t memory = 0, processes = 0;
};

// The sandbox of one bot in its warden: what was prepared for it, and the result of each layer. The
// theory of operation is at the top of sandbox.cpp.
struct SandboxState {
  Policy policy;
  Findings findings{};
  std::string folder;                 // the bot's real path; empty if none
  std::string home;                   // its path within L3, where there need be no folder
  std::vector<std::string> lower;     // what L3 shows below `folder`, the upper ones first
  std::string path;                   // the bot's PATH
  std::vector<std::string> readable;  // besides the system's folders: the policy's, the command's
  std::vector<std::string> linked;    // what everybody may read elsewhere (linked_places.hpp)
  std::vector<AllowedPlace> allowed;  // shared by all processes of the bot
  std::vector<std::string> cgroups;   // made for the bot
  std::vector<int> cgroup_doors;      // their cgroup.procs, which cannot be opened within L3
  int freezer_door = -1;              // cgroup.procs of the freezing cgroup, if it is separate
  int freezer = -1, frozen = -1, processor_time = -1;  // its cgroup.freeze, .events, cpu.stat
  int memory_events = -1, pids_events = -1;            // files that count refusals by L4
  int last_number = -1;               // ns_last_pid: the number that the namespace gave last
  std::vector<MemoryFolder> memory;   // its /dev/shm and /tmp; empty without L3
  std::vector<CarriedMount> carried;  // in these
  uid_t uid = 0;                      // the bot's own; 0: none
  uid_t user = 0;                     // the warden's
  gid_t group = 0;
  bool apart = false;       // in namespaces of its own
  bool scoped = false;      // Landlock keeps signals among its own processes
  Refusals refused_before;  // refusals before this process of the bot began
  bool freezes = false;     // its processes are in the freezing cgroup

  bool on() const { return policy.mode != Policy::Mode::off; }
  bool wants(Layer layer) const { return on() && !policy.without.has(layer); }
  bool active(Layer layer) const { return on() && findings[index(layer)] == 0; }
};

// Returns the folder above `path`, or `path` itself, that `uid` cannot enter; empty if there is
// none.
std::string obstacle(const std::string& path, uid_t uid);

// Each function is one defence. The following are called once, in the warden; they never fail, but
// record in `findings` what is unavailable.

void find_command(SandboxState& state, const char* command);
void clean_environment(SandboxState& state);  // L0: the warden's own, which the bot inherits
void list_files(SandboxState& state);         // L2
void claim_uid(SandboxState& state);          // L5
void make_cgroup(SandboxState& state);        // L4
void remove_cgroup(const SandboxState& state);

// Forks into new namespaces (L3) as their first process. Returns 0 in the child; -1 with errno on
// failure.
pid_t fork_apart(SandboxState& state);
// In that child: changes what the bot sees of the machine. False on failure, with errno.
bool furnish_namespaces(SandboxState& state);
// In that child, while it has no children: gives the next one an empty /dev/shm, without which some
// libraries have no locks, and an empty /tmp, without which some runtimes have no temporary files.
// What is there is memory of the bot (L4, or bytes_in_memory()). False on failure, with errno.
bool renew_memory(SandboxState& state);
std::uint64_t bytes_in_memory(const SandboxState& state);
// In that child, while it has no children: makes the next child get the number of the first one.
void start_numbers_anew(const SandboxState& state);

Refusals refusals(const SandboxState& state);

// Freezes and resumes the running bot; only if state.freezes (L4).
void freeze(const SandboxState& state);
void thaw(const SandboxState& state);
bool frozen(const SandboxState& state);                      // no process runs
std::uint64_t processor_time_us(const SandboxState& state);  // of all that were ever in it

// The following are called in the child that becomes the bot, in this order, while it still shares
// its warden's memory. False on failure, with errno.

bool join_cgroup(SandboxState& state);        // L4
bool take_uid(SandboxState& state);           // L5
bool drop_capabilities(SandboxState& state);  // L0
bool close_descriptors(SandboxState& state);  // L0: all but three, at exec
bool restrict_files(SandboxState& state);     // L2
bool restrict_calls(SandboxState& state);     // L1
bool limit_resources(SandboxState& state);    // L0, last: they are the bot's, not the warden's

}  // namespace hilltop::runner
