#include "runner/warden/census.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <map>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <utility>

#include "runner/warden/kernel_file.hpp"

namespace hilltop::runner {
namespace {

constexpr std::uint64_t stat_block_bytes = 512;  // unit of st_blocks

std::string proc(pid_t process, std::string_view what) {
  return "/proc/" + std::to_string(process) + std::string(what);
}

void append_numbers(std::string_view text, std::vector<pid_t>& numbers) {
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end; ++at) {
    pid_t number = 0;
    at = std::from_chars(at, end, number).ptr;
    if (number > 0) numbers.push_back(number);
  }
}

// Returns the names in a folder that are numbers.
std::vector<pid_t> numbers_in(const std::string& folder) {
  std::vector<pid_t> numbers;
  DIR* const list = opendir(folder.c_str());
  if (list == nullptr) return numbers;
  while (const dirent* const entry = readdir(list))
    if (entry->d_name[0] != '.') numbers.push_back(std::atoi(entry->d_name));
  closedir(list);
  return numbers;
}

// What proc(5) tells about a process or a thread.
struct Glance {
  char state = 'X';
  int threads = 0;
  std::uint64_t ticks = 0;  // processor time, with that of children it has waited for

  // Returns whether it can use a processor. A process in state 'D' waits for the machine and stops
  // before it resumes.
  bool runs() const { return state == 'R' || state == 'S' || state == 'I'; }
};

Glance glance_at(const std::string& folder) {
  Glance glance;
  const std::string text = contents(folder + "/stat");
  const std::size_t name_end = text.rfind(')');  // a name may contain anything
  if (name_end == std::string::npos) return glance;
  // Fields 3, 14 to 17 and 20, counted from the state.
  const auto words = split(std::string_view(text).substr(name_end + 2), ' ');
  if (words.size() < 18) return glance;
  const auto number = [&](std::size_t word) {
    std::uint64_t value = 0;
    std::from_chars(words[word].data(), words[word].data() + words[word].size(), value);
    return value;
  };
  glance.state = words[0].empty() ? 'X' : words[0][0];
  glance.ticks = number(11) + number(12) + number(13) + number(14);
  glance.threads = static_cast<int>(number(17));
  return glance;
}

bool any_thread_runs(pid_t process) {
  return std::ranges::any_of(threads_of(process), [&](pid_t thread) {
    return glance_at(proc(process, "/task/") + std::to_string(thread)).runs();
  });
}

// Returns the processor time of the warden's children that were waited for, with theirs.
std::uint64_t buried_us() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto us = [](const timeval& time) {
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000 +
           static_cast<std::uint64_t>(time.tv_usec);
  };
  return us(used.ru_utime) + us(used.ru_stime);
}

// Returns the number in a line "NAME:   NUMBER kB", in bytes.
std::uint64_t bytes_after(std::string_view text, std::string_view name) {
  const std::size_t line = text.find(name);
  if (line == std::string_view::npos) return 0;
  return std::strtoull(text.data() + line + name.size(), nullptr, 10) << 10;
}

// Returns the path in /proc that shows a process's memory: a living thread's if the first has
// ended.
std::string place_of_memory(pid_t process) {
  const auto has_memory = [](const std::string& place) {
    return contents(place + "/status").find("\nRssAnon:") != std::string::npos;
  };
  std::string place = proc(process, "");
  if (has_memory(place)) return place;
  for (const pid_t thread : threads_of(process))
    if (std::string other = proc(process, "/task/") + std::to_string(thread); has_memory(other))
      return other;
  return place;
}

std::vector<std::string> places_of_memory(const std::vector<pid_t>& processes) {
  std::vector<std::string> places;
  for (const pid_t process : processes) places.push_back(place_of_memory(process));
  return places;
}

std::uint64_t own_bytes(const std::string& place) {
  const std::string status = contents(place + "/status");
  return bytes_after(status, "\nRssAnon:") + bytes_after(status, "\nVmSwap:");
}

// Counts a page that several processes share as a part in each.
std::uint64_t exact_own_bytes(const std::string& place) {
  const std::string pages = contents(place + "/smaps_rollup");
  return pages.empty() ? own_bytes(place)
                       : bytes_after(pages, "\nPss_Anon:") + bytes_after(pages, "\nSwapPss:");
}

// Shared memory: size in bytes by device and inode of the file that represents it.
using Shared = std::map<std::pair<dev_t, ino_t>, std::uint64_t>;

