#include "runner/lateness.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

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

// Returns for how long a thread has waited for a processor: the second number of its schedstat.
nanoseconds waited(const std::string& place) {
  const std::string text = contents(place + "/schedstat");
  const auto words = split(text, ' ');
  return nanoseconds(words.size() < 2 ? 0 : number_in<std::int64_t>(words[1]));
}

std::map<pid_t, nanoseconds> waited(const std::vector<pid_t>& processes) {
  std::map<pid_t, nanoseconds> all;
  for (const pid_t process : processes)
    for (const pid_t thread : threads_of(process))
      all.emplace(thread, waited(place_of(process, thread)));
  return all;
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

DelayMeter::DelayMeter(const std::vector<pid_t>& bot)
    : waited_(waited(bot)), own_(waited("/proc/thread-self")), stolen_(stolen()) {}

nanoseconds DelayMeter::delay(const std::vector<pid_t>& bot) const {
  nanoseconds longest(0);
  for (const auto& [thread, since_start] : waited(bot)) {
    const auto before = waited_.find(thread);
    longest = std::max(longest,
                       since_start - (before == waited_.end() ? nanoseconds(0) : before->second));
  }
  return longest + (waited("/proc/thread-self") - own_) + (stolen() - stolen_);
}

}  // namespace hilltop::runner
