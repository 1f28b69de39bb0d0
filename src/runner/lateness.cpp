#include "runner/lateness.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

#include "runner/limits.hpp"
#include "runner/warden/census.hpp"
#include "runner/warden/kernel_file.hpp"

namespace hilltop::runner {
namespace {

using std::chrono::nanoseconds;

std::string place_of(pid_t process, pid_t thread) {
  return "/proc/" + std::to_string(process) + "/task/" + std::to_string(thread);
}

template <class Number>
Number number_in(std::string_view word, int base = 10) {
  Number number{};
  if (base == 16 && word.starts_with("0x")) word.remove_prefix(2);
  std::from_chars(word.data(), word.data() + word.size(), number, base);
  return number;
}

// Returns whether a line of /proc/PID/syscall, "NUMBER 0xARGUMENT…", is a wait for descriptor 0, or
// for one of several descriptors without an end of its own.
bool is_wait_for_input(std::string_view line) {
  const auto words = split(line, ' ');
  if (words.size() < 3 || words[0].empty() || words[0][0] < '0' || words[0][0] > '9') return false;
  const auto call = number_in<long>(words[0]);
  if (call == SYS_read || call == SYS_readv)
    return number_in<unsigned long>(words[1], 16) == STDIN_FILENO;
#ifdef SYS_poll
  if (call == SYS_poll) return number_in<unsigned>(words[3], 16) == static_cast<unsigned>(-1);
#endif
  return call == SYS_ppoll && number_in<unsigned long>(words[3], 16) == 0;
}

// Returns what stands behind the name of a row of /proc/PID/status; empty if it has no such row.
std::string row_of(const std::string& status, std::string_view name) {
  const std::size_t at = status.find(name);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + name.size();
  return status.substr(begin, status.find('\n', begin) - begin);
}

// Returns the time that a hypervisor has taken from each processor, on average: the eighth number
// of the first line of /proc/stat.
nanoseconds stolen() {
  static const std::int64_t ticks_a_second = sysconf(_SC_CLK_TCK);
  static const std::int64_t processors = std::max(1L, sysconf(_SC_NPROCESSORS_ONLN));
  const std::string text = contents("/proc/stat");
  const auto words = split(std::string_view(text).substr(0, text.find('\n')), ' ');
  constexpr std::size_t steal = 9;  // after "cpu" and an empty word
  if (words.size() <= steal) return nanoseconds(0);
  return nanoseconds(number_in<std::int64_t>(words[steal]) * 1'000'000'000 / ticks_a_second /
                     processors);
}

}  // namespace

bool waits_for_input(const std::vector<pid_t>& processes) {
  return std::ranges::any_of(processes, [](pid_t process) {
    return std::ranges::any_of(threads_of(process), [&](pid_t thread) {
      return is_wait_for_input(contents(place_of(process, thread) + "/syscall"));
    });
  });
}

// Reads the first two numbers of a thread's schedstat, and two rows of its status.
DelayMeter::Times DelayMeter::times_at(const std::string& place) {
  const std::string text = contents(place + "/schedstat");
  const auto words = split(text, ' ');
  if (words.size() < 2) return {};
  const std::string status = contents(place + "/status");
  return {nanoseconds(number_in<std::int64_t>(words[0])),
          nanoseconds(number_in<std::int64_t>(words[1])),
          row_of(status, "\nvoluntary_ctxt_switches:\t"),
          row_of(status, "\nState:\t").starts_with('R')};
}

DelayMeter::Threads DelayMeter::threads_of_all(const std::vector<pid_t>& processes) {
  Threads all;
  for (const pid_t process : processes)
    for (const pid_t thread : threads_of(process))
      all.emplace(thread, times_at(place_of(process, thread)));
  return all;
}

DelayMeter::DelayMeter(const std::vector<pid_t>& bot)
    : before_(threads_of_all(bot)),
      own_(times_at("/proc/thread-self")),
      stolen_(stolen()),
      begun_(std::chrono::steady_clock::now()) {}

// Returns the most of each since construction, of any thread of the bot.
DelayMeter::Times DelayMeter::longest(const std::vector<pid_t>& bot) const {
  Times longest;
  for (const auto& [thread, now] : threads_of_all(bot)) {
    const auto known = before_.find(thread);
    const Times before = known == before_.end() ? Times{} : known->second;
    const nanoseconds ran = now.ran - before.ran;
    const bool never_slept = before.runnable && now.runnable && now.sleeps == before.sleeps;
    longest.ran = std::max(longest.ran, ran);
    longest.waited =
        std::max(longest.waited, never_slept ? std::chrono::steady_clock::now() - begun_ - ran
                                             : now.waited - before.waited);
  }
  return longest;
}

nanoseconds DelayMeter::delay(const std::vector<pid_t>& bot) const {
  return longest(bot).waited + (times_at("/proc/thread-self").waited - own_.waited) +
         (stolen() - stolen_);
}

bool DelayMeter::has_run(const std::vector<pid_t>& bot) const {
  return longest(bot).ran * idle_share > std::chrono::steady_clock::now() - begun_;
}

}  // namespace hilltop::runner