// Adds mappings at their full size: a page that no process maps any more still exists.
void add_mapped(const std::string& place, Shared& shared) {
  const std::string maps = contents(place + "/maps");
  for (const std::string_view line : split(maps, '\n')) {
    // Format: begin-end rwxs offset major:minor inode path
    const std::size_t path = line.find('/');
    if (path == std::string_view::npos) continue;
    if (!line.substr(path).starts_with("/dev/zero (deleted)") &&
        !line.substr(path).starts_with("/memfd:"))
      continue;
    char* at = nullptr;
    const auto begin = std::strtoull(line.data(), &at, 16);
    const auto end = std::strtoull(at + 1, &at, 16);
    const auto offset = std::strtoull(at + 6, &at, 16);
    const auto major = std::strtoul(at, &at, 16);
    const auto minor = std::strtoul(at + 1, &at, 16);
    const auto inode = std::strtoull(at, &at, 10);
    std::uint64_t& size =
        shared[{makedev(static_cast<unsigned>(major), static_cast<unsigned>(minor)), inode}];
    size = std::max<std::uint64_t>(size, offset + (end - begin));
  }
}

// Adds files without a name that a process has open, on the disk or in memory.
void add_open(const std::string& place, bool in_memory, Shared& files) {
  const std::string folder = place + "/fd/";
  for (const int number : numbers_in(folder)) {
    const std::string link = folder + std::to_string(number);
    struct stat what;
    if (stat(link.c_str(), &what) != 0 || !S_ISREG(what.st_mode) || what.st_nlink != 0) continue;
    constexpr std::string_view memory_file = "/memfd:";
    std::array<char, memory_file.size()> begin{};
    if (readlink(link.c_str(), begin.data(), begin.size()) < 0) continue;
    if ((std::string_view(begin.data(), begin.size()) == memory_file) == in_memory)
      files[{what.st_dev, what.st_ino}] =
          static_cast<std::uint64_t>(what.st_blocks) * stat_block_bytes;
  }
}

std::uint64_t sum(const Shared& files) {
  std::uint64_t bytes = 0;
  for (const auto& [file, size] : files) bytes += size;
  return bytes;
}

}  // namespace

void append_children(pid_t parent, std::vector<pid_t>& children) {
  for (const pid_t thread : threads_of(parent))
    append_numbers(contents(proc(parent, "/task/") + std::to_string(thread) + "/children"),
                   children);
}

std::vector<pid_t> descendants(pid_t of) {
  std::vector<pid_t> tree;
  append_children(of, tree);
  for (std::size_t next = 0; next < tree.size(); ++next) append_children(tree[next], tree);
  return tree;
}

std::vector<pid_t> threads_of(pid_t process) { return numbers_in(proc(process, "/task")); }

Census census() {
  static const auto tick_us = static_cast<std::uint64_t>(1'000'000 / sysconf(_SC_CLK_TCK));
  Census census;
  census.all = descendants();
  for (const pid_t process : census.all) {
    const Glance glance = glance_at(proc(process, ""));
    census.had_us += glance.ticks * tick_us;
    census.threads += glance.threads;
    if (glance.threads > 1 ? any_thread_runs(process) : glance.runs())
      census.running.push_back(process);
  }
  census.had_us += buried_us();
  return census;
}

// Each timer has a line "signal: NUMBER/POINTER" (proc(5)); its signal never changes.
bool has_timer_that_resumes(pid_t process) {
  static const std::string resumes = "signal: " + std::to_string(SIGCONT) + '/';
  return contents(proc(process, "/timers")).find(resumes) != std::string::npos;
}

std::uint64_t memory_of(const std::vector<pid_t>& processes, std::uint64_t enough) {
  const std::vector<std::string> places = places_of_memory(processes);
  Shared shared;
  std::uint64_t own = 0;
  for (const std::string& place : places) {
    own += own_bytes(place);
    add_mapped(place, shared);
  }
  for (const std::string& place : places) add_open(place, true, shared);
  if (places.size() > 1 && own + sum(shared) > enough) {
    own = 0;
    for (const std::string& place : places) own += exact_own_bytes(place);
  }
  return own + sum(shared);
}

std::uint64_t unnamed_bytes_of(const std::vector<pid_t>& processes,
                               const std::vector<dev_t>& without) {
  Shared files;
  for (const std::string& place : places_of_memory(processes)) add_open(place, false, files);
  std::erase_if(files, [&](const auto& file) {
    return std::ranges::find(without, file.first.first) != without.end();
  });
  return sum(files);
}

}  // namespace hilltop::runner
