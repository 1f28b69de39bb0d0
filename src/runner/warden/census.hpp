#pragma once
#include <cstdint>
#include <string_view>
#include <sys/types.h>
#include <unistd.h>
#include <vector>

namespace hilltop::runner {

// The processes below a warden, as /proc lists them. Processes that end meanwhile are left out.

// Appends the children of all threads of `parent`.
void append_children(pid_t parent, std::vector<pid_t>& children);
// Returns the processes below another, parents before their children.
std::vector<pid_t> descendants(pid_t of = getpid());
std::vector<pid_t> threads_of(pid_t process);

struct Census {
  std::vector<pid_t> all;
  std::vector<pid_t> running;  // can use a processor
  int threads = 0;
  std::uint64_t had_us = 0;  // processor time, with children that were waited for
};

Census census();  // of the calling warden

// Returns whether a process has a POSIX timer that would resume it if it is stopped by a signal.
bool has_timer_that_resumes(pid_t process);

// Returns the memory in bytes that processes hold, own and shared. The result is never too low; if
// it exceeds `enough` it is exact, because it is then counted page by page, which takes long.
std::uint64_t memory_of(const std::vector<pid_t>& processes, std::uint64_t enough);

// Returns the disk space of nameless files that processes have open, in bytes, without those on
// some devices.
std::uint64_t unnamed_bytes_of(const std::vector<pid_t>& processes,
                               const std::vector<dev_t>& without);

}  // namespace hilltop::runner
