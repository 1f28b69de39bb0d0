#pragma once
#include <cstdint>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace hilltop::runner {

// The processes below the warden that calls, as /proc lists them. What ends meanwhile is left out.

// Appends the children of `parent`, those of all its threads.
void append_children(pid_t parent, std::vector<pid_t>& children);
std::vector<pid_t> descendants();  // whoever stands above another comes before it
std::vector<pid_t> threads_of(pid_t process);

struct Census {
  std::vector<pid_t> all;
  std::vector<pid_t> running;  // may have a processor
  int threads = 0;
  std::uint64_t had_us = 0;  // of processor time, with all whose parents have waited for them
};

Census census();

// The memory in bytes that processes hold: their own, and what they share. No less than that, and
// where it is more than `enough` no more either: then it is counted page by page, which takes long.
std::uint64_t memory_of(const std::vector<pid_t>& processes, std::uint64_t enough);

// What files without a name take of the disk that processes have open.
std::uint64_t unnamed_bytes_of(const std::vector<pid_t>& processes);

}  // namespace hilltop::runner
